use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[repr(C, packed(2))]
struct Header {
    tag: u8,
    length: u32,
}

fn main() {}
