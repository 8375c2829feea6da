//! What binds around itself, or is told apart by its place, has an order.

use std::sync::Arc;

use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Var;

/// The statements of a block bind in it, so their order counts.
#[derive(StructuralEq)]
struct Assignment {
    #[seq(def)]
    target: Arc<Var>,
    value: u64,
}

#[derive(StructuralEq)]
#[seq(scope)]
struct Block {
    #[seq(unordered)]
    statements: Vec<Assignment>,
}

/// A condition alone does not say that elements reach no dag node where it holds. `assume_tree` does; it says nothing of
/// elements that bind around themselves.
#[derive(StructuralEq)]
#[seq(kind = "dag")]
struct Node(u64);

#[derive(StructuralEq)]
enum Expr {
    Node(Arc<Node>),
    Sum(#[seq(unordered(if = Expr::commutes))] Vec<Expr>),
}

impl Expr {
    fn commutes(&self) -> bool {
        false
    }
}

#[derive(StructuralEq)]
struct Binder(#[seq(def)] Arc<Var>);

#[derive(StructuralEq)]
struct Binders(#[seq(unordered(if = Binders::commute, assume_tree))] Vec<Binder>);

impl Binders {
    fn commute(&self) -> bool {
        false
    }
}

/// Statements in a sequence bind for those after them, in whichever field they are.
#[derive(StructuralEq)]
enum Statement {
    Assign(#[seq(def)] Arc<Var>, u64),
    #[seq(unordered(0, 1))]
    Both(Box<Statement>, Box<Statement>),
}

/// Where a variable is met for the first time, its fields would bind.
#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Tensor {
    #[seq(def)]
    size: Arc<Var>,
}

#[derive(StructuralEq)]
struct Sum {
    #[seq(unordered)]
    operands: Vec<Arc<Tensor>>,
}

fn main() {}
