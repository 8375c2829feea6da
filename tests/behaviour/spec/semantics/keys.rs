//! `#[seq(key)]`: nodes that are known by a value.

use std::sync::Arc;

use sexpr_core::{Options, StructuralEq};
use sexpr_test_support::check::{all_distinct, assert_reason, differ, differ_at, differ_under, equal, equal_under};

use crate::nodes::{Known, Name};

#[test]
fn inline_and_behind_any_pointer_one_key_is_one_variable() {
    #[derive(StructuralEq)]
    struct Fun {
        #[seq(def)]
        param: Name,
        boxed: Box<Name>,
        shared: Arc<Name>,
    }
    let fun =
        |param, boxed, shared| Fun { param: Name(param), boxed: Box::new(Name(boxed)), shared: Arc::new(Name(shared)) };
    equal(&fun("x", "x", "x"), &fun("y", "y", "y"));
    differ_at(".boxed", &fun("x", "x", "x"), &fun("y", "x", "y"));
    differ_at(".shared", &fun("x", "x", "x"), &fun("y", "y", "x"));
}

#[test]
fn a_keyed_singleton_is_the_same_wherever_the_key_is() {
    #[derive(StructuralEq)]
    #[seq(kind = "singleton")]
    struct Op {
        #[seq(key)]
        name: String,
        #[allow(dead_code, reason = "a singleton's fields are never compared")]
        arity: usize,
        #[allow(dead_code, reason = "nor need they be comparable")]
        run: fn(),
    }
    let op = |name: &str, arity| Op { name: name.into(), arity, run: || () };
    equal(&op("add", 2), &op("add", 2));
    equal(&op("add", 2), &op("add", 3));
    equal(&Arc::new(op("add", 2)), &Arc::new(op("add", 2)));
    assert_reason(&differ_at("", &op("add", 2), &op("sub", 2)), &["singleton"]);
}

#[derive(StructuralEq)]
#[seq(kind = "dag")]
struct Block {
    #[seq(key)]
    label: u32,
    value: i64,
}

fn block(label: u32, value: i64) -> Block {
    Block { label, value }
}

#[test]
fn keyed_dag_nodes_are_shared_where_their_keys_are_the_same() {
    equal(&[block(1, 0), block(1, 0)], &[block(1, 0), block(1, 0)]);
    assert_reason(&differ_at("[1]", &[block(1, 0), block(1, 0)], &[block(1, 0), block(2, 0)]), &["shar"]);
    differ_at("[1]", &[block(1, 0), block(2, 0)], &[block(1, 0), block(1, 0)]);
}

#[test]
fn the_key_may_be_any_value_made_of_leaves() {
    #[derive(StructuralEq)]
    struct Span {
        from: u32,
        to: u32,
    }
    #[derive(StructuralEq)]
    enum Place {
        Top,
        Argument(u32),
    }
    all_distinct("", || [0.0, -0.0, 1.5].map(Known).into());
    all_distinct("", || [(1, "a"), (2, "a"), (1, "b")].map(Known).into());
    all_distinct("", || [None, Some([0, 1]), Some([1, 0])].map(Known).into());
    all_distinct("", || ["a", "b"].map(|text| Known(Arc::<str>::from(text))).into());
    all_distinct("", || [(1, 2), (2, 1)].map(|(from, to)| Known(Span { from, to })).into());
    all_distinct("", || [Place::Top, Place::Argument(0), Place::Argument(1)].map(Known).into());
}

/// A type variable with a bound, which may mention it: `T: Comparable<T>`.
#[derive(StructuralEq)]
#[seq(kind = "var")]
struct TyVar {
    #[seq(key)]
    name: &'static str,
    bound: Option<Box<Bound>>,
}

#[derive(StructuralEq)]
struct Bound {
    interface: &'static str,
    of: TyVar,
}

fn bounded(name: &'static str, interface: &'static str) -> TyVar {
    let of = TyVar { name, bound: None };
    TyVar { name, bound: Some(Box::new(Bound { interface, of })) }
}

#[test]
fn a_variable_that_its_own_fields_mention_is_hashed_by_its_fields() {
    #[derive(StructuralEq)]
    struct Sticky {
        #[seq(def)]
        variable: TyVar,
        used: TyVar,
    }
    #[derive(StructuralEq)]
    #[seq(scope)]
    struct Scoped {
        #[seq(def)]
        variables: Vec<TyVar>,
        body: Vec<TyVar>,
    }
    let used = |name| TyVar { name, bound: None };
    let sticky = |name, interface| Sticky { variable: bounded(name, interface), used: used(name) };
    let binder = |name, interface| Scoped { variables: vec![bounded(name, interface)], body: vec![used(name)] };
    let body = |interface| Scoped { variables: vec![], body: vec![bounded("T", interface), used("T")] };
    let mapping = Options::new().map_free_vars(true);

    equal(&sticky("T", "Comparable"), &sticky("U", "Comparable"));
    equal(&binder("T", "Comparable"), &binder("U", "Comparable"));
    equal(&body("Comparable"), &body("Comparable"));
    equal_under(mapping, &bounded("T", "Comparable"), &bounded("U", "Comparable"));
    differ(&sticky("T", "Comparable"), &sticky("T", "Hashable"));
    differ(&binder("T", "Comparable"), &binder("T", "Hashable"));
    differ(&body("Comparable"), &body("Hashable"));
    differ(&bounded("T", "Comparable"), &bounded("T", "Hashable"));
    differ_under(mapping, &bounded("T", "Comparable"), &bounded("T", "Hashable"));

    fn fingerprints_differ<T: StructuralEq>(one: &T, other: &T) {
        let fingerprint = sexpr_core::structural_fingerprint::<T>;
        assert_ne!(fingerprint(one).unwrap(), fingerprint(other).unwrap());
    }
    fingerprints_differ(&sticky("T", "Comparable"), &sticky("T", "Hashable"));
    fingerprints_differ(&binder("T", "Comparable"), &binder("T", "Hashable"));
    fingerprints_differ(&body("Comparable"), &body("Hashable"));
    fingerprints_differ(&bounded("T", "Comparable"), &bounded("T", "Hashable"));
}

/// At its second occurrence a shared tree does not contribute what it did at its first, where a variable in it did not.
#[test]
fn a_shared_tree_with_a_variable_that_its_own_fields_mention_hashes_like_two_trees() {
    #[derive(StructuralEq)]
    enum Type {
        Variable(TyVar),
        Both(Arc<Type>, Arc<Type>),
    }
    #[derive(StructuralEq)]
    #[seq(scope)]
    struct Scope(Arc<Type>);

    let variable = || Arc::new(Type::Variable(bounded("T", "Comparable")));
    let both = |one: &Arc<Type>, other: &Arc<Type>| Arc::new(Type::Both(one.clone(), other.clone()));
    let shared = variable();
    let [shared, unshared] = [both(&shared, &shared), both(&variable(), &variable())];
    equal(&shared, &unshared);
    equal(&both(&shared, &shared), &both(&unshared, &shared));
    equal(&Scope(both(&shared, &shared)), &Scope(both(&unshared, &shared)));

    // It is remembered from its second occurrence on: without that, this takes 2^200 steps.
    let tower = |bottom: Arc<Type>| (0..200).fold(bottom, |below, _| both(&below, &below));
    let [one, other] = [tower(shared), tower(unshared)];
    equal(&one, &other);
    equal(&Scope(one), &Scope(other));
}
