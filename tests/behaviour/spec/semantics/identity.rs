//! Identity: what makes two occurrences the same node.

use std::sync::Arc;

use sexpr_core::{ByIdentity, Options, StructuralEq};
use sexpr_test_support::check::{differ, differ_at, differ_under, equal, equal_under};

/// A variable whose first field, at the same address, is a variable of another type.
#[derive(StructuralEq)]
#[seq(kind = "var")]
#[repr(C)]
struct Outer {
    #[seq(ignore)]
    inner: Inner,
}

#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Inner {
    ty: u8,
}

fn outer() -> Outer {
    Outer { inner: Inner { ty: 0 } }
}

#[test]
fn values_at_one_address_but_of_different_types_are_different_nodes() {
    let (one, two, three) = (outer(), outer(), outer());
    assert!(std::ptr::addr_eq(&one, &one.inner));
    let mapping = Options::new().map_free_vars(true);
    equal_under(mapping, &(&one, &one.inner), &(&two, &three.inner));
    equal_under(mapping, &(&one.inner, &one), &(&two.inner, &three));
    differ_under(mapping, &(&one, &one), &(&two, &three));
}

#[test]
fn variables_of_different_variants_are_different_nodes_even_with_one_key() {
    #[derive(StructuralEq)]
    #[seq(kind = "var")]
    enum Name {
        Local(#[seq(key)] &'static str),
        Global(#[seq(key)] &'static str),
    }
    use Name::{Global, Local};
    equal(&vec![Local("x"), Global("x")], &vec![Local("x"), Global("x")]);
    differ_at("[1]", &vec![Local("x"), Global("x")], &vec![Local("x"), Local("x")]);

    #[derive(StructuralEq)]
    struct Fun {
        #[seq(def)]
        params: Vec<Name>,
        body: Name,
    }
    let fun = |body| Fun { params: vec![Local("x"), Global("x")], body };
    equal(&fun(Global("x")), &Fun { params: vec![Local("a"), Global("b")], body: Global("b") });
    differ_at(".body", &fun(Local("x")), &fun(Global("x")));
}

#[test]
fn nodes_of_different_types_with_one_key_are_different() {
    #[derive(StructuralEq)]
    #[seq(kind = "var")]
    struct TypeVar(#[seq(key)] &'static str);
    #[derive(StructuralEq)]
    #[seq(kind = "var")]
    struct TermVar(#[seq(key)] &'static str);
    #[derive(StructuralEq)]
    struct Fun {
        #[seq(def)]
        types: Vec<TypeVar>,
        #[seq(def)]
        terms: Vec<TermVar>,
        used: (TypeVar, TermVar),
    }
    let fun =
        |ty, term| Fun { types: vec![TypeVar(ty)], terms: vec![TermVar(term)], used: (TypeVar(ty), TermVar(term)) };
    equal(&fun("x", "x"), &fun("a", "b"));
    equal(&fun("a", "b"), &fun("x", "x"));
}

#[test]
fn clones_of_a_pointer_are_the_same_node_and_clones_of_the_pointee_are_not() {
    let x = Arc::new(Inner { ty: 0 });
    equal(&vec![x.clone(), x.clone()], &vec![x.clone(), x.clone()]);
    differ(&vec![x.clone()], &vec![Arc::new(Inner { ty: 0 })]);
}

#[test]
fn moving_a_pointer_does_not_change_what_it_points_to() {
    let x = Arc::new(Inner { ty: 0 });
    let here = vec![x.clone()];
    let there: Vec<Arc<Inner>> = here.clone().into_iter().collect();
    equal(&here, &there);
    equal(&Box::new(x.clone()), &Box::new(x));
}

mod by_identity {
    use super::*;
    use std::{
        collections::{BTreeMap, HashMap},
        hash::{BuildHasher, RandomState},
    };

    #[test]
    fn equality_and_hash_are_those_of_the_address() {
        let (x, y) = (Arc::new(Inner { ty: 0 }), Arc::new(Inner { ty: 0 }));
        assert!(ByIdentity(x.clone()) == ByIdentity(x.clone()));
        assert!(ByIdentity(x.clone()) != ByIdentity(y.clone()));
        let hasher = RandomState::new();
        assert_eq!(hasher.hash_one(ByIdentity(x.clone())), hasher.hash_one(ByIdentity(x.clone())));
        let map = HashMap::from([(ByIdentity(x.clone()), 1), (ByIdentity(y.clone()), 2)]);
        assert_eq!((map[&ByIdentity(x)], map[&ByIdentity(y)]), (1, 2));
    }

    #[test]
    fn order_is_total_and_agrees_with_equality() {
        let nodes: Vec<_> = (0..10).map(|ty| Arc::new(Inner { ty })).collect();
        let map: BTreeMap<_, _> = nodes.iter().cloned().map(ByIdentity).zip(0..).collect();
        assert_eq!(map.len(), 10);
        for (at, node) in (0..).zip(&nodes) {
            assert_eq!(map[&ByIdentity(node.clone())], at);
        }
        let mut addresses: Vec<_> = map.keys().map(|key| Arc::as_ptr(&key.0)).collect();
        assert!(
            addresses.is_sorted() || {
                addresses.reverse();
                addresses.is_sorted()
            }
        );
    }

    /// A type without any `Eq` or `Hash` of its own, behind any shared pointer.
    #[test]
    fn it_asks_nothing_of_the_pointee() {
        let x = Inner { ty: 0 };
        assert!(ByIdentity(&x) == ByIdentity(&x));
        let rc = std::rc::Rc::new(Inner { ty: 0 });
        assert!(ByIdentity(rc.clone()) == ByIdentity(rc));
    }
}
