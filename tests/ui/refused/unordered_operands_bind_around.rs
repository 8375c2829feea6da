//! Statements in a sequence bind for those after them, in whichever field they are.

use std::sync::Arc;

use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Var;

#[derive(StructuralEq)]
enum Statement {
    Assign(#[seq(def)] Arc<Var>, u64),
    #[seq(unordered(0, 1))]
    Both(Box<Statement>, Box<Statement>),
}

fn main() {}
