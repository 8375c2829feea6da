//! Reading texts, for every language of the crate: sources, tokens, rules and mistakes.
//!
//! A lexer splits a [`Source`] into tokens, and a parser reads these by rules; both are built on winnow:
//!
//! - `Scanner` is the part of a lexer that is the same in every language: places, matching brackets, strings.
//!   `literal` reads numbers and escape sequences.
//! - `Word` is the trait of a language's tokens: which symbols there are, and how messages call a token.
//! - `Input` is the stream of tokens that rules read. It remembers which tokens would have been accepted at the furthest
//!   place, for the message where no rule fits.
//! - A mistake is a kind and a place ([`ParseError`]). [`SyntaxError`] has the kinds that every language knows. A
//!   [`Problem`] is a mistake of a program that need not have a text.
//!
//! A rule that calls itself takes native stack: `nested` limits that. The rules of `lambda` keep a stack of their own
//! instead of calling themselves, since programs there may be as deep as memory allows.

mod cursor;
mod input;
pub(crate) mod literal;
mod message;
mod mistake;
mod problem;
mod scanner;
mod scope;
mod source;
mod syntax_error;
mod token;
mod unique;
mod variable;

pub use cursor::Cursor;
pub use mistake::{MistakeKind, ParseError};
pub use problem::Problem;
pub use source::{ReadError, Source, Span};
pub use syntax_error::SyntaxError;
pub(crate) use variable::innermost_field;
pub use variable::{Binder, Variable};

pub(crate) use input::{Failure, Input, Rule, end, items, labelled, list, mistake, nested, parse, token, word};
pub(crate) use message::{elided, listed, shortened};
pub(crate) use mistake::Mistake;
pub(crate) use scanner::Scanner;
pub(crate) use scope::{Mark, Scope};
pub(crate) use token::{Place, Token, Tokens, Word, begins_name, continues_name, keyword};
pub(crate) use unique::Unique;
