//! Types of values.

use sexpr_examples::pypto::ir::{BinaryExpr, Call, ConstFloat, ConstInt, DataType, Expr, GlobalVar, Span, Type, Var};

use super::{assert_problems, assign, built, int, problems, var};

#[test]
fn a_constant_is_one_of_its_types_values() {
    let y = Var::new("y", Type::unknown(), Span::unknown());
    let constant = |value, dtype| built(vec![], assign(&y, ConstInt::new(value, dtype, Span::unknown())));
    assert_eq!(constant(127, DataType::Int8), "");
    assert_eq!(constant(128, DataType::Int8), "unknown place: `128` is not a value of type Int8");
    assert_eq!(constant(-1, DataType::UInt64), "unknown place: `-1` is not a value of type UInt64");
    assert_eq!(constant(2, DataType::Bool), "unknown place: `2` is not a value of type Bool");
    assert_eq!(constant(1, DataType::FP32), "unknown place: `1` is not a value of type FP32");
    let float = ConstFloat::new(1.5, DataType::Int8, Span::unknown());
    assert_eq!(built(vec![], assign(&y, float)), "unknown place: `1.5` is not a value of type Int8");
}

#[test]
fn operands_have_the_sort_that_the_operator_takes() {
    assert_problems(
        "y = b + b",
        &["test.py:2:9: `+` takes numbers, found Bool", "test.py:2:13: `+` takes numbers, found Bool"],
    );
    assert_problems(
        "y = x & x",
        &[
            "test.py:2:9: `&` takes integers or truth values, found FP32",
            "test.py:2:13: `&` takes integers or truth values, found FP32",
        ],
    );
    assert_problems("y = b << 1", &["test.py:2:9: `<<` takes integers, found Bool"]);
    assert_problems("y = i and b", &["test.py:2:9: `and` takes Bool, found Int64"]);
    assert_problems("y = not i", &["test.py:2:13: `not` takes Bool, found Int64"]);
    assert_problems("y = -b", &["test.py:2:10: `-` takes numbers, found Bool"]);
    assert_problems("y = ~x", &["test.py:2:10: `~` takes integers or truth values, found FP32"]);
    assert_problems("y = abs(t)", &["test.py:2:13: `abs` takes numbers, found tuple[Int64, FP32]"]);
    assert_problems(
        "y = b < b",
        &["test.py:2:9: `<` takes numbers, found Bool", "test.py:2:13: `<` takes numbers, found Bool"],
    );
    assert_problems("y = b == b\nz = b & b ^ ~b | b\nv = u + u // u and u << u", &[]);
}

#[test]
fn operands_have_the_same_type() {
    assert_problems("y = i + s", &["test.py:2:9: the operands of `+` have different types: Int64 and Int32"]);
    assert_problems("y = i < x", &["test.py:2:9: the operands of `<` have different types: Int64 and FP32"]);
    assert_problems("y = i + x", &["test.py:2:9: the operands of `+` have different types: Int64 and FP32"]);
    assert_problems(
        "y = a + x",
        &["test.py:2:9: the operands of `+` have different types: Tensor((n, 4), FP32) and FP32"],
    );
    assert_problems("y = x + 1", &["test.py:2:9: the operands of `+` have different types: FP32 and Int64"]);
    assert_problems("y = i + i\nz = a + a\nv = u + i", &[]);
}

#[test]
fn numbers_that_are_written_out_adapt() {
    assert_problems("y = s + 1\nz = s * -(2 ** 2) // 3\nv: pi.FP16 = 1.5 / 2.0\nw: pi.UInt8 = 255", &[]);
    assert_problems("y: pi.UInt8 = 256", &["test.py:2:19: the assigned value must be UInt8, found 256"]);
    assert_problems("y: pi.Int8 = 1.5", &["test.py:2:18: the assigned value must be Int8, found FP32"]);
    assert_problems("y: pi.Int8 = True", &["test.py:2:18: the assigned value must be Int8, found Bool"]);
}

