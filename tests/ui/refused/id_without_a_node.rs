use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
struct Negate {
    #[seq(id)]
    operand: u32,
}

fn main() {}
