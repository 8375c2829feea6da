//! The statements of a block bind in it, so their order counts.

use std::sync::Arc;

use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Var;

#[derive(StructuralEq)]
struct Statement {
    #[seq(def)]
    target: Arc<Var>,
    value: u64,
}

#[derive(StructuralEq)]
#[seq(scope)]
struct Block {
    #[seq(unordered)]
    statements: Vec<Statement>,
}

fn main() {}
