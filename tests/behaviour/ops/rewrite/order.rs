//! When callbacks are called, with what, and what their answers lead to.

use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use sexpr_core::{
    Path, StructuralEq,
    reflect::Def,
    rewrite::{Change, Rewrite},
    walk::{At, Keeps},
};

#[derive(StructuralEq, Debug, PartialEq, Clone)]
#[seq(rewrite)]
enum Expr {
    Int(i64),
    Text(String),
    Neg(Box<Expr>),
    Add(Box<Expr>, Box<Expr>),
    Shared(Arc<Expr>),
}
use Expr::{Add, Int, Neg, Shared, Text};

fn neg(expr: Expr) -> Expr {
    Neg(Box::new(expr))
}

fn add(left: Expr, right: Expr) -> Expr {
    Add(Box::new(left), Box::new(right))
}

fn shared(expr: Expr) -> (Expr, Arc<Expr>) {
    let pointer = Arc::new(expr);
    (Shared(pointer.clone()), pointer)
}

#[test]
fn callbacks_after_come_from_below() {
    let fold = |expr: &Expr, _: &At| match expr {
        Add(left, right) => match (&**left, &**right) {
            (Int(left), Int(right)) => Some(Int(left + right)),
            _ => None,
        },
        Neg(operand) => match **operand {
            Int(value) => Some(Int(-value)),
            _ => None,
        },
        _ => None,
    };
    assert_eq!(Rewrite::new().after(fold).run(add(neg(Int(1)), add(Int(2), Int(3)))), Int(4));
    let (term, kept) = shared(add(neg(Int(1)), Int(3)));
    assert_eq!(Rewrite::new().after(fold).run(term), Shared(Arc::new(Int(2))));
    assert_eq!(*kept, add(neg(Int(1)), Int(3)));
}

#[test]
fn callbacks_before_come_from_above_and_what_they_answer_is_looked_into() {
    // `-(a + b)` becomes `-a + -b`, down to the leaves.
    let distribute = |expr: &Expr, _: &At| match expr {
        Neg(operand) => match &**operand {
            Add(left, right) => Some(add(Neg(left.clone()), Neg(right.clone()))),
            _ => None,
        },
        _ => None,
    };
    let term = || neg(add(Int(1), add(Int(2), Int(3))));
    let expected = || add(neg(Int(1)), add(neg(Int(2)), neg(Int(3))));
    assert_eq!(Rewrite::new().on(distribute).run(term()), expected());
    let (term, kept) = shared(term());
    assert_eq!(Rewrite::new().on(distribute).run(term), Shared(Arc::new(expected())));
    assert_eq!(*kept, neg(add(Int(1), add(Int(2), Int(3)))));
}

#[test]
fn both_moments_meet_the_same_parts() {
    let calls = RefCell::new(Vec::new());
    let note = |moment: &'static str| {
        let calls = &calls;
        move |expr: &Expr, site: &At<'_, Keeps<false, true>>| {
            let name = match expr {
                Int(value) => value.to_string(),
                Add(..) => "+".to_string(),
                _ => "-".to_string(),
            };
            calls.borrow_mut().push(format!("{moment} {name} at `{}`, depth {}", site.path(), site.depth()));
            None
        }
    };
    Rewrite::new().with_paths().on(note("before")).after(note("after")).run(add(Int(1), neg(Int(2))));
    let expected = [
        "before + at `<root>`, depth 0",
        "before 1 at `.Add.0`, depth 1",
        "after 1 at `.Add.0`, depth 1",
        "before - at `.Add.1`, depth 1",
        "before 2 at `.Add.1`, depth 2",
        "after 2 at `.Add.1`, depth 2",
        "after - at `.Add.1`, depth 1",
        "after + at `<root>`, depth 0",
    ];
    assert_eq!(*calls.borrow(), expected);
}

