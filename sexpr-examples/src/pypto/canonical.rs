//! The form in which programs are read.

use sexpr_core::rewrite::{Change, Rewrite, Site};

use super::ir::{Expr, Program, SeqStmts, Stmt};
use super::optimize::block::{block, statements};

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
    // From above, so that sequences in sequences are flattened in one go.
    let flat = |stmt: &Stmt, _: &Site<'_>| match stmt {
        Stmt::Seq(seq) if is_flat(seq) => None,
        Stmt::Seq(_) | Stmt::Op(_) => Some(block(statements(stmt), stmt.span())),
        Stmt::Assign(_) | Stmt::If(_) | Stmt::For(_) | Stmt::Yield(_) => None,
    };
    Rewrite::new().on(flat).on(|_: &Expr, _| Change::skip()).run(program.clone())
}

fn is_flat(seq: &SeqStmts) -> bool {
    seq.statements.len() != 1 && !seq.statements.iter().any(|stmt| matches!(stmt, Stmt::Seq(_) | Stmt::Op(_)))
}
