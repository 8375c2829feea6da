//! The order in which fields are compared.

use std::sync::Arc;

use sexpr_core::StructuralEq;
use sexpr_test_support::check::{differ_at, equal};

#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Var {
    ty: i64,
}

/// Declared name first, compared value first: the name is not in scope in the value.
#[derive(StructuralEq)]
#[seq(order(value, name, body))]
struct Let {
    #[seq(def)]
    name: Arc<Var>,
    value: Arc<Var>,
    body: Arc<Var>,
}

#[test]
fn order_makes_a_let_that_is_not_recursive() {
    let var = || Arc::new(Var { ty: 0 });
    let recursive = || {
        let name = var();
        Let { name: name.clone(), value: name.clone(), body: name }
    };
    differ_at(".value", &recursive(), &recursive());
    let value = var();
    let plain = || {
        let name = var();
        Let { name: name.clone(), value: value.clone(), body: name }
    };
    equal(&plain(), &plain());
}

#[test]
fn the_first_mismatch_is_the_first_in_that_order() {
    #[derive(StructuralEq)]
    #[seq(order(b, c, a))]
    struct Three {
        a: i64,
        b: i64,
        c: i64,
    }
    let three = |a, b, c| Three { a, b, c };
    differ_at(".b", &three(0, 0, 0), &three(1, 1, 1));
    differ_at(".c", &three(0, 0, 0), &three(1, 0, 1));
    differ_at(".a", &three(0, 0, 0), &three(1, 0, 0));
    equal(&three(1, 2, 3), &three(1, 2, 3));
}

#[test]
fn a_variant_has_an_order_of_its_own() {
    #[derive(StructuralEq)]
    enum Pair {
        Forward {
            a: i64,
            b: i64,
        },
        #[seq(order(b, a))]
        Backward {
            a: i64,
            b: i64,
        },
        #[seq(order(1, 0))]
        Unnamed(i64, i64),
    }
    differ_at(".Forward.a", &Pair::Forward { a: 0, b: 0 }, &Pair::Forward { a: 1, b: 1 });
    differ_at(".Backward.b", &Pair::Backward { a: 0, b: 0 }, &Pair::Backward { a: 1, b: 1 });
    differ_at(".Unnamed.1", &Pair::Unnamed(0, 0), &Pair::Unnamed(1, 1));
}
