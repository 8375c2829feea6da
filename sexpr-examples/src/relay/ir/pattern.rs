//! Patterns.

use std::sync::Arc;

use sexpr_core::StructuralEq;

use super::{LocalVar, Location};

/// What a value is matched against.
#[derive(StructuralEq, Clone, Debug)]
#[seq(rewrite)]
pub struct Pattern {
    /// What it is.
    pub kind: PatternKind,
    /// Where it is written.
    #[seq(ignore)]
    pub span: Location,
}

/// What a pattern is.
#[derive(StructuralEq, Clone, Debug)]
#[seq(rewrite)]
pub enum PatternKind {
    /// `_`: everything.
    Wildcard,
    /// `%x`: everything, which it names.
    Var(Arc<LocalVar>),
    /// `Cons(%x, _)`: what this constructor has made.
    Constructor {
        /// The constructor's name.
        name: String,
        /// What its arguments are matched against.
        args: Vec<Pattern>,
    },
    /// `(%x, _)`
    Tuple(Vec<Pattern>),
}

impl PatternKind {
    /// The variables that it binds, in the order of the text.
    pub(in crate::relay) fn vars(&self) -> Vec<&Arc<LocalVar>> {
        match self {
            Self::Wildcard => Vec::new(),
            Self::Var(var) => vec![var],
            Self::Constructor { args, .. } | Self::Tuple(args) => args.iter().flat_map(|arg| arg.kind.vars()).collect(),
        }
    }
}

impl Pattern {
    /// A pattern of no file.
    pub fn new(kind: PatternKind) -> Self {
        Self { kind, span: Location::unknown() }
    }
}
