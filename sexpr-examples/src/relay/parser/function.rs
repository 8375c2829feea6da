//! Functions, and the parameters of functions and types.

use std::sync::Arc;

use winnow::Parser;
use winnow::combinator::{opt, preceded, terminated};

use super::attribute::arguments;
use super::expr::block;
use super::types::ty;
use super::{Deep, Input, Outcome, local, name, span_since};
use crate::relay::ir::{Attributes, Function, Kind, LocalVar, Type, TypeParam};
use crate::relay::token::{TokenKind, WILDCARD, is_builtin_type};
use crate::text::{Place, SyntaxError, Unique, items, mistake, token, word};

/// `[A](%x: A) -> A { %x }`: what is behind the word that begins it there.
pub(super) fn function(input: &mut Input<'_, '_>, start: usize) -> Outcome<Deep<Function>> {
    let (locals, type_scope) = (input.context.locals.mark(), input.context.params.mark());
    let type_params = type_params(input)?;
    let (params, attributes) = params(input)?;
    let result = written_type(input, "->")?;
    let body = block(input)?;
    input.context.locals.leave(locals);
    input.context.params.leave(type_scope);
    let span = span_since(input, start);
    Ok(Deep { node: Function { type_params, params, attributes, result, body: *body.node, span }, depth: body.depth })
}

/// `[A, B]`, `<s : Shape, A : Type>` or nothing. They are bound until the caller leaves their scope.
pub(super) fn type_params<'s>(input: &mut Input<'_, 's>) -> Outcome<Vec<Arc<TypeParam>>> {
    let closing = if input.takes("[") {
        "]"
    } else if input.takes("<") {
        ">"
    } else {
        return Ok(Vec::new());
    };
    let mut unique = Unique::new("type parameter");
    let param = |input: &mut Input<'_, 's>| {
        let (name, place) = name(input, "a type parameter")?;
        if is_builtin_type(name) {
            return Err(mistake(SyntaxError::Reserved(name.to_owned()), place));
        }
        unique.add(name, place)?;
        let kind = opt(preceded(word(":"), kind)).parse_next(input)?.unwrap_or(Kind::Type);
        let param = TypeParam::new(name, kind);
        input.context.params.bind(name, Arc::clone(&param));
        Ok(param)
    };
    terminated(items(param), word(closing)).parse_next(input)
}

fn kind(input: &mut Input<'_, '_>) -> Outcome<Kind> {
    token("a kind", |token| match token.kind {
        TokenKind::Name(name) => Kind::ALL.into_iter().find(|kind| kind.name() == name),
        _ => None,
    })
    .parse_next(input)
}

/// `(%x: A, %y, Primitive=1)`
fn params<'s>(input: &mut Input<'_, 's>) -> Outcome<(Vec<Arc<LocalVar>>, Attributes)> {
    let mut unique = Unique::new("parameter");
    arguments(input, |input: &mut Input<'_, 's>| variable(input, &mut unique))
}

/// A variable that is bound until the caller leaves its scope.
pub(super) fn variable<'s>(input: &mut Input<'_, 's>, unique: &mut Unique<'s>) -> Outcome<Arc<LocalVar>> {
    let (name, place, var) = declaration(input)?;
    unique.add(name, place)?;
    input.context.locals.bind(name, Arc::clone(&var));
    Ok(var)
}

/// A type behind a sign. `_` alone says as much as nothing.
fn written_type(input: &mut Input<'_, '_>, sign: &'static str) -> Outcome<Option<Type>> {
    if input.is(0, sign) && input.is(1, WILDCARD) {
        input.take();
        input.take();
        return Ok(None);
    }
    opt(preceded(word(sign), ty)).parse_next(input)
}

/// `LOCAL [ ":" type ]`
pub(super) fn declaration<'s>(input: &mut Input<'_, 's>) -> Outcome<(&'s str, Place, Arc<LocalVar>)> {
    let (name, place) = local(input)?;
    let annotation = written_type(input, ":")?;
    let span = span_since(input, place.start);
    Ok((name, place, Arc::new(LocalVar { name: name.into(), annotation, span })))
}
