//! The order in which what is in a map is compared, and what keys do to variables.

use std::{collections::HashMap, sync::Arc};

use indexmap::IndexMap;
use sexpr_core::{
    ByIdentity, Options, StructuralEq, StructuralKey, first_structural_mismatch, structural_equal, structural_hash,
    walk::Walk,
};
use sexpr_test_support::check::{differ, differ_at, equal};

use crate::nodes::{Name, Var, var};

/// A value that binds a variable, or uses one.
#[derive(StructuralEq)]
enum Value {
    Binds(#[seq(def)] Arc<Var>),
    Uses(Arc<Var>),
}

fn binds(var: &Arc<Var>) -> Value {
    Value::Binds(var.clone())
}

fn uses(var: &Arc<Var>) -> Value {
    Value::Uses(var.clone())
}

/// A lambda whose body is a map from variables.
#[derive(StructuralEq)]
struct Lambda {
    #[seq(def)]
    params: Vec<Arc<Var>>,
    body: HashMap<ByIdentity<Arc<Var>>, Value>,
}

/// `params` are bound in order; the map has the given entries.
fn lambda(params: &[&Arc<Var>], body: Vec<(&Arc<Var>, Value)>) -> Lambda {
    Lambda {
        params: params.iter().map(|var| Arc::clone(var)).collect(),
        body: body.into_iter().map(|(key, value)| (ByIdentity(key.clone()), value)).collect(),
    }
}

#[test]
fn values_are_compared_in_the_order_of_string_keys_however_they_were_inserted() {
    let make = |binding: &'static str, using: &'static str| -> HashMap<&'static str, Value> {
        let x = var();
        HashMap::from([(using, uses(&x)), (binding, binds(&x))])
    };
    for _ in 0..10 {
        equal(&make("a", "b"), &make("a", "b"));
        differ_at(r#"["a"]"#, &make("b", "a"), &make("b", "a"));
    }
}

#[test]
fn values_are_compared_in_the_order_in_which_their_keys_got_correspondences() {
    for _ in 0..10 {
        let first_binds = || {
            let (x, y, z) = (var(), var(), var());
            lambda(&[&x, &y], vec![(&y, uses(&z)), (&x, binds(&z))])
        };
        let second_binds = || {
            let (x, y, z) = (var(), var(), var());
            lambda(&[&x, &y], vec![(&x, uses(&z)), (&y, binds(&z))])
        };
        equal(&first_binds(), &first_binds());
        differ(&second_binds(), &second_binds());
    }
}

#[test]
fn named_variables_are_keys_by_correspondence_too() {
    #[derive(StructuralEq)]
    struct Fun {
        #[seq(def)]
        params: Vec<Name>,
        body: HashMap<Name, i64>,
    }
    let fun = |[a, b]: [&'static str; 2], body: [(&'static str, i64); 2]| Fun {
        params: vec![Name(a), Name(b)],
        body: body.into_iter().map(|(name, value)| (Name(name), value)).collect(),
    };
    equal(&fun(["x", "y"], [("x", 1), ("y", 2)]), &fun(["b", "a"], [("a", 2), ("b", 1)]));
    differ(&fun(["x", "y"], [("x", 1), ("y", 2)]), &fun(["a", "b"], [("x", 1), ("y", 2)]));
    differ(&fun(["x", "y"], [("x", 1), ("y", 2)]), &fun(["x", "y"], [("x", 2), ("y", 1)]));
    equal(&fun(["x", "y"], [("free", 1), ("y", 2)]), &fun(["a", "b"], [("b", 2), ("free", 1)]));
}

/// The author's error, which must not panic.
#[test]
fn two_keys_of_one_identity_do_not_panic() {
    #[derive(Clone, PartialEq, Eq, Hash, StructuralEq)]
    #[seq(kind = "var")]
    struct Named {
        #[seq(key)]
        name: &'static str,
        distinguishes: i64,
    }
    let doubled = |first, second| {
        let key = |distinguishes| Named { name: "x", distinguishes };
        HashMap::from([(key(1), first), (key(2), second)])
    };
    let single = || HashMap::from([(Named { name: "x", distinguishes: 1 }, 1)]);
    for (left, right) in [(doubled(1, 2), doubled(2, 1)), (doubled(1, 1), single()), (single(), doubled(1, 2))] {
        for options in [Options::new(), Options::new().map_free_vars(true)] {
            let verdict = options.equal(&left, &right);
            assert_eq!(options.first_mismatch(&left, &right).is_none(), verdict);
            let _ = (options.hash(&left), options.hash(&right));
            let _ = (options.fingerprint(&left), options.fingerprint(&right));
            Walk::new().with_paths().options(options).on_any(|_, at| drop(at.path())).run(&left);
            Walk::new().options(options).distinct().on(|_: &Named, _| ()).run(&left);
        }
    }
    let keyed = |value| HashMap::from([(ByIdentity(Arc::new(Named { name: "x", distinguishes: 1 })), value)]);
    let _ = (structural_equal(&keyed(1), &keyed(1)), structural_hash(&keyed(1)));
    let _ = first_structural_mismatch(&keyed(1), &keyed(2));
}

#[test]
fn values_of_structural_keys_are_compared_in_one_order_however_they_were_inserted() {
    let make = |binding: u32, using: u32, turned: bool| {
        let x = var();
        let key = |number| StructuralKey::new(vec![number]);
        let mut entries = vec![(key(binding), binds(&x)), (key(using), uses(&x))];
        if turned {
            entries.reverse();
        }
        entries.into_iter().collect::<IndexMap<_, _>>()
    };
    let verdicts = [(1, 2), (2, 1)].map(|(binding, using)| {
        let of = |left, right| structural_equal(&make(binding, using, left), &make(binding, using, right));
        let verdict = of(false, false);
        assert!([of(true, false), of(false, true), of(true, true)].iter().all(|other| *other == verdict));
        verdict
    });
    assert_ne!(verdicts[0], verdicts[1], "one of the keys comes first");
}
