//! Statements.

use std::sync::Arc;

use sexpr_core::StructuralEq;

use super::{Expr, IterArg, Var};
use crate::text::Span;

/// A statement: a pointer to its node, cheap to clone.
#[derive(StructuralEq, Clone, Debug)]
#[seq(rewrite)]
pub enum Stmt {
    /// Binds a variable.
    Assign(Arc<AssignStmt>),
    /// One of two ways.
    If(Arc<IfStmt>),
    /// A counted loop.
    For(Arc<ForStmt>),
    /// Hands values to the statement around, or out of the function.
    Yield(Arc<YieldStmt>),
    /// Statements one after the other.
    Seq(Arc<SeqStmts>),
    /// Assignments one after the other.
    Op(Arc<OpStmts>),
}

/// Binds a variable to a value. What follows in the program sees it.
#[derive(StructuralEq, Debug)]
#[seq(rewrite)]
pub struct AssignStmt {
    /// The variable.
    #[seq(def = "simple")]
    pub var: Arc<Var>,
    /// The value.
    pub value: Expr,
    /// Where it is written.
    #[seq(ignore)]
    pub span: Span,
}

/// One of two ways. What the way taken yields is the values of `return_vars`.
#[derive(StructuralEq, Debug)]
#[seq(rewrite)]
pub struct IfStmt {
    /// Which way.
    pub condition: Expr,
    /// The way where it holds.
    pub then_body: Stmt,
    /// The way where it does not.
    pub else_body: Option<Stmt>,
    /// The results' names after the statement.
    #[seq(def = "simple")]
    pub return_vars: Vec<Arc<Var>>,
    /// Where it is written.
    #[seq(ignore)]
    pub span: Span,
}

/// A counted loop. What a turn yields is the values of `iter_args` in the next one, and in the end those of
/// `return_vars`.
#[derive(StructuralEq, Debug)]
#[seq(rewrite)]
pub struct ForStmt {
    /// The counter.
    #[seq(def = "simple")]
    pub loop_var: Arc<Var>,
    /// The counter's first value.
    pub start: Expr,
    /// The value that the counter does not reach.
    pub stop: Expr,
    /// What the counter grows by.
    pub step: Expr,
    /// The values that are carried from one turn to the next.
    #[seq(def = "simple")]
    pub iter_args: Vec<Arc<IterArg>>,
    /// What is done each time.
    pub body: Stmt,
    /// The final values' names after the loop.
    #[seq(def = "simple")]
    pub return_vars: Vec<Arc<Var>>,
    /// Where it is written.
    #[seq(ignore)]
    pub span: Span,
}

/// Hands values to the `if` or loop around, or out of the function.
#[derive(StructuralEq, Debug)]
#[seq(rewrite)]
pub struct YieldStmt {
    /// The values.
    pub values: Vec<Expr>,
    /// Where it is written.
    #[seq(ignore)]
    pub span: Span,
}

/// Statements one after the other.
#[derive(StructuralEq, Debug)]
#[seq(rewrite)]
pub struct SeqStmts {
    /// The statements.
    pub statements: Vec<Stmt>,
    /// Where it is written.
    #[seq(ignore)]
    pub span: Span,
}

/// Assignments one after the other.
#[derive(StructuralEq, Debug)]
#[seq(rewrite)]
pub struct OpStmts {
    /// The assignments.
    pub statements: Vec<Arc<AssignStmt>>,
    /// Where it is written.
    #[seq(ignore)]
    pub span: Span,
}

impl Stmt {
    /// Where it is written.
    pub fn span(&self) -> &Span {
        match self {
            Self::Assign(node) => &node.span,
            Self::If(node) => &node.span,
            Self::For(node) => &node.span,
            Self::Yield(node) => &node.span,
            Self::Seq(node) => &node.span,
            Self::Op(node) => &node.span,
        }
    }
}

impl AssignStmt {
    /// A new node.
    pub fn new(var: Arc<Var>, value: impl Into<Expr>, span: Span) -> Arc<Self> {
        Arc::new(Self { var, value: value.into(), span })
    }
}

impl IfStmt {
    /// A new node.
    pub fn new(
        condition: impl Into<Expr>,
        then_body: impl Into<Stmt>,
        else_body: Option<Stmt>,
        return_vars: Vec<Arc<Var>>,
        span: Span,
    ) -> Arc<Self> {
        Arc::new(Self { condition: condition.into(), then_body: then_body.into(), else_body, return_vars, span })
    }
}

impl ForStmt {
    /// A new node. The range is its start, its stop and its step.
    pub fn new(
        loop_var: Arc<Var>,
        range: [Expr; 3],
        iter_args: Vec<Arc<IterArg>>,
        body: impl Into<Stmt>,
        return_vars: Vec<Arc<Var>>,
        span: Span,
    ) -> Arc<Self> {
        let [start, stop, step] = range;
        Arc::new(Self { loop_var, start, stop, step, iter_args, body: body.into(), return_vars, span })
    }
}

impl YieldStmt {
    /// A new node.
    pub fn new(values: Vec<Expr>, span: Span) -> Arc<Self> {
        Arc::new(Self { values, span })
    }
}

impl SeqStmts {
    /// A new node.
    pub fn new(statements: Vec<Stmt>, span: Span) -> Arc<Self> {
        Arc::new(Self { statements, span })
    }
}

impl OpStmts {
    /// A new node.
    pub fn new(statements: Vec<Arc<AssignStmt>>, span: Span) -> Arc<Self> {
        Arc::new(Self { statements, span })
    }
}

parts! {
    Stmt:
    Arc<AssignStmt> => Assign,
    Arc<IfStmt> => If,
    Arc<ForStmt> => For,
    Arc<YieldStmt> => Yield,
    Arc<SeqStmts> => Seq,
    Arc<OpStmts> => Op,
}

impl From<Vec<Self>> for Stmt {
    /// A list of statements: one stands bare, several are a sequence.
    fn from(statements: Vec<Self>) -> Self {
        match <[Self; 1]>::try_from(statements) {
            Ok([only]) => only,
            Err(statements) => SeqStmts::new(statements, Span::unknown()).into(),
        }
    }
}
