//! What can be wrong with a program's text: each mistake with its message and a way out.

use crate::text::{self, MistakeKind, SyntaxError};

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
    /// A mistake that every language knows.
    #[error(transparent)]
    Syntax(#[from] SyntaxError),
    /// Something that must be a variable's name begins with a capital letter.
    #[error("`{0}` is a constructor's name and cannot be a variable's")]
    Capital(String),
}

impl MistakeKind for ErrorKind {
    fn help(&self) -> Option<String> {
        let help = match self {
            Self::Syntax(SyntaxError::Character(c)) => character_help(*c)?,
            Self::Syntax(SyntaxError::Escape(_)) => {
                "there are `\\n`, `\\r`, `\\t`, `\\\"`, `\\\\` and, by number, `\\u{1f600}`"
            }
            Self::Syntax(SyntaxError::Number(_)) => {
                "numbers are integers such as 12 and -3; a name cannot begin with a digit"
            }
            Self::Syntax(error) => return error.help(),
            Self::Capital(_) => "begin the name with a small letter",
        };
        Some(help.to_owned())
    }

    fn label(&self) -> String {
        match self {
            Self::Syntax(error) => error.label(),
            Self::Capital(_) => String::new(),
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
