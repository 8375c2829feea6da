//! Core concepts, and the hierarchy of expressions.

use insta::assert_snapshot;
use sexpr_examples::pypto::ir::{BinaryOp, Call, Callee, Expr, GlobalVar, IterArg, Op, Span, Type, UnaryOp};

use super::{binary, constant, int64, nowhere, printed, unary, var};

#[test]
fn source_location_tracking() {
    let span = Span::new("example.py", 10, 5, 10, 20);
    assert_eq!(&*span.filename, "example.py");
    assert_eq!(span.begin_line, 10);
    assert_eq!((span.begin_column, span.end_line, span.end_column), (5, 10, 20));

    let unknown_span = Span::unknown();
    assert!(unknown_span.is_unknown() && !span.is_unknown());
    assert_snapshot!(format!("{span}, {unknown_span}"), @"example.py:10:5, unknown place");
}

#[test]
fn variable_reference() {
    let x = var("x");
    assert_eq!(x.name, "x");
    assert_eq!(Expr::from(x.clone()).type_name(), "Var");
    assert_snapshot!(printed(x), @"x");
}

#[test]
fn iteration_argument() {
    let init_value = constant(0);
    let sum_iter = IterArg::new("sum", int64(), init_value.clone(), nowhere());
    assert!(sum_iter.init_value.is(&init_value.into()));
    assert_eq!(Expr::from(sum_iter.clone()).type_name(), "IterArg");
    assert_snapshot!(printed(sum_iter), @"sum");
}

#[test]
fn integer_constant() {
    let c = constant(42);
    assert_eq!(c.value, 42);
    assert_eq!(Expr::from(c.clone()).type_name(), "ConstInt");
    assert_snapshot!(printed(c), @"42");
}

#[test]
fn binary_operations() {
    // Build: (x + 5) * 2
    let x = var("x");
    let five = constant(5);
    let two = constant(2);
    let add_expr = Expr::Add(binary(x, five));
    let mul_expr = Expr::Mul(binary(add_expr, two));
    assert_eq!(mul_expr.type_name(), "Mul");
    assert_snapshot!(printed(mul_expr), @"(x + 5) * 2");
}

#[test]
fn every_binary_operation() {
    let lines = BinaryOp::ALL.map(|op| {
        let expr = Expr::binary(op, binary(var("x"), var("y")));
        format!("{}: {}", expr.type_name(), printed(expr))
    });
    assert_snapshot!(lines.join("\n"));
}

#[test]
fn every_unary_operation() {
    let lines = UnaryOp::ALL.map(|op| {
        let expr = Expr::unary(op, unary(var("x")));
        format!("{}: {}", expr.type_name(), printed(expr))
    });
    assert_snapshot!(lines.join("\n"));
}

#[test]
fn unary_operations() {
    let neg_x = Expr::Neg(unary(var("x")));
    assert_snapshot!(printed(neg_x), @"-x");
}

#[test]
fn operation_reference() {
    let (x, y) = (var("x"), var("y"));
    let op = Op::new("my_function");
    assert_eq!(&*op.name, "my_function");
    let call = Call::new(Type::unknown(), op, vec![x.into(), y.into()], nowhere());
    assert_eq!(Expr::from(call.clone()).type_name(), "Call");
    assert_snapshot!(printed(call), @"my_function(x, y)");
}

#[test]
fn global_function_reference() {
    let (x, y) = (var("x"), var("y"));
    let gvar = GlobalVar::new("my_func");
    assert_eq!(&*gvar.name, "my_func");
    let call = Call::new(Type::unknown(), gvar, vec![x.into(), y.into()], nowhere());
    assert!(matches!(&call.op, Callee::GlobalVar(_)));
    assert_snapshot!(printed(call), @"my_func(x, y)");
}

#[test]
fn function_call() {
    let args = || vec![var("x").into(), var("y").into()];
    let call = Call::new(Type::unknown(), Op::new("my_function"), args(), nowhere());
    assert_eq!(call.op.name(), "my_function");
    let call = Call::new(Type::unknown(), GlobalVar::new("add"), args(), nowhere());
    assert_eq!(call.op.name(), "add");
    assert_snapshot!(printed(call), @"add(x, y)");
}
