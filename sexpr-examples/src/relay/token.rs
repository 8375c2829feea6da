//! The tokens of a module's text.

use std::fmt;

use winnow::Parser;
use winnow::combinator::{peek, repeat};
use winnow::error::EmptyError;
use winnow::token::{one_of, take_while};

use super::error::ErrorKind;
use super::ir::DataType;
use super::limits::NEST_LIMIT;
use crate::text::{self, Word, begins_name, continues_name, elided};

/// A token of the text.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum TokenKind<'s> {
    /// `%x`, without the sign.
    Local(&'s str),
    /// `@f`, without the sign.
    Global(&'s str),
    /// `nn.dense`, `Cons`, `List`, `A`
    Name(&'s str),
    Keyword(&'static str),
    /// `3`, `3i64`; without a sign.
    Int(u64, Option<DataType>),
    /// `3.0`, `3f`, `inff`; without a sign.
    Float(f64, Option<DataType>),
    String(String),
    /// What stands behind `#[metadata]`.
    Metadata(&'s str),
    Symbol(&'static str),
    End,
}

/// The words that cannot be names.
pub(crate) const KEYWORDS: &[&str] = &["def", "let", "fn", "if", "else", "match", "match?", "where", "True", "False"];

/// What begins the version at the head of a module.
pub(super) const HEADER: &str = "#[";
/// What a module's head says.
pub(super) const VERSION: &str = "version";
/// What begins the constants that `meta[…][…]` means, up to the end of the text: today, and in older texts.
pub(super) const METADATA: [&str; 2] = ["#[metadata]", "METADATA:"];
/// What begins a reference to these.
pub(super) const META: &str = "meta";
/// What begins a variable that nothing binds.
pub(super) const FREE_VAR: &str = "free_var";
/// What begins the type of a reference.
pub(super) const REFERENCE: &str = "ref";
/// The version that is printed.
pub(super) const CURRENT_VERSION: &str = "0.0.5";

/// What is not said: a type, or what a pattern binds.
pub(super) const WILDCARD: &str = "_";

/// What begins a tensor of one value.
pub(super) const CONSTANT: &str = "Constant";
/// What begins a tensor's type.
pub(super) const TENSOR: &str = "Tensor";

/// What a word without digits at its beginning is.
pub(super) fn word(word: &str) -> TokenKind<'_> {
    if word == WILDCARD {
        return TokenKind::Symbol(WILDCARD);
    }
    if let Some(keyword) = text::keyword(KEYWORDS, word) {
        return TokenKind::Keyword(keyword);
    }
    boundless(word).unwrap_or(TokenKind::Name(word))
}

/// `inff` and `nanf64`: what no digits can say.
fn boundless(word: &str) -> Option<TokenKind<'_>> {
    let (value, suffix) = match word.split_at_checked(3)? {
        ("inf", suffix) => (f64::INFINITY, suffix),
        ("nan", suffix) => (f64::NAN, suffix),
        _ => return None,
    };
    let dtype = suffix_type(suffix).filter(|&dtype| is_float(dtype))?;
    Some(TokenKind::Float(value, Some(dtype)))
}

/// The data type that a number's last letters name: `f` is `float32`, `i` is `int32`, and `i64` is `int64`.
pub(super) fn suffix_type(suffix: &str) -> Option<DataType> {
    if suffix == "f" {
        return Some(DataType::FLOAT32);
    }
    let digits = suffix.find(|c: char| c.is_ascii_digit()).unwrap_or(suffix.len());
    let (code, bits) = suffix.split_at(digits);
    let code = match code {
        "i" => "int",
        "u" => "uint",
        "f" => "float",
        "bf" => "bfloat",
        _ => return None,
    };
    format!("{code}{bits}").parse().ok()
}

/// What [`suffix_type`] reads as this type.
pub(super) fn type_suffix(dtype: DataType) -> String {
    if dtype == DataType::FLOAT32 {
        return "f".to_owned();
    }
    let name = dtype.to_string();
    [("uint", "u"), ("int", "i"), ("bfloat", "bf"), ("float", "f")]
        .iter()
        .find_map(|(long, short)| Some(format!("{short}{}", name.strip_prefix(long)?)))
        .unwrap_or(name)
}

/// Whether the elements are numbers with fractions.
pub(super) fn is_float(dtype: DataType) -> bool {
    use super::ir::TypeCode;

    matches!(dtype.code(), TypeCode::Float | TypeCode::BFloat)
}

/// A name: letters, digits and `_`, and dots before a letter or `_`.
pub(super) fn name<'s>(rest: &mut &'s str) -> Result<&'s str, EmptyError> {
    let part = || take_while(1.., continues_name);
    let dotted = ('.', peek(one_of(begins_name)), part()).void();
    (part(), repeat::<_, _, (), _, _>(0.., dotted)).take().parse_next(rest)
}

/// Whether this may stand after a `%`.
pub(super) fn is_local(name: &str) -> bool {
    self::name.parse(name).is_ok()
}

/// Whether this may be what a type or a type parameter is called.
pub(super) fn is_type_name(name: &str) -> bool {
    is_local(name) && name.starts_with(begins_name) && word(name) == TokenKind::Name(name) && !is_builtin_type(name)
}

/// Whether this is a type that nobody has to define.
pub(super) fn is_builtin_type(name: &str) -> bool {
    name == TENSOR || name.parse::<DataType>().is_ok()
}

impl fmt::Display for TokenKind<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Local(name) => write!(f, "`%{}`", elided(name)),
            Self::Global(name) => write!(f, "`@{}`", elided(name)),
            Self::Name(name) => write!(f, "`{}`", elided(name)),
            Self::Keyword(word) | Self::Symbol(word) => write!(f, "`{word}`"),
            Self::Int(value, dtype) => write!(f, "`{value}{}`", dtype.map(type_suffix).unwrap_or_default()),
            Self::Float(..) => f.write_str("a number"),
            Self::String(_) => f.write_str("a string"),
            Self::Metadata(_) => write!(f, "`{}`", METADATA[0]),
            Self::End => f.write_str("the end of the file"),
        }
    }
}

