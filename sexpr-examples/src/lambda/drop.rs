//! Taking programs apart: in loops, since dropping a box in a box in a box would take stack for each.

use std::mem;

use super::ast::{Arm, Expr, Pattern};

impl Drop for Expr {
    fn drop(&mut self) {
        let mut taken = Vec::new();
        take_parts(self, &mut taken);
        while let Some(mut expr) = taken.pop() {
            // It is dropped where this turn ends, and then has no parts any more.
            take_parts(&mut expr, &mut taken);
        }
    }
}

/// Moves an expression's parts out of it, apart from those that have none.
fn take_parts(expr: &mut Expr, taken: &mut Vec<Expr>) {
    match expr {
        Expr::Variable { .. } | Expr::Constructor { .. } | Expr::Integer { .. } | Expr::String { .. } => {}
        Expr::Apply { function, argument, .. } => {
            take(function, taken);
            take(argument, taken);
        }
        Expr::Lambda { body, .. } => take(body, taken),
        Expr::Let { value, body, .. } => {
            take(value, taken);
            take(body, taken);
        }
        Expr::LetRec { values, body, .. } => {
            taken.append(values);
            take(body, taken);
        }
        Expr::Match { scrutinee, arms, .. } => {
            take(scrutinee, taken);
            taken.extend(mem::take(arms).into_iter().map(|Arm { body, .. }| body));
        }
    }
}

fn take(part: &mut Expr, taken: &mut Vec<Expr>) {
    if has_parts(part) {
        let leaf = Expr::Integer { value: 0, span: part.span().clone() };
        taken.push(mem::replace(part, leaf));
    }
}

fn has_parts(expr: &Expr) -> bool {
    !matches!(expr, Expr::Variable { .. } | Expr::Constructor { .. } | Expr::Integer { .. } | Expr::String { .. })
}

impl Drop for Pattern {
    fn drop(&mut self) {
        let mut taken = Vec::new();
        take_arguments(self, &mut taken);
        while let Some(mut pattern) = taken.pop() {
            take_arguments(&mut pattern, &mut taken);
        }
    }
}

fn take_arguments(pattern: &mut Pattern, taken: &mut Vec<Pattern>) {
    if let Pattern::Constructor { arguments, .. } = pattern {
        taken.append(arguments);
    }
}
