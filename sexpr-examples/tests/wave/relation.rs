//! The relation of the original's round trip, and what is compared by its value: numbers, expressions, indices.

use sexpr_examples::wave::{self, Comparison, Graph, Reason};

use crate::support::{END, MATMUL, difference, effects, graph, numbers, register, replaced};

fn matmul(changes: &[(&str, &str)]) -> Graph {
    graph(&replaced(MATMUL, changes))
}

#[test]
fn the_left_may_leave_types_unset_and_the_right_may_not() {
    let directional = Comparison::new().directional(true);
    let typed = matmul(&[(
        r#""op": {"iter_arg": {}}"#,
        r#""op": {"iter_arg": {"type": {"space": "register", "shape": ["M", "N"], "dtype": "f32"}}}"#,
    )]);
    assert_eq!(wave::check(&typed), []);
    assert!(directional.equivalent(&matmul(&[]), &typed));
    assert!(!directional.equivalent(&typed, &matmul(&[])));
    assert!(!wave::equivalent(&matmul(&[]), &typed));
}

#[test]
fn an_index_of_a_product_says_nothing_of_dimensions_that_an_operand_does_not_have() {
    // `a_part` has M and K, `b_part` has N and K, and `acc` has M and N.
    let piecewise = r#""N": ["Piecewise(($T1, $MMA_LHS), ($T0 mod 16, $MMA_RHS | $MMA_ACC))", 1, 1]"#;
    let other = matmul(&[(
        r#""N": ["$T0 mod 16", 1, 1],
                "K""#,
        &format!("{piecewise},\n                \"K\""),
    )]);
    assert_eq!(difference(&matmul(&[]), &other), "none");
    let of_rhs = piecewise.replace("$MMA_LHS", "$MMA_RHS").replacen("$MMA_RHS | ", "$MMA_LHS | ", 1);
    let other = matmul(&[(
        r#""N": ["$T0 mod 16", 1, 1],
                "K""#,
        &format!("{of_rhs},\n                \"K\""),
    )]);
    assert!(difference(&matmul(&[]), &other).contains("attribute `index of rhs along N`"));
    // What no operand has is compared for each.
    let more = matmul(&[(
        r#""N": ["$T0 mod 16", 1, 1],
                "K""#,
        r#""N": ["$T0 mod 16", 1, 1], "B": [0, 1, 1], "K""#,
    )]);
    assert!(difference(&matmul(&[]), &more).contains(" along B`: not set on the left"));
}

#[test]
fn numbers_in_registers_are_compared_at_their_type() {
    assert_eq!(difference(&register("f16", "0.1"), &register("f16", "0.1000001")), "none");
    assert_ne!(difference(&register("f16", "0.1"), &register("bf16", "0.1")), "none");
    assert_ne!(difference(&register("f32", "0.0"), &register("f32", "-0.0")), "none");
}

/// Checks the number that registers of this data type hold.
#[track_caller]
fn assert_rounded(value: f64, dtype: &str, expected: f64) {
    let [one, other] = [&format!("{value:?}"), "\"nan\""].map(|value| register(dtype, value));
    let found = Comparison::new().first_difference(&one, &other).expect("the other one is no number");
    let Reason::Values { left, .. } = found.reason else { panic!("{found:?}") };
    assert_eq!(left.parse::<f64>().map(f64::to_bits), Ok(expected.to_bits()), "{value} as {dtype} is {left}");
}

#[test]
fn numbers_are_rounded_to_single_precision_as_the_machine_does() {
    let mut bits = 1_u64;
    for _ in 0..10_000 {
        bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        // Exponents around those that single precision has.
        let exponent = 1023 - 160 + (bits >> 33) % 300;
        let value = f64::from_bits((bits & !(0x7ff << 52)) | (exponent << 52));
        assert_rounded(value, "f32", f64::from(value as f32));
    }
}

#[test]
fn numbers_are_rounded_to_half_precision() {
    for (dtype, value, expected) in [
        ("f16", 0.1, 0.099_975_585_937_5),
        ("f16", 65_519.0, 65_504.0),
        ("f16", 65_520.0, f64::INFINITY),
        ("f16", -70_000.0, f64::NEG_INFINITY),
        ("f16", 2_049.0, 2_048.0),
        ("f16", 2_051.0, 2_052.0),
        ("f16", 2_f64.powi(-24), 2_f64.powi(-24)),
        ("f16", 2_f64.powi(-25), 0.0),
        ("f16", 1e-300, 0.0),
        ("bf16", 0.1, 0.100_097_656_25),
        ("f64", 0.1, 0.1),
    ] {
        assert_rounded(value, dtype, expected);
    }
}

/// An expression of what is read from memory of this data type.
fn applied(dtype: &str, expr: &str) -> Graph {
    effects(&format!(
        r#"{{"name": "a", "op": {{"placeholder": {{"type": {{"space": "global", "shape": ["M"], "dtype": "{dtype}"}}}}}}}},
        {{"name": "x", "op": {{"read": {{"memory": "a"}}}}}},
        {{"name": "y", "op": {{"apply_expr": {{"args": ["x"], "expr": {expr}}}}}}},
        {{"name": "w", "op": {{"write": {{"value": "y", "memory": "a"}}}}}}"#
    ))
}

