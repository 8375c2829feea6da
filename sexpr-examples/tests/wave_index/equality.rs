//! What is equal, beside the laws, what is not, and how normal forms are written.

use crate::{condition, expr};

#[test]
fn equal_though_written_differently() {
    for (one, other) in [
        ("(x + y) * (x - y)", "x * x - y * y"),
        // Blocks and offsets in them.
        ("(BLOCK * i + j) // BLOCK", "i + j // BLOCK"),
        ("(BLOCK * i + j) mod BLOCK", "j mod BLOCK"),
        ("(64 * $WG0 + 4 * $T0) // 4", "16 * $WG0 + $T0"),
        ("(x * z) // (y * z)", "x // y"),
        ("(2 * x + 2) // (x + 1)", "2"),
        ("x // (x * x - x)", "1 // (x - 1)"),
        ("(x + 1) // (-y)", "(-x - 1) // y"),
        ("0 * (x // 0)", "0"),
        // Limits.
        ("min(x, max(x, x - 1))", "x"),
        ("min(min(x, y) + 1, z)", "min(z, y + 1, x + 1)"),
        ("min(0, max(x, 0))", "0"),
        // Choices.
        ("Piecewise((x, f), (y, g & ~g), (z, ~f))", "Piecewise((x, f), (z, ~f))"),
        ("Piecewise((x, f & g), (x, f & ~g), (y, True))", "Piecewise((x, f), (y, True))"),
        ("Piecewise((x, M < 16), (y, M < 8), (z, True))", "Piecewise((x, M < 16), (z, True))"),
        ("Piecewise((x, M < 16), (y, M < 17 & M > 15), (y, M > 16))", "Piecewise((x, 15 >= M), (y, True))"),
        ("Piecewise((x, f), (Piecewise((y, g), (z, True)), True))", "Piecewise((x, f), (y, ~f & g), (z, True))"),
        ("Piecewise((x, f & ~f))", "1 + Piecewise()"),
        ("Piecewise((x, Piecewise() < 3))", "Piecewise((x, ~(Piecewise() > y)))"),
    ] {
        assert_eq!(expr(one), expr(other), "{} is not {}", expr(one).normal_text(), expr(other).normal_text());
    }
}

#[test]
fn different_expressions_stay_different() {
    for (one, other) in [
        ("x // 2 * 2", "x"),
        ("x // 2", "x ceildiv 2"),
        ("(x + 1) // 2", "(x + 2) // 2"),
        ("x // y", "-(-x // y)"),
        ("(-x) // y", "-(x // y)"),
        ("M ceildiv BLOCK", "(M + BLOCK - 1) // BLOCK"),
        ("min(-x, -y)", "-min(x, y)"),
        ("x // 0", "y // 0"),
        ("x // 0", "0"),
        ("Piecewise((x, f))", "x"),
        ("Piecewise((x, f), (y, g))", "Piecewise((y, g), (x, f))"),
        ("Piecewise((x, M < 16), (y, True))", "Piecewise((x, M < 17), (y, True))"),
        ("Piecewise()", "0"),
    ] {
        assert_ne!(expr(one), expr(other), "both are {}", expr(one).normal_text());
    }
}

#[test]
fn conditions_that_say_the_same() {
    for (one, other) in [
        ("2 * a < 5", "a <= 2"),
        ("2 * a <= 3 + 2 * b", "a - b <= 1"),
        ("-3 * a <= 4", "a >= -1"),
        ("2 * a == 3", "False"),
        ("2 * a != 3", "True"),
        ("a < 3 & a > 2", "False"),
        ("~f & (g | f)", "g & ~f"),
        ("(f | g) & (f | ~g)", "f"),
    ] {
        assert_eq!(condition(one), condition(other), "{one} is {}", condition(one).normal_text());
    }
    for (one, other) in [("a < b", "a <= b"), ("f", "g"), ("f", "f == 1"), ("f & g", "f | g"), ("a == 2", "a != 2")] {
        assert_ne!(condition(one), condition(other));
    }
}

#[test]
fn normal_forms_are_written_in_order_with_what_is_subtracted_last() {
    for (written, normal) in cases! {
        "2 - y + x" => "x + 2 - y";
        "-x - 1" => "-x - 1";
        "y * x * 3" => "3 * x * y";
        "-(x // 2)" => "-(x // 2)";
        "y * (x // 4)" => "(x // 4) * y";
        "(y + x) // 4" => "(x + y) // 4";
        "x mod 4" => "x - 4 * (x // 4)";
        "x ceildiv 4" => "(x + 3) // 4";
        "max(x, 5)" => "x + 5 - min(5, x)";
        "Piecewise((y, $MMA_ACC), (x, ~$MMA_ACC))" => "Piecewise((y, $MMA_ACC), (x, True))";
        "Piecewise((y, x > 3 & f | x < 0 & g))" =>
            "Piecewise((y, f & (g & (x <= -1 | x >= 4) | ~g & x >= 4) | ~f & g & x <= -1))";
    } {
        assert_eq!(expr(written).normal_text(), normal, "{written}");
    }
    for (written, normal) in [
        ("4 <= a | a == 2", "a == 2 | a >= 4"),
        ("a > 0 & a < 9", "a >= 1 & a <= 8"),
        ("b - a != 1", "a - b != -1"),
        ("~f & ~g", "~f & ~g"),
    ] {
        assert_eq!(condition(written).normal_text(), normal, "{written}");
    }
}

#[test]
fn a_normal_text_reads_back_also_at_the_ends_of_what_can_be_written() {
    for operator in ["==", "!=", "<", "<=", ">", ">="] {
        for end in [i64::MAX - 2, i64::MAX - 1, i64::MAX, i64::MIN + 2, i64::MIN + 1] {
            let written = condition(&format!("x {operator} {end}"));
            assert_eq!(condition(&written.normal_text()), written, "x {operator} {end}: {}", written.normal_text());
        }
    }
}

#[test]
fn numbers_and_symbols_are_recognised_by_their_normal_form() {
    assert_eq!(expr("x + 3 - x").as_int(), Some(3));
    assert_eq!(expr("x").as_int(), None);
    assert_eq!(expr("2 * x - x").as_symbol().map(|symbol| symbol.name()), Some("x"));
    assert_eq!(expr("2 * x").as_symbol(), None);
    assert!(expr("1 + min(x, Piecewise((y, 1 < 0)))").is_undefined());
    assert!(!expr("Piecewise((y, f))").is_undefined());
}
