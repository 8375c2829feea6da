//! Types, and which of them agree.

use sexpr_core::walk::{Next, Walk};

use super::agree::{Sort, agree, scalar_sort, value_agrees};
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
        if !value_agrees(value, ty) {
            let found = match value.const_int() {
                Some(constant) if scalar_sort(value.ty()) == scalar_sort(ty) => constant.to_string(),
                _ => described(value.ty()),
            };
            self.report(ProblemKind::Type { what, expected: described(ty), found }, value.span());
        }
    }

    /// A type that must be another one.
    pub(super) fn same(&mut self, found: &Type, expected: &Type, what: &'static str, span: &Span) {
        if !agree(found, expected) {
            let kind = ProblemKind::Type { what, expected: described(expected), found: described(found) };
            self.report(kind, span);
        }
    }
}
