//! What a mismatch says of what is predeclared.

use sexpr_core::{Reason, report::Hint};
use sexpr_test_support::check::{differ_at, steps};

use super::{block, def, map, named, tuple, var};

#[test]
fn a_declaration_that_is_another_one_differs_where_it_stands() {
    let twice = |second| named(&block([def("f", tuple([])), def("g", tuple([])), def(second, tuple([]))]));
    let mismatch = differ_at("[2].Def.0", &twice("f"), &twice("g"));
    let Reason::BoundElsewhere { lhs: Some(lhs), rhs: Some(rhs), .. } = mismatch.reason() else { panic!("{mismatch}") };
    assert_eq!([steps(lhs), steps(rhs)], ["[0].Def.0", "[1].Def.0"]);
}

#[test]
fn a_use_before_the_declaration_says_where_the_variable_is_declared() {
    let uses = |used| {
        named(&block([var(used), map([(1, def("x", tuple([])))]), tuple([def("f", tuple([]))]), def("g", tuple([]))]))
    };
    let mismatch = differ_at("[0]", &uses("f"), &uses("g"));
    let Reason::BoundElsewhere { lhs: Some(lhs), rhs: Some(rhs), .. } = mismatch.reason() else { panic!("{mismatch}") };
    assert_eq!([steps(lhs), steps(rhs)], ["[2][0].Def.0", "[3].Def.0"]);
}

#[test]
fn a_scope_that_ended_is_named_by_the_declaration() {
    let term = |used| named(&tuple([block([var("f"), def("f", tuple([]))]), var(used)]));
    let mismatch = differ_at("[1]", &term("f"), &term("g"));
    let [Some(Hint::ScopeEnded { at, .. }), None] = mismatch.hints() else { panic!("{mismatch}") };
    assert_eq!(steps(at), "[0][1].Def.0");
}
