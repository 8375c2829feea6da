//! Variables inside the fields of a variable that is bound.

use super::{apart, lambda, pair, same, simple};

#[test]
fn in_a_pattern_region_a_parameters_type_introduces_what_is_unbound() {
    // λn.λ(x: (n, m)).(x, m): n is the outer parameter, m is introduced.
    let term = |[n, m, x]: [&'static str; 3], used| lambda(n, lambda((x, pair(n, m)), pair(x, used)));
    same(term(["n", "m", "x"], "m"), term(["a", "b", "y"], "b"));
    same(term(["n", "m", "x"], "n"), term(["a", "b", "y"], "a"));
    apart(".Lambda.body.Lambda.body[1]", term(["n", "m", "x"], "m"), term(["a", "b", "y"], "a"));
}

#[test]
fn in_a_simple_region_a_parameters_type_uses_what_is_there() {
    // λn.λ(x: (n, m)).(x, m), where m is free
    let term = |[n, m, x]: [&'static str; 3]| lambda(n, simple((x, pair(n, m)), pair(x, m)));
    same(term(["n", "m", "x"]), term(["a", "m", "y"]));
    apart(".Lambda.body.Simple.param.ty[1]", term(["n", "m", "x"]), term(["a", "b", "y"]));
}
