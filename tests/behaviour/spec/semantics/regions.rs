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

/// A variable held by something that is none.
#[derive(StructuralEq)]
struct Typed {
    var: Arc<Var>,
    ty: i64,
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

mod pattern {
    use super::*;

    #[test]
    fn a_parameter_introduces_itself_and_the_unbound_variables_of_its_type() {
        let fun = || {
            let n = var(&[]);
            let x = var(&[&n]);
            Binder { bound: x.clone(), body: vec![x, n] }
        };
        equal(&fun(), &fun());
    }

    #[test]
    fn a_variable_in_a_parameters_type_that_is_bound_already_is_a_use() {
        let fun = |dim: usize| {
            let dims = [var(&[]), var(&[])];
            let x = var(&[&dims[dim]]);
            Binder { bound: vec![dims[0].clone(), dims[1].clone(), x], body: vec![] }
        };
        equal(&fun(0), &fun(0));
        differ_at(".bound[2].shape[0]", &fun(0), &fun(1));
    }

    #[test]
    fn the_long_form_is_the_same() {
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
    fn it_lasts_for_everything_below_the_field() {
        let fun = |ty| {
            let x = var(&[]);
            let deep = Some(Box::new(Typed { var: x.clone(), ty }));
            Binder { bound: vec![(1, deep)], body: vec![x] }
        };
        equal(&fun(1), &fun(1));
        differ_at(".bound[0].1.ty", &fun(1), &fun(2));
    }

    #[test]
    fn what_is_not_a_variable_is_compared_as_ever() {
        let fun = |label| Binder { bound: (label, var(&[])), body: vec![] };
        differ_at(".bound.0", &fun("a"), &fun("b"));
    }
}

mod simple {
    use super::*;

    #[test]
    fn the_variable_binds() {
        let fun = || {
            let x = var(&[]);
            SimpleBinder { bound: x.clone(), body: vec![x] }
        };
        equal(&fun(), &fun());
    }

    #[test]
    fn variables_in_its_own_fields_are_uses() {
        let fun = |n: &Arc<Var>| SimpleBinder { bound: var(&[n]), body: vec![] };
        let (n, m) = (var(&[]), var(&[]));
        equal(&fun(&n), &fun(&n));
        differ_at(".bound.shape[0]", &fun(&n), &fun(&m));
    }

    #[test]
    fn those_uses_may_be_bound_before() {
        let fun = |dim: usize| {
            let dims = [var(&[]), var(&[])];
            let x = var(&[&dims[dim]]);
            SimpleBinder { bound: vec![dims[0].clone(), dims[1].clone(), x.clone()], body: vec![x] }
        };
        equal(&fun(1), &fun(1));
        differ_at(".bound[2].shape[0]", &fun(0), &fun(1));
    }

    #[test]
    fn it_lasts_for_everything_below_the_field_but_a_variables_fields() {
        let fun = || {
            let x = var(&[]);
            SimpleBinder { bound: vec![Typed { var: x.clone(), ty: 1 }], body: vec![x] }
        };
        equal(&fun(), &fun());
    }

    #[test]
    fn inside_a_pattern_region_it_acts_as_pattern() {
        let fun = || {
            let n = var(&[]);
            let x = var(&[&n]);
            Binder { bound: SimpleBinder { bound: x.clone(), body: vec![] }, body: vec![x, n] }
        };
        equal(&fun(), &fun());
    }

    #[test]
    fn under_map_free_vars_it_acts_as_pattern_too() {
        let fun = || SimpleBinder { bound: var(&[&var(&[])]), body: vec![] };
        assert!(!sexpr_core::structural_equal(&fun(), &fun()));
        equal_under(Options::new().map_free_vars(true), &fun(), &fun());
    }

    /// The region in force is that of the field which opened it last.
    #[test]
    fn a_pattern_field_inside_a_simple_region_opens_a_pattern_region() {
        let fun = || {
            let n = var(&[]);
            let x = var(&[&n]);
            SimpleBinder { bound: Binder { bound: x, body: vec![] }, body: vec![n] }
        };
        equal(&fun(), &fun());
    }
}

mod none {
    use super::*;

