//! Constant folding.

use sexpr_examples::pypto::optimize::Pass;

use super::{after, statements_after};

/// The statements of a function of these parameters, without its head, after folding.
#[track_caller]
fn folded(statements: &str) -> String {
    let head = "def f(x: pi.Int64, k: pi.Int8, b: pi.Bool, q: pi.UInt64, y: pi.FP32, n: pi.Unknown):";
    statements_after(Pass::ConstantFolding, &[], head, statements)
}

#[test]
fn constants_are_computed() {
    becomes! { folded:
        "v = 2 + 3 * 4" => "v = 14";
        "v = -7 // 2\nw = -7 % 2\nu = 7 % -2" => "v = -4\nw = 1\nu = -1";
        "v = 2 ** 10 ^ 3 | 1" => "v = 1027";
        "v = -5 >> 1\nw = ~5\nu = abs(-5)" => "v = -3\nw = -6\nu = 5";
        "v = 1 < 2 and not 2 == 2 xor True" => "v = True";
    }
}

#[test]
fn integers_wrap_at_the_width_of_the_type() {
    becomes! { folded:
        "v = 9223372036854775807 + 1" => "v = -9223372036854775808";
        "v: pi.UInt8 = -(1)" => "v: pi.UInt8 = 255";
        "v: pi.Int8 = 100\nw = v + v" => "v: pi.Int8 = 100\nw: pi.Int8 = -56";
        "v: pi.Int8 = 64\nw = v * v\nu = v << 1" => "v: pi.Int8 = 64\nw: pi.Int8 = 0\nu: pi.Int8 = -128";
    }
}

#[test]
fn what_the_text_cannot_say_is_not_written() {
    // 2 ** 64 - 1 is no integer of the text.
    becomes! { folded:
        "v: pi.UInt64 = 0 - 1" => "v: pi.UInt64 = 0 - 1";
        // The left operand tells the type.
        "v: pi.Int8 = 5\nw = v + k" => "v: pi.Int8 = 5\nw = v + k";
        "v: pi.Int8 = 5\nw = k + v" => "v: pi.Int8 = 5\nw = k + 5";
        // The other operand's type lacks it.
        "v = k + (100 + 100)" => "v = k + (100 + 100)";
        "v = k < 100 + 20" => "v = k < 120";
        "v: pi.Int8 = 5\nw = op(v)" => "v: pi.Int8 = 5\nw = op(v)";
    }
}

#[test]
fn attributes_are_folded_like_arguments() {
    becomes! { folded:
        "p = 4\nm = tensor.view(y, offset=[x * (p * 2), p, 3])" =>
            "p = 4\nm = tensor.view(y, offset=[x * 8, pi.const(4, pi.Int64), 3])";
    }
}

#[test]
fn what_stops_the_program_stays() {
    for stops in ["1 // 0", "1 % 0", "1 / 0", "1 << 64", "1 << -1", "1 >> 64", "2 ** -1", "x // (2 - 2)"] {
        let now = stops.replace("(2 - 2)", "0");
        assert_eq!(folded(&format!("v = {stops}")), format!("v = {now}"));
    }
    becomes! { folded:
        "v: pi.Int8 = 1\nw = v << 8" => "v: pi.Int8 = 1\nw = v << 8";
        "v: pi.Int8 = 1\nw = v << 7" => "v: pi.Int8 = 1\nw: pi.Int8 = -128";
    }
}

#[test]
fn variables_with_constants_become_these() {
    becomes! { folded:
        "p = 4\nm = p * 2\nv = x + m" => "p = 4\nm = 8\nv = x + 8";
        "t = True\nv = b == t" => "t = True\nv = b == True";
        "c = 1.5\nv = y * c" => "c = 1.5\nv = y * 1.5";
    }
}

#[test]
fn nothing_is_computed_of_floating_point_numbers() {
    becomes! { folded:
        "v = 1.0 + 2.0\nw = -(1.5)\nu = 1.0 < 2.0" => "v = 1.0 + 2.0\nw = -(1.5)\nu = 1.0 < 2.0";
        "v = 6 / 2" => "v = 6 / 2";
    }
}

#[test]
fn logic_with_one_constant() {
    becomes! { folded:
        "v = True and b\nw = b or False" => "v = b\nw = b";
        "v = False and b\nw = b or True" => "v = False\nw = True";
    }
    let odd = "v = False and x // x == 1\nw = x // x == 1 or True";
    assert_eq!(folded(odd), odd, "the division may stop the program");
}

#[test]
fn of_an_if_with_a_constant_condition_one_branch_is_left() {
    let text = "if 1 < 2:\n    p = x + 1\n    v, w = pi.yield(p, 5)\nelse:\n    v, w = pi.yield(x, 6)\nu = w + 1";
    becomes! { folded:
        text => "p = x + 1\nv = p\nw = 5\nu = 6";
        &text.replace("1 < 2", "2 < 1") => "v = x\nw = 6\nu = 7";
        "if False:\n    v = op()" => "pass";
    }
}

#[test]
fn a_loop_that_never_turns_goes() {
    let text = "for i, (s,) in pi.range(3, 3, init_values=[k]):\n    v = op()\n    s = pi.yield(s)\nt = s";
    becomes! { folded:
        text => "s = k\nt = s";
        &text.replace("3, 3", "3, 5, -1") => "s = k\nt = s";
        // A step of 0 stops.
        &text.replace("3, 3", "3, 3, 0") => text.replace("3, 3", "3, 3, 0");
        &text.replace("3, 3", "3, 4") => text.replace("3, 3", "3, 4");
    }
}

#[test]
fn values_of_loops_and_branches_keep_their_types() {
    let text = "v: pi.Int8 = 1\n\
                for i, (s,) in pi.range(3, init_values=[v]):\n    s = pi.yield(v)\nt = s\n\
                if b:\n    r = pi.yield(v)\nelse:\n    r = pi.yield(k)";
    let expected = "v: pi.Int8 = 1\n\
                for i, (s,) in pi.range(3, init_values=[v]):\n    s = pi.yield(1)\nt = s\n\
                if b:\n    r = pi.yield(v)\nelse:\n    r = pi.yield(k)";
    assert_eq!(folded(text), expected);
}

/// A carried value's initial value is part of its node, and the type would mention the old one.
#[test]
fn a_carried_value_that_types_mention_stays() {
    let text = "p = 3\nfor i, (s,) in pi.range(3, init_values=[p]):\n    \
                t: pi.Tensor((s,), pi.FP32) = op()\n    s = pi.yield(s)\nr = s";
    assert_eq!(folded(text), text);
    assert_eq!(
        folded(&text.replace("(s,), pi", "(x,), pi")),
        text.replace("(s,), pi", "(x,), pi").replace("[p]", "[3]")
    );
}

#[test]
fn arguments_that_types_are_made_from_stay() {
    let text = "def g(n: pi.Int64, m: pi.Int64) -> pi.Tensor((n,), pi.FP32):\n    \
                r: pi.Tensor((n,), pi.FP32) = op(m)\n    return r\n\n\
                def h(x: pi.Int64):\n    v = g(1 + 1, 2 + 2)\n";
    assert!(after(Some(Pass::ConstantFolding), &[], text).contains("v = g(1 + 1, 4)\n"));
}
