use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
struct Negate {
    #[seq(id(Negate), as = "_")]
    operand: u32,
}

fn main() {}
