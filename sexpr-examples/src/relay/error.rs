//! What can be wrong with a module's text: each mistake with its message and a way out.

use super::ir::DataType;
use super::limits::DEPTH_LIMIT;
use crate::text::{self, MistakeKind, SyntaxError, elided};

/// A module's text cannot be read; see [`text::ParseError`].
///
/// ```
/// use sexpr_examples::relay;
///
/// let error = relay::parse("id.rly", "def @id(%x: int32) {\n  %y\n}\n").unwrap_err();
/// assert_eq!(error.to_string(), "id.rly:2:3: `%y` is not bound here");
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
    /// A `%` or `@` without a name.
    #[error("a name must follow `{0}` directly")]
    Nameless(char),
    /// A number is no value of its type.
    #[error("{number} is not a value of type {dtype}")]
    OutOfType {
        /// The number.
        number: String,
        /// The type.
        dtype: DataType,
    },
    /// A number of a tuple's member is too large.
    #[error("`{}` is not a valid tuple index", elided(.0))]
    Index(String),
    /// Expressions in expressions.
    #[error("this expression is more than {DEPTH_LIMIT} operations deep")]
    Depth,
    /// A variable that is used and not bound.
    #[error("`%{}` is not bound here", elided(.0))]
    Unbound(String),
    /// A name of a type that is neither a parameter nor defined.
    #[error("unknown type `{}`", elided(.0))]
    UnknownType(String),
    /// A name of a parameter that is not there.
    #[error("unknown type parameter `{}`", elided(.0))]
    UnknownParameter(String),
    /// A name in a pattern that is not a constructor's.
    #[error("unknown constructor `{}`", elided(.0))]
    UnknownConstructor(String),
    /// A type parameter with arguments.
    #[error("`{}` is a type parameter and takes no arguments", elided(.0))]
    ParameterArguments(String),
    /// A constructor of one type that makes values of another.
    #[error("a constructor of `{}` cannot return `{}`", elided(.expected), elided(.found))]
    Result {
        /// The type that is defined.
        expected: String,
        /// What is written.
        found: String,
    },
    /// A relation between no types.
    #[error("the relation `{}` must be about one type at least: that of its operator's result", elided(.0))]
    EmptyRelation(String),
    /// `f(a=1, %b)`.
    #[error("an argument follows an attribute")]
    Positional,
}

impl MistakeKind for ErrorKind {
    fn help(&self) -> Option<String> {
        let help = match self {
            Self::Syntax(error) => return syntax_help(error),
            Self::Nameless('%') => "a variable is written `%x`, without a blank",
            Self::Nameless(_) => "a definition is written `@f`, without a blank",
            Self::OutOfType { dtype, .. } => return Some(type_help(*dtype)),
            Self::Index(_) => "members are counted from 0",
            Self::Depth => "give a part of it a name by `let`, and go on with that",
            Self::Unbound(_) => {
                "parameters, `let` and patterns bind variables; a value sees its own name only if it is a function"
            }
            Self::UnknownType(name) if name.starts_with(|c: char| c.is_ascii_lowercase()) => {
                "data types are bool, int8, uint8, float16, float32 and the like; parameters stand in `[…]` before `(…)`"
            }
            Self::UnknownType(_) => "define it by `type NAME { … }`, or make it a parameter: `def @f[A](…)`",
            Self::UnknownParameter(_) => "declare it with its kind: `def @f<s : Shape, n : ShapeVar, t : BaseType>(…)`",
            Self::UnknownConstructor(_) => "constructors stand in a `type`; a variable is written `%x`",
            Self::ParameterArguments(_) => "remove the arguments, or rename the parameter if it hides a type",
            Self::Result { expected, .. } => return Some(format!("write `-> {}`", elided(expected))),
            Self::EmptyRelation(_) => {
                "write the types of the arguments, and last that of the result: `relation r[A](A, A)`"
            }
            Self::Positional => "put the attributes, `name=value`, after all arguments",
        };
        Some(help.to_owned())
    }

    fn label(&self) -> String {
        match self {
            Self::Syntax(error) => error.label(),
            _ => String::new(),
        }
    }
}

fn syntax_help(error: &SyntaxError) -> Option<String> {
    let help = match error {
        SyntaxError::Character(c) => character_help(*c)?,
        SyntaxError::Unclosed("/*") => "close it by `*/`; a `/*` in a comment begins another one",
        SyntaxError::Escape(_) => {
            "there are `\\n`, `\\r`, `\\t`, `\\0`, `\\'`, `\\\"`, `\\\\` and, by number, `\\u{1f600}`"
        }
        SyntaxError::Number(_) => "numbers are written like 12, 3i64, 3u8, 1.5, 3f, 1e-5f and 2.5f64",
        SyntaxError::Nest(_) => "give inner parts names of their own by `let`, or make them definitions",
        SyntaxError::Duplicate { what: "attribute", .. } => "remove one of them",
        error => return error.help(),
    };
    Some(help.to_owned())
}

fn character_help(c: char) -> Option<&'static str> {
    Some(match c {
        '!' => "there is `!=`; what is not true is written `logical_not(%x)`",
        '\'' | '\u{2018}'..='\u{201f}' => "strings stand in `\"`",
        '&' | '|' => "write `logical_and(%x, %y)` or `logical_or(%x, %y)`",
        '$' | '~' | '^' | '\\' => "there is no such sign: operators are called by their names",
        _ => return None,
    })
}

fn type_help(dtype: DataType) -> String {
    if dtype == DataType::INT32 {
        "a larger integer says its type: `3000000000i64`".to_owned()
    } else if dtype.is_bool() {
        "truth values are `True` and `False`".to_owned()
    } else {
        format!("choose a wider type than {dtype}, or another number")
    }
}
