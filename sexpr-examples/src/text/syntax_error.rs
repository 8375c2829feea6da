//! The mistakes that texts of every language can have.

use super::{MistakeKind, elided, listed};

/// A text does not follow its language's grammar.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SyntaxError {
    /// Another token should be here.
    #[error("expected {expected}, found {found}")]
    Expected {
        /// The tokens that may be here.
        expected: String,
        /// The token that is.
        found: String,
        /// What to write instead, where that can be guessed.
        help: Option<&'static str>,
    },
    /// No token begins with this character.
    #[error("unexpected character {0:?}")]
    Character(char),
    /// A bracket is open at the end of the text.
    #[error("`{0}` is never closed")]
    Unclosed(&'static str),
    /// A closing bracket without an opening one of its kind.
    #[error("`{0}` closes nothing")]
    Unopened(&'static str),
    /// A string without an end on its line.
    #[error("the string has no closing quote on its line")]
    Unterminated,
    /// A backslash in a string, followed by something without a meaning.
    #[error("`{0}` is not an escape sequence")]
    Escape(String),
    /// A word that begins like a number.
    #[error("`{0}` is not a number")]
    Number(String),
    /// An integer that is out of range.
    #[error("the integer {0} is out of range")]
    Integer(String),
    /// A floating-point number that is out of range.
    #[error("the number {0} is out of range")]
    Float(String),
    /// A word that means something else.
    #[error("`{0}` is a reserved word and cannot be a name")]
    Reserved(String),
    /// Two things of one kind with one name.
    #[error("duplicate {what} `{}`", elided(.name))]
    Duplicate {
        /// Their kind.
        what: &'static str,
        /// Their name.
        name: String,
    },
    /// Brackets in brackets, or blocks in blocks, beyond this limit.
    #[error("this nests more than {0} levels deep")]
    Nest(usize),
}

impl SyntaxError {
    /// Something else than one of these was found.
    pub(crate) fn expected(expected: &[String], found: impl ToString, help: Option<&'static str>) -> Self {
        Self::Expected { expected: listed(expected), found: found.to_string(), help }
    }
}

/// The help is what applies to every language; a language knows more about its characters, numbers and limits.
impl MistakeKind for SyntaxError {
    fn help(&self) -> Option<String> {
        let help = match self {
            Self::Expected { help, .. } => (*help)?,
            Self::Unclosed(_) => "close it, or remove it",
            Self::Unopened(_) => "remove it, or open the bracket before",
            Self::Unterminated => "close it; a line break in a string is written `\\n`",
            Self::Integer(_) => "integers reach from -9223372036854775808 to 9223372036854775807",
            Self::Float(_) => "numbers reach to about 1.8e308",
            Self::Reserved(_) => "choose another name",
            Self::Duplicate { .. } => "rename one of them",
            Self::Character(_) | Self::Escape(_) | Self::Number(_) | Self::Nest(_) => return None,
        };
        Some(help.to_owned())
    }

    fn label(&self) -> String {
        match self {
            Self::Expected { .. } => self.to_string(),
            _ => String::new(),
        }
    }
}
