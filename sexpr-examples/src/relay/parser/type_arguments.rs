//! Type arguments, `<(10, 10), float32>`: the text alone does not always say of what kind they are.

use std::sync::Arc;

use winnow::Parser;
use winnow::combinator::delimited;

use super::dims::{arithmetic_sign, dim, dims};
use super::types::ty;
use super::{Input, Outcome};
use crate::relay::ir::{BaseType, Dim, Kind, Shape, Type, TypeArgument, TypeParam};
use crate::relay::token::{TokenKind, WILDCARD};
use crate::text::{items, word};

/// `"<" argument { "," argument } [ "," ] ">"`
pub(super) fn type_arguments(input: &mut Input<'_, '_>) -> Outcome<Vec<TypeArgument>> {
    delimited(word("<"), items(type_argument), word(">")).parse_next(input)
}

fn type_argument(input: &mut Input<'_, '_>) -> Outcome<TypeArgument> {
    if arithmetic_sign(input, input.closing(0) + 1).is_some() {
        return Ok(TypeArgument::Dim(dim(input)?.node));
    }
    match input.next() {
        TokenKind::Int(..) | TokenKind::Symbol("?") => Ok(TypeArgument::Dim(dim(input)?.node)),
        TokenKind::Symbol("(") if shape_follows(input) => Ok(TypeArgument::Shape(Shape::Dims(dims(input)?))),
        TokenKind::Name(name) if !input.is(1, "[") => match input.context.params.get(name).map(Arc::clone) {
            Some(param) => {
                input.take();
                Ok(of_its_kind(param))
            }
            None => Ok(TypeArgument::Type(ty(input)?)),
        },
        _ => Ok(TypeArgument::Type(ty(input)?)),
    }
}

/// Whether the brackets here hold dimensions: nothing but what these are made of, and something that types are
/// not made of.
fn shape_follows(input: &Input<'_, '_>) -> bool {
    let mut is_shape = false;
    for ahead in 1..input.closing(0) {
        match input.peek(ahead) {
            TokenKind::Int(..) | TokenKind::Symbol("?") => is_shape = true,
            TokenKind::Name(name)
                if input.context.params.get(name).is_some_and(|param| param.kind == Kind::ShapeVar) =>
            {
                is_shape = true;
            }
            TokenKind::Name(_) if is_operand(input, ahead) => is_shape = true,
            TokenKind::Symbol("(" | ")" | "," | WILDCARD) => {}
            _ if arithmetic_sign(input, ahead).is_some() => is_shape = true,
            _ => return false,
        }
    }
    is_shape
}

/// Whether something is computed with the token so many tokens on.
fn is_operand(input: &Input<'_, '_>, ahead: usize) -> bool {
    arithmetic_sign(input, ahead - 1).is_some() || arithmetic_sign(input, ahead + 1).is_some()
}

fn of_its_kind(param: Arc<TypeParam>) -> TypeArgument {
    match param.kind {
        Kind::Type | Kind::Constraint => TypeArgument::Type(Type::Param(param)),
        Kind::BaseType => TypeArgument::BaseType(BaseType::Param(param)),
        Kind::Shape => TypeArgument::Shape(Shape::Param(param)),
        Kind::ShapeVar => TypeArgument::Dim(Dim::Param(param)),
    }
}
