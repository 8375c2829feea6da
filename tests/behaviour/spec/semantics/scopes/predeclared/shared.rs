//! Shared nodes that declare: a scope searches each once, and what they declare again does not count.

use std::{cell::Cell, ops::ControlFlow, sync::Arc};

use sexpr_core::{StructuralEq, custom::VirtualFields, reflect::Def, structural_equal, walk::Walk};
use sexpr_test_support::check::{differ, equal};

thread_local! {
    /// How often the parts of a pair were listed on this thread.
    static LISTED: Cell<usize> = const { Cell::new(0) };
}

#[derive(StructuralEq, Clone, Debug)]
enum Term {
    Declare(#[seq(var, def)] &'static str),
    Use(#[seq(var)] &'static str),
    Pair(Arc<Pair>),
}

#[derive(StructuralEq, Clone, Debug)]
#[seq(with = parts)]
struct Pair(Arc<Term>, Arc<Term>);

fn parts<'a>(pair: &'a Pair, fields: &mut VirtualFields<'a>) {
    LISTED.set(LISTED.get() + 1);
    fields.field("0", Def::Inherit, &pair.0);
    fields.field("1", Def::Inherit, &pair.1);
}

#[derive(StructuralEq, Debug)]
#[seq(scope(predeclare = body))]
struct Block {
    label: u32,
    body: Vec<Arc<Term>>,
}

fn block<const N: usize>(label: u32, body: [Arc<Term>; N]) -> Block {
    Block { label, body: body.into() }
}

fn declare(name: &'static str) -> Arc<Term> {
    Arc::new(Term::Declare(name))
}

fn use_of(name: &'static str) -> Arc<Term> {
    Arc::new(Term::Use(name))
}

fn pair(one: &Arc<Term>, other: &Arc<Term>) -> Arc<Term> {
    Arc::new(Term::Pair(Arc::new(Pair(one.clone(), other.clone()))))
}

#[test]
fn a_shared_node_that_declares_is_searched_once() {
    const DEPTH: usize = 60;
    let tower = |name| (0..DEPTH).fold(declare(name), |below, _| pair(&below, &below));
    let (one, other) = (block(1, [tower("x")]), block(2, [tower("y")]));
    LISTED.set(0);
    // The labels differ, and the bodies are only searched.
    assert!(!structural_equal(&one, &other));
    assert_eq!(LISTED.get(), 2 * DEPTH);
    LISTED.set(0);
    _ = Walk::breakable().with_bindings().on(|_: &u32, _| ControlFlow::<()>::Break(())).try_run(&one);
    assert_eq!(LISTED.get(), DEPTH);
}

#[test]
fn whether_what_declares_is_shared_does_not_count() {
    let body = |is_shared, names: [&'static str; 3]| {
        let one = || pair(&declare(names[0]), &declare(names[1]));
        let first = one();
        let again = if is_shared { first.clone() } else { one() };
        block(0, [use_of(names[2]), use_of(names[0]), first, again, declare(names[2]), use_of(names[1])])
    };
    for (left, right) in [(false, false), (true, false), (true, true)] {
        equal(&body(left, ["x", "y", "z"]), &body(right, ["a", "b", "c"]));
        differ(&body(left, ["x", "y", "z"]), &body(right, ["a", "b", "b"]));
        differ(&body(left, ["x", "y", "z"]), &body(right, ["a", "a", "c"]));
    }
}
