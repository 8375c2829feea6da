//! The examples at the end.
//!
//! They show how nodes are made, and not what makes sense: variables are bound twice, and functions yield nothing.
//! [`check`] says so.

use std::sync::Arc;

use sexpr_examples::pypto::check;
use sexpr_examples::pypto::ir::{AssignStmt, Expr, ForStmt, Function, IfStmt, SeqStmts, Var};

use super::{binary, constant, int64, nowhere, of_two_numbers, printed, printed_body, program, unary, var};

/// What is printed for a program, and what is wrong with it.
fn checked(name: &str, functions: impl IntoIterator<Item = Arc<Function>>) -> String {
    let program = program(name, functions);
    let problems: Vec<_> = check(&program).iter().map(|problem| format!("\n# {problem}")).collect();
    format!("{program}{}", problems.concat())
}

/// `((x + 1) * (y - 2)) / (x + y)`
fn quotient() -> Expr {
    let (x, y) = (var("x"), var("y"));
    let numerator =
        Expr::Mul(binary(Expr::Add(binary(x.clone(), constant(1))), Expr::Sub(binary(y.clone(), constant(2)))));
    Expr::FloatDiv(binary(numerator, Expr::Add(binary(x, y))))
}

/// `if (x >= 0) then { result = x } else { result = -x }`
fn absolute() -> Arc<Function> {
    let (x, result) = (var("x"), var("result"));
    let condition = Expr::Ge(binary(x.clone(), constant(0)));
    let then_assign = AssignStmt::new(result.clone(), x.clone(), nowhere());
    let else_assign = AssignStmt::new(result.clone(), Expr::Neg(unary(x.clone())), nowhere());
    let abs_stmt = IfStmt::new(condition, then_assign, Some(else_assign.into()), vec![result], nowhere());
    Function::new("absolute", vec![x], vec![], abs_stmt, nowhere())
}

/// `sum = 0; for i in range(0, n, 1): sum = sum + i`, with its parameter `n`.
fn accumulation() -> (Vec<Arc<Var>>, Arc<SeqStmts>) {
    let (n, i, sum) = (var("n"), var("i"), var("sum"));
    let init = AssignStmt::new(sum.clone(), constant(0), nowhere());
    let update = AssignStmt::new(sum.clone(), Expr::Add(binary(sum.clone(), i.clone())), nowhere());
    let range = [constant(0).into(), n.clone().into(), constant(1).into()];
    let counted = ForStmt::new(i, range, vec![], vec![update.into()], vec![sum], nowhere());
    (vec![n], SeqStmts::new(vec![init.into(), counted.into()], nowhere()))
}

fn sum_range() -> Arc<Function> {
    let (params, body) = accumulation();
    Function::new("sum_range", params, vec![int64()], body, nowhere())
}

blocks! {
    fn complex_expression() = printed(quotient()) => "(x + 1) * (y - 2) / (x + y)";
    fn control_flow() = checked("", [absolute()]);
    fn loop_with_accumulation() = { let (params, body) = accumulation(); printed_body(params, body) };
    fn function_definition() = checked("", [sum_range()]);
    fn complete_program_with_multiple_functions() = checked("math_operations", [
        of_two_numbers("add", |x, y| Expr::Add(binary(x, y))),
        of_two_numbers("multiply", |x, y| Expr::Mul(binary(x, y))),
    ]);
}
