//! Dead-code elimination.
//!
//! What is needed is found from its roots: a function's results, and whatever is not total. What is needed needs the
//! variables that it uses, also in types, and the statements around it. All else goes: assignments, values that an `if`
//! or a loop hands on, and in the end the `if` or the loop.

mod find;

use std::sync::Arc;

use self::find::{Needed, Part};
use super::block::{block, statements};
use super::effects::Effects;
use crate::pypto::ir::{ForStmt, Function, IfStmt, Stmt, YieldStmt};

/// A function without what nobody needs.
pub(super) fn eliminate(function: &Function, effects: &Effects<'_>) -> Arc<Function> {
    let needed = Needed::of(function, effects);
    let body = swept(&function.body, None, &needed);
    let (params, returns) = (function.params.clone(), function.return_types.clone());
    Function::new(function.name.clone(), params, returns, body, function.span.clone())
}

/// A block with what is needed of it. The taker is the statement that the block belongs to.
fn swept(body: &Stmt, taker: Option<usize>, needed: &Needed) -> Stmt {
    let kept = statements(body).into_iter().filter_map(|stmt| match &stmt {
        Stmt::Yield(node) => match taker {
            Some(taker) => swept_yield(node, taker, needed),
            None => Some(stmt),
        },
        _ if !needed.contains(Part::Statement(find::address(&stmt))) => None,
        Stmt::If(node) => Some(swept_if(node, find::address(&stmt), needed)),
        Stmt::For(node) => Some(swept_for(node, find::address(&stmt), needed)),
        Stmt::Assign(_) | Stmt::Seq(_) | Stmt::Op(_) => Some(stmt),
    });
    block(kept.collect(), body.span())
}

/// The items of a list whose positions are needed.
fn kept<T: Clone>(items: &[T], statement: usize, needed: &Needed) -> Vec<T> {
    let items = items.iter().enumerate();
    items.filter(|(at, _)| needed.contains(Part::Position(statement, *at))).map(|(_, item)| item.clone()).collect()
}

fn swept_yield(node: &Arc<YieldStmt>, taker: usize, needed: &Needed) -> Option<Stmt> {
    let values = kept(&node.values, taker, needed);
    match values.len() {
        0 => None,
        count if count == node.values.len() => Some(node.clone().into()),
        _ => Some(YieldStmt::new(values, node.span.clone()).into()),
    }
}

fn swept_if(node: &IfStmt, address: usize, needed: &Needed) -> Stmt {
    let results = kept(&node.return_vars, address, needed);
    let then_body = swept(&node.then_body, Some(address), needed);
    let else_body = node.else_body.as_ref().map(|body| swept(body, Some(address), needed));
    let else_body = else_body.filter(|body| !matches!(body, Stmt::Seq(seq) if seq.statements.is_empty()));
    IfStmt::new(node.condition.clone(), then_body, else_body, results, node.span.clone()).into()
}

fn swept_for(node: &ForStmt, address: usize, needed: &Needed) -> Stmt {
    let iter_args = kept(&node.iter_args, address, needed);
    let results = kept(&node.return_vars, address, needed);
    let body = swept(&node.body, Some(address), needed);
    let range = [node.start.clone(), node.stop.clone(), node.step.clone()];
    ForStmt::new(node.loop_var.clone(), range, iter_args, body, results, node.span.clone()).into()
}