#[test]
fn expressions_of_integers_are_compared_up_to_algebra_and_those_of_floats_as_written() {
    for (one, other) in
        [(r#""x0 + x0""#, r#""2 * x0""#), (r#""x0 < M""#, r#""M > x0""#), (r#"["x0 - 1", 2]"#, r#"["-1 + x0", 2]"#)]
    {
        assert_eq!(difference(&applied("i32", one), &applied("i32", other)), "none", "{one}");
        assert_ne!(difference(&applied("f32", one), &applied("f32", other)), "none", "{one}");
        assert_eq!(difference(&applied("f32", one), &applied("f32", one)), "none", "{one}");
    }
    assert_ne!(difference(&applied("i32", r#""x0 < M""#), &applied("i32", r#""x0 <= M""#)), "none");
    assert_ne!(difference(&applied("i32", r#"["x0", 2]"#), &applied("i32", r#"[2, "x0"]"#)), "none");
    assert_ne!(difference(&applied("i32", r#"["x0"]"#), &applied("i32", r#""x0""#)), "none");
}

#[test]
fn algebra_stops_where_elements_may_be_no_integers() {
    // `x` is of i32, `f` of f32, and nobody knows what `u` is.
    let with = |op: &str, expr: &str| {
        effects(&format!(
            r#"{{"name": "a", "op": {{"placeholder": {{"type": {{"space": "global", "shape": ["M"], "dtype": "i32"}}}}}}}},
            {{"name": "b", "op": {{"placeholder": {{"type": {{"space": "global", "shape": ["M"], "dtype": "f32"}}}}}}}},
            {{"name": "c", "op": {{"placeholder": {{}}}}}},
            {{"name": "x", "op": {{"read": {{"memory": "a"}}}}}},
            {{"name": "f", "op": {{"read": {{"memory": "b"}}}}}},
            {{"name": "u", "op": {{"read": {{"memory": "c"}}}}}},
            {{"name": "z", "op": {op}}},
            {{"name": "y", "op": {{"apply_expr": {{"args": ["z"], "expr": "{expr}"}}}}}},
            {{"name": "w", "op": {{"write": {{"value": "y", "memory": "c"}}}}}}"#
        ))
    };
    let is_algebraic = |op: &str| difference(&with(op, "x0 + x0"), &with(op, "2 * x0")) == "none";
    let unary = |function: &str| format!(r#"{{"unary": {{"function": "{function}", "arg": "x"}}}}"#);
    let binary = |function: &str, lhs: &str, rhs: &str| {
        format!(r#"{{"binary": {{"function": "{function}", "lhs": "{lhs}", "rhs": "{rhs}"}}}}"#)
    };
    let select =
        |one: &str, other: &str| format!(r#"{{"select": {{"cond": "x", "if_true": "{one}", "if_false": "{other}"}}}}"#);
    for op in [unary("neg"), unary("abs"), binary("add", "x", "x"), binary("lt", "f", "u"), select("x", "x")] {
        assert!(is_algebraic(&op), "{op}");
    }
    let of_two = ["div", "pow", "atan2"].map(|function| binary(function, "x", "x"));
    for op in ["exp", "sqrt", "reciprocal"].map(unary).into_iter().chain(of_two) {
        assert!(!is_algebraic(&op), "{op}");
    }
    for (one, other) in [("x", "f"), ("f", "x"), ("x", "u"), ("u", "x")] {
        assert!(!is_algebraic(&binary("add", one, other)), "{one} {other}");
        assert!(!is_algebraic(&select(one, other)), "{one} {other}");
    }
}

#[test]
fn registers_of_a_tuple_or_relation_are_counted() {
    let problems = wave::check(&applied("i32", r#"["x0", "x1 < M"]"#));
    assert!(
        problems.iter().any(|problem| problem.to_string().contains("its expression is of 2 registers")),
        "{problems:?}"
    );
}

#[test]
fn symbols_are_substituted_on_both_sides() {
    let with = |shape: &str, index: &str| {
        graph(&format!(
            r#"{{"name": "a", "op": {{"placeholder": {{"type": {{"space": "global", "shape": [{shape}], "dtype": "f16"}}}}}}}},
            {{"name": "x", "op": {{"read": {{"memory": "a"}}}}, "attributes": {{"index": {{"M": [{index}, 1, 1]}}}}}},
            {{"name": "end", "op": {{"output": {{"values": ["x"]}}}}}}"#
        ))
    };
    let (left, right) = (with(r#""M", "N * 2""#, r#""M * $T0""#), with(r#"128, 32"#, r#""128 * $T0""#));
    assert_ne!(difference(&left, &right), "none");
    let substituting = numbers(&[("M", 128), ("N", 16)]);
    assert_eq!(substituting.first_difference(&left, &right), None);
    assert!(!numbers(&[("M", 64)]).equivalent(&left, &right));
}

#[test]
fn shapes_and_attributes_that_are_expressions_are_compared_up_to_algebra() {
    let shaped = |dim: &str| format!(r#"{{"type": {{"space": "global", "shape": [{dim}], "dtype": "f16"}}}}}}"#);
    let bounded = |value: &str| format!(r#"{{}}}}, "attributes": {{"bound": {{"expr:": {value}}}}}"#);
    let placeholder = |rest: &str| graph(&format!(r#"{{"name": "a", "op": {{"placeholder": {rest}}}, {END}"#));
    for (one, other, is_equal) in [
        (shaped(r#""M * 2""#), shaped(r#""M + M""#), true),
        (shaped(r#""M * 2""#), shaped(r#""M * 3""#), false),
        (bounded(r#""M < N""#), bounded(r#""N > M""#), true),
        (bounded(r#"["M + M", "M < N"]"#), bounded(r#"["2 * M", "M < N"]"#), true),
        (bounded(r#"["M", "N"]"#), bounded(r#"["N", "M"]"#), false),
        (bounded(r#""M < N""#), bounded(r#""M <= N""#), false),
    ] {
        assert_eq!(difference(&placeholder(&one), &placeholder(&other)) == "none", is_equal, "{one} {other}");
    }
}
