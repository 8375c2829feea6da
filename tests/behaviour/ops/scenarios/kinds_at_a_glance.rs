//! The table "all kinds at a glance": what each kind looks at.

use std::{
    hash::{Hash, Hasher},
    sync::Arc,
};

use sexpr_core::{Options, StructuralEq, structural_equal};
use sexpr_test_support::check::{differ, equal, equal_under};

/// A field that says when its content is compared.
struct Watched(i64);

thread_local!(static COMPARED: std::cell::Cell<u32> = const { std::cell::Cell::new(0) });

impl PartialEq for Watched {
    fn eq(&self, other: &Self) -> bool {
        COMPARED.set(COMPARED.get() + 1);
        self.0 == other.0
    }
}

impl Eq for Watched {}

impl Hash for Watched {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

/// How often content was compared to find that the values are equal.
fn comparisons<T: StructuralEq>(lhs: &T, rhs: &T) -> u32 {
    let before = COMPARED.get();
    assert!(structural_equal(lhs, rhs));
    COMPARED.get() - before
}

#[derive(StructuralEq)]
struct Tree(#[seq(opaque)] Watched);

#[derive(StructuralEq)]
#[seq(kind = "const-tree")]
struct ConstTree(#[seq(opaque)] Watched);

#[derive(StructuralEq)]
#[seq(kind = "dag")]
struct Dag(#[seq(opaque)] Watched);

#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Var(#[seq(opaque)] Watched);

#[derive(StructuralEq)]
#[seq(kind = "singleton")]
struct Singleton(#[allow(dead_code, reason = "never compared")] Watched);

/// `[x, x]` and `[x, x']`, with all contents the same.
fn shared_and_copied<T>(make: impl Fn(Watched) -> T) -> (Vec<Arc<T>>, Vec<Arc<T>>) {
    let one = Arc::new(make(Watched(1)));
    (vec![one.clone(), one.clone()], vec![one, Arc::new(make(Watched(1)))])
}

#[test]
fn singleton_pointer_only() {
    let node = Arc::new(Singleton(Watched(1)));
    assert_eq!(comparisons(&node, &node.clone()), 0);
    differ(&node, &Arc::new(Singleton(Watched(1))));
}

#[test]
fn tree_content_only() {
    equal(&Arc::new(Tree(Watched(1))), &Arc::new(Tree(Watched(1))));
    differ(&Arc::new(Tree(Watched(1))), &Arc::new(Tree(Watched(2))));
    assert_eq!(comparisons(&Tree(Watched(1)), &Tree(Watched(1))), 1);
    let (shared, copied) = shared_and_copied(Tree);
    equal(&shared, &copied);
}

#[test]
fn const_tree_content_and_pointer_shortcut() {
    equal(&Arc::new(ConstTree(Watched(1))), &Arc::new(ConstTree(Watched(1))));
    differ(&Arc::new(ConstTree(Watched(1))), &Arc::new(ConstTree(Watched(2))));
    let node = Arc::new(ConstTree(Watched(1)));
    assert_eq!(comparisons(&node, &node.clone()), 0);
    let (shared, copied) = shared_and_copied(ConstTree);
    equal(&shared, &copied);
}

#[test]
fn dag_content_and_sharing() {
    equal(&Arc::new(Dag(Watched(1))), &Arc::new(Dag(Watched(1))));
    differ(&Arc::new(Dag(Watched(1))), &Arc::new(Dag(Watched(2))));
    let (shared, copied) = shared_and_copied(Dag);
    differ(&shared, &copied);
    equal(&shared, &shared_and_copied(Dag).0);
}

#[test]
fn var_content_and_binding_position() {
    #[derive(StructuralEq)]
    struct Fun {
        #[seq(def)]
        params: Vec<Arc<Var>>,
        body: Arc<Var>,
    }
    let fun = |value: i64, position: usize| {
        let params: Vec<_> = (0..2).map(|_| Arc::new(Var(Watched(value)))).collect();
        let body = params[position].clone();
        Fun { params, body }
    };
    equal(&fun(1, 0), &fun(1, 0));
    differ(&fun(1, 0), &fun(2, 0));
    differ(&fun(1, 0), &fun(1, 1));
    equal_under(Options::new().map_free_vars(true), &Arc::new(Var(Watched(1))), &Arc::new(Var(Watched(1))));
}
