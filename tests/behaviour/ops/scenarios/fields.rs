//! Field-level annotations: `ignore` and `def`.

use std::sync::Arc;

use sexpr_core::StructuralEq;
use sexpr_test_support::check::{differ_at, equal};

use super::ir::{Expr, Var, plus_one, used, var};

mod ignore {
    use super::*;

    #[derive(StructuralEq)]
    struct MyNode {
        value: i64,
        #[seq(ignore)]
        #[allow(dead_code, reason = "for people")]
        span: String,
    }

    fn node(value: i64, span: &str) -> MyNode {
        MyNode { value, span: span.into() }
    }

    #[test]
    fn nodes_that_differ_in_span_alone_are_equal() {
        equal(&node(1, "a.py:1"), &node(1, "b.py:5"));
    }

    #[test]
    fn nodes_that_differ_in_value_are_not_equal() {
        differ_at(".value", &node(1, "a.py:1"), &node(2, "a.py:1"));
    }
}

mod def {
    use super::*;

    #[derive(StructuralEq)]
    struct Let {
        value: Arc<Expr>,
        #[seq(def)]
        var: Arc<Var>,
        body: Arc<Expr>,
    }

    /// The same without the annotation.
    #[derive(StructuralEq)]
    struct Pair {
        var: Arc<Var>,
        body: Arc<Expr>,
    }

    #[test]
    fn it_introduces_bindings_for_what_follows() {
        let (x, y, z) = (var("x"), var("y"), var("z"));
        let bind = |v: &Arc<Var>| Let { value: used(&z), var: v.clone(), body: plus_one(v) };
        equal(&bind(&x), &bind(&y));
    }

    #[test]
    fn it_introduces_no_bindings_for_what_precedes() {
        let (x, y) = (var("x"), var("y"));
        let bind = |v: &Arc<Var>| Let { value: used(v), var: v.clone(), body: plus_one(v) };
        differ_at(".value", &bind(&x), &bind(&y));
    }

    #[test]
    fn without_it_nothing_is_bound() {
        let (x, y) = (var("x"), var("y"));
        let pair = |v: &Arc<Var>| Pair { var: v.clone(), body: plus_one(v) };
        differ_at(".var", &pair(&x), &pair(&y));
        equal(&pair(&x), &pair(&x));
    }
}
