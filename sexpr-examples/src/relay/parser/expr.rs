//! Expressions of several parts: bindings and operators.
//!
//! ```text
//! expr := "let" LOCAL [ ":" type ] "=" expr ";" expr | LOCAL "=" expr ";" expr | expr SIGN expr | "-" expr | postfix
//! ```

use std::sync::Arc;

use winnow::Parser;
use winnow::combinator::{delimited, terminated};

use super::call::postfix;
use super::function::declaration;
use super::{Deep, Input, Outcome, Read, around, span_since};
use crate::relay::ir::{Binding, Expr, ExprKind};
use crate::relay::syntax::{Level, NEGATIVE, Sign, sign};
use crate::relay::token::TokenKind;
use crate::text::{nested, word};

/// A left operand and its sign, whose right operand follows.
struct Begun {
    left: Read,
    sign: &'static Sign,
    start: usize,
}

pub(super) fn expr(input: &mut Input<'_, '_>) -> Outcome<Read> {
    nested(unnested).parse_next(input)
}

fn unnested(input: &mut Input<'_, '_>) -> Outcome<Read> {
    let start = input.start();
    let mark = input.context.locals.mark();
    let (mut bindings, mut depth) = (Vec::new(), 0);
    while input.is(0, "let") || matches!(input.next(), TokenKind::Local(_)) && input.is(1, "=") {
        let binding = binding(input)?;
        depth = depth.max(binding.depth);
        bindings.push(binding.node);
    }
    let body = operation(input)?;
    input.context.locals.leave(mark);
    if bindings.is_empty() {
        return Ok(body);
    }
    let depth = around(input, start, [depth, body.depth])?;
    Ok(Deep { node: Box::new(Expr::let_in(bindings, *body.node, span_since(input, start))), depth })
}

/// `"{" expr "}"`
pub(super) fn block(input: &mut Input<'_, '_>) -> Outcome<Read> {
    delimited(word("{"), expr, word("}")).parse_next(input)
}

fn binding(input: &mut Input<'_, '_>) -> Outcome<Deep<Binding>> {
    input.takes("let");
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
fn operation(input: &mut Input<'_, '_>) -> Outcome<Read> {
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

fn operator_call(input: &Input<'_, '_>, operator: &str, args: Vec<Expr>, start: usize, depth: usize) -> Read {
    let span = span_since(input, start);
    let function = Expr { kind: ExprKind::Operator(operator.to_owned()), span: span.clone() };
    Deep { node: Box::new(Expr::call(function, args, span)), depth }
}
