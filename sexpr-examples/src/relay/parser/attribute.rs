//! Attributes: `strides=[1, 1]`.

use winnow::Parser;

use super::constant::{signed, takes_minus};
use super::primary::meta;
use super::{Context, Input, Outcome, name};
use crate::relay::error::ErrorKind;
use crate::relay::ir::{Attribute, Attributes};
use crate::relay::token::{META, TokenKind};
use crate::text::{Rule, SyntaxError, list, mistake, nested, word};

/// What messages call a value.
const VALUE: &str = "an attribute's value";

/// `"(" { item "," } { NAME "=" value "," } ")"`
pub(super) fn arguments<'t, 's: 't, T>(
    input: &mut Input<'t, 's>,
    mut item: impl Rule<'t, TokenKind<'s>, Context<'t, 's>, T>,
) -> Outcome<(Vec<T>, Attributes)> {
    let (mut arguments, mut attributes) = (Vec::new(), Attributes::new());
    let argument = |input: &mut Input<'t, 's>| {
        if matches!(input.next(), TokenKind::Name(_)) && input.is(1, "=") {
            return attribute(input, &mut attributes);
        }
        let place = input.here();
        arguments.push(item.parse_next(input)?);
        if attributes.is_empty() { Ok(()) } else { Err(mistake(ErrorKind::Positional, place)) }
    };
    list("(", argument, ")").void().parse_next(input)?;
    Ok((arguments, attributes))
}

/// `NAME "=" value`
fn attribute(input: &mut Input<'_, '_>, attributes: &mut Attributes) -> Outcome<()> {
    let (name, place) = name(input, "an attribute's name")?;
    word("=").parse_next(input)?;
    let value = value(input)?;
    if attributes.insert(name.to_owned(), value).is_some() {
        return Err(mistake(SyntaxError::Duplicate { what: "attribute", name: name.to_owned() }, place));
    }
    Ok(())
}

fn value(input: &mut Input<'_, '_>) -> Outcome<Attribute> {
    let start = input.start();
    let is_negative = takes_minus(input);
    let value = match input.next() {
        TokenKind::Int(value, _) => {
            input.take();
            return Ok(Attribute::Int(signed(*value, is_negative, input.place_since(start))?));
        }
        TokenKind::Float(value, _) => Attribute::Float(if is_negative { -value } else { *value }),
        _ if is_negative => return input.refuse("a number"),
        TokenKind::Keyword("True") => Attribute::Bool(true),
        TokenKind::Keyword("False") => Attribute::Bool(false),
        TokenKind::Name(META) if input.is(1, "[") => return meta(input).map(Attribute::Meta),
        TokenKind::Name("None") => Attribute::None,
        TokenKind::String(text) => Attribute::Text(text.clone()),
        TokenKind::Symbol("[") => return values(input, "[", "]"),
        TokenKind::Symbol("(") => return values(input, "(", ")"),
        _ => return input.refuse(VALUE),
    };
    input.take();
    Ok(value)
}

fn values(input: &mut Input<'_, '_>, open: &'static str, close: &'static str) -> Outcome<Attribute> {
    let mut items: Vec<Attribute> = nested(list(open, value, close)).parse_next(input)?;
    items.shrink_to_fit();
    Ok(Attribute::List(items))
}