#[test]
fn paths_lead_to_keys_as_to_values() {
    #[derive(StructuralEq)]
    #[seq(rewrite)]
    struct Tables {
        numbers: BTreeMap<i64, i64>,
        #[seq(var)]
        names: BTreeSet<String>,
    }
    let tables = Tables { numbers: BTreeMap::from([(1, 2)]), names: BTreeSet::from(["x".to_string()]) };
    let paths = RefCell::new(Vec::new());
    let note = |path: Path| paths.borrow_mut().push(path.to_string());
    let rewrite = Rewrite::new().with_paths().on(|_: &i64, site| -> Option<i64> {
        note(site.path());
        None
    });
    let rewrite = rewrite.on(|_: &String, site| -> Option<String> {
        note(site.path());
        None
    });
    rewrite.run(tables);
    assert_eq!(*paths.borrow(), [".numbers[1]", ".numbers[1]", r#".names["x"]"#]);
}

#[test]
fn several_callbacks_get_what_the_ones_before_answered() {
    let next = |expr: &Expr, _: &At| match expr {
        Int(value) => Some(Int(value + 1)),
        _ => None,
    };
    let double = |expr: &Expr, _: &At| match expr {
        Int(value) => Some(Int(value * 2)),
        _ => None,
    };
    assert_eq!(Rewrite::new().after(next).after(double).run(neg(Int(1))), neg(Int(4)));
    assert_eq!(Rewrite::new().after(double).after(next).run(neg(Int(1))), neg(Int(3)));
    assert_eq!(Rewrite::new().on(double).after(next).on(double).run(neg(Int(1))), neg(Int(5)));
}

#[test]
fn what_is_whole_is_not_looked_into() {
    let one_to_two = |expr: &Expr, _: &At| matches!(expr, Int(1)).then_some(Int(2));
    let stop = |expr: &Expr, _: &At| match expr {
        Neg(_) => Change::skip(),
        Text(_) => Change::replace_and_skip(neg(Int(1))),
        _ => Change::keep(),
    };
    let rewritten = Rewrite::new().on(stop).after(one_to_two).run(add(Int(1), add(neg(Int(1)), Text("".into()))));
    assert_eq!(rewritten, add(Int(2), add(neg(Int(1)), neg(Int(1)))));
}

#[test]
fn an_error_stops_everything() {
    let mut calls = 0;
    let result = Rewrite::fallible()
        .with_paths()
        .after(|expr: &Expr, site| {
            calls += 1;
            match expr {
                Int(0) => Err(site.path().to_string()),
                Int(value) => Ok(Some(Int(value + 1))),
                _ => Ok(None),
            }
        })
        .try_run(add(Int(1), add(Int(0), Int(3))));
    assert_eq!(result, Err(".Add.1.Add.0".to_string()));
    assert_eq!(calls, 2);
}

#[test]
#[expect(clippy::borrowed_box, reason = "it is the box that is asked about")]
fn leaves_boxes_and_containers_can_be_asked_about() {
    let term = add(Text("a".into()), Int(1));
    let upper = Rewrite::new().after(|text: &String, _| Some(text.to_uppercase())).run(term.clone());
    assert_eq!(upper, add(Text("A".into()), Int(1)));
    let next = Rewrite::new().after(|value: &i64, _| Some(value + 1)).run(term.clone());
    assert_eq!(next, add(Text("a".into()), Int(2)));
    let boxed = Rewrite::new().after(|_: &Box<Expr>, _| Some(Box::new(Int(0)))).run(term);
    assert_eq!(boxed, add(Int(0), Int(0)));
    let list =
        Rewrite::new().after(|list: &Vec<i64>, _| Some(list.iter().rev().copied().collect())).run(vec![1_i64, 2, 3]);
    assert_eq!(list, [3, 2, 1]);
}

#[test]
fn a_callback_that_panics_leaves_nothing_undone() {
    let (term, kept) = shared(add(Int(1), Int(2)));
    let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        Rewrite::new()
            .after(|expr: &Expr, _| match expr {
                Int(2) => panic!("two"),
                Int(value) => Some(Int(value + 1)),
                _ => None,
            })
            .run(term)
    }));
    assert!(result.is_err());
    assert_eq!(*kept, add(Int(1), Int(2)));
}

#[test]
fn regions_are_told() {
    #[derive(StructuralEq)]
    #[seq(rewrite)]
    struct Bind {
        #[seq(var, def = "simple")]
        name: String,
        value: Box<Expr>,
    }
    let mut regions = Vec::new();
    let name = |_: &String, site: &At<'_, Keeps<true, true>>| {
        regions.push((site.path().to_string(), site.region()));
        None
    };
    Rewrite::new()
        .with_paths()
        .with_bindings()
        .after(name)
        .run(Bind { name: "x".into(), value: Box::new(Text("y".into())) });
    assert_eq!(regions, [(".name".to_string(), Def::Simple), (".value".to_string(), Def::None)]);
}
