//! Texts of every language of the crate: sources and places in them, and mistakes with excerpts.

mod message;
mod mistake;
mod problem;
mod source;

pub use mistake::{MistakeKind, ParseError};
pub use problem::Problem;
pub use source::{ReadError, Source, Span};

pub(crate) use message::{elided, listed, shortened};
pub(crate) use mistake::Mistake;
