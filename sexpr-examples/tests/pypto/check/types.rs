//! Types of values.

use sexpr_examples::pypto::ir::{BinaryExpr, Call, DataType, Expr, GlobalVar, Span, Type, Var};

use super::{assert_problems, built, problems};
use crate::support::{assign, int, var};

#[test]
fn operands_have_the_sort_that_the_operator_takes_and_one_type() {
    problems_of! {
        "y = b + b" => "test.py:2:9: `+` takes numbers, found Bool", "test.py:2:13: `+` takes numbers, found Bool";
        "y = x & x" =>
            "test.py:2:9: `&` takes integers or truth values, found FP32",
            "test.py:2:13: `&` takes integers or truth values, found FP32";
        "y = b << 1" => "test.py:2:9: `<<` takes integers, found Bool";
        "y = i and b" => "test.py:2:9: `and` takes Bool, found Int64";
        "y = not i" => "test.py:2:13: `not` takes Bool, found Int64";
        "y = -b" => "test.py:2:10: `-` takes numbers, found Bool";
        "y = ~x" => "test.py:2:10: `~` takes integers or truth values, found FP32";
        "y = abs(t)" => "test.py:2:13: `abs` takes numbers, found tuple[Int64, FP32]";
        "y = b < b" => "test.py:2:9: `<` takes numbers, found Bool", "test.py:2:13: `<` takes numbers, found Bool";
        "y = b == b\nz = b & b ^ ~b | b\nv = u + u // u and u << u" => ;
        "y = i + s" => "test.py:2:9: the operands of `+` have different types: Int64 and Int32";
        "y = i < x" => "test.py:2:9: the operands of `<` have different types: Int64 and FP32";
        "y = a + x" => "test.py:2:9: the operands of `+` have different types: Tensor((n, 4), FP32) and FP32";
        "y = x + 1" => "test.py:2:9: the operands of `+` have different types: FP32 and Int64";
        "y = i + i\nz = a + a\nv = u + i" => ;
    }
}

#[test]
fn numbers_that_are_written_out_adapt() {
    problems_of! {
        "y = s + 1\nz = s * -(2 ** 2) // 3\nv: pi.FP16 = 1.5 / 2.0\nw: pi.UInt8 = 255" => ;
        "y: pi.UInt8 = 256" => "test.py:2:19: the assigned value must be UInt8, found 256";
        "y: pi.Int8 = 1.5" => "test.py:2:18: the assigned value must be Int8, found FP32";
        "y: pi.Int8 = True" => "test.py:2:18: the assigned value must be Int8, found Bool";
    }
}

#[test]
fn an_operation_has_the_type_that_its_operands_make() {
    let (x, y) = (var("x", DataType::Int64), Var::new("y", Type::unknown(), Span::unknown()));
    let compared = |dtype| BinaryExpr::new(Type::scalar(dtype), x.clone(), int(0), Span::unknown());
    for (value, expected) in [
        (Expr::Gt(compared(DataType::Bool)), ""),
        (Expr::Gt(compared(DataType::Int64)), "unknown place: the result of the operation must be Bool, found Int64"),
        (Expr::Add(compared(DataType::Int64)), ""),
        (Expr::Add(compared(DataType::Bool)), "unknown place: the result of the operation must be Int64, found Bool"),
    ] {
        assert_eq!(built(vec![x.clone()], assign(&y, value)), expected);
    }
}

#[test]
fn assigned_values_extents_and_elements_agree_with_types() {
    problems_of! {
        "y: pi.Int32 = i" => "test.py:2:19: the assigned value must be Int32, found Int64";
        "y: pi.Int32 = 1 + s" => "test.py:2:19: the assigned value must be Int32, found Int64";
        "y: pi.Tensor((4, n), pi.FP32) = a" =>
            "test.py:2:37: the assigned value must be Tensor((4, n), FP32), found Tensor((n, 4), FP32)";
        "y: pi.Int32 = u\nz: pi.Unknown = i\nv: tuple[pi.Int64, pi.Unknown] = t" => ;
        "y: pi.Tensor((x, i + 1), pi.FP32) = op()" => "test.py:2:19: an extent must be an integer, found FP32";
        "y: pi.FP32 = t[1]\nz = u[7]" => ;
        "y = t[2]" => "test.py:2:9: tuple[Int64, FP32] has no element 2";
        "y = i[0]" => "test.py:2:9: Int64 has no element 0";
    }
}

const CALLED: &str = "def g(v: pi.Tensor((m,), pi.FP32), k: pi.Int32) -> pi.Tensor((m, k), pi.FP32):\n    \
                      r: pi.Tensor((m, k), pi.FP32) = op(v)\n    return r\n\n";

#[test]
fn a_call_gives_a_function_what_it_takes() {
    for (statement, expected) in cases! {
        "y: pi.Tensor((n, s), pi.FP32) = g(a, s)" => "";
        "y: pi.Tensor((n, 3), pi.FP32) = g(a, 3)" => "";
        "y = g(a)" => "test.py:6:9: `g` takes 2 argument(s), found 1";
        "y = g(a, i)" => "test.py:6:14: the argument must be Int32, found Int64";
        "y = g(s, s)" => "test.py:6:11: the argument must be Tensor((m,), FP32), found Int32";
        "y = g(a, s, axis=1)" => "test.py:6:9: `g` is a function of the program and takes no attributes";
        "y: pi.Tensor((s, n), pi.FP32) = g(a, s)" =>
            "test.py:6:37: the assigned value must be Tensor((s, n), FP32), found Tensor((n, s), FP32)";
    } {
        let f = format!("def f(a: pi.Tensor((n,), pi.FP32), s: pi.Int32, i: pi.Int64):\n    {statement}\n");
        assert_eq!(problems(&format!("{CALLED}{f}")), expected);
    }
    let calling = |ty| {
        problems(&format!("def h(v: pi.Tensor((m + 1,), pi.FP32)):\n    return\n\ndef f(a: {ty}):\n    y = h(a)\n"))
    };
    assert_eq!(calling("pi.Tensor((8,), pi.FP32)"), "");
    let expected = "test.py:5:11: the argument must be Tensor((…,), FP32), found Tensor((8,), FP16)";
    assert_eq!(calling("pi.Tensor((8,), pi.FP16)"), expected);
    let y = Var::new("y", Type::unknown(), Span::unknown());
    let call = Call::new(Type::unknown(), GlobalVar::new("g"), vec![], Span::unknown());
    assert_eq!(built(vec![], assign(&y, call)), "unknown place: the program has no function `g`");
}
