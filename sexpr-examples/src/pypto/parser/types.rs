//! Types.

use winnow::Parser;
use winnow::combinator::{delimited, opt, preceded, separated, separated_pair, terminated};

use super::expr::expr;
use super::input::{Input, Outcome, module};
use crate::pypto::error::ErrorKind;
use crate::pypto::ir::{DataType, TileType};
use crate::pypto::syntax::{Expr, TypeExpr, TypeKind};
use crate::pypto::token::TokenKind;
use crate::text::{elided, labelled, list, mistake, nested, token, word};

/// What the module has beside the data types.
pub(super) const OTHER_TYPES: [&str; 4] = ["Tensor", "Tile", "Unknown", "UnknownType"];

/// What follows `->`: `type { "," type } | "tuple" "[" type { "," type } "]"`. The brackets list the results' types; one
/// result that is a tuple is written with two pairs.
pub(super) fn returns<'s>(input: &mut Input<'_, 's>) -> Outcome<Vec<TypeExpr<'s>>> {
    let mut types: Vec<TypeExpr<'s>> = separated(1.., ty, word(",")).parse_next(input)?;
    match &mut *types {
        [TypeExpr { kind: TypeKind::Tuple(several), .. }] if !several.is_empty() => Ok(std::mem::take(several)),
        _ => Ok(types),
    }
}

/// `type`
pub(super) fn ty<'s>(input: &mut Input<'_, 's>) -> Outcome<TypeExpr<'s>> {
    let start = input.start();
    let kind = labelled("a type", kind).parse_next(input)?;
    Ok(TypeExpr { kind, place: input.place_since(start) })
}

fn kind<'s>(input: &mut Input<'_, 's>) -> Outcome<TypeKind<'s>> {
    if matches!(input.next(), TokenKind::Name("tuple")) && !input.is(1, ".") {
        input.take();
        return list("[", nested(ty), "]").map(TypeKind::Tuple).parse_next(input);
    }
    let start = input.start();
    if !input.is(1, ".") {
        match input.next() {
            TokenKind::Name("ScalarType") => {
                return constructed(input, false).map(|(_, dtype)| TypeKind::Scalar(dtype));
            }
            TokenKind::Name("TensorType") => {
                return constructed(input, true).map(|(shape, dtype)| TypeKind::Tensor(shape, dtype));
            }
            TokenKind::Name("UnknownType") => {
                input.take();
                return opt((word("("), word(")"))).map(|_| TypeKind::Unknown).parse_next(input);
            }
            _ => {}
        }
    }
    module.parse_next(input)?;
    match input.next() {
        TokenKind::Name("Unknown" | "UnknownType") => {
            input.take();
            Ok(TypeKind::Unknown)
        }
        TokenKind::Name("Tensor") => {
            input.take();
            let (shape, dtype) = shaped(input)?;
            Ok(TypeKind::Tensor(shape, dtype))
        }
        TokenKind::Name("Tile") => {
            input.take();
            let (shape, dtype) = shaped(input)?;
            if shape.len() > TileType::MAX_DIMENSIONS {
                return Err(mistake(ErrorKind::Tile(shape.len()), input.place_since(start)));
            }
            Ok(TypeKind::Tile(shape, dtype))
        }
        _ => named(input, false).map(TypeKind::Scalar),
    }
}

/// `"((" dims ")," P "." DTYPE ")"`
fn shaped<'s>(input: &mut Input<'_, 's>) -> Outcome<(Vec<Expr<'s>>, DataType)> {
    let dims = list("(", nested(expr), ")");
    let dtype = (labelled("a data type", module), data_type).map(|(_, dtype)| dtype);
    let both = terminated(separated_pair(dims, word(","), dtype), opt(word(",")));
    delimited(word("("), both, word(")")).parse_next(input)
}

/// `( "ScalarType" | "TensorType" ) "(" DTYPE [ "," "[" dims "]" ] ")"`
fn constructed<'s>(input: &mut Input<'_, 's>, has_shape: bool) -> Outcome<(Vec<Expr<'s>>, DataType)> {
    input.take();
    word("(").parse_next(input)?;
    let dtype = data_type(input)?;
    let shape =
        if has_shape { preceded(word(","), list("[", nested(expr), "]")).parse_next(input)? } else { Vec::new() };
    terminated(opt(word(",")), word(")")).parse_next(input)?;
    Ok((shape, dtype))
}

/// The name of a data type, after the module's.
pub(super) fn data_type(input: &mut Input<'_, '_>) -> Outcome<DataType> {
    named(input, true)
}

/// The same; whether only data types may stand here decides on the message.
fn named(input: &mut Input<'_, '_>, only_data: bool) -> Outcome<DataType> {
    if let TokenKind::Name(name) = input.next()
        && name.parse::<DataType>().is_err()
    {
        let (module, found, similar) = (elided(input.context.module), elided(name), similar(name, only_data));
        let kind = if only_data {
            ErrorKind::DataType { module, found, similar }
        } else {
            ErrorKind::Type { module, found, similar }
        };
        return Err(mistake(kind, input.here()));
    }
    token("a data type", |token| match token.kind {
        TokenKind::Name(name) => name.parse().ok(),
        _ => None,
    })
    .parse_next(input)
}

/// The type whose name differs least from a word, if it differs little.
fn similar(word: &str, only_data: bool) -> Option<&'static str> {
    let spelled = word.to_lowercase().replace("float", "fp");
    let names = DataType::ALL.iter().map(|dtype| dtype.name()).chain(OTHER_TYPES.into_iter().filter(|_| !only_data));
    names
        .map(|name| (strsim::levenshtein(&spelled, &name.to_lowercase()), name))
        .filter(|(distance, name)| distance * 3 <= name.len())
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}
