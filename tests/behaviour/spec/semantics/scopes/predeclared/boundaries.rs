//! How far a scope predeclares: as far as the next scope, dag node, variable's fields or map.

use super::{block, dag, def, differ, equal, map, plain, tuple, var};

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
fn below_a_dag_node_names_bind_as_usual() {
    let use_before = |bound, used| block([var(used), dag("d", [def(bound, tuple([]))])]);
    differ(&use_before("f", "f"), &use_before("g", "g"));
    let term = |declared, bound, used| {
        block([def(declared, tuple([])), dag("d", [def(bound, tuple([]))]), var(used), def(declared, tuple([]))])
    };
    equal(&term("f", "f", "f"), &term("x", "y", "y"));
    differ(&term("f", "f", "f"), &term("x", "y", "x"));
}
