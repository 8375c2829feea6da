//! Variants with kinds, keys and orders of their own.

use std::sync::Arc;

use sexpr_core::{Kind, StructuralEq, structural_equal};

#[derive(StructuralEq)]
enum Expr {
    #[seq(kind = "var")]
    Local {
        #[seq(key)]
        name: String,
        #[seq(ignore)]
        span: u32,
    },
    #[seq(kind = "singleton")]
    Op(u8, #[seq(key)] &'static str, fn() -> u32),
    #[seq(order(value, name, body))]
    Let {
        #[seq(def)]
        name: Arc<Expr>,
        value: Box<Expr>,
        body: Box<Expr>,
    },
    #[seq(kind = "const-tree")]
    Int(i64),
    #[seq(order(1, 0))]
    Add(Box<Expr>, Box<Expr>),
    Hole,
}

#[derive(StructuralEq)]
#[seq(kind = "dag")]
enum Node {
    #[seq(kind = "var")]
    Var,
    #[seq(kind = "tree")]
    Leaf(u32),
    Call(Arc<Node>, Vec<Arc<Node>>),
}

#[repr(u8)]
#[derive(StructuralEq)]
enum Discriminants {
    Two = 2,
    One = 1,
}

fn main() {
    let local = |name: &str| Expr::Local { name: name.into(), span: 0 };
    let identity = |name: &str| Expr::Let {
        name: Arc::new(local(name)),
        value: Box::new(Expr::Op(1, "op", || 1)),
        body: Box::new(Expr::Add(Box::new(local(name)), Box::new(Expr::Int(1)))),
    };
    assert!(structural_equal(&identity("x"), &identity("y")));
    assert!(!structural_equal(&identity("x"), &Expr::Hole));

    let call = || Node::Call(Arc::new(Node::Leaf(1)), vec![]);
    assert!(structural_equal(&call(), &call()));
    let (one, other) = (Arc::new(Node::Var), Arc::new(Node::Var));
    assert!(structural_equal(&one, &one));
    assert!(!structural_equal(&one, &other));
    assert_eq!(Node::type_info().kind(), Kind::Dag);
    assert_eq!(Node::type_info().variant(0).map(|variant| variant.kind()), Some(Kind::Var));
    assert!(!structural_equal(&Discriminants::One, &Discriminants::Two));
}
