//! Patterns.
//!
//! ```text
//! pattern := "_" | LOCAL [ ":" type ] | CTOR [ "(" patterns ")" ] | "(" [ pattern { "," pattern } [ "," ] ] ")"
//! ```

use winnow::Parser;
use winnow::combinator::opt;

use super::function::variable;
use super::{Bracketed, Input, Outcome, bracketed, span_since};
use crate::relay::error::ErrorKind;
use crate::relay::ir::{Pattern, PatternKind};
use crate::relay::token::{PATTERN, TokenKind, WILDCARD};
use crate::text::{Unique, list, mistake, nested};

/// A pattern whose variables are bound until the caller leaves their scope.
pub(super) fn clause_pattern(input: &mut Input<'_, '_>) -> Outcome<Pattern> {
    pattern(input, &mut Unique::new("variable"))
}

/// A pattern, or a part of one with these variables.
fn pattern<'s>(input: &mut Input<'_, 's>, unique: &mut Unique<'s>) -> Outcome<Pattern> {
    let start = input.start();
    let kind = nested(|input: &mut Input<'_, 's>| kind(input, unique)).parse_next(input)?;
    Ok(Pattern { kind, span: span_since(input, start) })
}

fn kind<'s>(input: &mut Input<'_, 's>, unique: &mut Unique<'s>) -> Outcome<PatternKind> {
    Ok(match input.next() {
        TokenKind::Symbol(WILDCARD) => {
            input.take();
            PatternKind::Wildcard
        }
        TokenKind::Local(_) => PatternKind::Var(variable(input, unique)?),
        TokenKind::Name(name) => {
            if !input.context.names.constructors.contains_key(name) {
                return Err(mistake(ErrorKind::UnknownConstructor((*name).to_owned()), input.here()));
            }
            input.take();
            let part = |input: &mut Input<'_, 's>| pattern(input, unique);
            let args = opt(list("(", part, ")")).parse_next(input)?.unwrap_or_default();
            PatternKind::Constructor { name: (*name).to_owned(), args }
        }
        TokenKind::Symbol("(") => {
            match bracketed(|input: &mut Input<'_, 's>| pattern(input, unique)).parse_next(input)? {
                Bracketed::One(only) => only.kind,
                Bracketed::Tuple(members) => PatternKind::Tuple(members),
            }
        }
        _ => return input.refuse(PATTERN),
    })
}
