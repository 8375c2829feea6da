//! Types.

use winnow::Parser;
use winnow::combinator::{delimited, opt, separated, separated_pair, terminated};
use winnow::stream::Stream;

use super::expr::expr;
use super::input::{
    Input, Outcome, here, is_symbol, labelled, module, nested, next, place_since, refuse, start, symbol, token,
};
use crate::pypto::error::ErrorKind;
use crate::pypto::ir::{DataType, TileType};
use crate::pypto::syntax::{Expr, TypeExpr, TypeKind};
use crate::pypto::token::TokenKind;

/// What the module has beside the data types.
const OTHER_TYPES: [&str; 3] = ["Tensor", "Tile", "Unknown"];

/// What follows `->`: `type | "tuple" "[" type { "," type } "]"`. The brackets list the results' types; one
/// result that is a tuple is written with two pairs.
pub(super) fn returns<'s>(input: &mut Input<'_, 's>) -> Outcome<Vec<TypeExpr<'s>>> {
    let only = ty(input)?;
    Ok(match only.kind {
        TypeKind::Tuple(several) if !several.is_empty() => several,
        _ => vec![only],
    })
}

/// `type`
pub(super) fn ty<'s>(input: &mut Input<'_, 's>) -> Outcome<TypeExpr<'s>> {
    let start = start(input);
    let kind = labelled("a type", kind).parse_next(input)?;
    Ok(TypeExpr { kind, place: place_since(input, start) })
}

fn kind<'s>(input: &mut Input<'_, 's>) -> Outcome<TypeKind<'s>> {
    if matches!(next(input), TokenKind::Name("tuple")) && !is_symbol(input, 1, ".") {
        input.next_token();
        let types = terminated(separated(0.., ty, symbol(",")), opt(symbol(",")));
        return delimited(symbol("["), nested(types), symbol("]")).map(TypeKind::Tuple).parse_next(input);
    }
    let start = start(input);
    module.parse_next(input)?;
    match next(input) {
        TokenKind::Name("Unknown") => {
            input.next_token();
            Ok(TypeKind::Unknown)
        }
        TokenKind::Name("Tensor") => {
            input.next_token();
            let (shape, dtype) = shaped(input)?;
            Ok(TypeKind::Tensor(shape, dtype))
        }
        TokenKind::Name("Tile") => {
            input.next_token();
            let (shape, dtype) = shaped(input)?;
            if shape.len() > TileType::MAX_DIMENSIONS {
                return Err(refuse(ErrorKind::Tile(shape.len()), place_since(input, start)));
            }
            Ok(TypeKind::Tile(shape, dtype))
        }
        _ => data_type.map(TypeKind::Scalar).parse_next(input),
    }
}

/// `"((" dims ")," P "." DTYPE ")"`
fn shaped<'s>(input: &mut Input<'_, 's>) -> Outcome<(Vec<Expr<'s>>, DataType)> {
    let dims = terminated(separated(0.., expr, symbol(",")), opt(symbol(",")));
    let dims = delimited(symbol("("), nested(dims), symbol(")"));
    let dtype = (labelled("a data type", module), data_type).map(|(_, dtype)| dtype);
    let both = terminated(separated_pair(dims, symbol(","), dtype), opt(symbol(",")));
    delimited(symbol("("), both, symbol(")")).parse_next(input)
}

/// The name of a data type, after the module's.
pub(super) fn data_type(input: &mut Input<'_, '_>) -> Outcome<DataType> {
    if let TokenKind::Name(name) = next(input)
        && name.parse::<DataType>().is_err()
    {
        let kind = ErrorKind::Type {
            module: input.state.module.to_owned(),
            found: (*name).to_owned(),
            similar: similar(name),
        };
        return Err(refuse(kind, here(input)));
    }
    token("a data type", |token| match token.kind {
        TokenKind::Name(name) => name.parse().ok(),
        _ => None,
    })
    .parse_next(input)
}

/// The type whose name differs least from a word, if it differs little.
fn similar(word: &str) -> Option<&'static str> {
    let spelled = word.to_lowercase().replace("float", "fp");
    let names = DataType::ALL.iter().map(|dtype| dtype.name()).chain(OTHER_TYPES);
    names
        .filter_map(|name| Some((distance(&spelled, &name.to_lowercase())?, name)))
        .filter(|(distance, name)| distance * 3 <= name.len())
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

/// How many characters must be added, removed or changed to get from one word to the other; nothing where the first
/// is too long to be meant as the name of a type.
fn distance(from: &str, to: &str) -> Option<usize> {
    const LONGEST: usize = 16;
    if from.chars().count() > LONGEST {
        return None;
    }
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (i, a) in from.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, b) in to.iter().enumerate() {
            let changed = diagonal + usize::from(a != *b);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row.last().copied()
}
