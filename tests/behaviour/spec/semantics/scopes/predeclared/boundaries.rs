//! How far a scope predeclares: as far as the next scope, dag node, variable's fields or map.

use super::{Term, block, dag, def, differ, equal, map, plain, tuple, var};

#[test]
fn an_inner_scope_declares_for_itself() {
    let nested = |outer, inner| block([var(outer), block([var(inner), def(inner, tuple([]))]), def(outer, tuple([]))]);
    equal(&nested("f", "f"), &nested("f", "g"));
    equal(&nested("f", "f"), &nested("x", "y"));
    let uses_outer = block([var("f"), block([var("f"), def("g", tuple([]))]), def("f", tuple([]))]);
    differ(&nested("f", "g"), &uses_outer);
    let plainly =
        |outer, used| block([plain([var(used), def("x", tuple([]))]), def(outer, tuple([])), def("y", tuple([]))]);
    equal(&plainly("f", "f"), &plainly("g", "g"));
    equal(&plainly("x", "x"), &plainly("g", "g"));
    differ(&plainly("x", "x"), &plainly("g", "y"));
}

#[test]
fn an_inner_scope_shadows_until_it_ends() {
    let shadowed = |outer, inner, used, after| {
        block([def(outer, tuple([])), plain([def(inner, tuple([])), var(used)]), var(after), def(outer, tuple([]))])
    };
    equal(&shadowed("f", "f", "f", "f"), &shadowed("x", "y", "y", "x"));
    differ(&shadowed("f", "f", "f", "f"), &shadowed("x", "y", "x", "x"));
}

#[test]
fn below_a_map_names_bind_as_usual() {
    let use_before = |bound, used| block([var(used), map([(1, def(bound, tuple([])))])]);
    differ(&use_before("f", "f"), &use_before("g", "g"));
    equal(&use_before("f", "_a"), &use_before("g", "_a"));
    let use_after = |bound, used| block([map([(1, def(bound, tuple([])))]), var(used)]);
    equal(&use_after("f", "f"), &use_after("g", "g"));
}

#[test]
fn below_a_map_a_declared_name_is_bound_once_more() {
    let term = |declared, bound, used| {
        block([def(declared, tuple([])), map([(1, def(bound, tuple([])))]), var(used), def(declared, tuple([]))])
    };
    equal(&term("f", "f", "f"), &term("x", "y", "y"));
    differ(&term("f", "f", "f"), &term("x", "y", "x"));
    // What is declared again is what was declared first, though it is shadowed.
    let again = |last| block([def("x", tuple([])), map([(1, def("y", tuple([])))]), var("y"), def(last, tuple([]))]);
    equal(&term("f", "f", "f"), &again("x"));
    differ(&term("f", "f", "f"), &again("z"));
}

#[test]
fn below_a_map_whose_order_counts_it_is_the_same() {
    let term = |declared, bound, used| {
        let map = Term::Ordered(vec![(1, def(bound, tuple([])))]);
        block([def(declared, tuple([])), map, var(used), def(declared, tuple([]))])
    };
    equal(&term("f", "f", "f"), &term("x", "y", "y"));
    differ(&term("f", "f", "f"), &term("x", "y", "x"));
}

#[test]
fn below_a_dag_node_names_bind_as_usual() {
    let use_before = |bound, used| block([var(used), dag("d", [def(bound, tuple([]))])]);
    differ(&use_before("f", "f"), &use_before("g", "g"));
    let term = |declared, bound, used| {
        block([def(declared, tuple([])), dag("d", [def(bound, tuple([]))]), var(used), def(declared, tuple([]))])
    };
    equal(&term("f", "f", "f"), &term("x", "y", "y"));
    differ(&term("f", "f", "f"), &term("x", "y", "x"));
}

#[test]
fn a_dag_node_may_use_what_is_declared_later() {
    let term = |name| block([dag("d", [var(name)]), def(name, tuple([])), dag("d", [var(name)])]);
    equal(&term("f"), &term("g"));
    differ(&term("f"), &block([dag("d", [var("f")]), def("f", tuple([])), dag("d", [tuple([])])]));
}

#[test]
fn a_scope_inside_a_map_predeclares() {
    let term = |name| block([map([(1, block([var(name), def(name, tuple([]))]))])]);
    equal(&term("f"), &term("g"));
}
