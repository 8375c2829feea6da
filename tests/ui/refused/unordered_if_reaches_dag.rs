//! A condition alone does not say that elements reach no dag node where it holds. `assume_tree` does; it says nothing of
//! elements that bind around themselves.

use std::sync::Arc;

use sexpr_core::StructuralEq;

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
#[seq(kind = "var")]
struct Var;

#[derive(StructuralEq)]
struct Binder(#[seq(def)] Arc<Var>);

#[derive(StructuralEq)]
struct Binders(#[seq(unordered(if = Binders::commute, assume_tree))] Vec<Binder>);

impl Binders {
    fn commute(&self) -> bool {
        false
    }
}

fn main() {}
