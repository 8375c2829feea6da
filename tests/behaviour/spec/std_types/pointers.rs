//! Pointers: the content counts, and for `var`, `dag` and `singleton` the address; they add no step to a path.

use std::{borrow::Cow, rc::Rc, sync::Arc};

use sexpr_core::{Field, Options, StructuralEq};
use sexpr_test_support::check::{differ, differ_at, differ_under, equal, equal_under};

use super::hold;
use crate::nodes::{Dag, Singleton, Tree, Var};

/// Content is what counts behind any pointer.
fn content<P: Field>(pointer: impl Fn(Tree) -> P) {
    let make = |value| hold(pointer(Tree { value }));
    equal(&make(1), &make(1));
    differ_at(".value.value", &make(1), &make(2));
}

/// What holds of a pointer whose pointee has an identity.
macro_rules! shared {
    ($name:ident, $pointer:ty, $new:expr) => {
        mod $name {
            use super::*;

            #[test]
            fn content_counts() {
                content(|tree| $new(tree));
            }

            #[test]
            fn sharing_a_tree_is_invisible() {
                let one = $new(Tree { value: 1 });
                equal(&vec![one.clone(), one.clone()], &vec![one, $new(Tree { value: 1 })]);
            }

            #[test]
            fn sharing_a_dag_node_counts() {
                let (one, two) = ($new(Dag { value: 1 }), $new(Dag { value: 1 }));
                let shared = vec![one.clone(), one.clone()];
                let copied = vec![one.clone(), two.clone()];
                differ_at("[1]", &shared, &copied);
                equal(&shared, &vec![two.clone(), two.clone()]);
                equal(&copied, &vec![two, one]);
            }

            #[test]
            fn a_free_variable_equals_itself_alone() {
                let (one, two) = ($new(Var { ty: 1 }), $new(Var { ty: 1 }));
                equal(&hold(one.clone()), &hold(one.clone()));
                differ_at(".value", &hold(one.clone()), &hold(two.clone()));
                let mapping = Options::new().map_free_vars(true);
                equal_under(mapping, &hold(one.clone()), &hold(two.clone()));
                differ_under(mapping, &vec![one.clone(), one.clone()], &vec![one, two]);
            }

            #[test]
            fn a_singleton_equals_itself_alone() {
                let (one, two) = ($new(Singleton { value: 1 }), $new(Singleton { value: 1 }));
                equal(&hold(one.clone()), &hold(one.clone()));
                differ_at(".value", &hold(one), &hold(two));
            }
        }
    };
}

fn leak<T>(value: T) -> &'static T {
    Box::leak(Box::new(value))
}

shared!(arc, Arc<_>, Arc::new);
shared!(rc, Rc<_>, Rc::new);
shared!(reference, &'static _, leak);
shared!(triomphe_arc, triomphe::Arc<_>, triomphe::Arc::new);

#[test]
fn boxes() {
    content(Box::new);
}

#[test]
fn cow_borrowed_and_owned_are_the_same() {
    #[derive(StructuralEq)]
    struct Text<'a>(Cow<'a, str>);
    equal(&Text(Cow::Borrowed("a")), &Text(Cow::Owned("a".into())));
    differ_at("", &Text(Cow::Borrowed("a")), &Text(Cow::Owned("b".into())));

    #[derive(Clone, StructuralEq)]
    struct Node {
        value: i64,
    }
    let node = Node { value: 1 };
    let owned = |value| hold(Cow::<Node>::Owned(Node { value }));
    equal(&hold(Cow::Borrowed(&node)), &owned(1));
    differ_at(".value.value", &hold(Cow::Borrowed(&node)), &owned(2));
}

#[test]
fn a_reference_to_a_reference_leads_to_the_same_node() {
    let (x, y) = (Var { ty: 1 }, Var { ty: 1 });
    let (to_x, also_to_x) = (&x, &x);
    equal(&hold(&to_x), &hold(&also_to_x));
    differ(&hold(&to_x), &hold(&&y));
}

#[test]
fn a_pointer_as_the_root() {
    equal(&Arc::new(1), &Arc::new(1));
    differ_at("", &Arc::new(1), &Arc::new(2));
    differ_at("[0]", &Box::new([1]), &Box::new([2]));
}

#[test]
fn a_root_given_by_reference_is_not_held_inline() {
    let (x, y) = (Var { ty: 1 }, Var { ty: 1 });
    equal(&x, &x);
    differ_at("", &x, &y);
    equal_under(Options::new().map_free_vars(true), &x, &y);
    let (a, b) = (Dag { value: 1 }, Dag { value: 1 });
    equal(&a, &b);
}
