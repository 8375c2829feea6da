//! How deep the text of an expression nests, in operations and in brackets.

use super::ir::{Expr, ExprKind};
use super::limits::{DEPTH_LIMIT, NEST_LIMIT};
use super::printer::operators::{Signed, level, signed, takes_sign};
use super::syntax::Level;

/// How many operations, and how many brackets and blocks, are within one another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Nesting {
    pub(super) operations: usize,
    pub(super) brackets: usize,
}

impl Nesting {
    /// The most that a text may have.
    pub(super) const LIMIT: Self = Self { operations: DEPTH_LIMIT, brackets: NEST_LIMIT };

    /// A definition's body, before anything in it: it is a block.
    pub(super) const BODY: Self = Self { operations: 0, brackets: 1 };

    /// The larger of each.
    pub(super) fn max(self, other: Self) -> Self {
        Self { operations: self.operations.max(other.operations), brackets: self.brackets.max(other.brackets) }
    }

    /// Both within one another.
    pub(super) fn plus(self, inner: Self) -> Self {
        Self { operations: self.operations + inner.operations, brackets: self.brackets + inner.brackets }
    }

    pub(super) fn is_within(self, limit: Self) -> bool {
        self.operations <= limit.operations && self.brackets <= limit.brackets
    }
}

/// How many brackets or blocks an operand stands in: one of the [`children`](Expr::children) of an expression.
pub(super) fn brackets_around(expr: &Expr, at: usize, operand: &Expr) -> usize {
    let needs = |least: Level| {
        let is_name = matches!(operand.kind, ExprKind::Global(_) | ExprKind::Constructor(_) | ExprKind::Operator(_));
        usize::from(is_name || level(operand) < least)
    };
    match &expr.kind {
        ExprKind::Call(_) => match signed(expr) {
            Some(_) if at == 0 => 0,
            Some(Signed::Binary(sign, ..)) if at == 1 => needs(sign.level),
            Some(Signed::Binary(sign, ..)) => needs(sign.level.tighter()),
            Some(Signed::Negative(_)) if takes_sign(operand) => 1,
            Some(Signed::Negative(_)) => needs(Level::Negation),
            None if at == 0 => needs(Level::Primary),
            None => 1,
        },
        ExprKind::Project(_) => needs(Level::Primary),
        ExprKind::Let(node) => usize::from(at < node.bindings.len()),
        ExprKind::Shared(_) => 0,
        _ => 1,
    }
}
