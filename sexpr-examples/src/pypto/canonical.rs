//! The form in which programs are read.

use std::sync::Arc;

use super::ir::{ForStmt, Function, IfStmt, Program, SeqStmts, Stmt};

/// The program in the form in which the parser would make it: several statements are one flat [`SeqStmts`], one
/// statement stands bare, and assignments stand in no [`OpStmts`](super::ir::OpStmts).
///
/// ```
/// use sexpr_core::structural_equal;
/// use sexpr_examples::pypto;
///
/// let program = pypto::parse("double.py", "def double(x: pi.Int64):\n    y = x + x\n    return y\n")?;
/// let printed = pypto::print(&program);
/// let again = pypto::parse("printed.py", &printed)?;
/// assert!(structural_equal(&again, &pypto::canonical(&program)));
/// # Ok::<(), pypto::ParseError>(())
/// ```
pub fn canonical(program: &Program) -> Program {
    let functions = program.functions.iter().map(|(key, function)| {
        let function = Function::new(
            function.name.clone(),
            function.params.clone(),
            function.return_types.clone(),
            block(&function.body),
            function.span.clone(),
        );
        (key.clone(), function)
    });
    Program { name: program.name.clone(), functions: functions.collect(), span: program.span.clone() }
}

/// A statement's parts, in the canonical form, as one statement.
fn block(stmt: &Stmt) -> Stmt {
    let mut statements = Vec::new();
    flatten(stmt, &mut statements);
    match <[Stmt; 1]>::try_from(statements) {
        Ok([only]) => only,
        Err(statements) => SeqStmts::new(statements, stmt.span().clone()).into(),
    }
}

fn flatten(stmt: &Stmt, into: &mut Vec<Stmt>) {
    match stmt {
        Stmt::Seq(seq) => seq.statements.iter().for_each(|stmt| flatten(stmt, into)),
        Stmt::Op(ops) => into.extend(ops.statements.iter().cloned().map(Stmt::Assign)),
        Stmt::Assign(_) | Stmt::Yield(_) => into.push(stmt.clone()),
        Stmt::If(node) => into.push(conditional(node).into()),
        Stmt::For(node) => into.push(counted(node).into()),
    }
}

fn conditional(node: &IfStmt) -> Arc<IfStmt> {
    IfStmt::new(
        node.condition.clone(),
        block(&node.then_body),
        node.else_body.as_ref().map(block),
        node.return_vars.clone(),
        node.span.clone(),
    )
}

fn counted(node: &ForStmt) -> Arc<ForStmt> {
    ForStmt::new(
        node.loop_var.clone(),
        [node.start.clone(), node.stop.clone(), node.step.clone()],
        node.iter_args.clone(),
        block(&node.body),
        node.return_vars.clone(),
        node.span.clone(),
    )
}
