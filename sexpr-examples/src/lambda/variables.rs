//! The variables at paths, and where they are bound.

use sexpr_core::{Path, report::Step};

use super::ast::{Arm, Expr, Pattern};
use super::locate::Node;
use crate::text::{Binder, Span, Variable};

/// The variable that each path leads to; `None` where a path leads to something else. Takes time linear in the paths'
/// lengths and in the patterns and parameters on them.
pub fn variables(program: &Expr, paths: &[&Path]) -> Vec<Option<Variable>> {
    paths.iter().map(|path| variable(program, path)).collect()
}

fn variable(program: &Expr, path: &Path) -> Option<Variable> {
    let mut node = Node::Expr(program);
    let mut around: Vec<(Node<'_>, &str)> = Vec::new();
    for (index, step) in path.steps().iter().enumerate() {
        let Step::Field { name: field, .. } = step else {
            node = node.child(step)?;
            continue;
        };
        if let Some((name, binder)) = declared(node, field, &path.steps()[index + 1..]) {
            return Some(Variable { name: name.to_owned(), binder: Some(binder) });
        }
        if let (Node::Expr(Expr::Variable { name, .. }), "name") = (node, &**field) {
            let binder = around.iter().rev().find_map(|(node, field)| binder(*node, field, name));
            return Some(Variable { name: name.clone(), binder });
        }
        around.push((node, &**field));
        node = node.child(step)?;
    }
    None
}

/// The name that a field declares, where the rest of a path leads to it.
fn declared<'p>(node: Node<'p>, field: &str, rest: &[Step]) -> Option<(&'p str, Binder)> {
    let index = match rest {
        [Step::Index(index)] => *index,
        _ => 0,
    };
    match (node, field) {
        (Node::Expr(Expr::Lambda { params, body, span }), "params") => {
            Some((params.get(index)?, parameter(span, body.span())))
        }
        (Node::Expr(Expr::Let { name, value, span, .. }), "name") => Some((name, let_variable(span, value.span()))),
        (Node::Expr(Expr::LetRec { names, values, span, .. }), "names") => {
            Some((names.get(index)?, letrec_variable(span, values, index)?))
        }
        (Node::Pattern(Pattern::Variable { name, span }), "name") => Some((name, pattern_variable(span))),
        _ => None,
    }
}

/// What binds a name in a field of a node, if the node does.
fn binder(node: Node<'_>, field: &str, wanted: &str) -> Option<Binder> {
    match (node, field) {
        (Node::Expr(Expr::Lambda { params, body, span }), "body") => {
            params.iter().any(|param| param == wanted).then(|| parameter(span, body.span()))
        }
        (Node::Expr(Expr::Let { name, value, span, .. }), "body") => {
            (name == wanted).then(|| let_variable(span, value.span()))
        }
        (Node::Expr(Expr::LetRec { names, values, span, .. }), "values" | "body") => {
            letrec_variable(span, values, names.iter().position(|name| name == wanted)?)
        }
        (Node::Arm(Arm { pattern, .. }), "body") => bound_in(pattern, wanted).map(pattern_variable),
        _ => None,
    }
}

fn parameter(function: &Span, body: &Span) -> Binder {
    Binder { role: "parameter", span: up_to(function, body) }
}

fn let_variable(whole: &Span, value: &Span) -> Binder {
    Binder { role: "`let` variable", span: up_to(whole, value) }
}

/// The name stands between the value before and its own.
fn letrec_variable(whole: &Span, values: &[Expr], index: usize) -> Option<Binder> {
    let value = values.get(index)?.span();
    let before = index.checked_sub(1).and_then(|before| values.get(before)).map(Expr::span);
    let start = match before {
        Some(before) => Span { begin_line: before.end_line, begin_column: before.end_column, ..whole.clone() },
        None => whole.clone(),
    };
    Some(Binder { role: "`letrec` variable", span: up_to(&start, value) })
}

fn pattern_variable(span: &Span) -> Binder {
    Binder { role: "pattern variable", span: span.clone() }
}

/// From where one span begins to where another does.
fn up_to(start: &Span, end: &Span) -> Span {
    Span { end_line: end.begin_line, end_column: end.begin_column, ..start.clone() }
}

/// Where a pattern binds a name.
fn bound_in<'p>(pattern: &'p Pattern, wanted: &str) -> Option<&'p Span> {
    let mut left = vec![pattern];
    while let Some(pattern) = left.pop() {
        match pattern {
            Pattern::Variable { name, span } if name == wanted => return Some(span),
            Pattern::Constructor { arguments, .. } => left.extend(arguments),
            _ => {}
        }
    }
    None
}
