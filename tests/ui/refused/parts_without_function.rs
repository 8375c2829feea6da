use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(custom)]
struct Custom(u32);

#[derive(StructuralEq)]
#[seq(with = list)]
struct With(u32);

fn list(_: &With) -> u32 {
    0
}

fn main() {}
