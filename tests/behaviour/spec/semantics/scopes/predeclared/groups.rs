//! Groups of declarations that mention each other.

use super::{block, def, differ, equal, plain, tuple, var};

#[test]
fn functions_may_call_each_other() {
    let group = |even, odd| block([def(even, var(odd)), def(odd, var(even)), var(even)]);
    equal(&group("even", "odd"), &group("f", "g"));
    let other_call = block([def("f", var("f")), def("g", var("f")), var("f")]);
    differ(&group("even", "odd"), &other_call);
    let other_result = block([def("f", var("g")), def("g", var("f")), var("g")]);
    differ(&group("even", "odd"), &other_result);
}

#[test]
fn without_predeclare_a_use_before_the_declaration_is_free() {
    differ(&plain([var("f"), def("f", tuple([]))]), &plain([var("g"), def("g", tuple([]))]));
    equal(&block([var("f"), def("f", tuple([]))]), &block([var("g"), def("g", tuple([]))]));
}

#[test]
fn declarations_inside_other_terms_count() {
    let hoisted = |name| block([var(name), tuple([tuple([def(name, var(name))])])]);
    equal(&hoisted("f"), &hoisted("g"));
    let values = |one, other| block([var(one), def(other, def(one, var(other)))]);
    equal(&values("f", "g"), &values("x", "y"));
    differ(&values("f", "g"), &block([var("y"), def("y", def("x", var("y")))]));
}

#[test]
fn a_name_may_be_declared_again() {
    let twice = |name| block([var(name), def(name, tuple([])), def(name, var(name))]);
    equal(&twice("f"), &twice("g"));
    let two = block([var("g"), def("g", tuple([])), def("h", var("g"))]);
    differ(&twice("f"), &two);
    let second = block([var("h"), def("g", tuple([])), def("h", var("h"))]);
    differ(&twice("f"), &second);
    differ(&two, &second);
}
