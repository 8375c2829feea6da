//! Graph bindings, `%0 = e;`: the name means the expression itself.
//!
//! While a definition is read, its graph variables stand for what they are bound to. At its end each is replaced: where
//! it is used once, by its expression, and where it is used more often, by one that all uses share. So neither the order
//! of graph bindings counts nor those that are not used.
//!
//! A text may bind as many in a row as it likes. In a block, however, an expression that is only used there is written
//! there: such blocks in blocks are limited like brackets in brackets.

use std::collections::HashMap;
use std::sync::Arc;

use sexpr_core::rewrite::Rewrite;

use super::{Input, Outcome};
use crate::relay::error::ErrorKind;
use crate::relay::graph::Plan;
use crate::relay::ir::{Expr, ExprKind, Function, Incomplete, LocalVar, Project, Shared};
use crate::relay::limits::DEPTH_LIMIT;
use crate::text::mistake;

/// The graph bindings of a definition, each after those that it uses.
#[derive(Default)]
pub(super) struct Graph {
    bindings: Vec<(Arc<LocalVar>, Expr)>,
    numbers: HashMap<*const LocalVar, usize>,
}

/// Replaces the graph variables of a definition that was read, which begins there.
pub(super) fn resolve(input: &mut Input<'_, '_>, function: Function, start: usize) -> Outcome<Function> {
    let mut function = function;
    let graph = std::mem::take(&mut input.context.graph);
    if graph.bindings.is_empty() {
        return Ok(function);
    }
    graph.resolve(&mut function.body);
    if Plan::of(&function.body).depth() > DEPTH_LIMIT {
        return Err(mistake(ErrorKind::Depth, input.place_since(start)));
    }
    if input.context.holes == 0 {
        return Ok(function);
    }
    // The order of the text is none of the definition any more.
    let mut holes = 0..;
    let rewrite = Rewrite::new().on(|_: &Incomplete, _| holes.next().map(|number| Incomplete { number }));
    Ok(rewrite.run(function))
}

impl Graph {
    /// Binds a graph variable.
    pub(super) fn bind(&mut self, var: Arc<LocalVar>, value: Expr) {
        self.numbers.insert(Arc::as_ptr(&var), self.bindings.len());
        self.bindings.push((var, value));
    }

    /// Replaces the graph variables in an expression that is not shared yet.
    fn resolve(self, root: &mut Expr) {
        let Self { bindings, numbers } = self;
        let mut uses = vec![0_usize; bindings.len()];
        count(root, 1, &numbers, &mut uses);
        for (number, (_, value)) in bindings.iter().enumerate().rev() {
            // What names and members are taken of is used as often as they are.
            let times = if is_transparent(value) { uses[number] } else { uses[number].min(1) };
            count(value, times, &numbers, &mut uses);
        }
        let mut resolved: Vec<Option<Expr>> = Vec::with_capacity(bindings.len());
        for ((var, mut value), uses) in bindings.into_iter().zip(uses) {
            resolved.push((uses > 0).then(|| {
                replace(&mut value, &numbers, &resolved);
                named(value, &var.name, uses)
            }));
        }
        replace(root, &numbers, &resolved);
    }
}

/// Whether sharing an expression means sharing what it is made of.
fn is_transparent(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Local(_) | ExprKind::Project(_))
}

fn number(expr: &Expr, numbers: &HashMap<*const LocalVar, usize>) -> Option<usize> {
    match &expr.kind {
        ExprKind::Local(var) => numbers.get(&Arc::as_ptr(var)).copied(),
        _ => None,
    }
}

/// Counts how often graph variables are used by an expression that is used so often.
fn count(expr: &Expr, times: usize, numbers: &HashMap<*const LocalVar, usize>, uses: &mut [usize]) {
    if times == 0 {
        return;
    }
    if let Some(number) = number(expr, numbers) {
        uses[number] = uses[number].saturating_add(times);
        return;
    }
    let times = if is_transparent(expr) { times } else { 1 };
    expr.children().into_iter().for_each(|child| count(child, times, numbers, uses));
}

/// Puts what graph variables stand for in their places.
fn replace(expr: &mut Expr, numbers: &HashMap<*const LocalVar, usize>, resolved: &[Option<Expr>]) {
    match number(expr, numbers).and_then(|number| resolved[number].clone()) {
        None => {
            expr.children_mut().into_iter().for_each(|child| replace(child, numbers, resolved));
            // A `let` is never the body of another.
            if let ExprKind::Let(node) = &expr.kind
                && matches!(node.body.kind, ExprKind::Let(_))
            {
                *expr = Expr::let_in(node.bindings.clone(), node.body.clone(), expr.span.clone());
            }
        }
        Some(mut value) => {
            if matches!(value.kind, ExprKind::Shared(_)) || value.graph_var().is_none() {
                value.span = value.span.moved_to(&expr.span);
            }
            *expr = value;
        }
    }
}

/// What a graph variable stands for, which is used so often.
fn named(mut value: Expr, name: &str, uses: usize) -> Expr {
    if value.address().is_none() || value.graph_var().is_some() {
        return value;
    }
    if uses > 1 {
        value = shared(value);
    } else if matches!(value.kind, ExprKind::Let(_)) {
        return value;
    }
    value.span = value.span.named(name);
    value
}

/// An expression that is used several times. Of a projection, the tuple is.
fn shared(mut value: Expr) -> Expr {
    match &value.kind {
        ExprKind::Project(project) => {
            let Project { tuple, index } = &**project;
            value.kind = Project { tuple: shared(tuple.clone()), index: *index }.into();
            value
        }
        ExprKind::Shared(_) => value,
        _ if value.address().is_none() => value,
        _ => {
            let span = value.span.clone();
            Expr::at(ExprKind::Shared(Arc::new(Shared(value))), span)
        }
    }
}
