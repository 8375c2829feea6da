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
use crate::relay::graph::beyond;
use crate::relay::ir::{Binding, Expr, ExprKind, Function, Incomplete, Let, LocalVar, Location, Project, Shared};
use crate::relay::limits::NEST_LIMIT;
use crate::relay::nesting::{Nesting, brackets_around};
use crate::text::{SyntaxError, mistake};

/// The graph bindings of a definition, each after those that it uses.
#[derive(Default)]
pub(super) struct Graph {
    bindings: Vec<(Arc<LocalVar>, Expr)>,
    numbers: Numbers,
}

/// The positions of graph variables among the bindings.
type Numbers = HashMap<*const LocalVar, usize>;

/// An expression nests so deep, which is too deep.
struct TooDeep(Nesting);

/// Replaces the graph variables of a definition that was read, which begins there.
pub(super) fn resolve(input: &mut Input<'_, '_>, function: Function, start: usize) -> Outcome<Function> {
    let mut function = function;
    let graph = std::mem::take(&mut input.context.graph);
    if graph.bindings.is_empty() {
        return Ok(function);
    }
    let outcome = graph.resolve(&mut function.body);
    let outcome =
        outcome.and_then(|()| beyond(&function.body, Nesting::LIMIT).map_or(Ok(()), |deep| Err(TooDeep(deep))));
    if let Err(TooDeep(nesting)) = outcome {
        let is_bracketed = nesting.operations <= Nesting::LIMIT.operations;
        let kind = if is_bracketed { SyntaxError::Nest(NEST_LIMIT).into() } else { ErrorKind::Depth };
        return Err(mistake(kind, input.place_since(start)));
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
    fn resolve(self, root: &mut Expr) -> Result<(), TooDeep> {
        let Self { bindings, numbers } = self;
        let mut uses = vec![0_usize; bindings.len()];
        count(root, 1, &numbers, &mut uses);
        for (number, (_, value)) in bindings.iter().enumerate().rev() {
            // What names and members are taken of is used as often as they are.
            let times = if is_transparent(value) { uses[number] } else { uses[number].min(1) };
            count(value, times, &numbers, &mut uses);
        }
        let mut meanings = Meanings { numbers: &numbers, uses: &uses, known: Vec::with_capacity(bindings.len()) };
        for ((var, value), uses) in bindings.into_iter().zip(&uses) {
            let meaning = if *uses > 0 { Some(meanings.value(value)?.named(&var.name, *uses)) } else { None };
            meanings.known.push(meaning);
        }
        let body = std::mem::replace(root, Expr::tuple(Vec::new()));
        let body = meanings.value(body)?;
        limited(Nesting::BODY.plus(body.height))?;
        *root = body.into_expr();
        Ok(())
    }
}

/// Whether sharing an expression means sharing what it is made of.
fn is_transparent(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Local(_) | ExprKind::Project(_))
}

fn number(expr: &Expr, numbers: &Numbers) -> Option<usize> {
    match &expr.kind {
        ExprKind::Local(var) => numbers.get(&Arc::as_ptr(var)).copied(),
        _ => None,
    }
}

/// Counts how often graph variables are used by an expression that is used so often.
fn count(expr: &Expr, times: usize, numbers: &Numbers, uses: &mut [usize]) {
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

/// What a graph variable stands for.
#[derive(Clone)]
struct Meaning {
    /// An expression that is no `let`.
    expr: Expr,
    /// The `let` around it, if there is one.
    bindings: Option<Bindings>,
    /// How deep it nests where it is used: what has a name of its own is written elsewhere.
    height: Nesting,
}

/// The bindings of a `let`. A `let` is never the body of another, and a row of graph bindings may build one from the
/// end: `%1 = let %b = 1; %0; %2 = let %a = 1; %1;`. So its parts are kept apart until it is used.
#[derive(Clone)]
struct Bindings {
    /// The parts, the first of them last.
    parts: Vec<Vec<Binding>>,
    span: Location,
}

/// What the graph variables stand for.
struct Meanings<'g> {
    numbers: &'g Numbers,
    uses: &'g [usize],
    /// `None` for those that are not used, and, if they are used once, after that.
    known: Vec<Option<Meaning>>,
}

