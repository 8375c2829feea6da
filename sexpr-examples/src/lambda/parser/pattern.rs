//! Patterns.

use winnow::Parser;

use super::{Input, Outcome, atom_follows, span_since};
use crate::lambda::ast::Pattern;
use crate::lambda::token::{PATTERN, TokenKind, WILDCARD};
use crate::text::{Unique, word};

/// What is begun and goes on with a pattern.
enum Begun {
    Bracket { start: usize },
    Constructor { name: String, arguments: Vec<Pattern>, start: usize },
}

/// `pattern`
pub(super) fn pattern(input: &mut Input<'_, '_>) -> Outcome<Pattern> {
    let mut begun: Vec<Begun> = Vec::new();
    let mut unique = Unique::new("variable");
    loop {
        let start = input.start();
        let span = input.context.span(input.here());
        let mut read = match input.next() {
            TokenKind::Symbol("(") => {
                input.take();
                begun.push(Begun::Bracket { start });
                continue;
            }
            TokenKind::Constructor(name) => {
                let is_argument = matches!(begun.last(), Some(Begun::Constructor { .. }));
                let (name, arguments) = ((*name).to_owned(), Vec::new());
                input.take();
                if !is_argument && atom_follows(input, &["(", WILDCARD], PATTERN) {
                    begun.push(Begun::Constructor { name, arguments, start });
                    continue;
                }
                Pattern::Constructor { name, arguments, span }
            }
            TokenKind::Name(name) => {
                unique.add(name, input.here())?;
                input.take();
                Pattern::Variable { name: (*name).to_owned(), span }
            }
            TokenKind::Symbol(WILDCARD) => {
                input.take();
                Pattern::Wildcard { span }
            }
            TokenKind::Integer(value) => {
                input.take();
                Pattern::Integer { value: *value, span }
            }
            TokenKind::String(value) => {
                input.take();
                Pattern::String { value: value.clone(), span }
            }
            _ => return input.refuse(PATTERN),
        };
        // What was read may end what was begun before, and that, what was begun before that.
        loop {
            match begun.pop() {
                None => return Ok(read),
                Some(Begun::Bracket { start }) => {
                    word(")").parse_next(input)?;
                    *read.span_mut() = span_since(input, start);
                }
                Some(Begun::Constructor { name, mut arguments, start }) => {
                    arguments.push(read);
                    if atom_follows(input, &["(", WILDCARD], PATTERN) {
                        begun.push(Begun::Constructor { name, arguments, start });
                        break;
                    }
                    read = Pattern::Constructor { name, arguments, span: span_since(input, start) };
                }
            }
        }
    }
}
