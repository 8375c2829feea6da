//! What can be wrong with a program's text: each mistake with its message and a way out.

use crate::text::{self, MistakeKind};

/// A program's text cannot be read; see [`text::ParseError`].
///
/// ```
/// use sexpr_examples::lambda;
///
/// let error = lambda::parse("id.lam", "let id = \\x -> x in id").unwrap_err();
/// assert_eq!(error.to_string(), "id.lam:1:13: expected `.` or a parameter, found `->`");
/// ```
pub type ParseError = text::ParseError<ErrorKind>;

/// A mistake and its place, not yet tied to a source.
pub(super) type Mistake = text::Mistake<ErrorKind>;

/// What is wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// Something else should stand here.
    #[error("expected {expected}, found {found}")]
    Expected {
        /// What may stand here.
        expected: String,
        /// What does.
        found: String,
        /// What to write instead, where that can be guessed.
        help: Option<&'static str>,
    },
    /// No token begins with this character.
    #[error("unexpected character {0:?}")]
    Character(char),
    /// A bracket is open at the end of the file.
    #[error("`{0}` is never closed")]
    Unclosed(char),
    /// A closing bracket without an opening one of its kind.
    #[error("`{0}` closes nothing")]
    Unopened(char),
    /// A string goes on to the end of its line.
    #[error("the string has no closing quote on its line")]
    Unterminated,
    /// A string's backslash is followed by something that means nothing.
    #[error("`{0}` is no escape sequence")]
    Escape(String),
    /// Something begins like a number and is none.
    #[error("`{0}` is no number")]
    Number(String),
    /// An integer is out of range.
    #[error("the integer {0} is out of range")]
    Integer(String),
    /// A word that means something else.
    #[error("`{0}` is a reserved word and cannot be a name")]
    Reserved(&'static str),
    /// Something that must be a variable's name begins with a capital letter.
    #[error("`{0}` is a constructor's name and cannot be a variable's")]
    Capital(String),
    /// One name stands for two things at once.
    #[error("{place} binds `{name}` twice")]
    Duplicate {
        /// What binds it.
        place: &'static str,
        /// The name.
        name: String,
    },
}

impl MistakeKind for ErrorKind {
    fn help(&self) -> Option<String> {
        let help = match self {
            Self::Expected { help, .. } => (*help)?,
            Self::Character(c) => character_help(*c)?,
            Self::Unclosed(_) => "close it, or remove it",
            Self::Unopened(_) => "remove it, or open the bracket before",
            Self::Unterminated => "close it; a line break in a string is written `\\n`",
            Self::Escape(_) => "there are `\\n`, `\\r`, `\\t`, `\\\"`, `\\\\` and, by number, `\\u{1f600}`",
            Self::Number(_) => "numbers are integers such as 12 and -3; a name cannot begin with a digit",
            Self::Integer(_) => "integers reach from -9223372036854775808 to 9223372036854775807",
            Self::Reserved(_) => "choose another name",
            Self::Capital(_) => "begin the name with a small letter",
            Self::Duplicate { .. } => "rename one of them",
        };
        Some(help.to_owned())
    }

    fn label(&self) -> String {
        match self {
            Self::Expected { expected, .. } => format!("expected {expected}"),
            _ => "here".to_owned(),
        }
    }
}

fn character_help(c: char) -> Option<&'static str> {
    Some(match c {
        '#' | '/' => "comments begin with `--`",
        '|' => "arms are separated by `;`: `match e { Nil -> a; Cons x xs -> b }`",
        '[' | ']' => "lists are made of constructors: `Cons 1 Nil`",
        ',' => "arms are separated by `;`; tuples are made of constructors: `Pair x y`",
        ':' => "there are no types; lists are made of constructors: `Cons x xs`",
        '\'' | '\u{2018}'..='\u{201f}' => "strings stand in `\"`",
        '+' | '-' | '*' | '%' | '<' | '>' | '!' | '&' | '^' | '~' | '@' | '$' => {
            "there are no operators: functions are called by their names, `add x y`"
        }
        _ => return None,
    })
}
