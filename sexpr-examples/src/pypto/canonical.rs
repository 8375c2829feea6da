//! The form in which programs are read.

use std::sync::Arc;

use sexpr_core::rewrite::{Change, Rewrite};
use sexpr_core::walk::At;

use super::ir::{Expr, ForStmt, Program, SeqStmts, Stmt, Var};
use super::optimize::block::{block, statements};

/// The program in the form in which the parser would make it: several statements are one flat [`SeqStmts`], one
/// statement stands bare, assignments stand in no [`OpStmts`](super::ir::OpStmts), and a loop has a variable for the
/// final value of everything that it carries, without a name if it had none.
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
    // From above, so that sequences in sequences are flattened in one go.
    let flat = |stmt: &Stmt, _: &At<'_>| match stmt {
        Stmt::Seq(seq) if is_flat(seq) => None,
        // What replaces a statement is not asked about again.
        Stmt::Seq(_) | Stmt::Op(_) => match block(statements(stmt), stmt.span()) {
            Stmt::For(only) if lacks_results(&only) => Some(with_all_results(&only).into()),
            replacement => Some(replacement),
        },
        Stmt::For(node) if lacks_results(node) => Some(with_all_results(node).into()),
        Stmt::Assign(_) | Stmt::If(_) | Stmt::For(_) | Stmt::Yield(_) => None,
    };
    Rewrite::new().on(flat).on(|_: &Expr, _| Change::skip()).run(program.clone())
}

fn lacks_results(node: &ForStmt) -> bool {
    node.return_vars.len() < node.iter_args.len()
}

/// A loop with the variables that it lacks.
fn with_all_results(node: &ForStmt) -> Arc<ForStmt> {
    let lacking = node.iter_args.iter().skip(node.return_vars.len());
    let mut results = node.return_vars.clone();
    results.extend(lacking.map(|arg| Var::new("", arg.r#type.clone(), arg.span.clone())));
    let range = [node.start.clone(), node.stop.clone(), node.step.clone()];
    let (counter, carried) = (node.loop_var.clone(), node.iter_args.clone());
    ForStmt::new(counter, range, carried, node.body.clone(), results, node.span.clone())
}

fn is_flat(seq: &SeqStmts) -> bool {
    seq.statements.len() != 1 && !seq.statements.iter().any(|stmt| matches!(stmt, Stmt::Seq(_) | Stmt::Op(_)))
}
