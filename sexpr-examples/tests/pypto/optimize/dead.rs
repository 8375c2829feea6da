//! Dead-code elimination.

use sexpr_examples::pypto::optimize::Pass;

use super::{after, statements_after};

/// The statements of a function of these parameters that returns `r`, without its head, after the pass.
#[track_caller]
fn eliminated(statements: &str) -> String {
    let head = "def f(x: pi.Int64, y: pi.Int64, b: pi.Bool) -> pi.Int64:";
    let after = statements_after(Pass::DeadCode, &["exp"], head, &format!("{statements}\nreturn r"));
    after.strip_suffix("\nreturn r").expect("the end").to_owned()
}

#[test]
fn what_nobody_needs_goes() {
    assert_eq!(eliminated("u = x + y\nv = u * 2\nr = x\nw = v"), "r = x");
}

#[test]
fn what_may_stop_the_program_stays() {
    for stays in ["v = x // y", "v = x % y", "v = x / y", "v = x << y", "v = x << 64", "v = x ** y", "v = 1 + 1 // 0"] {
        let text = format!("{stays}\nr = x");
        assert_eq!(eliminated(&text), text);
    }
    assert_eq!(eliminated("v = x // 2 + x % -1 + (x << 63) + x ** 0\nr = x"), "r = x");
}

#[test]
fn calls_of_operations_stay_unless_they_are_pure() {
    becomes! { eliminated:
        "v = load(x + 1)\nw = exp(x)\nu = exp(load(x))\nr = x" => "v = load(x + 1)\nu = exp(load(x))\nr = x";
    }
}

#[test]
fn what_they_need_stays_too() {
    assert_eq!(eliminated("u = x + 1\nv = u + 1\nw = load(v)\nr = x"), "u = x + 1\nv = u + 1\nw = load(v)\nr = x");
    let text = "n = x + 1\nt: pi.Tensor((n,), pi.FP32) = load()\nr = x";
    assert_eq!(eliminated(text), text, "types need their extents");
    let text = "n = x + 1\nu = load()\nt: pi.Tensor((n,), pi.FP32) = u // u\nr = x";
    assert_eq!(eliminated(text), text, "also where only a variable has the type");
}

#[test]
fn an_if_goes_with_all_that_is_in_it() {
    becomes! { eliminated:
        "if x < y:\n    u = x\nelse:\n    v = y\nr = x" => "r = x";
        "if x // y < y:\n    u = x\nr = x" => "if x // y < y:\n    pass\nr = x";
        "if b:\n    u = load()\nelse:\n    v = y\nr = x" => "if b:\n    u = load()\nr = x";
        "if b:\n    u = x\nelse:\n    v = load()\nr = x" => "if b:\n    pass\nelse:\n    v = load()\nr = x";
    }
}

#[test]
fn an_if_hands_on_only_what_is_needed() {
    let text = "if b:\n    v, r, w = pi.yield(x + 1, x, load())\nelse:\n    v, r, w = pi.yield(x, y, 1)";
    assert_eq!(eliminated(text), "if b:\n    r, w = pi.yield(x, load())\nelse:\n    r, w = pi.yield(y, 1)");
}

#[test]
fn a_loop_goes_if_it_surely_ends() {
    becomes! { eliminated:
        "for i in pi.range(x):\n    u = i\nr = x" => "r = x";
        "for i in pi.range(x, y, -2):\n    u = i\nr = x" => "r = x";
        "for i in pi.range(0, x, y):\n    u = i\nr = x" => "for i in pi.range(0, x, y):\n    pass\nr = x";
        "for i in pi.range(x // y):\n    u = i\nr = x" => "for i in pi.range(x // y):\n    pass\nr = x";
        "for i in pi.range(x):\n    u = load(i)\nr = x" => "for i in pi.range(x):\n    u = load(i)\nr = x";
    }
}

#[test]
fn a_loop_carries_only_what_is_needed() {
    // `p` only makes itself, `q` makes `s`.
    let text = "for i, (p, q, s) in pi.range(x, init_values=[0, 1, 2]):\n    u = p + q\n    \
                p, q, s = pi.yield(u, q + i, s + q)\no, t, r = p, q, s";
    let expected = "for i, (q, s) in pi.range(x, init_values=[1, 2]):\n    q, s = pi.yield(q + i, s + q)\nt, r = q, s";
    assert_eq!(eliminated(text), expected);
    let text = "for i, (p, s) in pi.range(x, init_values=[load(), 2]):\n    p, s = pi.yield(p, s + 1)\no, r = p, s";
    assert_eq!(eliminated(text), text, "the initial value is the call of an operation");
    let text = "for i, (p, s) in pi.range(x, init_values=[0, 2]):\n    p, s = pi.yield(p // i, s + 1)\no, r = p, s";
    assert_eq!(eliminated(text), text, "the division may stop the program");
}

#[test]
fn calls_of_functions_go_if_these_do_nothing_else() {
    let functions = "def g(x: pi.Int64) -> pi.Int64:\n    for i in pi.range(x):\n        v = i\n    return x + 1\n\n\
                     def h(x: pi.Int64) -> pi.Int64:\n    v = load(x)\n    return x\n\n\
                     def k(x: pi.Int64) -> pi.Int64:\n    v = x // x\n    return x\n\n\
                     def l(x: pi.Int64) -> pi.Int64:\n    return h(g(x))\n\n\
                     def n(x: pi.Int64) -> pi.Int64:\n    return g(g(x))\n\n\
                     def o(x: pi.Int64) -> pi.Int64:\n    for i in pi.range(0, x, x):\n        v = i\n    return x\n\n";
    for (name, stays) in [("g", false), ("h", true), ("k", true), ("l", true), ("n", false), ("o", true)] {
        let text = format!("{functions}def z(x: pi.Int64):\n    v = {name}(x)\n");
        assert_eq!(after(Some(Pass::DeadCode), &[], &text).contains(&format!("    v = {name}(x)\n")), stays, "{name}");
    }
}
