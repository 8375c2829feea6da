//! Calls that are written as signs, and where brackets are needed.

use crate::relay::ir::{Call, Constant, Expr, ExprKind, Literal};
use crate::relay::syntax::{Level, NEGATIVE, Sign, sign_of};

/// A call of an operator that has a sign.
pub(in crate::relay) enum Signed<'e> {
    /// `left sign right`
    Binary(&'static Sign, &'e Expr, &'e Expr),
    /// `-operand`
    Negative(&'e Expr),
}

/// The call as it is written with a sign, if it can be.
pub(in crate::relay) fn signed(expr: &Expr) -> Option<Signed<'_>> {
    let ExprKind::Call(call) = &expr.kind else { return None };
    let Call { function, type_args, args, attributes, .. } = &**call;
    let ExprKind::Operator(operator) = &function.kind else { return None };
    if !type_args.is_empty() || !attributes.is_empty() {
        return None;
    }
    match &**args {
        [left, right] => Some(Signed::Binary(sign_of(operator)?, left, right)),
        [operand] if **operator == *NEGATIVE => Some(Signed::Negative(operand)),
        _ => None,
    }
}

/// How tightly an expression's text holds together.
pub(in crate::relay) fn level(expr: &Expr) -> Level {
    match &expr.kind {
        ExprKind::Call(_) => match signed(expr) {
            Some(Signed::Binary(sign, ..)) => sign.level,
            Some(Signed::Negative(_)) => Level::Negation,
            None => Level::Primary,
        },
        ExprKind::Let(_) => Level::Whole,
        // `3.0` would be one number.
        ExprKind::Constant(constant) if is_number(constant) => Level::Negation,
        ExprKind::Shared(shared) => level(&shared.0),
        _ => Level::Primary,
    }
}

/// Whether a minus before an expression would be taken as the sign of a number.
pub(in crate::relay) fn takes_sign(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Constant(constant) if is_number(constant))
}

fn is_number(constant: &Constant) -> bool {
    matches!(constant, Constant::Scalar { value: Literal::Int(_) | Literal::Float(_), .. })
}
