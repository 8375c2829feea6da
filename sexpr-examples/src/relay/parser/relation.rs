//! What stands behind `where`.
//!
//! ```text
//! relation := NAME [ "(" { type "," } { NAME "=" attribute "," } ")" ]
//! ```

use super::{Outcome, Parser, fail};
use crate::relay::error::ErrorKind;
use crate::relay::ir::{Attributes, Type, TypeRelation};
use crate::relay::token::TokenKind;

impl Parser<'_, '_> {
    /// The relations of a function of these types. Without brackets, one is about all of them.
    pub(super) fn relations(&mut self, args: &[Type], result: &Type) -> Outcome<Vec<TypeRelation>> {
        let mut relations = Vec::new();
        loop {
            let (name, _) = self.cursor.name("a relation")?;
            let mut relation = TypeRelation { name: name.to_owned(), args: Vec::new(), attributes: Attributes::new() };
            if self.cursor.takes("(") {
                self.relation_arguments(&mut relation)?;
            } else {
                relation.args.extend_from_slice(args);
                relation.args.push(result.clone());
            }
            relations.push(relation);
            // Another comma may belong to a list that the function's type stands in.
            if !(self.cursor.is(0, ",") && matches!(self.cursor.peek(1), TokenKind::Name(_))) {
                return Ok(relations);
            }
            self.cursor.take();
        }
    }

    /// What stands behind the `(`.
    fn relation_arguments(&mut self, relation: &mut TypeRelation) -> Outcome<()> {
        if self.cursor.takes(")") {
            return Ok(());
        }
        loop {
            if self.attribute_follows() {
                self.attribute(&mut relation.attributes)?;
            } else if relation.attributes.is_empty() {
                relation.args.push(self.ty()?);
            } else {
                return fail(ErrorKind::Positional, self.cursor.here());
            }
            if !self.cursor.goes_on(")")? {
                return Ok(());
            }
        }
    }
}
