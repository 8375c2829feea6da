//! Attributes: `strides=[1, 1]`.

use super::{Outcome, Parser, fail};
use crate::relay::error::ErrorKind;
use crate::relay::ir::{Attribute, Attributes};
use crate::relay::token::TokenKind;

/// What messages call a value.
const VALUE: &str = "an attribute's value";

impl Parser<'_, '_> {
    pub(super) fn attribute_follows(&self) -> bool {
        matches!(self.cursor.next(), TokenKind::Name(_)) && self.cursor.is(1, "=")
    }

    /// `NAME "=" value`
    pub(super) fn attribute(&mut self, attributes: &mut Attributes) -> Outcome<()> {
        let (name, place) = self.cursor.name("an attribute's name")?;
        self.cursor.expect("=")?;
        let value = self.attribute_value()?;
        if attributes.insert(name.to_owned(), value).is_some() {
            return fail(ErrorKind::Duplicate { what: "the attribute", name: name.to_owned() }, place);
        }
        Ok(())
    }

    fn attribute_value(&mut self) -> Outcome<Attribute> {
        let start = self.cursor.start();
        let is_negative = self.cursor.takes_minus();
        let value = match self.cursor.next() {
            TokenKind::Int(value, _) => {
                self.cursor.take();
                let value = if is_negative { -i128::from(*value) } else { i128::from(*value) };
                return match i64::try_from(value) {
                    Ok(value) => Ok(Attribute::Int(value)),
                    Err(_) => fail(ErrorKind::TooLarge(value.to_string()), self.cursor.place_since(start)),
                };
            }
            TokenKind::Float(value, _) => Attribute::Float(if is_negative { -value } else { *value }),
            _ if is_negative => return self.cursor.refuse("a number"),
            TokenKind::Keyword("True") => Attribute::Bool(true),
            TokenKind::Keyword("False") => Attribute::Bool(false),
            TokenKind::Name("None") => Attribute::None,
            TokenKind::String(text) => Attribute::Text(text.clone()),
            TokenKind::Symbol("[") => return self.attribute_list("]"),
            TokenKind::Symbol("(") => return self.attribute_list(")"),
            _ => return self.cursor.refuse(VALUE),
        };
        self.cursor.take();
        Ok(value)
    }

    fn attribute_list(&mut self, closing: &'static str) -> Outcome<Attribute> {
        self.enter()?;
        self.cursor.take();
        let mut items = Vec::new();
        let mut goes_on = !self.cursor.takes(closing);
        while goes_on {
            items.push(self.attribute_value()?);
            goes_on = self.cursor.goes_on(closing)?;
        }
        self.leave();
        Ok(Attribute::List(items))
    }
}
