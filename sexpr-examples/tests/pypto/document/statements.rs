//! The hierarchy of statements.

use std::sync::Arc;

use insta::assert_snapshot;
use sexpr_examples::pypto::ir::{
    AssignStmt, ConstInt, DataType, Expr, ForStmt, IfStmt, IterArg, OpStmts, SeqStmts, Stmt, Type, Var, YieldStmt,
};

use super::{binary, constant, int64, nowhere, printed_body, unary, var};

fn assign(var: &Arc<Var>, value: impl Into<Expr>) -> Arc<AssignStmt> {
    AssignStmt::new(var.clone(), value, nowhere())
}

#[test]
fn assignment() {
    let (x, y) = (var("x"), var("y"));
    let assign = Stmt::from(AssignStmt::new(x, y, nowhere()));
    assert_eq!(assign.type_name(), "AssignStmt");
    assert_snapshot!(printed_body(vec![], assign), @"    x = y");
}

#[test]
fn conditional() {
    // if (x > 0) then { y = 1 } else { y = -1 }
    let (x, y) = (var("x"), var("y"));
    let condition = Expr::Gt(binary(x.clone(), constant(0)));
    let then_stmt = assign(&y, constant(1));
    let else_stmt = assign(&y, Expr::Neg(unary(constant(1))));
    let if_stmt = Stmt::from(IfStmt::new(
        condition,
        vec![then_stmt.into()],
        Some(vec![else_stmt.into()].into()),
        vec![y],
        nowhere(),
    ));
    assert_eq!(if_stmt.type_name(), "IfStmt");
    assert_snapshot!(printed_body(vec![x], if_stmt));
}

#[test]
fn a_loop_without_iteration_arguments() {
    // for i in range(0, 10, 1): x = x + i
    let (x, i) = (var("x"), var("i"));
    let (start, stop, step) = (constant(0), constant(10), constant(1));
    let add_expr = Expr::Add(binary(x.clone(), i.clone()));
    let body = assign(&x, add_expr);
    let for_stmt =
        Stmt::from(ForStmt::new(i, [start.into(), stop.into(), step.into()], vec![], body, vec![], nowhere()));
    assert_eq!(for_stmt.type_name(), "ForStmt");
    assert_snapshot!(printed_body(vec![x], for_stmt));
}

#[test]
fn a_loop_with_iteration_arguments() {
    // for i, (sum,) in pi.range(0, 10, 1, init_values=[sum_init]):
    //     sum = pi.yield(sum + i)
    // sum_final = sum
    let i = var("i");
    let (start, stop, step) = (constant(0), constant(10), constant(1));
    let sum_init = constant(0);
    let sum_iter = IterArg::new("sum", int64(), sum_init, nowhere());
    let add_expr = Expr::Add(binary(sum_iter.clone(), i.clone()));
    let yield_stmt = YieldStmt::new(vec![add_expr], nowhere());
    let sum_final = var("sum_final");
    let range = [start.into(), stop.into(), step.into()];
    let for_stmt = ForStmt::new(i, range, vec![sum_iter], yield_stmt, vec![sum_final], nowhere());
    assert_snapshot!(printed_body(vec![], for_stmt));
}

/// The loop in the section on `IterArg`, whose initial value is a variable, and which ends with a use of the final one.
#[test]
fn semantics_of_carried_values() {
    let (sum_init, i, sum_final) = (var("sum_init"), var("i"), var("sum_final"));
    let sum = IterArg::new("sum", int64(), sum_init.clone(), nowhere());
    let next = Expr::Add(binary(sum.clone(), i.clone()));
    let range = [constant(0).into(), constant(10).into(), constant(1).into()];
    let body = YieldStmt::new(vec![next], nowhere());
    let counted = ForStmt::new(i, range, vec![sum], body, vec![sum_final.clone()], nowhere());
    let result = YieldStmt::new(vec![sum_final.into()], nowhere());
    let body = vec![assign(&sum_init, constant(0)).into(), counted.into(), result.into()];
    assert_snapshot!(printed_body(vec![], body));
}

#[test]
fn yields() {
    let (x, y) = (var("x"), var("y"));
    let yield_stmt = Stmt::from(YieldStmt::new(vec![x.into(), y.into()], nowhere()));
    assert_eq!(yield_stmt.type_name(), "YieldStmt");
    assert_snapshot!(printed_body(vec![], yield_stmt), @"    return x, y");
}

#[test]
fn statement_sequence() {
    let [stmt1, stmt2, stmt3] = ["a", "b", "c"].map(|name| assign(&var(name), constant(1)).into());
    let seq = Stmt::from(SeqStmts::new(vec![stmt1, stmt2, stmt3], nowhere()));
    assert_eq!(seq.type_name(), "SeqStmts");
    assert_snapshot!(printed_body(vec![], seq));
}

#[test]
fn assignment_statement_sequence() {
    let truth = ConstInt::new(1, DataType::Bool, nowhere());
    let assign1 = assign(&var("a"), constant(1));
    let assign2 = AssignStmt::new(Var::new("b", Type::scalar(DataType::Bool), nowhere()), truth, nowhere());
    let ops = Stmt::from(OpStmts::new(vec![assign1, assign2], nowhere()));
    assert_eq!(ops.type_name(), "OpStmts");
    assert_snapshot!(printed_body(vec![], ops));
}
