//! The worked example, as each edition has it.

use std::sync::Arc;

use sexpr_core::StructuralEq;
use sexpr_test_support::check::{differ_at, equal};

use super::{
    ir::{self, var},
    singleton::Op,
};

#[test]
fn second_edition() {
    #[derive(StructuralEq)]
    enum Expr {
        Use(Arc<ir::Var>),
        Int(i64),
        Call { op: Arc<Op>, args: Vec<Expr> },
    }

    #[derive(StructuralEq)]
    struct Lambda {
        #[seq(def)]
        params: Vec<Arc<ir::Var>>,
        body: Expr,
        #[seq(ignore)]
        #[allow(dead_code, reason = "for people")]
        span: &'static str,
    }

    let (plus, minus) = (Arc::new(Op { name: "+" }), Arc::new(Op { name: "-" }));
    let fun = |name, op: &Arc<Op>, span| {
        let param = var(name);
        let body = Expr::Call { op: op.clone(), args: vec![Expr::Use(param.clone()), Expr::Int(1)] };
        Lambda { params: vec![param], body, span }
    };
    let (f1, f2) = (fun("x", &plus, "a.py:1"), fun("y", &plus, "b.py:5"));

    equal(&f1, &f2);
    differ_at(".body.Call.op", &f1, &fun("x", &minus, "a.py:1"));
}

/// The first edition does not mark `name`, so that it is a field like any other: it is compared where the
/// variable is first met. Its example is equal only where the names are equal, which is why the second edition
/// ignores them.
#[test]
fn first_edition() {
    #[derive(StructuralEq)]
    #[seq(kind = "var")]
    struct Var {
        name: &'static str,
    }

    #[derive(StructuralEq)]
    struct Lambda {
        #[seq(def)]
        params: Vec<Arc<Var>>,
        body: (Arc<Var>, i64),
        #[seq(ignore)]
        #[allow(dead_code, reason = "for people")]
        span: &'static str,
    }

    let fun = |name, span| {
        let param = Arc::new(Var { name });
        Lambda { params: vec![param.clone()], body: (param, 1), span }
    };
    equal(&fun("x", "a.py:1"), &fun("x", "b.py:5"));
    differ_at(".params[0].name", &fun("x", "a.py:1"), &fun("y", "b.py:5"));
}
