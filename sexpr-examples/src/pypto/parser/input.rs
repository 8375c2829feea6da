//! Rules for single tokens, and what all rules share.

use winnow::Parser;

use super::MODULE;
use crate::pypto::error::ErrorKind;
use crate::pypto::syntax::Name;
use crate::pypto::token::TokenKind;
use crate::text::{self, elided, mistake, token, word};

/// The tokens that rules read.
pub(super) type Input<'t, 's> = text::Input<'t, TokenKind<'s>, Context<'s>>;

/// Why a rule does not fit.
pub(super) type Failure = text::Failure<ErrorKind>;

/// The result of a rule.
pub(super) type Outcome<T> = Result<T, Failure>;

/// What all rules share.
#[derive(Debug)]
pub(super) struct Context<'s> {
    /// What the module of types is called.
    pub(super) module: &'s str,
    /// Whether a variable was bound that is called like the operator `abs`.
    pub(super) binds_abs: bool,
}

impl Default for Context<'_> {
    fn default() -> Self {
        Self { module: MODULE, binds_abs: false }
    }
}

/// `NAME`
pub(super) fn name<'s>(input: &mut Input<'_, 's>) -> Outcome<Name<'s>> {
    input.context.binds_abs |= matches!(input.next(), TokenKind::Name("abs")) && !input.is(1, "(");
    token("a name", |token| match token.kind {
        TokenKind::Name(text) => Some(Name { text, place: token.place.clone() }),
        _ => None,
    })
    .parse_next(input)
}

/// The end of a line.
pub(super) fn newline(input: &mut Input<'_, '_>) -> Outcome<()> {
    token("the end of the line", |token| (token.kind == TokenKind::Newline).then_some(())).parse_next(input)
}

/// The module's name and a dot, before something of the module.
pub(super) fn module(input: &mut Input<'_, '_>) -> Outcome<()> {
    let dotted = input.is(1, ".");
    if dotted
        && let TokenKind::Name(found) = input.next()
        && *found != input.context.module
    {
        let kind = ErrorKind::Module { found: elided(found), module: elided(input.context.module) };
        return Err(mistake(kind, input.here()));
    }
    // A name without a dot is refused as a whole: what is missing is not the dot.
    token("the module's name", |token| (dotted && matches!(token.kind, TokenKind::Name(_))).then_some(()))
        .parse_next(input)?;
    word(".").void().parse_next(input)
}
