//! What is computed, of registers and of symbols.

use std::fmt;
use std::str::FromStr;

use sexpr_core::{StructuralEq, custom::VirtualFields};

use crate::wave::index::{Condition, IndexError, IndexExpr, Symbol};

/// What is computed of integers: a number, whether something holds, or several of these. Compared up to algebra.
#[derive(StructuralEq, Clone, Debug, PartialEq, Eq)]
pub enum Term {
    /// `M * 2`
    Expr(#[seq(opaque)] IndexExpr),
    /// `$T0 < M`
    Relation(#[seq(opaque)] Condition),
    /// `(M, $T0 < M)`
    Tuple(Vec<Self>),
}

/// An expression of registers: `min(x0, M - 1)`. Its registers may hold floating-point numbers, for which the laws of
/// integers do not hold, so it is compared as it is written.
#[derive(StructuralEq, Clone, Debug)]
#[seq(with = written)]
pub struct Formula {
    /// The expression, which calls its registers `x0`, `x1` and so on.
    pub expr: Term,
}

fn written<'a>(formula: &'a Formula, fields: &mut VirtualFields<'a>) {
    fields.leaf("text", formula.expr.to_string());
}

impl Formula {
    /// How many registers it needs: one more than the last one that it mentions.
    pub fn registers(&self) -> usize {
        let number = |symbol: &Symbol| symbol.name().strip_prefix('x')?.parse::<usize>().ok();
        let symbols = self.expr.symbols();
        symbols.iter().filter_map(number).map(|last| last.saturating_add(1)).max().unwrap_or(0)
    }
}

impl Term {
    /// The symbols that are written in it.
    pub fn symbols(&self) -> std::collections::BTreeSet<Symbol> {
        match self {
            Self::Expr(expr) => expr.symbols(),
            Self::Relation(condition) => condition.symbols(),
            Self::Tuple(terms) => terms.iter().flat_map(Self::symbols).collect(),
        }
    }

    /// The same with expressions in place of symbols.
    pub fn substitute(&self, by: &dyn Fn(&Symbol) -> Option<IndexExpr>) -> Self {
        match self {
            Self::Expr(expr) => Self::Expr(expr.substitute(by)),
            Self::Relation(condition) => Self::Relation(condition.substitute(by)),
            Self::Tuple(terms) => Self::Tuple(terms.iter().map(|term| term.substitute(by)).collect()),
        }
    }

    /// What equal terms have in common, where its text can be read.
    pub(in crate::wave) fn normal(&self) -> Self {
        match self {
            Self::Expr(expr) => Self::Expr(expr.normal_text().parse().unwrap_or_else(|_| expr.clone())),
            Self::Relation(condition) => {
                Self::Relation(condition.normal_text().parse().unwrap_or_else(|_| condition.clone()))
            }
            Self::Tuple(terms) => Self::Tuple(terms.iter().map(Self::normal).collect()),
        }
    }
}

impl From<IndexExpr> for Term {
    fn from(expr: IndexExpr) -> Self {
        Self::Expr(expr)
    }
}

/// An expression or, if it is none, a relation.
impl FromStr for Term {
    type Err = IndexError;

    fn from_str(text: &str) -> Result<Self, IndexError> {
        match (text.parse(), text.parse()) {
            (Ok(expr), _) => Ok(Self::Expr(expr)),
            (_, Ok(condition)) => Ok(Self::Relation(condition)),
            // Of a relation, what is wrong with it as an expression is that it goes on.
            (Err(error), Err::<Condition, IndexError>(other)) => {
                Err(if text.contains(['<', '>', '=', '&', '|', '~']) { other } else { error })
            }
        }
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Expr(expr) => write!(f, "{expr}"),
            Self::Relation(condition) => write!(f, "{condition}"),
            Self::Tuple(terms) => {
                f.write_str("(")?;
                for (place, term) in terms.iter().enumerate() {
                    write!(f, "{}{term}", if place > 0 { ", " } else { "" })?;
                }
                f.write_str(")")
            }
        }
    }
}