impl Word for TokenKind<'_> {
    fixed_words!();

    type Error = ErrorKind;

    const SYMBOLS: &'static [&'static str] = &[
        "#[", "//", "->", "=>", "==", "!=", "<=", ">=", "<", ">", "=", "+", "-", "*", "/", "(", ")", "[", "]", "{",
        "}", ",", ";", ":", ".", "?",
    ];
    const BRACKETS: &'static [[&'static str; 2]] = &[["(", ")"], ["[", "]"], ["{", "}"], [HEADER, "]"]];
    const NEST_LIMIT: usize = NEST_LIMIT;
    fn help(&self, expected: &[String]) -> Option<&'static str> {
        let expects = |label: &str| expected.iter().any(|expected| expected == label);
        Some(match self {
            Self::Name(_) if expects(LOCAL) => "the names of variables begin with `%`",
            Self::Name(_) if expects(GLOBAL) => "the names of definitions begin with `@`",
            Self::Local(_) | Self::Global(_) if expects(TYPE) => "the names of types have no sign",
            Self::Keyword("if") if expects("`{`") => {
                "branches stand in braces: `if (…) { … } else { if (…) { … } else { … } }`"
            }
            Self::Keyword("let") if expects(EXPRESSION) || expects("`)`") => {
                "put brackets around a `let` that is a part of something: `(let %x = 1; %x)`"
            }
            Self::Symbol("}") if expects(EXPRESSION) => "a block ends with its value",
            Self::Symbol("}") if expects("`else`") => "an `if` has two branches: `if (…) { … } else { … }`",
            Self::Symbol("<" | "[") if expects("`(`") => "type parameters stand before the brackets, once",
            Self::Symbol("=") => "a value is named by `let %x = …;`, compared by `==`",
            Self::Symbol("->") if expects("`=>`") => "`=>` ends a pattern: `Cons(%x, _) => %x`",
            Self::Int(..) | Self::Float(..) if expects(PATTERN) => "numbers are no patterns: compare them in an `if`",
            Self::End if expects(EXPRESSION) => "bindings are for an expression, which comes last",
            _ if expects("a definition") => {
                "modules consist of `def @f(…) { … }`, `type T { … }`, `relation r(…)` and expressions"
            }
            _ if expects("a kind") => "kinds are `Type`, `BaseType`, `Shape`, `ShapeVar` and `Constraint`",
            _ if expects("`;`") => "a binding ends with `;`",
            _ if expects("a shape") => "shapes are written `(10, n)`, and for scalars `()`",
            _ => return None,
        })
    }
}

/// What messages call an expression.
pub(super) const EXPRESSION: &str = "an expression";
/// What messages call a type.
pub(super) const TYPE: &str = "a type";
/// What messages call a pattern.
pub(super) const PATTERN: &str = "a pattern";
/// What messages call a variable that is bound.
pub(super) const LOCAL: &str = "a variable, `%x`";
/// What messages call the name of a definition.
pub(super) const GLOBAL: &str = "a name, `@f`";
