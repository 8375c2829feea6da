//! Shared expressions of which fusion leaves one use: what a primitive function uses several times is passed to it once.

use std::collections::HashMap;

use sexpr_core::rewrite::Rewrite;

use crate::relay::ir::{Expr, ExprKind};

/// The expression with shared nodes of a single use replaced by their values.
pub(super) fn without_single_uses(expr: &Expr) -> Expr {
    let (mut uses, mut open) = (HashMap::<usize, usize>::new(), vec![expr]);
    while let Some(expr) = open.pop() {
        if let Some(address) = shared_address(expr) {
            let uses = uses.entry(address).or_default();
            *uses += 1;
            if *uses > 1 {
                continue;
            }
        }
        open.extend(expr.children());
    }
    let is_used_once = |expr: &Expr| shared_address(expr).is_some_and(|address| uses.get(&address) == Some(&1));
    Rewrite::new()
        .on(|expr: &Expr, _| match &expr.kind {
            ExprKind::Shared(shared) if is_used_once(expr) => Some(Expr::at(shared.0.kind.clone(), expr.span.clone())),
            _ => None,
        })
        .run(expr.clone())
}

/// The address of an expression that is shared.
fn shared_address(expr: &Expr) -> Option<usize> {
    expr.address().filter(|_| matches!(expr.kind, ExprKind::Shared(_)))
}
