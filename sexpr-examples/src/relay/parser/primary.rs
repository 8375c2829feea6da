//! Expressions that need no brackets, apart from calls and projections.
//!
//! ```text
//! primary := LOCAL | GLOBAL | NAME | literal | "Constant" "(" literal "," shape "," DTYPE ")" | "fn" function
//!          | "(" [ expr { "," expr } [ "," ] ] ")" | "if" "(" expr ")" block "else" block
//!          | ( "match" | "match?" ) "(" expr { "," expr } ")" "{" { pattern "=>" ( expr | block ) "," } "}"
//! ```

use std::sync::Arc;

use winnow::Parser;
use winnow::combinator::{delimited, separated_pair, terminated};

use super::call::named;
use super::constant::{filled, integer, scalar};
use super::expr::{block, expr, operation, steps};
use super::function::function;
use super::module::undeclared;
use super::pattern::clause_pattern;
use super::{Bracketed, Deep, Input, Outcome, Read, around, bracketed, name, span_since};
use crate::relay::error::ErrorKind;
use crate::relay::ir::{Clause, Constant, Expr, ExprKind, If, Match, Meta};
use crate::relay::token::{CONSTANT, EXPRESSION, META, TokenKind};
use crate::text::{list, mistake, word};

/// `minus` is where the sign of a literal stands, which was taken.
pub(super) fn primary(input: &mut Input<'_, '_>, minus: Option<usize>) -> Outcome<Read> {
    let start = minus.unwrap_or(input.start());
    match input.next() {
        TokenKind::Local(name) => local_use(input, name),
        TokenKind::Global(name) => {
            input.take();
            let global = input.context.known.global(name);
            named(input, ExprKind::Global(global), start)
        }
        TokenKind::Name(META) if input.is(1, "[") => kept_apart(input),
        TokenKind::Name(CONSTANT) if input.is(1, "(") => constant(input, minus, start),
        TokenKind::Name(name) => name_use(input, name),
        // An operator, which stands where no type does.
        TokenKind::Keyword("where") if input.is(1, "(") => name_use(input, "where"),
        TokenKind::Int(..) | TokenKind::Float(..) | TokenKind::Keyword("True" | "False") => {
            constant(input, minus, start)
        }
        TokenKind::Keyword("fn") => function_value(input, start),
        TokenKind::Keyword("if") => condition(input),
        TokenKind::Keyword("match") => matching(input, true),
        TokenKind::Keyword("match?") => matching(input, false),
        TokenKind::Symbol("(") => bracketed_expr(input),
        _ => input.refuse(EXPRESSION),
    }
}

fn kept_apart(input: &mut Input<'_, '_>) -> Outcome<Read> {
    let start = input.start();
    let meta = meta(input)?;
    Ok(leaf(input, meta, start))
}

/// `"meta" "[" NAME "]" "[" INT "]"`
pub(super) fn meta(input: &mut Input<'_, '_>) -> Outcome<Meta> {
    input.take();
    word("[").parse_next(input)?;
    let (key, _) = name(input, "a kind of metadata")?;
    word("]").parse_next(input)?;
    let index = delimited(word("["), integer, word("]")).parse_next(input)?;
    Ok(Meta { key: key.to_owned(), index })
}

fn constant(input: &mut Input<'_, '_>, minus: Option<usize>, start: usize) -> Outcome<Read> {
    let constant = if let TokenKind::Name(_) = input.next() {
        input.take();
        filled(input)?
    } else {
        let (value, dtype) = scalar(input, minus)?;
        Constant::Scalar { value, dtype }
    };
    Ok(leaf(input, constant, start))
}

fn function_value(input: &mut Input<'_, '_>, start: usize) -> Outcome<Read> {
    input.take();
    let function = function(input, start)?;
    let depth = around(input, start, [function.depth])?;
    Ok(built(input, function.node, start, depth))
}

pub(super) fn leaf(input: &Input<'_, '_>, kind: impl Into<ExprKind>, start: usize) -> Read {
    built(input, kind, start, 1)
}

/// An expression from there to here.
pub(super) fn built(input: &Input<'_, '_>, kind: impl Into<ExprKind>, start: usize, depth: usize) -> Read {
    Deep { node: Box::new(Expr::at(kind, span_since(input, start))), depth }
}

