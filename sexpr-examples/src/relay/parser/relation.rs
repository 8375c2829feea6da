//! What stands behind `where`.
//!
//! ```text
//! relation := NAME [ "(" { type "," } { NAME "=" attribute "," } ")" ]
//! ```

use winnow::Parser;
use winnow::combinator::{opt, separated};

use super::attribute::arguments;
use super::types::ty;
use super::{Failure, Input, Outcome, name};
use crate::relay::ir::{Attributes, Type, TypeRelation};
use crate::relay::token::TokenKind;
use crate::text::word;

/// The relations of a function of these types. Without brackets, one is about all of them.
pub(super) fn relations(input: &mut Input<'_, '_>, args: &[Type], result: &Type) -> Outcome<Vec<TypeRelation>> {
    separated(1.., |input: &mut Input<'_, '_>| relation(input, args, result), separator).parse_next(input)
}

/// A comma between relations. Another one may belong to a list that the function's type is in.
fn separator(input: &mut Input<'_, '_>) -> Outcome<()> {
    if matches!(input.peek(1), TokenKind::Name(_)) {
        word(",").void().parse_next(input)
    } else {
        Err(Failure::Unexpected)
    }
}

fn relation(input: &mut Input<'_, '_>, args: &[Type], result: &Type) -> Outcome<TypeRelation> {
    let (name, _) = name(input, "a relation")?;
    let written = opt(|input: &mut Input<'_, '_>| arguments(input, ty)).parse_next(input)?;
    let (args, attributes) =
        written.unwrap_or_else(|| (args.iter().chain([result]).cloned().collect(), Attributes::new()));
    Ok(TypeRelation { name: name.to_owned(), args, attributes })
}
