//! Types, and which of them agree.

use sexpr_core::walk::{Next, Walk};

use super::agree::{Fit, Sort, agree, fit, scalar_sort};
use super::{Checker, ProblemKind};
use crate::pypto::describe::described;
use crate::pypto::ir::{Expr, Span, Type};

impl<'p> Checker<'p> {
    /// A type that is written down: its extents.
    pub(super) fn ty(&mut self, ty: &'p Type) {
        Walk::new()
            .distinct()
            .on(|extent: &'p Expr, _| {
                self.integer(extent, "an extent");
                self.expr(extent);
                Next::Skip
            })
            .run(ty);
    }

    /// A value where there must be an integer.
    pub(super) fn integer(&mut self, value: &Expr, what: &'static str) {
        if !value.ty().is_unknown() && scalar_sort(value.ty()) != Some(Sort::Integer) {
            self.report(ProblemKind::Integer { what, found: described(value.ty()) }, value.span());
        }
    }

    /// A value at a place that has a type.
    pub(super) fn given(&mut self, value: &Expr, ty: &Type, what: &'static str) {
        let found = match fit(value, ty) {
            Fit::Fits => return,
            Fit::Literal(literal) if !literal.is(value) => return self.literal(literal, ty),
            Fit::Literal(literal) => literal.const_int().map_or_else(String::new, |value| value.to_string()),
            Fit::Differs => described(value.ty()),
        };
        self.report(ProblemKind::Type { what, expected: described(ty), found }, value.span());
    }

    /// A literal within an expression that adapts to a type, which does not have it.
    pub(super) fn literal(&mut self, literal: &Expr, ty: &Type) {
        let value = literal.const_int().map_or_else(String::new, |value| value.to_string());
        self.report(ProblemKind::Constant { value, ty: described(ty) }, literal.span());
    }

    /// A type that must be another one.
    pub(super) fn same(&mut self, found: &Type, expected: &Type, what: &'static str, span: &Span) {
        if !agree(found, expected) {
            let kind = ProblemKind::Type { what, expected: described(expected), found: described(found) };
            self.report(kind, span);
        }
    }
}
