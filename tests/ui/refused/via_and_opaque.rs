use sexpr_core::StructuralEq;

struct Half(u16);

fn bits(half: &Half) -> u16 {
    half.0
}

#[derive(StructuralEq)]
struct Node {
    #[seq(opaque, via = bits)]
    value: Half,
}

fn main() {}
