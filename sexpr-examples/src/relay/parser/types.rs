//! Types.
//!
//! ```text
//! type  := "ref" "(" type ")"
//!        | "Tensor" "[" shape "," base "]" | "(" [ type { "," type } [ "," ] ] ")" | NAME [ "[" types "]" ] | "_"
//!        | "fn" [ tparams ] "(" types ")" "->" type [ "where" relation { "," relation } ]
//! shape := "(" [ dim { "," dim } [ "," ] ] ")" | NAME | "_"
//! base  := DTYPE | NAME | "_"
//! ```

use std::sync::Arc;

use winnow::Parser;
use winnow::combinator::{delimited, opt, preceded, separated_pair, terminated};

use super::dims::dims;
use super::function::type_params;
use super::relation::relations;
use super::{Bracketed, Input, Outcome, bracketed, hole};
use crate::relay::error::ErrorKind;
use crate::relay::ir::{BaseType, DataType, FunctionType, GlobalTypeVar, Shape, Type, TypeParam};
use crate::relay::token::{REFERENCE, TENSOR, TYPE, TokenKind, WILDCARD};
use crate::text::{Place, list, mistake, nested, word};

pub(super) fn ty(input: &mut Input<'_, '_>) -> Outcome<Type> {
    nested(unnested).parse_next(input)
}

fn unnested(input: &mut Input<'_, '_>) -> Outcome<Type> {
    let place = input.here();
    match input.next() {
        TokenKind::Symbol("(") => Ok(match bracketed(ty).parse_next(input)? {
            Bracketed::One(ty) => ty,
            Bracketed::Tuple(fields) => Type::tuple(fields),
        }),
        TokenKind::Symbol(WILDCARD) => {
            input.take();
            Ok(Type::Incomplete(hole(input)))
        }
        TokenKind::Keyword("fn") => {
            input.take();
            function(input)
        }
        TokenKind::Name(TENSOR) => {
            input.take();
            tensor(input)
        }
        TokenKind::Name(REFERENCE) if input.is(1, "(") => {
            input.take();
            delimited(word("("), ty, word(")")).map(Type::reference).parse_next(input)
        }
        TokenKind::Name(name) => {
            input.take();
            named(input, name, place)
        }
        _ => input.refuse(TYPE),
    }
}

/// What is behind `fn`.
fn function(input: &mut Input<'_, '_>) -> Outcome<Type> {
    let mark = input.context.params.mark();
    let type_params = type_params(input)?;
    let args = list("(", ty, ")").parse_next(input)?;
    let result = preceded(word("->"), ty).parse_next(input)?;
    let constraints = if input.takes("where") { relations(input, &args, &result)? } else { Vec::new() };
    input.context.params.leave(mark);
    Ok(FunctionType { type_params, args, result, constraints }.into())
}

/// What is behind `Tensor`.
fn tensor(input: &mut Input<'_, '_>) -> Outcome<Type> {
    let parts = terminated(separated_pair(shape, word(","), base_type), opt(word(",")));
    let (shape, dtype) = delimited(word("["), parts, word("]")).parse_next(input)?;
    Ok(Type::tensor(shape, dtype))
}

fn named(input: &mut Input<'_, '_>, name: &str, place: Place) -> Outcome<Type> {
    let has_arguments = input.is(0, "[");
    if let Some(param) = input.context.params.get(name) {
        if has_arguments {
            return Err(mistake(ErrorKind::ParameterArguments(name.to_owned()), place));
        }
        return Ok(Type::Param(Arc::clone(param)));
    }
    if input.context.names.types.contains(name) {
        let args = opt(list("[", ty, "]")).parse_next(input)?.unwrap_or_default();
        return Ok(Type::call(GlobalTypeVar::new(name), args));
    }
    match name.parse::<DataType>() {
        Ok(dtype) => Ok(Type::scalar(dtype)),
        Err(_) => Err(mistake(ErrorKind::UnknownType(name.to_owned()), place)),
    }
}

fn shape(input: &mut Input<'_, '_>) -> Outcome<Shape> {
    match input.next() {
        TokenKind::Symbol("(") => Ok(Shape::Dims(dims(input)?)),
        TokenKind::Symbol(WILDCARD) => {
            input.take();
            Ok(Shape::Incomplete(hole(input)))
        }
        TokenKind::Name(name) => Ok(Shape::Param(param(input, name)?)),
        _ => input.refuse("a shape"),
    }
}

fn base_type(input: &mut Input<'_, '_>) -> Outcome<BaseType> {
    match input.next() {
        TokenKind::Symbol(WILDCARD) => {
            input.take();
            Ok(BaseType::Incomplete(hole(input)))
        }
        TokenKind::Name(name) => match name.parse() {
            Ok(dtype) => {
                input.take();
                Ok(BaseType::Data(dtype))
            }
            Err(_) if input.context.params.get(name).is_some() => Ok(BaseType::Param(param(input, name)?)),
            Err(_) => Err(mistake(ErrorKind::UnknownType((*name).to_owned()), input.here())),
        },
        _ => input.refuse("a data type"),
    }
}

/// A type parameter of this name, which stands here.
pub(super) fn param(input: &mut Input<'_, '_>, name: &str) -> Outcome<Arc<TypeParam>> {
    let Some(param) = input.context.params.get(name).map(Arc::clone) else {
        return Err(mistake(ErrorKind::UnknownParameter(name.to_owned()), input.here()));
    };
    input.take();
    Ok(param)
}
