//! Expressions of several parts: bindings and operators.
//!
//! ```text
//! expr := "let" LOCAL [ ":" type ] "=" expr ";" expr | LOCAL "=" expr ";" expr | expr ";" expr
//!       | "free_var" LOCAL [ ":" type ] [ ";" ] expr | expr SIGN expr | "-" expr | postfix
//! ```

use std::sync::Arc;

use winnow::Parser;
use winnow::combinator::{delimited, terminated};

use super::call::postfix;
use super::function::declaration;
use super::module::free_var;
use super::{Deep, Input, Outcome, Read, around, local, span_since};
use crate::relay::ir::{Binding, Expr, ExprKind, LocalVar};
use crate::relay::syntax::{Level, NEGATIVE, Sign, sign};
use crate::relay::token::{TokenKind, WILDCARD};
use crate::text::{nested, word};

/// A left operand and its sign, whose right operand follows.
struct Begun {
    left: Read,
    sign: &'static Sign,
    start: usize,
}

pub(super) fn expr(input: &mut Input<'_, '_>) -> Outcome<Read> {
    nested(|input: &mut Input<'_, '_>| sequence(input, Semicolon::Ends)).parse_next(input)
}

/// An expression, perhaps with others before it: `e; e`.
pub(super) fn steps(input: &mut Input<'_, '_>) -> Outcome<Read> {
    nested(|input: &mut Input<'_, '_>| sequence(input, Semicolon::Goes)).parse_next(input)
}

/// What a semicolon behind the last expression means.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Semicolon {
    /// Another one follows: `e; e`, which is `let %_ = e; e`.
    Goes,
    /// It is not a part of this.
    Ends,
}

/// Bindings, and the expression that they are for.
fn sequence(input: &mut Input<'_, '_>, semicolon: Semicolon) -> Outcome<Read> {
    let start = input.start();
    let mark = input.context.locals.mark();
    let mut before = Deep { node: Vec::new(), depth: 0 };
    loop {
        loop {
            if free_var(input)? {
                continue;
            }
            let Some(depth) = bound(input, &mut before.node)? else { break };
            before.depth = before.depth.max(depth);
        }
        let read = operation(input)?;
        if semicolon == Semicolon::Ends || !input.takes(";") {
            input.context.locals.leave(mark);
            return bindings_for(input, start, before, read);
        }
        before.depth = before.depth.max(read.depth);
        before.node.push(unused(read));
    }
}

/// Reads a binding, if one is here: gives how deep it is.
fn bound(input: &mut Input<'_, '_>, bindings: &mut Vec<Binding>) -> Outcome<Option<usize>> {
    if input.is(0, "let") {
        let binding = binding(input)?;
        bindings.push(binding.node);
        Ok(Some(binding.depth))
    } else if matches!(input.next(), TokenKind::Local(_)) && input.is(1, "=") {
        graph_binding(input).map(Some)
    } else {
        Ok(None)
    }
}

/// An expression with these bindings before it.
fn bindings_for(input: &Input<'_, '_>, start: usize, before: Deep<Vec<Binding>>, body: Read) -> Outcome<Read> {
    if before.node.is_empty() {
        return Ok(Deep { node: body.node, depth: before.depth.max(body.depth) });
    }
    let depth = around(input, start, [before.depth, body.depth])?;
    Ok(Deep { node: Box::new(Expr::let_in(before.node, *body.node, span_since(input, start))), depth })
}

/// A binding of what nobody uses.
fn unused(read: Read) -> Binding {
    let var = LocalVar { name: WILDCARD.into(), annotation: None, span: read.node.span.clone() };
    Binding { var: Arc::new(var), value: *read.node }
}

/// `"{" steps "}"`
pub(super) fn block(input: &mut Input<'_, '_>) -> Outcome<Read> {
    delimited(word("{"), steps, word("}")).parse_next(input)
}

fn binding(input: &mut Input<'_, '_>) -> Outcome<Deep<Binding>> {
    input.take();
    let (name, _, var) = terminated(declaration, word("=")).parse_next(input)?;
    let is_function = function_follows(input);
    if is_function {
        input.context.locals.bind(name, Arc::clone(&var));
    }
    let value = terminated(expr, word(";")).parse_next(input)?;
    if !is_function {
        input.context.locals.bind(name, Arc::clone(&var));
    }
    Ok(Deep { node: Binding { var, value: *value.node }, depth: value.depth })
}

/// `LOCAL "=" expr ";"`: gives how deep the expression is.
fn graph_binding(input: &mut Input<'_, '_>) -> Outcome<usize> {
    let (name, place) = terminated(local, word("=")).parse_next(input)?;
    let value = terminated(expr, word(";")).parse_next(input)?;
    let span = span_since(input, place.start);
    let var = Arc::new(LocalVar { name: name.into(), annotation: None, span });
    input.context.graph.bind(Arc::clone(&var), *value.node);
    input.context.locals.bind(name, var);
    Ok(value.depth)
}

/// Whether what stands before the next `;` is a function, perhaps in brackets, and nothing else.
fn function_follows(input: &Input<'_, '_>) -> bool {
    let mut at = 0;
    while input.is(at, "(") {
        at += 1;
    }
    let brackets = at;
    if !input.is(at, "fn") {
        return false;
    }
    while !input.is(at, "{") {
        if matches!(input.peek(at), TokenKind::End | TokenKind::Symbol(";" | ")" | "}")) {
            return false;
        }
        at = input.closing(at) + 1;
    }
    at = input.closing(at) + 1;
    (0..brackets).all(|bracket| input.is(at + bracket, ")")) && input.is(at + brackets, ";")
}

/// Operands and the signs between them.
pub(super) fn operation(input: &mut Input<'_, '_>) -> Outcome<Read> {
    let mut begun: Vec<Begun> = Vec::new();
    loop {
        let mut start = input.start();
        let mut read = operand(input)?;
        let sign = match input.next() {
            TokenKind::Symbol(found) => sign(found),
            _ => None,
        };
        let level = sign.map_or(Level::Whole, |sign| sign.level);
        while let Some(last) = begun.pop_if(|last| last.sign.level >= level) {
            start = last.start;
            let depth = around(input, start, [last.left.depth, read.depth])?;
            let args = vec![*last.left.node, *read.node];
            read = operator_call(input, last.sign.operator, args, start, depth);
        }
        let Some(sign) = sign else { return Ok(read) };
        input.take();
        begun.push(Begun { left: read, sign, start });
    }
}

/// An operand, with minuses before it.
fn operand(input: &mut Input<'_, '_>) -> Outcome<Read> {
    let mut minuses = Vec::new();
    while input.is(0, "-") {
        minuses.push(input.start());
        input.take();
    }
    let is_literal = matches!(input.next(), TokenKind::Int(..) | TokenKind::Float(..));
    let minus = if is_literal { minuses.pop() } else { None };
    let mut read = postfix(input, minus)?;
    for start in minuses.into_iter().rev() {
        let depth = around(input, start, [read.depth])?;
        read = operator_call(input, NEGATIVE, vec![*read.node], start, depth);
    }
    Ok(read)
}

fn operator_call(
    input: &mut Input<'_, '_>,
    operator: &'static str,
    args: Vec<Expr>,
    start: usize,
    depth: usize,
) -> Read {
    let span = span_since(input, start);
    let function = Expr::at(ExprKind::Operator(input.context.known.name(operator)), span.clone());
    Deep { node: Box::new(Expr::call(function, args, span)), depth }
}