#[test]
fn an_operation_has_the_type_that_its_operands_make() {
    let (x, y) = (var("x", DataType::Int64), Var::new("y", Type::unknown(), Span::unknown()));
    let compared = |dtype| BinaryExpr::new(Type::scalar(dtype), x.clone(), int(0), Span::unknown());
    let [bool, int] = [DataType::Bool, DataType::Int64].map(compared);
    let params = || vec![x.clone()];
    assert_eq!(built(params(), assign(&y, Expr::Gt(bool.clone()))), "");
    assert_eq!(
        built(params(), assign(&y, Expr::Gt(int.clone()))),
        "unknown place: the result of the operation must be Bool, found Int64"
    );
    assert_eq!(built(params(), assign(&y, Expr::Add(int))), "");
    assert_eq!(
        built(params(), assign(&y, Expr::Add(bool))),
        "unknown place: the result of the operation must be Int64, found Bool"
    );
}

#[test]
fn an_assigned_value_agrees_with_the_annotation() {
    assert_problems("y: pi.Int32 = i", &["test.py:2:19: the assigned value must be Int32, found Int64"]);
    assert_problems("y: pi.Int32 = 1 + s", &["test.py:2:19: the assigned value must be Int32, found Int64"]);
    assert_problems(
        "y: pi.Tensor((4, n), pi.FP32) = a",
        &["test.py:2:37: the assigned value must be Tensor((4, n), FP32), found Tensor((n, 4), FP32)"],
    );
    assert_problems("y: pi.Int32 = u\nz: pi.Unknown = i\nv: tuple[pi.Int64, pi.Unknown] = t", &[]);
}

#[test]
fn an_extent_is_an_integer() {
    assert_problems(
        "y: pi.Tensor((x, i + 1), pi.FP32) = op()",
        &["test.py:2:19: an extent must be an integer, found FP32"],
    );
}

#[test]
fn a_tuple_has_the_element() {
    assert_problems("y: pi.FP32 = t[1]", &[]);
    assert_problems("y = t[2]", &["test.py:2:9: tuple[Int64, FP32] has no element 2"]);
    assert_problems("y = i[0]", &["test.py:2:9: Int64 has no element 0"]);
    assert_problems("y = u[7]", &[]);
}

const CALLED: &str = "def g(v: pi.Tensor((m,), pi.FP32), k: pi.Int32) -> pi.Tensor((m, k), pi.FP32):\n    \
                      r: pi.Tensor((m, k), pi.FP32) = op(v)\n    return r\n\n";

/// The problems of a function that calls one.
fn calling(statement: &str) -> String {
    problems(&format!("{CALLED}def f(a: pi.Tensor((n,), pi.FP32), s: pi.Int32, i: pi.Int64):\n    {statement}\n"))
}

#[test]
fn a_call_gives_a_function_what_it_takes() {
    assert_eq!(calling("y: pi.Tensor((n, s), pi.FP32) = g(a, s)"), "");
    assert_eq!(calling("y: pi.Tensor((n, 3), pi.FP32) = g(a, 3)"), "");
    assert_eq!(calling("y = g(a)"), "test.py:6:9: `g` takes 2 argument(s), found 1");
    assert_eq!(calling("y = g(a, i)"), "test.py:6:14: the argument must be Int32, found Int64");
    let of_any_extent = format!("{CALLED}def h(v: pi.Tensor((m + 1,), pi.FP32)):\n    return\n\n");
    let calling_it = |ty| problems(&format!("{of_any_extent}def f(a: {ty}):\n    y = h(a)\n"));
    assert_eq!(calling_it("pi.Tensor((8,), pi.FP32)"), "");
    assert_eq!(
        calling_it("pi.Tensor((8,), pi.FP16)"),
        "test.py:9:11: the argument must be Tensor((…,), FP32), found Tensor((8,), FP16)"
    );
    assert_eq!(calling("y = g(s, s)"), "test.py:6:11: the argument must be Tensor((m,), FP32), found Int32");
    assert_eq!(calling("y = g(a, s, axis=1)"), "test.py:6:9: `g` is a function of the program and takes no attributes");
    assert_eq!(
        calling("y: pi.Tensor((s, n), pi.FP32) = g(a, s)"),
        "test.py:6:37: the assigned value must be Tensor((s, n), FP32), found Tensor((n, s), FP32)"
    );
}

#[test]
fn a_function_that_is_called_is_there() {
    let y = Var::new("y", Type::unknown(), Span::unknown());
    let call = Call::new(Type::unknown(), GlobalVar::new("g"), vec![], Span::unknown());
    assert_eq!(built(vec![], assign(&y, call)), "unknown place: the program has no function `g`");
}
