//! Calls and projections.
//!
//! ```text
//! postfix := primary { "(" arguments ")" | "." INT } | ( GLOBAL | NAME ) "<" type arguments ">" "(" arguments ")" …
//! arguments := { expr "," } { NAME "=" attribute "," }
//! ```

use super::cursor::INDEX;
use super::{Outcome, Parser, Read, fail};
use crate::relay::error::ErrorKind;
use crate::relay::ir::{Attributes, ExprKind, TypeArgument};
use crate::relay::token::TokenKind;

impl Parser<'_, '_> {
    /// A primary expression and what follows it. `minus` is where the sign of a literal stands.
    pub(super) fn postfix(&mut self, minus: Option<usize>) -> Outcome<Read> {
        let start = minus.unwrap_or(self.cursor.start());
        let mut read = self.primary(minus)?;
        loop {
            if self.cursor.is(0, "(") {
                read = self.call(read, Vec::new(), start)?;
            } else if self.cursor.takes(".") {
                let index = self.index()?;
                let depth = self.around(start, [read.depth])?;
                read = self.read(ExprKind::Project { tuple: read.node, index }, start, depth);
            } else {
                return Ok(read);
            }
        }
    }

    /// What is known by its name, called if it has type arguments.
    pub(super) fn named(&mut self, kind: ExprKind, start: usize) -> Outcome<Read> {
        let read = self.leaf(kind, start);
        if !self.cursor.is(0, "<") {
            return Ok(read);
        }
        self.cursor.take();
        let type_args = self.type_arguments()?;
        self.call(read, type_args, start)
    }

    fn index(&mut self) -> Outcome<u32> {
        let place = self.cursor.here();
        let TokenKind::Int(value, None) = self.cursor.next() else { return self.cursor.refuse(INDEX) };
        let Ok(index) = u32::try_from(*value) else {
            return fail(ErrorKind::Index(value.to_string()), place);
        };
        self.cursor.take();
        Ok(index)
    }

    /// A call whose arguments follow.
    fn call(&mut self, function: Read, type_args: Vec<TypeArgument>, start: usize) -> Outcome<Read> {
        self.cursor.expect("(")?;
        let (mut args, mut attributes, mut depth) = (Vec::new(), Attributes::new(), function.depth);
        let mut goes_on = !self.cursor.takes(")");
        while goes_on {
            if self.attribute_follows() {
                self.attribute(&mut attributes)?;
            } else if attributes.is_empty() {
                let arg = self.expr()?;
                depth = depth.max(arg.depth);
                args.push(*arg.node);
            } else {
                return fail(ErrorKind::Positional, self.cursor.here());
            }
            goes_on = self.cursor.goes_on(")")?;
        }
        let depth = self.around(start, [depth])?;
        Ok(self.read(ExprKind::Call { function: function.node, type_args, args, attributes }, start, depth))
    }
}
