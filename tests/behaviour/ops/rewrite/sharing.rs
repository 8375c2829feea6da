//! What stays where it is, and what is copied.

use std::{cell::Cell, collections::BTreeSet, rc::Rc, sync::Arc};

use sexpr_core::{StructuralEq, rewrite::Rewrite, structural_equal, walk::At};

#[derive(StructuralEq, Clone, Debug)]
#[seq(rewrite)]
enum Expr {
    Int(i64),
    Add(Arc<Expr>, Arc<Expr>),
    Many(Vec<Arc<Expr>>),
}
use Expr::{Add, Int, Many};

fn int(value: i64) -> Arc<Expr> {
    Arc::new(Int(value))
}

fn add(left: &Arc<Expr>, right: &Arc<Expr>) -> Arc<Expr> {
    Arc::new(Add(left.clone(), right.clone()))
}

fn operands(expr: &Expr) -> (&Arc<Expr>, &Arc<Expr>) {
    match expr {
        Add(left, right) => (left, right),
        _ => panic!("{expr:?} is no sum"),
    }
}

/// Replaces integers.
fn with_ints(term: Arc<Expr>, change: impl Fn(i64) -> Option<i64>) -> Arc<Expr> {
    let replace = |expr: &Expr, _: &At| match expr {
        Int(value) => change(*value).map(Int),
        _ => None,
    };
    Rewrite::new().after(replace).run(term)
}

#[test]
fn what_is_shared_is_copied_down_to_what_changes_and_no_further() {
    let (one, two) = (int(1), int(2));
    let (left, right) = (add(&one, &one), add(&two, &two));
    let term = add(&left, &right);
    let changed = with_ints(term.clone(), |value| (value == 2).then_some(3));
    assert!(structural_equal(&term, &add(&left, &right)), "the original stays");
    let (new_left, new_right) = operands(&changed);
    assert!(Arc::ptr_eq(new_left, &left));
    assert!(structural_equal(new_right, &add(&int(3), &int(3))));
    let (one, other) = operands(new_right);
    assert!(Arc::ptr_eq(one, other), "a shared node is rewritten once, and shared afterwards");
}

#[test]
fn what_the_root_owns_alone_is_rewritten_in_place() {
    let term = add(&int(1), &int(2));
    let (root, leaf) = (Arc::as_ptr(&term), Arc::as_ptr(operands(&term).1));
    let changed = with_ints(term, |value| (value == 2).then_some(3));
    assert_eq!(Arc::as_ptr(&changed), root);
    assert_eq!(Arc::as_ptr(operands(&changed).1), leaf);
    assert!(structural_equal(&changed, &add(&int(1), &int(3))));
}

#[test]
fn a_shared_node_is_asked_about_once() {
    let mut term = int(1);
    for _ in 0..20 {
        term = add(&term, &term);
    }
    let calls = Cell::new(0);
    let changed = Rewrite::new()
        .after(|expr: &Expr, _| {
            calls.set(calls.get() + 1);
            matches!(expr, Int(_)).then_some(Int(2))
        })
        .run(term.clone());
    assert_eq!(calls.get(), 21);
    let mut level = &changed;
    for _ in 0..20 {
        let (left, right) = operands(level);
        assert!(Arc::ptr_eq(left, right));
        level = left;
    }
    assert!(matches!(**level, Int(2)));
}

#[test]
fn a_pointer_can_be_replaced_by_one_that_is_there_already() {
    let kept = add(&int(1), &int(2));
    let term = Arc::new(Many(vec![add(&kept, &int(0)), kept.clone(), add(&add(&kept, &int(0)), &int(0))]));
    let without_zero = |expr: &Arc<Expr>, _: &At| match &**expr {
        Add(left, right) if matches!(**right, Int(0)) => Some(left.clone()),
        _ => None,
    };
    let simple = Rewrite::new().after(without_zero).run(term);
    let Many(items) = &*simple else { panic!("{simple:?} is no list") };
    assert!(items.iter().all(|item| Arc::ptr_eq(item, &kept)), "{items:?}");
}

#[test]
fn dag_nodes_stay_shared() {
    #[derive(StructuralEq)]
    #[seq(kind = "dag", rewrite)]
    struct Cell {
        value: i64,
    }
    #[derive(StructuralEq)]
    #[seq(rewrite)]
    struct Pair(Rc<Cell>, Rc<Cell>);

    let cell = Rc::new(Cell { value: 1 });
    let pair = |one: &Rc<Cell>, other: &Rc<Cell>| Pair(one.clone(), other.clone());
    let Pair(one, other) =
        Rewrite::new().after(|cell: &Cell, _| Some(Cell { value: cell.value + 1 })).run(pair(&cell, &cell));
    assert!(Rc::ptr_eq(&one, &other));
    assert_eq!((one.value, cell.value), (2, 1));
    let apart = Rc::new(Cell { value: 1 });
    let Pair(one, other) = Rewrite::new().after(|_: &Cell, _| None).run(pair(&cell, &apart));
    assert!(Rc::ptr_eq(&one, &cell) && Rc::ptr_eq(&other, &apart));
}

#[test]
fn pointers_to_containers_are_shared_like_nodes() {
    #[derive(StructuralEq, Debug)]
    #[seq(rewrite)]
    struct Lists {
        one: Arc<Vec<String>>,
        other: Arc<Vec<String>>,
        slice: Arc<[String]>,
    }
    let list = Arc::new(vec!["a".to_string(), "b".to_string()]);
    let slice: Arc<[String]> = vec!["c".to_string()].into();
    let lists = Lists { one: list.clone(), other: list.clone(), slice: slice.clone() };
    let upper = |text: &String, _: &At| (text == "b").then(|| text.to_uppercase());
    let lists = Rewrite::new().after(upper).run(lists);
    assert_eq!(*lists.one, ["a", "B"]);
    assert!(Arc::ptr_eq(&lists.one, &lists.other) && Arc::ptr_eq(&lists.slice, &slice));
    assert_eq!(*list, ["a", "b"]);
}

/// A variable that has names, of which equality sees only where it is bound.
#[derive(StructuralEq, Clone, Debug, PartialEq)]
#[seq(kind = "var", rewrite)]
struct Keyed {
    #[seq(key)]
    name: String,
    names: Names,
}

#[derive(StructuralEq, Clone, Debug, PartialEq)]
#[seq(rewrite)]
struct Names(#[seq(var)] BTreeSet<String>);

#[derive(StructuralEq, Clone, Debug, PartialEq)]
#[seq(rewrite)]
struct Function {
    #[seq(var, def)]
    name: String,
    #[seq(def)]
    param: Keyed,
    body: Keyed,
}

#[test]
fn a_variable_of_which_a_set_of_names_changes_is_replaced_everywhere() {
    let keyed =
        |names: &[&str]| Keyed { name: "x".into(), names: Names(names.iter().map(|name| name.to_string()).collect()) };
    let function =
        |name: &str, param, body| Arc::new(Function { name: name.into(), param: keyed(param), body: keyed(body) });
    let rename = |term| Rewrite::new().after(|name: &String, _| (name == "a").then(|| "b".to_string())).run(term);
    let expected = function("b", &["b"], &["b"]);
    assert_eq!(rename(function("a", &["a"], &[])), expected);
    let held = function("a", &["a"], &[]);
    assert_eq!(rename(held.clone()), expected);
}
