//! What a callback is called with, by type.

use std::sync::Arc;

use sexpr_core::{StructuralEq, reflect::Kind, walk::Walk};

#[derive(StructuralEq)]
struct Spanned<T: 'static> {
    node: T,
    text: String,
}

#[derive(StructuralEq)]
enum Expr {
    Int(i64),
    Neg(Arc<Spanned<Expr>>),
}

fn term() -> Spanned<Expr> {
    let one = Spanned { node: Expr::Int(1), text: "1".into() };
    Spanned { node: Expr::Neg(Arc::new(one)), text: "-1".into() }
}

#[test]
fn callbacks_of_several_types_are_called_in_the_order_of_the_walk() {
    let seen = std::cell::RefCell::new(vec![]);
    Walk::new()
        .on(|spanned: &Spanned<Expr>, _| seen.borrow_mut().push(spanned.text.clone()))
        .on(|_: &Expr, _| seen.borrow_mut().push("expr".into()))
        .on(|value: &i64, _| seen.borrow_mut().push(format!("int {value}")))
        .run(&term());
    assert_eq!(seen.into_inner(), ["-1", "expr", "1", "expr", "int 1"]);
}

#[test]
fn a_callback_for_any_type_gets_nodes_and_no_leaves() {
    let mut seen = vec![];
    Walk::new()
        .on(|_: &String, _| ())
        .on_any(|node, _| {
            assert_eq!(node.kind(), Kind::Tree);
            seen.push((node.type_info().name(), node.variant().unwrap().name()));
        })
        .run(&term());
    let expected = [("Spanned", "Spanned"), ("Expr", "Neg"), ("Spanned", "Spanned"), ("Expr", "Int")];
    assert_eq!(seen, expected);
}

#[test]
fn a_node_can_be_told_by_its_type() {
    let mut values = vec![];
    let root = term();
    Walk::new()
        .on_any(|node, _| {
            if let Some(Expr::Int(value)) = node.downcast::<Expr>() {
                values.push(value);
            }
            assert!(node.downcast::<u8>().is_none());
        })
        .run(&root);
    assert_eq!(values, [&1]);
}

#[test]
fn nodes_that_borrow_are_met_without_a_type() {
    #[derive(StructuralEq)]
    enum Borrowed<'a> {
        Int(i64),
        Neg(&'a Borrowed<'a>),
    }
    let one = Borrowed::Int(1);
    let mut seen = vec![];
    Walk::new().on_any(|node, _| seen.push(node.variant().unwrap().name())).run(&Borrowed::Neg(&one));
    assert_eq!(seen, ["Neg", "Int"]);
}