impl Meanings<'_> {
    /// The meaning of what is bound or returned.
    fn value(&mut self, mut value: Expr) -> Result<Meaning, TooDeep> {
        if let Some(meaning) = self.of(&value) {
            return Ok(meaning);
        }
        if let ExprKind::Let(node) = &mut value.kind
            && let Some(node) = Arc::get_mut(node)
        {
            return self.let_value(node, value.span.clone());
        }
        let height = self.replace(&mut value)?;
        Ok(Meaning { expr: value, bindings: None, height })
    }

    fn let_value(&mut self, node: &mut Let, span: Location) -> Result<Meaning, TooDeep> {
        // Each value stands between a `=` and a `;`, as in brackets.
        let mut height = Nesting::default();
        for binding in &mut node.bindings {
            let value = self.replace(&mut binding.value)?;
            height = height.max(Nesting { operations: 1, brackets: 1 }.plus(value));
        }
        let own = std::mem::take(&mut node.bindings);
        let body = std::mem::replace(&mut node.body, Expr::tuple(Vec::new()));
        let Meaning { expr, bindings, height: below } = self.value(body)?;
        // The height of a `let` is counted once.
        let operations = if bindings.is_some() { 0 } else { 1 };
        let height = height.max(Nesting { operations, brackets: 0 }.plus(below));
        let mut parts = bindings.map_or_else(Vec::new, |bindings| bindings.parts);
        parts.push(own);
        limited(height)?;
        Ok(Meaning { expr, bindings: Some(Bindings { parts, span }), height })
    }

    /// Puts what graph variables stand for in their places. Returns how deep the expression nests then.
    fn replace(&mut self, expr: &mut Expr) -> Result<Nesting, TooDeep> {
        if let Some(meaning) = self.of(expr) {
            let height = meaning.height;
            *expr = meaning.into_expr();
            return Ok(height);
        }
        if let ExprKind::Let(node) = &mut expr.kind
            && let Some(node) = Arc::get_mut(node)
        {
            let meaning = self.let_value(node, expr.span.clone())?;
            let height = meaning.height;
            *expr = meaning.into_expr();
            return Ok(height);
        }
        let heights =
            expr.children_mut().into_iter().map(|child| self.replace(child)).collect::<Result<Vec<_>, _>>()?;
        let mut height = Nesting { operations: 1, brackets: 0 };
        for (at, (child, inner)) in expr.children().into_iter().zip(heights).enumerate() {
            let brackets = brackets_around(expr, at, child);
            height = height.max(Nesting { operations: 1, brackets }.plus(inner));
        }
        limited(height)
    }

    /// What an expression stands for that is a graph variable.
    fn of(&mut self, expr: &Expr) -> Option<Meaning> {
        let number = number(expr, self.numbers)?;
        let known = &mut self.known[number];
        let mut meaning = if self.uses[number] == 1 { known.take() } else { known.clone() }?;
        let value = &mut meaning.expr;
        let place = match &mut meaning.bindings {
            Some(bindings) => Some(&mut bindings.span),
            None if matches!(value.kind, ExprKind::Shared(_)) || value.graph_var().is_none() => Some(&mut value.span),
            None => None,
        };
        if let Some(place) = place {
            *place = place.moved_to(&expr.span);
        }
        Some(meaning)
    }
}

fn limited(height: Nesting) -> Result<Nesting, TooDeep> {
    if height.is_within(Nesting::LIMIT) { Ok(height) } else { Err(TooDeep(height)) }
}

impl Meaning {
    fn into_expr(self) -> Expr {
        let Some(Bindings { parts, span }) = self.bindings else { return self.expr };
        Expr::let_in(parts.into_iter().rev().flatten().collect(), self.expr, span)
    }

    /// The same for a variable of this name, which is used so often.
    fn named(self, name: &str, uses: usize) -> Self {
        if uses == 1 && self.bindings.is_some() {
            return self;
        }
        let height = self.height;
        let mut expr = self.into_expr();
        if expr.address().is_none() || expr.graph_var().is_some() {
            return Self { expr, bindings: None, height };
        }
        if uses > 1 {
            expr = shared(expr);
        }
        expr.span = expr.span.named(name);
        Self { expr, bindings: None, height: Nesting { operations: 1, brackets: 0 } }
    }
}

/// An expression that is used several times. Of a projection, the tuple is.
fn shared(mut value: Expr) -> Expr {
    match &value.kind {
        ExprKind::Project(project) => {
            let Project { tuple, index } = &**project;
            // What has a name is used as often, and shared already.
            if tuple.graph_var().is_none() {
                value.kind = Project { tuple: shared(tuple.clone()), index: *index }.into();
            }
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
