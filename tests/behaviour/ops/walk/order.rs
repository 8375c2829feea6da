//! The order of visits, what is left out, and where a walk stops.

use std::{collections::BTreeMap, ops::ControlFlow};

use sexpr_core::{
    Options, StructuralEq,
    walk::{Next, Walk},
};

#[derive(StructuralEq)]
enum Expr {
    Int(i64),
    Add(Box<Expr>, Box<Expr>),
    Call { name: String, arguments: Vec<Expr> },
}

fn int(value: i64) -> Box<Expr> {
    Box::new(Expr::Int(value))
}

fn sum() -> Expr {
    let call = Expr::Call { name: "f".into(), arguments: vec![Expr::Int(1), Expr::Add(int(2), int(3))] };
    Expr::Add(Box::new(call), int(4))
}

fn show(expr: &Expr) -> String {
    match expr {
        Expr::Int(value) => value.to_string(),
        Expr::Add(..) => "+".into(),
        Expr::Call { name, .. } => name.clone(),
    }
}

#[test]
fn before_what_is_in_them_nodes_come_in_the_order_of_comparison() {
    let mut seen = vec![];
    Walk::new().on(|expr: &Expr, _| seen.push(show(expr))).run(&sum());
    assert_eq!(seen, ["+", "f", "1", "+", "2", "3", "4"]);
}

#[test]
fn after_what_is_in_them_nodes_come_with_the_innermost_first() {
    let mut seen = vec![];
    Walk::new().after(|expr: &Expr, _| seen.push(show(expr))).run(&sum());
    assert_eq!(seen, ["1", "2", "3", "+", "f", "4", "+"]);
}

#[test]
fn callbacks_before_and_after_enclose_what_is_between() {
    let seen = std::cell::RefCell::new(String::new());
    Walk::new()
        .with_paths()
        .on(|expr: &Expr, at| seen.borrow_mut().push_str(&format!("{}({}", at.depth(), show(expr))))
        .after(|_: &Expr, at| seen.borrow_mut().push_str(&format!("{})", at.depth())))
        .run(&Expr::Add(int(1), int(2)));
    assert_eq!(seen.into_inner(), "0(+1(11)1(21)0)");
}

#[test]
fn what_is_skipped_is_left_out_and_its_end_is_not() {
    let (mut seen, mut ends) = (vec![], vec![]);
    Walk::new()
        .on(|expr: &Expr, _| {
            seen.push(show(expr));
            if let Expr::Call { .. } = expr { Next::Skip } else { Next::Inside }
        })
        .after(|expr: &Expr, _| ends.push(show(expr)))
        .run(&sum());
    assert_eq!(seen, ["+", "f", "4"]);
    assert_eq!(ends, ["f", "4", "+"]);
}

#[test]
fn one_callback_that_skips_does_not_keep_the_next_from_being_called() {
    let mut seen = 0;
    Walk::new().on(|_: &Expr, _| Next::Skip).on(|_: &Expr, _| seen += 1).run(&sum());
    assert_eq!(seen, 1);
}

#[test]
fn a_walk_stops_with_a_value() {
    let mut seen = 0;
    let found = Walk::breakable()
        .with_paths()
        .on(|expr: &Expr, at| {
            seen += 1;
            match expr {
                Expr::Int(value @ 2..) => ControlFlow::Break((*value, at.path().to_string())),
                Expr::Int(_) => ControlFlow::Continue(Next::Skip),
                _ => ControlFlow::Continue(Next::Inside),
            }
        })
        .try_run(&sum());
    assert_eq!(found, ControlFlow::Break((2, ".Add.0.Call.arguments[1].Add.0".into())));
    assert_eq!(seen, 5);
}

#[derive(StructuralEq)]
#[seq(order(body, name, data))]
struct Late {
    #[seq(ignore)]
    #[allow(dead_code, reason = "it is not visited")]
    line: Box<Expr>,
    name: Box<Expr>,
    body: Box<Expr>,
    #[seq(payload)]
    data: Box<Expr>,
}

#[test]
fn a_declared_order_holds_and_ignored_fields_are_left_out() {
    let late = || Late { line: int(1), name: int(2), body: int(3), data: int(4) };
    let mut seen = vec![];
    Walk::new().with_paths().on(|expr: &Expr, at| seen.push(format!("{}{}", show(expr), at.path()))).run(&late());
    assert_eq!(seen, ["3.body", "2.name", "4.data"]);
    let mut count = 0;
    Walk::new().options(Options::new().skip_payload(true)).on(|_: &Expr, _| count += 1).run(&late());
    assert_eq!(count, 2);
}

#[test]
fn entries_of_maps_come_by_key_and_each_key_before_its_value() {
    let map: BTreeMap<u8, Expr> = [(2, Expr::Int(20)), (1, Expr::Int(10))].into();
    let mut seen = vec![];
    let record = std::cell::RefCell::new(&mut seen);
    Walk::new()
        .with_paths()
        .on(|key: &u8, at| record.borrow_mut().push(format!("{key} {}", at.path())))
        .on(|expr: &Expr, at| record.borrow_mut().push(format!("{} {}", show(expr), at.path())))
        .run(&map);
    assert_eq!(seen, ["1 [1]", "10 [1]", "2 [2]", "20 [2]"]);
}
