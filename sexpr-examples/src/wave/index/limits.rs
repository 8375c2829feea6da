//! How large expressions may be, so that reading, comparing, printing and dropping them needs little stack and time.

use std::collections::BTreeSet;

use super::condition::Condition;
use super::expr::IndexExpr;
use super::symbol::Symbol;

/// Brackets within brackets, in a text.
pub const NEST_LIMIT: usize = 200;

/// Operations within operations, with or without brackets: `x + x + …` is deep, too.
pub const DEPTH_LIMIT: usize = 500;

/// Numbers, symbols and operations in an expression.
pub const PARTS_LIMIT: usize = 4000;

/// How many parts a normal form has at most.
pub(super) const HEAVIEST: usize = 300;

/// How many cases are told apart at most: those of six conditions.
pub(super) const MOST_CELLS: usize = 64;

/// How large something is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extent {
    depth: usize,
    parts: usize,
}

/// How an expression is too large.
#[derive(Clone, Copy, Debug)]
pub(super) enum Excess {
    Depth,
    Parts,
}

/// What an operation is applied to.
#[derive(Clone, Copy)]
pub(super) enum Operand<'e> {
    Expr(&'e IndexExpr),
    Condition(&'e Condition),
}

impl Operand<'_> {
    fn extent(self) -> Extent {
        match self {
            Self::Expr(expr) => expr.extent(),
            Self::Condition(condition) => condition.extent(),
        }
    }

    pub(super) fn collect_symbols(self, into: &mut BTreeSet<Symbol>) {
        match self {
            Self::Expr(expr) => expr.collect_symbols(into),
            Self::Condition(condition) => condition.collect_symbols(into),
        }
    }
}

impl Extent {
    /// That of an operation on these.
    pub(super) fn around<'e>(operands: impl IntoIterator<Item = Operand<'e>>) -> Result<Self, Excess> {
        let mut around = Self { depth: 1, parts: 1 };
        for operand in operands {
            let Self { depth, parts } = operand.extent();
            around.depth = around.depth.max(depth + 1);
            // Each is within the limit, so that the sum cannot overflow before it is refused.
            around.parts += parts;
            if around.parts > PARTS_LIMIT {
                return Err(Excess::Parts);
            }
        }
        if around.depth > DEPTH_LIMIT { Err(Excess::Depth) } else { Ok(around) }
    }

    /// That of a number or a symbol.
    pub(super) const LEAF: Self = Self { depth: 1, parts: 1 };
}
