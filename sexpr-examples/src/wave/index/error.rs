//! What can be wrong with the text of an expression.

use super::limits::{DEPTH_LIMIT, NEST_LIMIT, PARTS_LIMIT};

/// A text is no index expression, condition or sequence.
///
/// ```
/// use sexpr_examples::wave::index::IndexExpr;
///
/// let error = "4 * (x + )".parse::<IndexExpr>().unwrap_err();
/// assert_eq!(error.to_string(), "at byte 9: expected an expression, found `)`");
/// assert_eq!(error.at(), 9);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IndexError {
    /// Something else should stand here.
    #[error("at byte {at}: expected {expected}, found {found}")]
    Expected {
        /// Where.
        at: usize,
        /// What may stand here.
        expected: &'static str,
        /// What does.
        found: String,
    },
    /// No word begins with this character.
    #[error("at byte {at}: unexpected character {found:?}: names consist of letters, digits, `_` and `$`")]
    Character {
        /// Where.
        at: usize,
        /// The character.
        found: char,
    },
    /// A number that is none, or out of range.
    #[error("at byte {at}: expected an integer from -9223372036854775808 to 9223372036854775807, found `{found}`")]
    Number {
        /// Where.
        at: usize,
        /// What is written.
        found: String,
    },
    /// Brackets within brackets.
    #[error("at byte {at}: brackets nest more than {NEST_LIMIT} levels deep: name a part by a symbol")]
    Nest {
        /// Where.
        at: usize,
    },
    /// Operations within operations.
    #[error("at byte {at}: this is more than {DEPTH_LIMIT} operations deep: name a part by a symbol")]
    TooDeep {
        /// Where.
        at: usize,
    },
    /// Too many numbers, symbols and operations.
    #[error("at byte {at}: this has more than {PARTS_LIMIT} numbers, symbols and operations: name a part by a symbol")]
    TooLarge {
        /// Where.
        at: usize,
    },
}

impl IndexError {
    /// At which byte of the text.
    pub fn at(&self) -> usize {
        match self {
            Self::Expected { at, .. }
            | Self::Character { at, .. }
            | Self::Number { at, .. }
            | Self::Nest { at }
            | Self::TooDeep { at }
            | Self::TooLarge { at } => *at,
        }
    }
}
