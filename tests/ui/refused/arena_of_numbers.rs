//! Ids that are numbers, named by their own type.

use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
struct Expr(u32);

#[derive(StructuralEq)]
struct Module {
    #[seq(arena(usize))]
    expressions: Vec<Expr>,
    root: usize,
}

fn main() {}
