//! Patterns.
//!
//! ```text
//! pattern := "_" | LOCAL [ ":" type ] | CTOR [ "(" patterns ")" ] | "(" [ pattern { "," pattern } [ "," ] ] ")"
//! ```

use std::collections::HashMap;
use std::sync::Arc;

use super::cursor::PATTERN;
use super::{Outcome, Parser, bind_once, fail};
use crate::relay::error::ErrorKind;
use crate::relay::ir::{LocalVar, Pattern, PatternKind};
use crate::relay::token::{Place, TokenKind, WILDCARD};

/// The variables of a whole pattern, and where each is.
type Bound<'s> = HashMap<&'s str, Place>;

impl<'s> Parser<'_, 's> {
    /// A pattern whose variables are bound until the caller leaves their scope.
    pub(super) fn clause_pattern(&mut self) -> Outcome<Pattern> {
        self.pattern(&mut Bound::new())
    }

    fn pattern(&mut self, bound: &mut Bound<'s>) -> Outcome<Pattern> {
        self.enter()?;
        let place = self.cursor.here();
        let kind = match self.cursor.next() {
            TokenKind::Symbol(WILDCARD) => {
                self.cursor.take();
                PatternKind::Wildcard
            }
            TokenKind::Local(name) => {
                self.cursor.take();
                bind_once("the variable", name, place.clone(), bound)?;
                let annotation = self.annotation()?;
                let span = self.cursor.span_since(place.start);
                let var = Arc::new(LocalVar { name: (*name).to_owned(), annotation, span });
                self.locals.bind(name, Arc::clone(&var));
                PatternKind::Var(var)
            }
            TokenKind::Name(name) => {
                if !self.names.constructors.contains_key(name) {
                    return fail(ErrorKind::UnknownConstructor((*name).to_owned()), place);
                }
                self.cursor.take();
                let args = if self.cursor.takes("(") { self.patterns(bound)?.0 } else { Vec::new() };
                PatternKind::Constructor { name: (*name).to_owned(), args }
            }
            TokenKind::Symbol("(") => {
                self.cursor.take();
                let (mut members, is_tuple) = self.patterns(bound)?;
                match members.pop() {
                    Some(only) if !is_tuple => only.kind,
                    last => {
                        members.extend(last);
                        PatternKind::Tuple(members)
                    }
                }
            }
            _ => return self.cursor.refuse(PATTERN),
        };
        self.leave();
        Ok(Pattern { kind, span: self.cursor.span_since(place.start) })
    }

    /// What stands behind a `(`, up to the `)`, and whether it is a tuple if nothing stands before it.
    fn patterns(&mut self, bound: &mut Bound<'s>) -> Outcome<(Vec<Pattern>, bool)> {
        let mut patterns = Vec::new();
        if self.cursor.takes(")") {
            return Ok((patterns, true));
        }
        loop {
            patterns.push(self.pattern(bound)?);
            if patterns.len() == 1 && self.cursor.takes(")") {
                return Ok((patterns, false));
            }
            if !self.cursor.goes_on(")")? {
                return Ok((patterns, true));
            }
        }
    }
}
