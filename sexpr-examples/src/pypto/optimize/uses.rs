//! Where variables are used.

use std::collections::HashSet;

use sexpr_core::walk::{Next, Walk};

use super::effects::Effects;
use crate::pypto::ir::{Expr, Function, Type, Variable};

/// The variables that must stay the nodes that they are: types mention them, or arguments that types are made from.
pub(super) fn pinned(function: &Function, effects: &Effects<'_>) -> HashSet<Variable> {
    let mut pinned = mentioned_in_types(function);
    Walk::new()
        .distinct()
        .on(|_: &Type, _| Next::Skip)
        .on(|expr: &Expr, _| {
            let fixed = expr.operands().enumerate().filter(|(at, _)| effects.fixes(expr, *at));
            fixed.for_each(|(_, operand)| mentioned(operand, &mut pinned));
        })
        .run(function);
    pinned
}

/// The variables that types mention.
pub(super) fn mentioned_in_types(function: &Function) -> HashSet<Variable> {
    let mut found = HashSet::new();
    Walk::new()
        .distinct()
        .on(|ty: &Type, _| {
            Walk::new().distinct().on(|expr: &Expr, _| found.extend(expr.variable())).run(ty);
            Next::Skip
        })
        .run(function);
    found
}

fn mentioned(expr: &Expr, into: &mut HashSet<Variable>) {
    Walk::new().distinct().on(|expr: &Expr, _| into.extend(expr.variable())).run(expr);
}
