//! Inlining.

use sexpr_examples::pypto::optimize::Pass;

use super::after;

/// What becomes of `f` in a text of several functions.
#[track_caller]
fn inlined(text: &str) -> String {
    let printed = after(Some(Pass::Inlining), &[], text);
    let (_, from) = printed.split_once("def f(").expect("the function");
    let body = from.split_once(":\n").expect("a body").1;
    body.split("\n\n").next().unwrap_or_default().trim_end().to_owned()
}

const HELPERS: &str = "def double(x: pi.Int64) -> pi.Int64:\n    y = x + x\n    return y\n\n\
                       def both(x: pi.Int64) -> tuple[pi.Int64, pi.Int64]:\n    return x + 1, x + 2\n\n\
                       def none(x: pi.Int64):\n    y = load(x)\n\n";

#[track_caller]
fn with_helpers(statements: &str) -> String {
    let text = format!("{HELPERS}def f(x: pi.Int64, y: pi.Int64):\n    {}\n", statements.replace('\n', "\n    "));
    inlined(&text).lines().map(|line| line.trim_start_matches("    ")).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_call_becomes_what_the_function_does() {
    becomes! { with_helpers:
        "t = none(x)" => "x_1 = x\ny_1 = load(x_1)";
        "v = double(x + 1)" => "x_1 = x + 1\ny_1 = x_1 + x_1\ndouble_result = y_1\nv = double_result";
    }
}

/// The caller's `y` is another one than the function's.
#[test]
fn nothing_is_captured() {
    becomes! { with_helpers:
        "v = double(y) + y" => "x_1 = y\ny_1 = x_1 + x_1\ndouble_result = y_1\nv = double_result + y";
    }
}

#[test]
fn several_results_are_taken_one_by_one() {
    becomes! { with_helpers:
        "t = both(x)\nv = t[1] + t[0]" =>
            "x_1 = x\nboth_result = x_1 + 1\nboth_result_1 = x_1 + 2\nv = both_result_1 + both_result";
        "v = both(x)[1]" => "x_1 = x\nboth_result = x_1 + 1\nboth_result_1 = x_1 + 2\nv = both_result_1";
        // A tuple cannot be made.
        "t = both(x)\nv = op(t)" => "t = both(x)\nv = op(t)";
    }
}

#[test]
fn the_order_of_effects_stays() {
    let text = "v = load(x) + double(x)";
    assert_eq!(with_helpers(text), text, "the operation is called first");
    let text = "v = x // y + double(x)";
    assert_eq!(with_helpers(text), text, "the division may stop the program first");
    becomes! { with_helpers:
        "v = double(x) + load(x)" => "x_1 = x\ny_1 = x_1 + x_1\ndouble_result = y_1\nv = double_result + load(x)";
        "v = double(load(x))" =>
            "x_1 = load(x)\nx_2: pi.Int64 = x_1\ny_1 = x_2 + x_2\ndouble_result = y_1\nv = double_result";
    }
}

#[test]
fn what_may_be_left_out_does_not_come_out() {
    let text = "v = x < y and double(x) < y";
    assert_eq!(with_helpers(text), text);
    assert!(with_helpers("v = double(x) < y and x < y").ends_with("v = double_result < y and x < y"));
}

#[test]
fn calls_come_out_of_conditions_bounds_and_yields() {
    let text = "if double(x) < y:\n    v = x\nfor i, (s,) in pi.range(double(x), init_values=[double(y)]):\n    \
                s = pi.yield(double(s))\nt = s";
    let after = with_helpers(text);
    assert!(!after.contains("double("), "{after}");
    assert!(after.contains("if double_result < y:") && after.contains("s = pi.yield(double_result_3)"), "{after}");
}

/// Their initial values are part of their nodes, and the types would mention the old ones.
#[test]
fn calls_stay_in_carried_values_that_types_mention() {
    let text = "for i, (s,) in pi.range(x, init_values=[double(y)]):\n    t: pi.Tensor((s,), pi.FP32) = op()\n    \
                s = pi.yield(s)\nr = s";
    assert_eq!(with_helpers(text).replace("    ", ""), text.replace("    ", ""));
}

#[test]
fn types_are_said_in_the_callers_terms() {
    let text = "def f(a: pi.Tensor((m, 8), pi.FP32), p: pi.Int64) -> pi.Tensor((m, p), pi.FP32):\n    \
                v = g(a, p, 3)\n    return v\n\n\
                def g(x: pi.Tensor((n, 8), pi.FP32), k: pi.Int64, l: pi.Int64) -> pi.Tensor((n, k), pi.FP32):\n    \
                c = n * k + l\n    y: pi.Tensor((n, k), pi.FP32) = op(x, c, k)\n    return y\n";
    assert_eq!(
        inlined(text),
        "    x = a\n    l = 3\n    c = m * p + l\n    y: pi.Tensor((m, p), pi.FP32) = op(x, c, p)\n    \
         g_result = y\n    v = g_result\n    return v"
    );
}

#[test]
fn a_call_stays_whose_types_cannot_be_said() {
    let function = "def g(x: pi.Tensor((n,), pi.FP32), k: pi.Int64) -> pi.Tensor((k,), pi.FP32):\n    \
                    y: pi.Tensor((k,), pi.FP32) = op(n)\n    return y\n";
    for call in ["g(a, p + 1)", "g(a, s)", "g(b, p)"] {
        let text = format!(
            "def f(a: pi.Tensor((m,), pi.FP32), b: pi.Tensor((m * 2,), pi.FP32), p: pi.Int64, s: pi.Int64):\n    \
             v = {call}\n\n{function}"
        );
        let stays = inlined(&text).ends_with(&format!("v = {call}"));
        assert_eq!(stays, call != "g(a, s)", "{call}");
    }
}

#[test]
fn a_function_grows_up_to_a_limit() {
    let mut text = String::from(
        "def f(x: pi.Int64) -> pi.Int64:\n    return h20(x) + h20(x)\n\ndef h0(x: pi.Int64) -> pi.Int64:\n    return load(x) + load(x)\n\n",
    );
    for level in 1..=20 {
        let below = level - 1;
        text.push_str(&format!("def h{level}(x: pi.Int64) -> pi.Int64:\n    return h{below}(x) + h{below}(x)\n\n"));
    }
    let body = inlined(&text);
    assert!(body.lines().count() < 5_000, "{} lines", body.lines().count());
    assert!((1..20).any(|level| body.contains(&format!("h{level}("))), "not all fits");
    assert!(!body.contains("h20("), "some does");
}

/// What a function in a row calls is inlined in it, as long as it is small.
#[test]
fn functions_in_a_row_do_not_become_ever_larger() {
    let mut text = String::from(
        "def f(x: pi.Int64) -> pi.Int64:\n    return h400(x)\n\ndef h0(x: pi.Int64) -> pi.Int64:\n    return load(x)\n\n",
    );
    for level in 1..=400 {
        let below = level - 1;
        text.push_str(&format!("def h{level}(x: pi.Int64) -> pi.Int64:\n    return h{below}(x) + {level}\n\n"));
    }
    let all = after(Some(Pass::Inlining), &[], &text);
    assert!(all.lines().count() < 400 * 250, "{} lines", all.lines().count());
}

#[test]
fn blocks_nest_no_deeper_than_can_be_read() {
    let nested = |depth: usize, inner: &str| {
        let mut text = String::new();
        for level in 1..=depth {
            text.push_str(&format!("{}if x < 1:\n", " ".repeat(level)));
        }
        format!("{text}{}{inner}\n", " ".repeat(depth + 1))
    };
    for (outer, within) in [(50, 50), (150, 100)] {
        let text = format!(
            "def f(x: pi.Int64):\n{}\ndef g(x: pi.Int64):\n{}\n",
            nested(outer, "v = g(x)"),
            nested(within, "v = load()")
        );
        // The result is read back and checked there.
        assert_eq!(inlined(&text).contains("v = g(x)"), outer == 150, "{outer}");
    }
}

/// Operators in a row stand without brackets, however many they are.
#[test]
fn long_sums_are_not_deep() {
    let sum = vec!["x"; 110].join(" + ");
    let blocks: String = (1..=100).map(|level| format!("{}if x < 1:\n", " ".repeat(level))).collect();
    let text = |value: &str| {
        format!(
            "def f(x: pi.Int64):\n{blocks}{}v = g(x)\n\ndef g(x: pi.Int64) -> pi.Int64:\n    return {value}\n",
            " ".repeat(101)
        )
    };
    assert!(!inlined(&text(&sum)).contains("v = g(x)"));
    let nested = format!("{}x{}", "load(".repeat(110), ")".repeat(110));
    assert!(inlined(&text(&nested)).contains("v = g(x)"));
}
