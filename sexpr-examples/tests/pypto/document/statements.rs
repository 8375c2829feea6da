//! The hierarchy of statements.

use std::sync::Arc;

use sexpr_examples::pypto::ir::{
    AssignStmt, ConstInt, DataType, Expr, ForStmt, IfStmt, IterArg, OpStmts, SeqStmts, Stmt, Type, Var, YieldStmt,
};

use super::{binary, constant, int64, nowhere, printed_body, unary, var};

fn assign(var: &Arc<Var>, value: impl Into<Expr>) -> Arc<AssignStmt> {
    AssignStmt::new(var.clone(), value, nowhere())
}

/// How a statement of this kind is printed in a function with these parameters.
fn shown(kind: &str, params: Vec<Arc<Var>>, stmt: impl Into<Stmt>) -> String {
    let stmt = stmt.into();
    assert_eq!(stmt.type_name(), kind);
    printed_body(params, stmt)
}

/// `if (x > 0) then { y = 1 } else { y = -1 }`
fn if_stmt(x: &Arc<Var>, y: &Arc<Var>) -> Arc<IfStmt> {
    let then_stmt = assign(y, constant(1));
    let else_stmt = assign(y, Expr::Neg(unary(constant(1))));
    let condition = Expr::Gt(binary(x.clone(), constant(0)));
    let else_body = vec![else_stmt.into()].into();
    IfStmt::new(condition, vec![then_stmt.into()], Some(else_body), vec![y.clone()], nowhere())
}

/// `for i in range(0, 10, 1): x = x + i`
fn simple_loop(x: &Arc<Var>) -> Arc<ForStmt> {
    let i = var("i");
    let body = assign(x, Expr::Add(binary(x.clone(), i.clone())));
    ForStmt::new(i, [0, 10, 1].map(|bound| constant(bound).into()), vec![], body, vec![], nowhere())
}

/// `for i, (sum,) in pi.range(0, 10, 1, init_values=[init]): sum = pi.yield(sum + i)`, and its final value.
fn accumulation(init: impl Into<Expr>, sum_final: &Arc<Var>) -> Arc<ForStmt> {
    let i = var("i");
    let sum_iter = IterArg::new("sum", int64(), init, nowhere());
    let yield_stmt = YieldStmt::new(vec![Expr::Add(binary(sum_iter.clone(), i.clone()))], nowhere());
    let range = [0, 10, 1].map(|bound| constant(bound).into());
    ForStmt::new(i, range, vec![sum_iter], yield_stmt, vec![sum_final.clone()], nowhere())
}

/// The loop in the section on `IterArg`, whose initial value is a variable, and which ends with a use of the final one.
fn carried_values() -> Vec<Stmt> {
    let (sum_init, sum_final) = (var("sum_init"), var("sum_final"));
    let result = YieldStmt::new(vec![sum_final.clone().into()], nowhere());
    let init = assign(&sum_init, constant(0));
    vec![init.into(), accumulation(sum_init, &sum_final).into(), result.into()]
}

fn ones(names: &[&str]) -> Vec<Stmt> {
    names.iter().map(|name| assign(&var(name), constant(1)).into()).collect()
}

fn op_stmts() -> Arc<OpStmts> {
    let truth = ConstInt::new(1, DataType::Bool, nowhere());
    let b = AssignStmt::new(Var::new("b", Type::scalar(DataType::Bool), nowhere()), truth, nowhere());
    OpStmts::new(vec![assign(&var("a"), constant(1)), b], nowhere())
}

blocks! {
    fn assignment() = shown("AssignStmt", vec![], assign(&var("x"), var("y"))) => "    x = y\n";
    fn conditional() = { let x = var("x"); shown("IfStmt", vec![x.clone()], if_stmt(&x, &var("y"))) };
    fn a_loop_without_iteration_arguments() = { let x = var("x"); shown("ForStmt", vec![x.clone()], simple_loop(&x)) };
    fn a_loop_with_iteration_arguments() = shown("ForStmt", vec![], accumulation(constant(0), &var("sum_final")));
    fn semantics_of_carried_values() = printed_body(vec![], carried_values());
    fn yields() = shown("YieldStmt", vec![], YieldStmt::new(vec![var("x").into(), var("y").into()], nowhere()))
        => "    return x, y\n";
    fn statement_sequence() = shown("SeqStmts", vec![], SeqStmts::new(ones(&["a", "b", "c"]), nowhere()));
    fn assignment_statement_sequence() = shown("OpStmts", vec![], op_stmts());
}