fn local_use<'s>(input: &mut Input<'_, 's>, name: &'s str) -> Outcome<Read> {
    let place = input.here();
    let bound = input.context.locals.get(name).map(Arc::clone);
    let Some(var) = bound.or_else(|| undeclared(input, name)) else {
        return Err(mistake(ErrorKind::Unbound(name.to_owned()), place));
    };
    input.take();
    Ok(leaf(input, ExprKind::Local(var), place.start))
}

/// A constructor, a definition or an operator. A constructor without arguments is called without brackets, too.
fn name_use<'s>(input: &mut Input<'_, 's>, name: &'s str) -> Outcome<Read> {
    let start = input.start();
    input.take();
    let Some(&has_arguments) = input.context.names.constructors.get(name) else {
        let is_defined = input.context.names.definitions.contains(name);
        let known = &mut input.context.known;
        let kind = if is_defined { ExprKind::Global(known.global(name)) } else { ExprKind::Operator(known.name(name)) };
        return named(input, kind, start);
    };
    let constructor = input.context.known.name(name);
    let read = named(input, ExprKind::Constructor(constructor), start)?;
    if has_arguments || input.is(0, "(") || !matches!(read.node.kind, ExprKind::Constructor(_)) {
        return Ok(read);
    }
    let span = read.node.span.clone();
    Ok(Deep { node: Box::new(Expr::call(*read.node, Vec::new(), span)), depth: 2 })
}

/// A tuple, or an expression in brackets.
fn bracketed_expr(input: &mut Input<'_, '_>) -> Outcome<Read> {
    let start = input.start();
    match bracketed(steps).parse_next(input)? {
        Bracketed::One(only) => {
            let kind = only.node.kind.clone();
            Ok(built(input, kind, start, only.depth))
        }
        Bracketed::Tuple(members) => {
            let depth = around(input, start, members.iter().map(|member| member.depth))?;
            let members = members.into_iter().map(|member| *member.node).collect();
            Ok(built(input, ExprKind::Tuple(Arc::new(members)), start, depth))
        }
    }
}

fn condition(input: &mut Input<'_, '_>) -> Outcome<Read> {
    let start = input.start();
    input.take();
    let condition = delimited(word("("), expr, word(")")).parse_next(input)?;
    let (then, otherwise) = separated_pair(block, word("else"), block).parse_next(input)?;
    let depth = around(input, start, [condition.depth, then.depth, otherwise.depth])?;
    let [condition, then, otherwise] = [condition, then, otherwise].map(|read| *read.node);
    Ok(built(input, If { condition, then, otherwise }, start, depth))
}

fn matching(input: &mut Input<'_, '_>, is_complete: bool) -> Outcome<Read> {
    let start = input.start();
    input.take();
    if input.is(0, "(") && input.is(1, ")") {
        input.take();
        return input.refuse(EXPRESSION);
    }
    let scrutinee = operation(input)?;
    let clauses = list("{", clause, "}").parse_next(input)?;
    matched(input, start, scrutinee, clauses, is_complete)
}

fn matched(
    input: &Input<'_, '_>,
    start: usize,
    scrutinee: Read,
    clauses: Vec<Deep<Box<Clause>>>,
    is_complete: bool,
) -> Outcome<Read> {
    let depths = clauses.iter().map(|clause| clause.depth);
    let depth = around(input, start, depths.chain([scrutinee.depth]))?;
    let clauses = clauses.into_iter().map(|clause| *clause.node).collect();
    Ok(built(input, Match { scrutinee: *scrutinee.node, clauses, is_complete }, start, depth))
}

fn clause(input: &mut Input<'_, '_>) -> Outcome<Deep<Box<Clause>>> {
    let mark = input.context.locals.mark();
    let pattern = Box::new(terminated(clause_pattern, word("=>")).parse_next(input)?);
    let body = if input.is(0, "{") { block(input)? } else { expr(input)? };
    input.context.locals.leave(mark);
    Ok(Deep { node: Box::new(Clause { pattern: *pattern, body: *body.node }), depth: body.depth })
}
