//! Blocks as lists of statements.

use std::sync::Arc;

use sexpr_core::structural_equal;

use crate::pypto::ir::{AssignStmt, Callee, Expr, SeqStmts, Span, Stmt, Var};

/// The statements of a block, without sequences in sequences.
pub(in crate::pypto) fn statements(body: &Stmt) -> Vec<Stmt> {
    let mut flat = Vec::new();
    let mut rest = vec![body];
    while let Some(stmt) = rest.pop() {
        match stmt {
            Stmt::Seq(seq) => rest.extend(seq.statements.iter().rev()),
            Stmt::Op(ops) => flat.extend(ops.statements.iter().cloned().map(Stmt::Assign)),
            _ => flat.push(stmt.clone()),
        }
    }
    flat
}

/// Statements as a block: one stands bare.
pub(in crate::pypto) fn block(statements: Vec<Stmt>, span: &Span) -> Stmt {
    match <[Stmt; 1]>::try_from(statements) {
        Ok([only]) => only,
        Err(statements) => SeqStmts::new(statements, span.clone()).into(),
    }
}

/// Assigns a value. In the text, the call of an operation has the type of the variable that it is assigned to; one of
/// another type gets a variable of its own before.
pub(super) fn assign(var: &Arc<Var>, value: Expr, span: &Span, into: &mut Vec<Stmt>) {
    let value = match &value {
        Expr::Call(call) if matches!(call.op, Callee::Op(_)) && !structural_equal(&call.r#type, &var.r#type) => {
            let called = Var::new(var.name.clone(), call.r#type.clone(), call.span.clone());
            into.push(AssignStmt::new(called.clone(), value, span.clone()).into());
            called.into()
        }
        _ => value,
    };
    into.push(AssignStmt::new(var.clone(), value, span.clone()).into());
}
