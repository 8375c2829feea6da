//! Binding occurrences bind anew, and uses are looked up.

use sexpr_core::{Options, StructuralEq};
use sexpr_test_support::check;

use super::{apart, bind, lambda, named, pair, same};

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
    apart(".body.body", lambda("x", lambda("x", "x")), lambda("a", lambda("b", "a")));
    // λx.λy.x ≠ λx.λx.x
    apart(".body.body", lambda("x", lambda("y", "x")), lambda("x", lambda("x", "x")));
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
    apart(".body", lambda("x", "y"), lambda("y", "y"));
}

#[test]
fn a_free_variable_may_be_bound_later_and_be_free_again() {
    // (y, λy.y, y) = (y, λz.z, y)
    let term = |bound| pair("y", pair(lambda(bound, bound), "y"));
    same(term("y"), term("z"));
    // (y, λx.y) ≠ (y, λy.y)
    apart("[1].body", pair("y", lambda("x", "y")), pair("y", lambda("y", "y")));
}

#[test]
fn free_variables_may_be_mapped_and_are_shadowed_like_others() {
    let options = Options::new().map_free_vars(true);
    // (x, λx.x, x) = (a, λb.b, a) where x stands for a
    let (lhs, rhs) = (pair("x", pair(lambda("x", "x"), "x")), pair("a", pair(lambda("b", "b"), "a")));
    check::equal_under(options, &named(&lhs), &named(&rhs));
    // (x, λy.x) ≠ (a, λa.a)
    let (lhs, rhs) = (pair("x", lambda("y", "x")), pair("a", lambda("a", "a")));
    check::differ_under(options, &named(&lhs), &named(&rhs));
}

#[test]
fn a_let_whose_value_comes_first_is_not_recursive() {
    // let x = x in x, where the first x is free
    same(bind("x", "x", "x"), bind("y", "x", "y"));
    apart(".value", bind("x", "x", "x"), bind("y", "y", "y"));
    apart(".body", bind("x", "x", "x"), bind("y", "x", "x"));
    // λx.let x = x in x = λa.let b = a in b
    same(lambda("x", bind("x", "x", "x")), lambda("a", bind("b", "a", "b")));
    apart(".body.value", lambda("x", bind("x", "x", "x")), lambda("a", bind("b", "b", "b")));
}

#[test]
fn scopes_nest_to_any_depth() {
    const DEPTH: usize = if cfg!(miri) { 50 } else { 500 };
    let nest = |names: [&'static str; 2], used| {
        (0..DEPTH).fold(named(&used), |body, depth| {
            let param = super::Name { name: names[depth % 2], ty: None };
            super::Named::Lambda { param, body: Box::new(body) }
        })
    };
    // The innermost binder has the first name.
    check::equal(&nest(["x", "y"], "x".into()), &nest(["a", "b"], "a".into()));
    check::equal(&nest(["x", "x"], "x".into()), &nest(["a", "b"], "a".into()));
    check::equal(&nest(["x", "y"], "y".into()), &nest(["a", "b"], "b".into()));
    check::differ(&nest(["x", "x"], "x".into()), &nest(["a", "b"], "b".into()));
}

mod regions_around_scopes {
    use sexpr_core::StructuralEq;
    use sexpr_test_support::check::{differ, differ_at, equal};

    #[derive(StructuralEq)]
    enum Term {
        Use(#[seq(var)] &'static str),
        Pair(Box<Term>, Box<Term>),
        #[seq(scope)]
        Lambda(#[seq(var, def)] &'static str, Box<Term>),
        #[seq(scope)]
        Match(#[seq(def)] Box<Term>, Box<Term>),
        /// Stands in no scope of its own.
        Bind(#[seq(def)] Box<Term>),
    }

    fn used(name: &'static str) -> Box<Term> {
        Box::new(Term::Use(name))
    }

    fn lambda(param: &'static str, body: &'static str) -> Box<Term> {
        Box::new(Term::Lambda(param, used(body)))
    }

    /// What the pattern binds for the match, inside the lambda, is above what the lambda binds.
    #[test]
    fn a_scope_removes_what_it_bound_from_below_what_was_bound_later() {
        let term = |param, bound, name| Term::Match(lambda(param, bound), used(name));
        equal(&term("x", "x", "x"), &term("a", "b", "b"));
        differ(&term("x", "x", "x"), &term("a", "b", "a"));
    }

    #[test]
    fn what_a_def_field_outside_of_scopes_binds_in_a_scope_is_kept() {
        let term = |param, bound, name| Term::Pair(Box::new(Term::Bind(lambda(param, bound))), used(name));
        equal(&term("p", "x", "x"), &term("q", "y", "y"));
        differ_at(".1", &term("p", "x", "x"), &term("q", "y", "x"));
        // What the scope itself bound is not.
        differ_at(".1", &term("p", "p", "p"), &term("q", "q", "q"));
    }
}

#[test]
fn a_free_variable_that_is_met_in_a_scope_is_recorded_beyond_it() {
    let options = Options::new().map_free_vars(true);
    let lhs = named(&pair(lambda("x", "y"), "y"));
    check::equal_under(options, &lhs, &named(&pair(lambda("a", "b"), "b")));
    check::differ_under(options, &lhs, &named(&pair(lambda("a", "b"), "c")));
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
        check::differ_at(".1", &term("x", "x"), &term("y", "y"));
    }
}
