//! Regions: whether variables met somewhere bind.

use std::sync::Arc;

use sexpr_core::{Options, StructuralEq};
use sexpr_test_support::check::{differ_at, differ_under, equal, equal_under};

/// A variable whose type may mention variables: `x: Tensor[n]`.
#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Var {
    shape: Vec<Arc<Var>>,
    rank: i64,
}

fn var(shape: &[&Arc<Var>]) -> Arc<Var> {
    Arc::new(Var { shape: shape.iter().map(|dim| Arc::clone(dim)).collect(), rank: shape.len() as i64 })
}

#[derive(StructuralEq)]
struct Binder<T> {
    #[seq(def)]
    bound: T,
    body: Vec<Arc<Var>>,
}

#[derive(StructuralEq)]
struct SimpleBinder<T> {
    #[seq(def = "simple")]
    bound: T,
    body: Vec<Arc<Var>>,
}

#[test]
fn the_long_form_of_pattern_is_the_same() {
    #[derive(StructuralEq)]
    struct Long {
        #[seq(def = "pattern")]
        bound: Arc<Var>,
        body: Arc<Var>,
    }
    let fun = || {
        let n = var(&[]);
        Long { bound: var(&[&n]), body: n }
    };
    equal(&fun(), &fun());
}

#[test]
fn simple_inside_a_pattern_region_acts_as_pattern() {
    let fun = || {
        let n = var(&[]);
        let x = var(&[&n]);
        Binder { bound: SimpleBinder { bound: x.clone(), body: vec![] }, body: vec![x, n] }
    };
    equal(&fun(), &fun());
}

#[test]
fn simple_under_map_free_vars_acts_as_pattern_too() {
    let fun = || SimpleBinder { bound: var(&[&var(&[])]), body: vec![] };
    assert!(!sexpr_core::structural_equal(&fun(), &fun()));
    equal_under(Options::new().map_free_vars(true), &fun(), &fun());
}

#[derive(StructuralEq)]
struct Parameter {
    name: Arc<Var>,
    #[seq(def = "none")]
    default: Arc<Var>,
}

#[test]
fn nothing_binds_in_none_whatever_is_in_force() {
    let fun =
        |default: &Arc<Var>| Binder { bound: Parameter { name: var(&[]), default: default.clone() }, body: vec![] };
    let (d, e) = (var(&[]), var(&[]));
    equal(&fun(&d), &fun(&d));
    differ_at(".bound.default", &fun(&d), &fun(&e));
    differ_under(Options::new().map_free_vars(true), &fun(&d), &fun(&e));
}

#[test]
fn map_free_vars_puts_the_root_in_a_pattern_region() {
    let term = || {
        let n = var(&[]);
        vec![var(&[&n]), n]
    };
    equal_under(Options::new().map_free_vars(true), &term(), &term());
    differ_at("[0].shape[0]", &term(), &term());
}
