use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
struct Negate {
    #[seq(id(Negate))]
    operand: String,
}

fn main() {}