    #[derive(StructuralEq)]
    struct Parameter {
        name: Arc<Var>,
        #[seq(def = "none")]
        default: Arc<Var>,
    }

    #[test]
    fn nothing_binds_in_it_whatever_is_in_force() {
        let fun =
            |default: &Arc<Var>| Binder { bound: Parameter { name: var(&[]), default: default.clone() }, body: vec![] };
        let (d, e) = (var(&[]), var(&[]));
        equal(&fun(&d), &fun(&d));
        differ_at(".bound.default", &fun(&d), &fun(&e));
        differ_under(Options::new().map_free_vars(true), &fun(&d), &fun(&e));
    }

    #[test]
    fn what_was_bound_before_can_be_used_in_it() {
        let fun = || {
            let name = var(&[]);
            Binder { bound: Parameter { name: name.clone(), default: name }, body: vec![] }
        };
        equal(&fun(), &fun());
    }

    #[test]
    fn a_def_field_below_it_binds_again() {
        #[derive(StructuralEq)]
        struct Closed {
            #[seq(def = "none")]
            inner: Binder<Arc<Var>>,
        }
        let closed = || {
            let x = var(&[]);
            Closed { inner: Binder { bound: x.clone(), body: vec![x] } }
        };
        equal(&closed(), &closed());
    }
}

mod map_free_vars {
    use super::*;

    #[test]
    fn it_puts_the_root_in_a_pattern_region() {
        let term = || {
            let n = var(&[]);
            vec![var(&[&n]), n]
        };
        equal_under(Options::new().map_free_vars(true), &term(), &term());
        differ_at("[0].shape[0]", &term(), &term());
    }
}

/// "Put `def` on the narrowest field": on `name`, or names used in `ty` bind as well.
mod the_narrowest_field {
    use super::*;

    #[derive(StructuralEq)]
    struct Wide {
        #[seq(def)]
        params: Vec<(Arc<Var>, Arc<Var>)>,
    }

    #[derive(StructuralEq)]
    struct Param {
        #[seq(def)]
        name: Arc<Var>,
        ty: Arc<Var>,
    }

    #[derive(StructuralEq)]
    struct Narrow {
        params: Vec<Param>,
    }

    #[test]
    fn def_on_params_binds_the_names_used_in_types_as_well() {
        let wide = |ty: &Arc<Var>| Wide { params: vec![(var(&[]), ty.clone())] };
        equal(&wide(&var(&[])), &wide(&var(&[])));
    }

    #[test]
    fn def_on_name_does_not() {
        let narrow = |ty: &Arc<Var>| Narrow { params: vec![Param { name: var(&[]), ty: ty.clone() }] };
        let (int, float) = (var(&[]), var(&[]));
        equal(&narrow(&int), &narrow(&int));
        differ_at(".params[0].ty", &narrow(&int), &narrow(&float));
    }
}

/// A `def` field of a variable opens a region of its own.
#[test]
fn def_inside_a_variable() {
    #[derive(StructuralEq)]
    #[seq(kind = "var")]
    struct Quantified {
        #[seq(def)]
        parameter: Arc<Var>,
        body: Arc<Var>,
    }
    #[derive(StructuralEq)]
    struct Let {
        #[seq(def = "simple")]
        var: Arc<Quantified>,
        body: Arc<Quantified>,
    }
    let bind = |body: Option<&Arc<Var>>| {
        let parameter = var(&[]);
        let body = body.unwrap_or(&parameter).clone();
        let var = Arc::new(Quantified { parameter, body });
        Let { var: var.clone(), body: var }
    };
    equal(&bind(None), &bind(None));
    let (free, other) = (var(&[]), var(&[]));
    equal(&bind(Some(&free)), &bind(Some(&free)));
    differ_at(".var.body", &bind(Some(&free)), &bind(Some(&other)));
}
