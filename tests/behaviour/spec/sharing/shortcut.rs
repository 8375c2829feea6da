//! What can reach no variable and no dag node equals itself, and to find that has no effect: so it is not looked at.
//! What can reach one is looked at, since that may bind it, or decide on it.

use std::sync::Arc;

use sexpr_core::{Comparer, StructuralEq, structural_equal};
use sexpr_test_support::check::{differ, equal};

use super::counted::{Counted, within};
use crate::nodes::{Dag, Var, var};

/// A type of towers behind a pointer, and the test that one equals itself at once.
macro_rules! concrete {
    ($name:ident, $pointer:ty, $new:expr) => {
        #[test]
        fn $name() {
            #[derive(StructuralEq)]
            struct Node {
                mark: Counted,
                below: Vec<$pointer>,
            }
            let bottom = $new(Node { mark: Counted, below: vec![] });
            let tower: $pointer =
                (0..100).fold(bottom, |below, _| $new(Node { mark: Counted, below: vec![below.clone(), below] }));
            let holder = || Node { mark: Counted, below: vec![tower.clone(), tower.clone()] };
            assert!(within(0, || structural_equal(&tower, &tower.clone())));
            assert!(within(1, || structural_equal(&holder(), &holder())));
        }
    };
}

concrete!(a_concrete_type_behind_an_arc, Arc<Node>, Arc::new);
concrete!(a_concrete_type_behind_a_reference, &'static Node, |node| -> &'static Node { Box::leak(Box::new(node)) });

#[derive(StructuralEq)]
struct Generic<T> {
    mark: Counted,
    payload: T,
    below: Vec<Arc<Generic<T>>>,
}

fn generic<T: Clone>(payload: T) -> Arc<Generic<T>> {
    let level = |below| Arc::new(Generic { mark: Counted, payload: payload.clone(), below });
    (0..100).fold(level(vec![]), |below, _| level(vec![below.clone(), below]))
}

/// What a generic type reaches depends on its arguments. A comparer finds it out once.
#[test]
fn a_generic_type() {
    let (numbers, texts) = (generic(1), generic(Some(vec![("a", 'b')])));
    let mut comparer = Comparer::new();
    assert!(comparer.equal(&numbers, &numbers) && comparer.equal(&texts, &texts));
    assert!(within(0, || comparer.equal(&numbers, &numbers.clone())));
    assert!(within(0, || comparer.equal(&texts, &texts.clone())));
}

/// The same generic type, with an argument that reaches a variable or a dag node.
#[test]
fn a_generic_type_whose_argument_reaches_a_variable() {
    let (x, y) = (var(), var());
    let uses_x = generic(x.clone());
    // One comparer, which has seen the type with another argument.
    let mut comparer = Comparer::new();
    let numbers = generic(1);
    assert!(comparer.equal(&numbers, &numbers));
    assert!(comparer.equal(&Lambda(x.clone(), uses_x.clone()), &Lambda(x.clone(), uses_x.clone())));
    assert!(!comparer.equal(&Lambda(x, uses_x.clone()), &Lambda(y, uses_x)));
}

#[derive(StructuralEq)]
struct Lambda<T>(#[seq(def)] Arc<Var>, T);

/// `λx. t` and `λy. t`, where `t` uses `x`, which is free on the right.
#[test]
fn what_uses_a_variable_is_no_shortcut() {
    #[derive(StructuralEq)]
    struct Use(Arc<Var>);
    let (x, y) = (var(), var());
    let uses_x = Arc::new(Use(x.clone()));
    equal(&Lambda(x.clone(), uses_x.clone()), &Lambda(x.clone(), uses_x.clone()));
    differ(&Lambda(x, uses_x.clone()), &Lambda(y, uses_x));
}

/// What binds for good binds `x` to itself, so no other variable can be bound to it later.
#[test]
fn what_binds_a_variable_is_no_shortcut() {
    let [x, y] = [var(), var()];
    let lambda = |var: &Arc<Var>| Arc::new(Lambda(var.clone(), 1));
    let binds_x = lambda(&x);
    equal(&[binds_x.clone(), lambda(&x)], &[binds_x.clone(), lambda(&x)]);
    differ(&[binds_x.clone(), lambda(&x)], &[binds_x, lambda(&y)]);
}

/// What holds a dag node relates it to itself, so it has no other partner later.
#[test]
fn what_holds_a_dag_node_is_no_shortcut() {
    #[derive(StructuralEq)]
    struct Holder(Arc<Dag>);
    let [one, other] = [(); 2].map(|()| Arc::new(Dag { value: 0 }));
    let holds_one = Arc::new(Holder(one.clone()));
    equal(&(holds_one.clone(), one.clone()), &(holds_one.clone(), one.clone()));
    differ(&(holds_one.clone(), one), &(holds_one, other));
}
