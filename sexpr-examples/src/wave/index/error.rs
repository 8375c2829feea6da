//! What can be wrong with the text of an expression.

use std::fmt;

use super::limits::{DEPTH_LIMIT, PARTS_LIMIT};
use crate::text::{self, MistakeKind, SyntaxError};

/// A text is no index expression, condition or sequence.
///
/// ```
/// use sexpr_examples::wave::index::IndexExpr;
///
/// let error = "4 * (x + )".parse::<IndexExpr>().unwrap_err();
/// assert_eq!(error.to_string(), "at byte 9: expected an expression, found `)`");
/// assert_eq!(error.at(), 9);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexError {
    at: usize,
    kind: ErrorKind,
}

/// A mistake and its place.
pub(super) type Mistake = text::Mistake<ErrorKind>;

/// What is wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A mistake that every language knows.
    #[error(transparent)]
    Syntax(#[from] SyntaxError),
    /// Operations within operations.
    #[error("this is more than {DEPTH_LIMIT} operations deep")]
    TooDeep,
    /// Too many numbers, symbols and operations.
    #[error("this has more than {PARTS_LIMIT} numbers, symbols and operations")]
    TooLarge,
}

impl MistakeKind for ErrorKind {
    fn help(&self) -> Option<String> {
        let help = match self {
            Self::Syntax(SyntaxError::Character(_)) => "names consist of letters, digits, `_` and `$`",
            Self::Syntax(SyntaxError::Number(_)) => "numbers are integers; a name cannot begin with a digit",
            Self::Syntax(SyntaxError::Nest(_)) | Self::TooDeep | Self::TooLarge => "name a part by a symbol",
            Self::Syntax(error) => return error.help(),
        };
        Some(help.to_owned())
    }
}

impl IndexError {
    /// At which byte of the text.
    pub fn at(&self) -> usize {
        self.at
    }

    /// What is wrong.
    pub fn kind(&self) -> &ErrorKind {
        &self.kind
    }
}

impl From<Mistake> for IndexError {
    fn from(mistake: Mistake) -> Self {
        Self { at: mistake.range.start, kind: mistake.kind }
    }
}

impl fmt::Display for IndexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at byte {}: {}", self.at, self.kind)?;
        match self.kind.help() {
            Some(help) => write!(f, ": {help}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for IndexError {}
