//! The tokens of a program's text.

use std::fmt;

use super::error::ErrorKind;
use super::limits::NEST_LIMIT;
use crate::text::{self, SyntaxError, Word, begins_name, continues_name, elided};

/// A token of the text. Layout is tokens, too: the end of a line outside of brackets, and where blocks begin and
/// end.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum TokenKind<'s> {
    Name(&'s str),
    /// A word with a meaning of its own, or one that Python reserves.
    Keyword(&'static str),
    /// The absolute value; at most 2⁶³.
    Int(u64),
    Float(f64),
    Str(String),
    Symbol(&'static str),
    Newline,
    Indent,
    Dedent,
    End,
}

/// The words that cannot be names: those of the grammar, and those that Python reserves.
pub(crate) const KEYWORDS: &[&str] = &[
    "and", "def", "else", "False", "for", "from", "if", "import", "in", "not", "or", "return", "True", "xor", "yield",
    "as", "assert", "async", "await", "break", "class", "continue", "del", "elif", "except", "finally", "global", "is",
    "lambda", "None", "nonlocal", "pass", "raise", "try", "while", "with",
];

/// Whether a word may be a name.
pub(crate) fn is_name(word: &str) -> bool {
    let mut chars = word.chars();
    chars.next().is_some_and(begins_name) && chars.all(continues_name) && text::keyword(KEYWORDS, word).is_none()
}

/// Whether a text is names with dots between them.
pub(crate) fn is_dotted_name(text: &str) -> bool {
    text.split('.').all(is_name)
}

impl fmt::Display for TokenKind<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => write!(f, "`{}`", elided(name)),
            Self::Keyword(word) | Self::Symbol(word) => write!(f, "`{word}`"),
            Self::Int(value) => write!(f, "`{value}`"),
            Self::Float(value) => write!(f, "`{value:?}`"),
            Self::Str(_) => f.write_str("a string"),
            Self::Newline => f.write_str("the end of the line"),
            Self::Indent => f.write_str("an indented line"),
            Self::Dedent => f.write_str("the end of the block"),
            Self::End => f.write_str("the end of the file"),
        }
    }
}

impl Word for TokenKind<'_> {
    fixed_words!();

    type Error = ErrorKind;

    const SYMBOLS: &'static [&'static str] = &[
        "**", "//", "<<", ">>", "<=", ">=", "==", "!=", "->", "+", "-", "*", "/", "%", "<", ">", "=", "&", "|", "^",
        "~", "(", ")", "[", "]", ",", ":", ".", ";",
    ];
    const BRACKETS: &'static [[&'static str; 2]] = &[["(", ")"], ["[", "]"]];
    const NEST_LIMIT: usize = NEST_LIMIT;
    fn is_layout(&self) -> bool {
        matches!(self, Self::Newline | Self::Indent | Self::Dedent)
    }

    /// For somebody who knows Python.
    fn help(&self, expected: &[String]) -> Option<&'static str> {
        let expects = |label: &str| expected.iter().any(|expected| expected == label);
        Some(match self {
            Self::Keyword("elif") => "write `else:`, and in its block another `if`",
            Self::Keyword("pass") => "a `pass` stands alone on its line",
            Self::Keyword("while") => "loops count: `for i in pi.range(n):`",
            Self::Keyword("None") if expects("an attribute's value") => "there is no `None`: leave the attribute out",
            Self::Keyword("None") => "there is no `None`: leave it out; a block without statements is written `pass`",
            Self::Keyword("def") if !expects("a function") => {
                "functions stand side by side, not in one another; `--fragment` is for texts without any"
            }
            Self::Keyword("break" | "continue") => {
                "a loop runs to its end: carry a truth value, and put what depends on it into an `if`"
            }
            Self::Keyword("lambda") => "write a function: `def f(x):`",
            Self::Keyword("if") if !expects("a statement") => {
                "write an `if` with a result: `y = pi.yield(a)` at the end of one branch, `y = pi.yield(b)` at that of the other"
            }
            Self::Keyword("is" | "in") => "compare with `==`",
            Self::Keyword(
                "assert" | "raise" | "try" | "with" | "class" | "del" | "global" | "nonlocal" | "async" | "await",
            ) => "statements are assignments, `if`, `for`, `yield` and `return`",
            Self::Keyword("import" | "from") => {
                "at most one import, before everything else: `import pypto.ir as NAME` or `from pypto import ir`"
            }
            _ if expects("`pypto`") || expects("`ir`") => {
                "the only import is that of the module: `import pypto.ir as NAME` or `from pypto import ir`"
            }
            Self::Keyword("yield") => "`pi.yield(…)` stands alone after `NAMES =`",
            _ if expects("`inf` or `nan`") => {
                "of the module, expressions have `pi.inf`, `pi.nan`, `pi.const(1, pi.Int8)`, and calls of operations"
            }
            Self::Str(_) if expects("a statement") => "write a docstring as a comment: `# …`",
            Self::Newline if expects("`=`") => "give it a value, with its type: `y: pi.Int64 = x`",
            Self::Symbol("+" | "-" | "*" | "/" | "//" | "%" | "**" | "&" | "|" | "^" | "<<" | ">>")
                if expects("`=`") =>
            {
                "a name is assigned once: give the new value another name, `x_2 = x + 1`"
            }
            _ if expects("an attribute's value") => {
                "attributes are numbers, `True`, `False`, strings, data types, expressions, and lists of these"
            }
            Self::Symbol("[") if expects("an expression") => {
                "lists are values of attributes only: `view(x, shape=[64, 128])`"
            }
            Self::Str(_) => "strings are values of attributes only: `f(x, mode=\"…\")`",
            Self::Symbol("+") if expects("an expression") => "leave the `+` out",
            Self::Symbol("(") if expects("`=`") => "give the result of a call a name: `y = f(x)`",
            Self::Symbol(".") if expects("`=`") => {
                "give the result of a call a name, `y = tensor.exp(x)`; and write `y = pi.yield(x)`, or `yield x` without one"
            }
            Self::Symbol(",") if expects("`)`") => "there are no tuples here: results are listed without brackets",
            Self::Symbol("=") if expects("`:`") => "compare with `==`",
            Self::Symbol("=") if expects("the end of the line") => "assign one name a line",
            Self::Name(_) if expects("`(`") => {
                "carried values stand in brackets: `for i, (a, b) in pi.range(n, init_values=[x, y]):`"
            }
            _ if expects("a type") => "types are written `pi.Int64`, `pi.Tensor((n,), pi.FP32)`, `tuple[pi.Int64]`, …",
            _ if expects("a data type") => "data types are written `pi.FP32`, with the module's name",
            _ if expects(INDEX) => "which element it is must be known: `t[0]`",
            _ if expects("a function") => "programs consist of functions: `def NAME(…):`",
            _ => return None,
        })
    }

    fn unexpected(&self, expected: &[String]) -> ErrorKind {
        match self {
            Self::Indent => ErrorKind::Indentation,
            Self::Keyword(word) if expected == ["a name"] || expected == ["a parameter"] => {
                SyntaxError::Reserved((*word).to_owned()).into()
            }
            _ => SyntaxError::expected(expected, self, self.help(expected)).into(),
        }
    }
}

/// What messages call the number of a tuple's element.
pub(crate) const INDEX: &str = "an element's index, an integer below 2³²";
