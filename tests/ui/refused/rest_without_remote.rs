use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
enum Op {
    Add,
    #[seq(rest = shown)]
    Other,
}

fn shown(_: &Op) -> u8 {
    0
}

fn main() {}
