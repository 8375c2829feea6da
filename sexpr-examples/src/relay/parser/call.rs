//! Calls and projections.
//!
//! ```text
//! postfix := primary { "(" arguments ")" | "." INT } | ( GLOBAL | NAME ) "<" type arguments ">" "(" arguments ")" …
//! arguments := { expr "," } { NAME "=" attribute "," }
//! ```

use winnow::Parser;

use super::attribute::arguments;
use super::expr::expr;
use super::primary::{built, leaf, primary};
use super::type_arguments::type_arguments;
use super::{Input, Outcome, Read, around};
use crate::relay::error::ErrorKind;
use crate::relay::ir::{Call, ExprKind, Project, TypeArgument};
use crate::relay::relations::is_default;
use crate::relay::token::TokenKind;
use crate::text::{mistake, token};

/// A primary expression and what follows it. `minus` is where the sign of a literal stands.
pub(super) fn postfix(input: &mut Input<'_, '_>, minus: Option<usize>) -> Outcome<Read> {
    let start = minus.unwrap_or(input.start());
    let mut read = primary(input, minus)?;
    loop {
        if input.is(0, "(") {
            read = call(input, read, Vec::new(), start)?;
        } else if input.takes(".") {
            let index = index(input)?;
            let depth = around(input, start, [read.depth])?;
            read = built(input, Project { tuple: *read.node, index }, start, depth);
        } else {
            return Ok(read);
        }
    }
}

/// What is known by its name, called if it has type arguments.
pub(super) fn named(input: &mut Input<'_, '_>, kind: ExprKind, start: usize) -> Outcome<Read> {
    let read = leaf(input, kind, start);
    if !input.is(0, "<") {
        return Ok(read);
    }
    let type_args = type_arguments(input)?;
    call(input, read, type_args, start)
}

fn index(input: &mut Input<'_, '_>) -> Outcome<u32> {
    let (value, place) = token("a member's number", |token| match token.kind {
        TokenKind::Int(value, None) => Some((value, token.place.clone())),
        _ => None,
    })
    .parse_next(input)?;
    u32::try_from(value).map_err(|_| mistake(ErrorKind::Index(value.to_string()), place))
}

/// A call whose arguments follow.
fn call(input: &mut Input<'_, '_>, function: Read, type_args: Vec<TypeArgument>, start: usize) -> Outcome<Read> {
    let (args, mut attributes) = arguments(input, expr)?;
    if let ExprKind::Operator(name) = &function.node.kind {
        attributes.retain(|attribute, value| !is_default(name, attribute, value));
    }
    let depths = args.iter().map(|arg| arg.depth);
    let depth = around(input, start, depths.chain([function.depth]))?;
    let args = args.into_iter().map(|arg| *arg.node).collect();
    Ok(built(input, Call::new(*function.node, type_args.into(), args, attributes), start, depth))
}
