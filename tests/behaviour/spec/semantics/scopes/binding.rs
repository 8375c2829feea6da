//! Binding occurrences bind anew, and uses are looked up.

use sexpr_core::StructuralEq;
use sexpr_test_support::check;

use super::{apart, bind, lambda, pair, same};

#[test]
fn a_name_that_is_bound_twice_is_two_variables() {
    // λx.(λx.x) x = λa.(λb.b) a
    same(lambda("x", pair(lambda("x", "x"), "x")), lambda("a", pair(lambda("b", "b"), "a")));
    apart("[1]", pair(lambda("x", "x"), "x"), pair(lambda("x", "x"), "y"));
}

#[test]
fn a_use_means_the_innermost_binder() {
    // λx.λx.x = λa.λb.b ≠ λa.λb.a
    same(lambda("x", lambda("x", "x")), lambda("a", lambda("b", "b")));
    apart(".Lambda.body.Lambda.body", lambda("x", lambda("x", "x")), lambda("a", lambda("b", "a")));
    // λx.λy.x ≠ λx.λx.x
    apart(".Lambda.body.Lambda.body", lambda("x", lambda("y", "x")), lambda("x", lambda("x", "x")));
}

#[test]
fn what_a_scope_bound_is_forgotten_after_it() {
    // (λx.x)(λx.x) = (λa.a)(λb.b)
    same(pair(lambda("x", "x"), lambda("x", "x")), pair(lambda("a", "a"), lambda("b", "b")));
    // λx.(λy.y, x) = λy.(λx.x, y)
    same(lambda("x", pair(lambda("y", "y"), "x")), lambda("y", pair(lambda("x", "x"), "y")));
    // (λx.x, x) with a free x after its scope: another free variable is another.
    same(pair(lambda("x", "x"), "x"), pair(lambda("y", "y"), "x"));
    apart("[1]", pair(lambda("x", "x"), "x"), pair(lambda("y", "y"), "y"));
}

#[test]
fn a_free_variable_is_not_captured() {
    // λx.y = λz.y ≠ λy.y
    same(lambda("x", "y"), lambda("z", "y"));
    apart(".Lambda.body", lambda("x", "y"), lambda("y", "y"));
}

#[test]
fn a_let_whose_value_comes_first_is_not_recursive() {
    // let x = x in x, where the first x is free
    same(bind("x", "x", "x"), bind("y", "x", "y"));
    apart(".Let.value", bind("x", "x", "x"), bind("y", "y", "y"));
    apart(".Let.body", bind("x", "x", "x"), bind("y", "x", "x"));
    // λx.let x = x in x = λa.let b = a in b
    same(lambda("x", bind("x", "x", "x")), lambda("a", bind("b", "a", "b")));
    apart(".Lambda.body.Let.value", lambda("x", bind("x", "x", "x")), lambda("a", bind("b", "b", "b")));
}

#[test]
fn scope_on_an_enum_is_for_every_variant() {
    #[derive(StructuralEq)]
    #[seq(scope)]
    enum Term {
        Use(#[seq(var)] &'static str),
        Pair(Box<Term>, Box<Term>),
        Lambda(#[seq(var, def)] &'static str, Box<Term>),
        Let {
            #[seq(var, def)]
            name: &'static str,
            body: Box<Term>,
        },
    }
    let used = |name| Box::new(Term::Use(name));
    type Binder = fn(&'static str, Box<Term>) -> Box<Term>;
    let binders: [Binder; 2] =
        [|name, body| Box::new(Term::Lambda(name, body)), |name, body| Box::new(Term::Let { name, body })];
    for bind in binders {
        let term = |bound, free| Term::Pair(bind(bound, used(bound)), used(free));
        check::equal(&term("x", "x"), &term("y", "x"));
        check::differ_at(".Pair.1", &term("x", "x"), &term("y", "y"));
    }
}
