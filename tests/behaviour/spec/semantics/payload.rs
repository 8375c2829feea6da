//! `payload`: compared, unless `skip_payload` says otherwise.

use std::sync::Arc;

use sexpr_core::{Options, StructuralEq, StructuralKey};
use sexpr_test_support::check::{differ_at, differ_under, equal, equal_under};

use crate::nodes::{Var, var};

#[derive(StructuralEq)]
struct Constant {
    shape: Vec<u64>,
    #[seq(payload)]
    data: Vec<f32>,
}

fn constant(data: &[f32]) -> Constant {
    Constant { shape: vec![2], data: data.into() }
}

fn skipping() -> Options {
    Options::new().skip_payload(true)
}

#[test]
fn a_payload_is_compared_like_any_field() {
    equal(&constant(&[1.0, 2.0]), &constant(&[1.0, 2.0]));
    differ_at(".data[1]", &constant(&[1.0, 2.0]), &constant(&[1.0, 3.0]));
    differ_under(Options::new().skip_payload(false), &constant(&[1.0]), &constant(&[2.0]));
}

#[test]
fn under_skip_payload_neither_equality_nor_hash_looks_at_it() {
    equal_under(skipping(), &constant(&[1.0, 2.0]), &constant(&[1.0, 3.0, 4.0]));
}

#[test]
fn a_structural_key_can_skip_it() {
    let key = |data: &[f32]| StructuralKey::with_options(constant(data), skipping());
    assert!(key(&[1.0]) == key(&[2.0]));
    assert!(StructuralKey::new(constant(&[1.0])) != StructuralKey::new(constant(&[2.0])));
    let set = std::collections::HashSet::from([key(&[1.0]), key(&[2.0])]);
    assert_eq!(set.len(), 1);
}

#[test]
fn a_payload_that_is_skipped_binds_nothing() {
    #[derive(StructuralEq)]
    struct Fun {
        #[seq(def, payload)]
        param: Arc<Var>,
        body: Arc<Var>,
    }
    let [x, y] = [var(), var()];
    let fun = |param: &Arc<Var>, body: &Arc<Var>| Fun { param: param.clone(), body: body.clone() };
    equal(&fun(&x, &x), &fun(&y, &y));
    differ_under(skipping(), &fun(&x, &x), &fun(&y, &y));
    differ_at(".body", &fun(&x, &x), &fun(&y, &x));
    equal_under(skipping(), &fun(&x, &x), &fun(&y, &x));
}
