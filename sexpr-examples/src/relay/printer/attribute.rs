//! Attributes.

use super::Printer;
use super::constant::float;
use crate::relay::ir::{Attribute, Attributes};

impl Printer<'_> {
    /// `name=value` for each; what stands between them and what is before them is given.
    pub(super) fn attributes(&mut self, attributes: &Attributes, between: &str) {
        for (index, (name, value)) in attributes.iter().enumerate() {
            self.text(if index == 0 { between } else { ", " });
            self.display(format_args!("{name}="));
            self.attribute(value);
        }
    }

    fn attribute(&mut self, value: &Attribute) {
        match value {
            Attribute::Float(value) => self.text(&float(*value)),
            Attribute::List(items) => {
                self.text("[");
                self.list(items, Self::attribute);
                self.text("]");
            }
            value => self.display(value),
        }
    }
}
