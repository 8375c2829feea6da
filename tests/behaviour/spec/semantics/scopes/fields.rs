//! Variables inside the fields of a variable that is bound.

use super::{apart, lambda, pair, same, simple};

#[test]
fn in_a_pattern_region_a_parameters_type_introduces_what_is_unbound() {
    // λn.λ(x: (n, m)).(x, m): n is the outer parameter, m is introduced.
    let term = |[n, m, x]: [&'static str; 3], used| lambda(n, lambda((x, pair(n, m)), pair(x, used)));
    same(term(["n", "m", "x"], "m"), term(["a", "b", "y"], "b"));
    same(term(["n", "m", "x"], "n"), term(["a", "b", "y"], "a"));
    apart(".body.body[1]", term(["n", "m", "x"], "m"), term(["a", "b", "y"], "a"));
}

#[test]
fn in_a_simple_region_a_parameters_type_uses_what_is_there() {
    // λn.λ(x: (n, m)).(x, m), where m is free
    let term = |[n, m, x]: [&'static str; 3]| lambda(n, simple((x, pair(n, m)), pair(x, m)));
    same(term(["n", "m", "x"]), term(["a", "m", "y"]));
    apart(".body.param.ty[1]", term(["n", "m", "x"]), term(["a", "b", "y"]));
}

#[test]
fn what_a_type_introduces_shadows_nothing() {
    // λm.λ(x: (m, m)).m: the type's m is the outer one.
    let term = |[m, x]: [&'static str; 2]| lambda(m, lambda((x, pair(m, m)), m));
    same(term(["m", "x"]), term(["a", "y"]));
    // λm.λ(x: (m, k)).k, where k is introduced
    let other = lambda("m", lambda(("z", pair("m", "k")), "k"));
    apart(".body.param.ty[1]", term(["m", "x"]), other);
}

#[test]
fn what_a_type_introduces_is_forgotten_with_the_scope() {
    // (λ(x: m).m, m) with a free m in the end
    let term = |[m, x]: [&'static str; 2], free| pair(lambda((x, m.into()), m), free);
    same(term(["m", "x"], "m"), term(["a", "y"], "m"));
    apart("[1]", term(["m", "x"], "m"), term(["a", "y"], "a"));
}

#[test]
fn binders_inside_a_type_start_afresh() {
    // λx.λ(z: Πx.x).z = λa.λ(w: Πc.c).w
    same(lambda("x", lambda(("z", lambda("x", "x")), "z")), lambda("a", lambda(("w", lambda("c", "c")), "w")));
    // λx.λ(z: Πx.x).x = λa.λ(w: Πc.c).a
    same(lambda("x", lambda(("z", lambda("x", "x")), "x")), lambda("a", lambda(("w", lambda("c", "c")), "a")));
}

#[test]
fn what_is_introduced_below_a_binder_inside_a_type_belongs_to_the_scope_around_it() {
    // λ(f: Πa.(a, n)).n = λ(g: Πb.(b, m)).m
    let term = |[f, a, n]: [&'static str; 3], used| lambda((f, lambda(a, pair(a, n))), used);
    same(term(["f", "a", "n"], "n"), term(["g", "b", "m"], "m"));
    // Of the two, n lasts until the parameter's scope is left, and a does not.
    same(term(["f", "a", "n"], "a"), term(["g", "b", "m"], "a"));
    apart(".body", term(["f", "a", "n"], "a"), term(["g", "b", "m"], "b"));
}
