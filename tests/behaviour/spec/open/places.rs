//! Where trait objects can stand.

use std::{collections::HashMap, sync::Arc};

use sexpr_core::{ByIdentity, Options, StructuralEq};
use sexpr_test_support::check::{assert_reason, differ, differ_at, differ_at_paths, differ_under, equal, equal_under};

use super::{Load, Op, Store};
use crate::nodes::Var;

/// Holds operations, and is one.
#[derive(StructuralEq)]
struct Fused {
    parts: Vec<Arc<dyn Op>>,
    last: Option<(i64, Box<dyn Op>)>,
}
impl Op for Fused {}

fn load(address: i64) -> Arc<dyn Op> {
    Arc::new(Load { address })
}

fn fused(parts: Vec<Arc<dyn Op>>) -> Arc<dyn Op> {
    Arc::new(Fused { parts, last: Some((1, Box::new(Store { address: 1 }))) })
}

#[test]
fn paths_lead_through_them() {
    let make = |address| fused(vec![load(1), fused(vec![load(2), load(address)])]);
    equal(&make(3), &make(3));
    differ_at(".parts[1].parts[1].address", &make(3), &make(4));
    let lengths = differ_at_paths(".parts[1]?", ".parts[1]", &fused(vec![load(1)]), &fused(vec![load(1), load(2)]));
    assert_reason(&lengths, &["1", "2"]);
    let other = Arc::new(Fused { parts: vec![], last: Some((1, Box::new(Load { address: 1 }))) }) as Arc<dyn Op>;
    assert_reason(&differ_at(".last.1", &fused(vec![]), &other), &["Store", "Load"]);
    let newtype = |address| {
        #[derive(StructuralEq)]
        struct Newtype(Box<dyn Op>);
        impl Op for Newtype {}
        vec![Box::new(Newtype(Box::new(Load { address })))]
    };
    differ_at("[0].address", &newtype(1), &newtype(2));
}

#[test]
fn sharing_of_tree_nodes_is_invisible() {
    let one = load(1);
    equal(&fused(vec![one.clone(), one.clone()]), &fused(vec![load(1), load(1)]));
    let tower = |levels| (0..levels).fold(load(1), |below, _| fused(vec![below.clone(), below]));
    equal(&tower(100), &tower(100));
    differ(&tower(100), &tower(99));
}

mod regions {
    use super::*;

    /// Every region, around one pointer.
    #[derive(StructuralEq)]
    struct Binder {
        #[seq(def)]
        pattern: Option<Arc<dyn Op>>,
        #[seq(def = "simple")]
        simple: Option<Arc<dyn Op>>,
        #[seq(def = "none")]
        none: Option<Arc<dyn Op>>,
        inherit: Vec<Arc<dyn Op>>,
    }

    const EMPTY: Binder = Binder { pattern: None, simple: None, none: None, inherit: vec![] };

    /// A variable with a variable in its type.
    #[derive(StructuralEq)]
    #[seq(kind = "var")]
    struct Tensor {
        dimension: Arc<dyn Op>,
    }
    impl Op for Tensor {}

    fn var() -> Arc<dyn Op> {
        Arc::new(Var { ty: 1 })
    }
    fn tensor() -> Arc<dyn Op> {
        Arc::new(Tensor { dimension: var() })
    }

    #[test]
    fn a_pattern_binds_what_is_in_the_fields_of_variables() {
        let binder = || Binder { pattern: Some(tensor()), ..EMPTY };
        equal(&binder(), &binder());
        let used = |same: bool| {
            let dimension = var();
            let inherit = vec![if same { dimension.clone() } else { var() }];
            Binder { pattern: Some(Arc::new(Tensor { dimension })), inherit, ..EMPTY }
        };
        equal(&used(true), &used(true));
        differ_at(".inherit[0]", &used(true), &used(false));
    }

    #[test]
    fn none_and_the_one_in_force() {
        let mapping = Options::new().map_free_vars(true);
        let none = || Binder { none: Some(var()), ..EMPTY };
        differ_under(mapping, &none(), &none());
        let inherit = || Binder { inherit: vec![var()], ..EMPTY };
        differ_at(".inherit[0]", &inherit(), &inherit());
        equal_under(mapping, &inherit(), &inherit());
    }
}

/// A variable that is bound behind a trait object is a key by its type.
#[test]
fn values_of_maps_with_variables_as_keys() {
    #[derive(StructuralEq)]
    struct Environment {
        #[seq(def)]
        vars: Vec<Arc<dyn Op>>,
        values: HashMap<ByIdentity<Arc<Var>>, Arc<dyn Op>>,
    }
    let environment = |swapped: bool| {
        let vars = [0, 1].map(|_| Arc::new(Var { ty: 1 }));
        let value = |index: usize| load(((index == 0) == swapped).into());
        let entry = |index: usize| (ByIdentity::from(vars[index].clone()), value(index));
        Environment {
            vars: vars.iter().map(|var| var.clone() as Arc<dyn Op>).collect(),
            values: [0, 1].map(entry).into(),
        }
    };
    equal(&environment(false), &environment(false));
    differ(&environment(false), &environment(true));
}
