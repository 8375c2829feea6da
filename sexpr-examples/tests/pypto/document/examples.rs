//! The examples at the end.
//!
//! They show how nodes are made, and not what makes sense: variables are bound twice, and functions yield nothing.
//! [`check`] says so.

use insta::assert_snapshot;
use sexpr_examples::pypto::check;
use sexpr_examples::pypto::ir::{
    AssignStmt, BinaryExpr, DataType, Expr, ForStmt, Function, IfStmt, Program, SeqStmts, Span, Type, UnaryExpr, Var,
};

use super::{constant, printed, printed_body};

/// What is printed for the program, and what is wrong with it.
fn checked(program: &Program) -> String {
    let problems: Vec<_> = check(program).iter().map(|problem| format!("\n# {problem}")).collect();
    format!("{program}{}", problems.concat())
}

#[test]
fn complex_expression() {
    // Build: ((x + 1) * (y - 2)) / (x + y)
    let span = Span::unknown;
    let dtype = DataType::Int64;
    let ty = || Type::scalar(dtype);

    let x = Var::new("x", ty(), span());
    let y = Var::new("y", ty(), span());
    let one = constant(1);
    let two = constant(2);

    let x_plus_1 = Expr::Add(BinaryExpr::new(ty(), x.clone(), one, span()));
    let y_minus_2 = Expr::Sub(BinaryExpr::new(ty(), y.clone(), two, span()));
    let numerator = Expr::Mul(BinaryExpr::new(ty(), x_plus_1, y_minus_2, span()));
    let denominator = Expr::Add(BinaryExpr::new(ty(), x, y, span()));
    let result = Expr::FloatDiv(BinaryExpr::new(ty(), numerator, denominator, span()));
    assert_snapshot!(printed(result), @"(x + 1) * (y - 2) / (x + y)");
}

#[test]
fn control_flow() {
    // Absolute value: if (x >= 0) then { result = x } else { result = -x }
    let span = Span::unknown;
    let ty = || Type::scalar(DataType::Int64);
    let x = Var::new("x", ty(), span());
    let result = Var::new("result", ty(), span());
    let zero = constant(0);
    let condition = Expr::Ge(BinaryExpr::new(ty(), x.clone(), zero, span()));

    let then_assign = AssignStmt::new(result.clone(), x.clone(), span());
    let neg_x = Expr::Neg(UnaryExpr::new(ty(), x.clone(), span()));
    let else_assign = AssignStmt::new(result.clone(), neg_x, span());

    let abs_stmt = IfStmt::new(condition, then_assign, Some(else_assign.into()), vec![result], span());
    let function = Function::new("absolute", vec![x], vec![], abs_stmt, span());
    assert_snapshot!(checked(&Program::new([function], "", span()).expect("one function")));
}

/// `sum = 0; for i in range(0, n, 1): sum = sum + i`, with its parameter `n`.
fn accumulation() -> (std::sync::Arc<Var>, std::sync::Arc<SeqStmts>) {
    let span = Span::unknown;
    let ty = || Type::scalar(DataType::Int64);
    let n = Var::new("n", ty(), span());
    let i = Var::new("i", ty(), span());
    let sum_var = Var::new("sum", ty(), span());
    let zero = constant(0);
    let one = constant(1);

    let init = AssignStmt::new(sum_var.clone(), zero.clone(), span());
    let add_expr = Expr::Add(BinaryExpr::new(ty(), sum_var.clone(), i.clone(), span()));
    let update = AssignStmt::new(sum_var.clone(), add_expr, span());
    let range = [zero.into(), n.clone().into(), one.into()];
    let counted = ForStmt::new(i, range, vec![], vec![update.into()], vec![sum_var], span());

    (n, SeqStmts::new(vec![init.into(), counted.into()], span()))
}

#[test]
fn loop_with_accumulation() {
    let (n, program) = accumulation();
    assert_snapshot!(printed_body(vec![n], program));
}

#[test]
fn function_definition() {
    let (n, body) = accumulation();
    let return_types = vec![Type::scalar(DataType::Int64)];
    let sum_func = Function::new("sum_range", vec![n], return_types, body, Span::unknown());
    assert_snapshot!(checked(&Program::new([sum_func], "", Span::unknown()).expect("one function")));
}

#[test]
fn complete_program_with_multiple_functions() {
    let span = Span::unknown;
    let ty = || Type::scalar(DataType::Int64);

    // Function 1: add(x, y) -> int
    let x = Var::new("x", ty(), span());
    let y = Var::new("y", ty(), span());
    let result = Var::new("result", ty(), span());
    let add_expr = Expr::Add(BinaryExpr::new(ty(), x.clone(), y.clone(), span()));
    let add_body = AssignStmt::new(result.clone(), add_expr, span());
    let add_func = Function::new("add", vec![x.clone(), y.clone()], vec![ty()], add_body, span());

    // Function 2: multiply(x, y) -> int
    let mul_expr = Expr::Mul(BinaryExpr::new(ty(), x.clone(), y.clone(), span()));
    let mul_body = AssignStmt::new(result, mul_expr, span());
    let mul_func = Function::new("multiply", vec![x, y], vec![ty()], mul_body, span());

    let program = Program::new([add_func, mul_func], "math_operations", span()).expect("two names");
    assert_snapshot!(checked(&program));
}
