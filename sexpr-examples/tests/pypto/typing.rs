//! Types of expressions, which the text does not carry.

use sexpr_core::structural_equal;
use sexpr_examples::pypto::ir::{DataType, Expr, Stmt, Type};

use crate::support::{assert_round_trip, assignment, equal, only_function, printed, program, statements, value};

const PARAMS: &str =
    "i: pi.Int8, f: pi.FP16, b: pi.Bool, t: tuple[pi.Int8, tuple[pi.FP16]], x: pi.Tensor((4,), pi.FP64)";

#[track_caller]
fn assert_scalar(expr: &str, dtype: DataType) {
    let ty = value(PARAMS, expr).ty().clone();
    assert!(structural_equal(&ty, &Type::scalar(dtype)), "{expr}: {ty:?}");
}

#[test]
fn literals_have_fixed_types_and_elements_those_of_their_tuples() {
    for (expr, dtype) in [
        ("-5", DataType::Int64),
        ("1.5", DataType::FP32),
        ("-pi.inf", DataType::FP32),
        ("True", DataType::Bool),
        ("t[0]", DataType::Int8),
        ("t[1][0]", DataType::FP16),
    ] {
        assert_scalar(expr, dtype);
    }
    for expr in ["t[2]", "i[0]"] {
        assert!(value(PARAMS, expr).ty().is_unknown(), "{expr}");
    }
}

#[test]
fn arithmetic_and_bits_have_the_left_type() {
    for op in ["+", "-", "*", "//", "%", "/", "**", "&", "|", "^", "<<", ">>"] {
        assert_scalar(&format!("i {op} f"), DataType::Int8);
        assert_scalar(&format!("f {op} i"), DataType::FP16);
    }
    assert_scalar("min(i, f)", DataType::Int8);
    assert_scalar("max(f, i)", DataType::FP16);
    assert_scalar("abs(i)", DataType::Int8);
    assert_scalar("-f", DataType::FP16);
    assert_scalar("~i", DataType::Int8);
}

#[test]
fn comparisons_and_logic_are_bool() {
    for op in ["==", "!=", "<", "<=", ">", ">=", "and", "or", "xor"] {
        assert_scalar(&format!("f {op} i"), DataType::Bool);
    }
    assert_scalar("not f", DataType::Bool);
}

#[test]
fn a_loop_variable_is_int64_and_a_carried_value_has_its_initial_values_type() {
    let text = "def f(n: pi.Int8):\n    \
                for i, (s,) in pi.range(n, init_values=[n]):\n        \
                s = pi.yield(s)\n    \
                out = s\n";
    let program = program(text);
    let Stmt::For(node) = &only_function(&program).body else { panic!() };
    assert!(structural_equal(&node.loop_var.r#type, &Type::scalar(DataType::Int64)));
    assert!(structural_equal(&node.iter_args[0].r#type, &Type::scalar(DataType::Int8)));
    assert!(structural_equal(&node.return_vars[0].r#type, &Type::scalar(DataType::Int8)));
}

#[test]
fn results_of_an_if_have_the_yielded_types() {
    let text = "def f(c: pi.Bool):\n    \
                if c:\n        y, z = pi.yield(1, 1.0)\n    else:\n        y, z = pi.yield(2.0, 2)\n";
    let program = program(text);
    let Stmt::If(node) = &only_function(&program).body else { panic!() };
    assert!(structural_equal(&node.return_vars[0].r#type, &Type::scalar(DataType::Int64)));
    assert!(structural_equal(&node.return_vars[1].r#type, &Type::scalar(DataType::FP32)));
}

#[test]
fn an_operations_call_has_the_annotated_type() {
    let annotated = assignment(PARAMS, "y: pi.Int8 = op(i)");
    assert!(structural_equal(annotated.value.ty(), &Type::scalar(DataType::Int8)));
    let in_brackets = assignment(PARAMS, "y: pi.Int8 = (op(i))");
    assert!(structural_equal(in_brackets.value.ty(), &Type::scalar(DataType::Int8)));
    let plain = assignment(PARAMS, "y = op(i)");
    assert!(plain.value.ty().is_unknown() && plain.var.r#type.is_unknown());
    let inner = assignment(PARAMS, "y: pi.Int8 = op(op(i))");
    assert!(matches!(&inner.value, Expr::Call(call) if call.args[0].ty().is_unknown()));
    let operand = assignment(PARAMS, "y: pi.Int8 = op(i) + 1");
    assert!(operand.value.ty().is_unknown() && !operand.var.r#type.is_unknown());
    for line in ["y: pi.Int8 = op()", "y: pi.Int8 = 1"] {
        assert!(printed(&format!("def f():\n    {line}\n")).contains(line));
    }
    assert!(printed("def f():\n    y: pi.Int64 = 1\n").contains("    y = 1\n"), "an inferred type is not printed");
    assert!(printed("def f():\n    y: pi.Unknown = op()\n").contains("y = op()"));
}

#[test]
fn a_functions_call_has_its_return_type() {
    let call_type = |arrow: &str| {
        let text = format!("def g(){arrow}:\n    return\n\ndef f():\n    y: pi.Int4 = g()\n");
        let program = program(&text);
        assert_round_trip(&program);
        let Stmt::Assign(assign) = &program.get_function("f").expect("f is there").body else { panic!() };
        assert!(structural_equal(&assign.var.r#type, &Type::scalar(DataType::Int4)));
        assign.value.ty().clone()
    };
    let [int, float] = [DataType::Int8, DataType::FP16].map(Type::scalar);
    assert!(structural_equal(&call_type(" -> pi.Int8"), &int));
    assert!(structural_equal(&call_type(" -> tuple[pi.Int8, pi.FP16]"), &Type::tuple(vec![int, float])));
    assert!(structural_equal(&call_type(""), &Type::tuple(vec![])));
}

/// The caller's types are in the caller's terms, so that programs stay equal whichever function comes first.
#[test]
fn a_calls_type_has_the_arguments_shapes() {
    let text = |caller: &str| {
        format!(
            "def {caller}(a: pi.Tensor((m, 8), pi.FP32)):\n    y = kernel(a, m * 2)\n    \
             z: pi.Tensor((m, 8, m * 2), pi.FP32) = op(y)\n\n\
             def kernel(x: pi.Tensor((p, q), pi.FP32), n: pi.Int64) -> pi.Tensor((p, q, n), pi.FP32):\n    return x\n"
        )
    };
    for caller in ["a_main", "z_main"] {
        assert!(equal(&text(caller), &text(caller)), "{caller}");
        let program = program(&text(caller));
        assert_round_trip(&program);
        let body = statements(program.get_function(caller).expect("the caller is there"));
        let [Stmt::Assign(call), Stmt::Assign(stated)] = &*body else { panic!() };
        assert!(structural_equal(call.value.ty(), &stated.var.r#type));
    }
}

#[test]
fn a_calls_type_that_cannot_be_said_is_unknown() {
    let text =
        "def f():\n    y = g(1)\n\ndef g(x: pi.Tensor((n,), pi.FP32)) -> pi.Tensor((n,), pi.FP32):\n    return x\n";
    let program = program(text);
    let Stmt::Assign(assign) = &program.get_function("f").expect("f is there").body else { panic!() };
    assert!(assign.value.ty().is_unknown());
    assert_round_trip(&program);
}
