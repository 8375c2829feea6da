//! Core concepts, and the hierarchy of expressions.

use sexpr_examples::pypto::ir::{BinaryOp, Call, Callee, Expr, GlobalVar, IterArg, Op, Span, Type, UnaryOp};

use super::{binary, constant, int64, nowhere, printed, unary, var};

#[test]
fn source_location_tracking() {
    let (span, unknown_span) = (Span::new("example.py", 10, 5, 10, 20), Span::unknown());
    assert_eq!((&*span.filename, span.begin_line, span.begin_column), ("example.py", 10, 5));
    assert_eq!((span.end_line, span.end_column), (10, 20));
    assert!(unknown_span.is_unknown() && !span.is_unknown());
    assert_eq!(format!("{span}, {unknown_span}"), "example.py:10:5, unknown place");
}

/// An expression's kind, and how it is printed.
fn shown(expr: impl Into<Expr>) -> String {
    let expr = expr.into();
    format!("{}: {}", expr.type_name(), printed(expr))
}

fn call(of: impl Into<Callee>) -> String {
    shown(Call::new(Type::unknown(), of, vec![var("x").into(), var("y").into()], nowhere()))
}

blocks! {
    fn variable_reference() = shown(var("x")) => "Var: x";
    fn iteration_argument() = shown(IterArg::new("sum", int64(), constant(0), nowhere())) => "IterArg: sum";
    fn integer_constant() = shown(constant(42)) => "ConstInt: 42";
    fn binary_operations() =
        shown(Expr::Mul(binary(Expr::Add(binary(var("x"), constant(5))), constant(2)))) => "Mul: (x + 5) * 2";
    fn every_binary_operation() =
        BinaryOp::ALL.map(|op| shown(Expr::binary(op, binary(var("x"), var("y"))))).join("\n");
    fn every_unary_operation() = UnaryOp::ALL.map(|op| shown(Expr::unary(op, unary(var("x"))))).join("\n");
    fn unary_operations() = shown(Expr::Neg(unary(var("x")))) => "Neg: -x";
    fn operation_reference() = call(Op::new("my_function")) => "Call: my_function(x, y)";
    fn global_function_reference() = call(GlobalVar::new("my_func")) => "Call: my_func(x, y)";
    fn function_call() = call(GlobalVar::new("add")) => "Call: add(x, y)";
}
