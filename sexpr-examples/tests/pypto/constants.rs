//! Constants with types, and those that types cannot hold.

use sexpr_examples::pypto::check;
use sexpr_examples::pypto::ir::{DataType, Expr, Type};

use crate::support::{equal, printed, program, value};

fn assigned(expr: &str) -> String {
    format!("def f(u: pi.UInt8, k: pi.Int8, b: pi.Bool, h: pi.FP16):\n    y = {expr}\n")
}

fn problems(text: &str) -> Vec<String> {
    check(&program(text)).iter().map(ToString::to_string).collect()
}

#[test]
fn a_constant_of_every_type_reads_back() {
    for &dtype in DataType::ALL {
        for number in ["0", "1", "-1", "0.5", "-0.0", "-pi.inf", "pi.nan"] {
            let constant = format!("pi.const({number}, pi.{dtype})");
            let text = printed(&assigned(&constant));
            let goes_without_saying = match dtype {
                DataType::Int64 => !number.contains(['.']),
                DataType::FP32 => number.contains('.'),
                DataType::Bool => number == "0" || number == "1",
                _ => false,
            };
            assert_eq!(text.contains(&constant), !goes_without_saying, "{constant}\n{text}");
        }
    }
}

#[test]
fn a_constant_has_the_type_that_is_written() {
    let constant = value("", "pi.const(-3, pi.Int8)");
    assert!(matches!(&constant, Expr::ConstInt(node) if node.value == -3));
    assert!(matches!(constant.ty(), Type::Scalar(ty) if ty.dtype == DataType::Int8));
    assert!(equal(&assigned("pi.const(3, pi.Int64)"), &assigned("3")));
    assert!(equal(&assigned("pi.const(1, pi.Bool)"), &assigned("True")));
    assert!(equal(&assigned("pi.const(1.5, pi.FLOAT32,)"), &assigned("1.5")));
    assert!(!equal(&assigned("pi.const(3, pi.Int8)"), &assigned("3")));
    assert!(!equal(&assigned("pi.const(3, pi.Int8)"), &assigned("pi.const(3, pi.Int16)")));
}

#[test]
fn a_typed_constant_is_one_of_its_types_values() {
    for (constant, problem) in [
        ("pi.const(127, pi.Int8)", None),
        ("pi.const(128, pi.Int8)", Some("`128` is not a value of type Int8")),
        ("pi.const(-1, pi.UInt8)", Some("`-1` is not a value of type UInt8")),
        ("pi.const(2, pi.Bool)", Some("`2` is not a value of type Bool")),
        ("pi.const(1, pi.FP32)", Some("`1` is not a value of type FP32")),
        ("pi.const(1.0, pi.Int8)", Some("`1.0` is not a value of type Int8")),
    ] {
        let expected: Vec<_> = problem.map(|problem| format!("test.py:2:9: {problem}")).into_iter().collect();
        assert_eq!(problems(&assigned(constant)), expected, "{constant}");
    }
}

#[test]
fn a_typed_constant_does_not_adapt() {
    let operands =
        |left: &str, right: &str| format!("test.py:2:9: the operands of `+` have different types: {left} and {right}");
    assert_eq!(problems(&assigned("k + pi.const(1, pi.Int8)")), [""; 0]);
    assert_eq!(problems(&assigned("k + pi.const(1, pi.Int16)")), [operands("Int8", "Int16")]);
    assert_eq!(problems(&assigned("pi.const(1, pi.Int16) + k")), [operands("Int16", "Int8")]);
    assert_eq!(problems(&assigned("pi.const(1, pi.Int16) + 1")), [""; 0]);
}

#[test]
fn a_literal_that_the_other_operands_type_lacks_is_refused() {
    for (expr, column, value, ty) in [
        ("u % 256", 13, "256", "UInt8"),
        ("u + -1", 13, "-1", "UInt8"),
        ("min(u, 300)", 16, "300", "UInt8"),
        ("k * (1 + (2 - 128))", 23, "128", "Int8"),
        ("u + pi.const(1, pi.UInt8) * 256", 37, "256", "UInt8"),
        ("k + -129", 13, "-129", "Int8"),
    ] {
        assert_eq!(
            problems(&assigned(expr)),
            [format!("test.py:2:{column}: `{value}` is not a value of type {ty}")],
            "{expr}"
        );
    }
    for expr in ["u % 255", "u - 1", "-128 + k", "k + (100 + 100)", "h + 1.5", "b == (300 < 400)"] {
        assert_eq!(problems(&assigned(expr)), [""; 0], "{expr}");
    }
}

#[test]
fn a_literal_that_a_places_type_lacks_is_refused() {
    let text = "def g(u: pi.UInt8) -> pi.UInt8:\n    return 2 - 300\n\n\
                def f(u: pi.UInt8) -> tuple[pi.UInt8, pi.Int8]:\n    y: pi.Int8 = 100 + 200\n    z = g(256)\n    \
                for i, (s,) in pi.range(3, init_values=[u]):\n        s = pi.yield(-1)\n    \
                return 1 - -1, 128\n";
    assert_eq!(
        problems(text),
        [
            "test.py:2:16: `300` is not a value of type UInt8",
            "test.py:5:24: `200` is not a value of type Int8",
            "test.py:6:11: the argument must be UInt8, found 256",
            "test.py:8:22: the carried value must be UInt8, found -1",
            "test.py:9:16: `-1` is not a value of type UInt8",
            "test.py:9:20: the result must be Int8, found 128",
        ]
    );
}
