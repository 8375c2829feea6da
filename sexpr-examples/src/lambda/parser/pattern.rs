//! Patterns.

use std::collections::HashMap;

use super::bind_once;
use super::cursor::{Cursor, PATTERN};
use crate::lambda::ast::Pattern;
use crate::lambda::error::Mistake;
use crate::lambda::token::{TokenKind, WILDCARD};

/// What is begun and goes on with a pattern.
enum Begun {
    Bracket { start: usize },
    Constructor { name: String, arguments: Vec<Pattern>, start: usize },
}

/// `pattern`
pub(super) fn pattern(cursor: &mut Cursor<'_, '_>) -> Result<Pattern, Mistake> {
    let mut begun: Vec<Begun> = Vec::new();
    let mut bound = HashMap::new();
    loop {
        let start = cursor.here().start;
        let span = cursor.next_span();
        let mut read = match cursor.next() {
            TokenKind::Symbol("(") => {
                cursor.take();
                begun.push(Begun::Bracket { start });
                continue;
            }
            TokenKind::Constructor(name) => {
                let is_argument = matches!(begun.last(), Some(Begun::Constructor { .. }));
                let (name, arguments) = ((*name).to_owned(), Vec::new());
                cursor.take();
                if !is_argument && part_follows(cursor) {
                    begun.push(Begun::Constructor { name, arguments, start });
                    continue;
                }
                Pattern::Constructor { name, arguments, span }
            }
            TokenKind::Name(name) => {
                bind_once("the pattern", name, cursor.here(), &mut bound)?;
                cursor.take();
                Pattern::Variable { name: (*name).to_owned(), span }
            }
            TokenKind::Symbol(WILDCARD) => {
                cursor.take();
                Pattern::Wildcard { span }
            }
            TokenKind::Integer(value) => {
                cursor.take();
                Pattern::Integer { value: *value, span }
            }
            TokenKind::String(value) => {
                cursor.take();
                Pattern::String { value: value.clone(), span }
            }
            _ => {
                cursor.misses(PATTERN);
                return Err(cursor.mistake());
            }
        };
        // What was read may end what was begun before, and that, what was begun before that.
        loop {
            match begun.pop() {
                None => return Ok(read),
                Some(Begun::Bracket { start }) => {
                    cursor.expect(")")?;
                    *read.span_mut() = cursor.span_since(start);
                }
                Some(Begun::Constructor { name, mut arguments, start }) => {
                    arguments.push(read);
                    if part_follows(cursor) {
                        begun.push(Begun::Constructor { name, arguments, start });
                        break;
                    }
                    read = Pattern::Constructor { name, arguments, span: cursor.span_since(start) };
                }
            }
        }
    }
}

/// Whether a part of a constructor's pattern begins here.
fn part_follows(cursor: &mut Cursor<'_, '_>) -> bool {
    let follows = matches!(
        cursor.next(),
        TokenKind::Name(_)
            | TokenKind::Constructor(_)
            | TokenKind::Integer(_)
            | TokenKind::String(_)
            | TokenKind::Symbol("(" | WILDCARD)
    );
    if !follows {
        cursor.misses(PATTERN);
    }
    follows
}
