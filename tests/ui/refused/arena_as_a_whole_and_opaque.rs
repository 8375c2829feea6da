use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
struct Module {
    #[seq(arena = "whole", opaque)]
    expressions: Box<[u32]>,
}

fn main() {}
