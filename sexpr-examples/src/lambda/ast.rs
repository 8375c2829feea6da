//! The nodes: a tree of boxes in which variables are strings, annotated for comparison.
//!
//! Nothing is renamed or numbered before programs are compared. A variable is a `String` with the role `var`; a node
//! that ends what its names mean is a `scope`; the field that has the binder is a `def`. Spans are ignored.

use std::fmt;

use sexpr_core::StructuralEq;

use super::printer;
use crate::text::Span;

/// An expression. A program is one.
///
/// `Debug` and `Display` write its text in one line.
#[derive(StructuralEq)]
pub enum Expr {
    /// `x`
    Variable {
        /// What it is called.
        #[seq(var)]
        name: String,
        /// Where it is written.
        #[seq(ignore)]
        span: Span,
    },
    /// `Cons`: a name that stands for itself.
    Constructor {
        /// What it is called.
        name: String,
        /// Where it is written.
        #[seq(ignore)]
        span: Span,
    },
    /// `-5`
    Integer {
        /// The number.
        value: i64,
        /// Where it is written.
        #[seq(ignore)]
        span: Span,
    },
    /// `"text"`
    String {
        /// The text, without quotes and escapes.
        value: String,
        /// Where it is written.
        #[seq(ignore)]
        span: Span,
    },
    /// `f x`; `f x y` is `(f x) y`.
    Apply {
        /// What is applied.
        function: Box<Expr>,
        /// To what.
        argument: Box<Expr>,
        /// Where it is written.
        #[seq(ignore)]
        span: Span,
    },
    /// `\x y. e`. Of two parameters with one name, the body means the later one.
    #[seq(scope)]
    Lambda {
        /// The parameters.
        #[seq(var, def)]
        params: Vec<String>,
        /// What it gives.
        body: Box<Expr>,
        /// Where it is written.
        #[seq(ignore)]
        span: Span,
    },
    /// `let x = value in body`: the value does not see the name, and so comes first.
    #[seq(scope, order(value, name, body))]
    Let {
        /// The name.
        #[seq(var, def)]
        name: String,
        /// What it stands for.
        value: Box<Expr>,
        /// Where it stands for that.
        body: Box<Expr>,
        /// Where it is written.
        #[seq(ignore)]
        span: Span,
    },
    /// `letrec f = value and g = value in body`: all values see all names, and so the names come first.
    #[seq(scope)]
    LetRec {
        /// The names.
        #[seq(var, def)]
        names: Vec<String>,
        /// What each of them stands for.
        values: Vec<Expr>,
        /// Where they stand for that, too.
        body: Box<Expr>,
        /// Where it is written.
        #[seq(ignore)]
        span: Span,
    },
    /// `match scrutinee { pattern -> body; … }`
    Match {
        /// What is looked at.
        scrutinee: Box<Expr>,
        /// What it may be; the first that fits counts.
        arms: Vec<Arm>,
        /// Where it is written.
        #[seq(ignore)]
        span: Span,
    },
}

/// An arm of a `match`: the pattern's variables end with it.
#[derive(StructuralEq)]
#[seq(scope)]
pub struct Arm {
    /// What fits.
    #[seq(def)]
    pub pattern: Pattern,
    /// What the `match` gives then.
    pub body: Expr,
    /// Where it is written.
    #[seq(ignore)]
    pub span: Span,
}

/// A pattern. A variable is one like any other: that it binds is said by the arm.
///
/// `Debug` and `Display` write its text.
#[derive(StructuralEq)]
pub enum Pattern {
    /// `_`
    Wildcard {
        /// Where it is written.
        #[seq(ignore)]
        span: Span,
    },
    /// `x`
    Variable {
        /// What it is called.
        #[seq(var)]
        name: String,
        /// Where it is written.
        #[seq(ignore)]
        span: Span,
    },
    /// `-5`
    Integer {
        /// The number.
        value: i64,
        /// Where it is written.
        #[seq(ignore)]
        span: Span,
    },
    /// `"text"`
    String {
        /// The text, without quotes and escapes.
        value: String,
        /// Where it is written.
        #[seq(ignore)]
        span: Span,
    },
    /// `Cons x rest`
    Constructor {
        /// What it is called.
        name: String,
        /// What it is applied to.
        arguments: Vec<Pattern>,
        /// Where it is written.
        #[seq(ignore)]
        span: Span,
    },
}

/// Expressions that no file holds.
impl Expr {
    /// A variable.
    pub fn variable(name: impl Into<String>) -> Self {
        Self::Variable { name: name.into(), span: Span::unknown() }
    }

    /// A constructor.
    pub fn constructor(name: impl Into<String>) -> Self {
        Self::Constructor { name: name.into(), span: Span::unknown() }
    }

    /// A number.
    pub fn integer(value: i64) -> Self {
        Self::Integer { value, span: Span::unknown() }
    }

    /// A text.
    pub fn string(value: impl Into<String>) -> Self {
        Self::String { value: value.into(), span: Span::unknown() }
    }

    /// This, applied to the argument.
    pub fn apply(self, argument: Self) -> Self {
        Self::Apply { function: Box::new(self), argument: Box::new(argument), span: Span::unknown() }
    }

    /// A function.
    pub fn lambda<N: Into<String>>(params: impl IntoIterator<Item = N>, body: Self) -> Self {
        Self::Lambda {
            params: params.into_iter().map(Into::into).collect(),
            body: Box::new(body),
            span: Span::unknown(),
        }
    }

    /// A name for a value that does not see it.
    pub fn let_in(name: impl Into<String>, value: Self, body: Self) -> Self {
        Self::Let { name: name.into(), value: Box::new(value), body: Box::new(body), span: Span::unknown() }
    }

    /// Names for values that see all of them.
    pub fn letrec<N: Into<String>>(bindings: impl IntoIterator<Item = (N, Self)>, body: Self) -> Self {
        let (names, values) = bindings.into_iter().map(|(name, value)| (name.into(), value)).unzip();
        Self::LetRec { names, values, body: Box::new(body), span: Span::unknown() }
    }

    /// A choice by patterns.
    pub fn match_on(scrutinee: Self, arms: impl IntoIterator<Item = (Pattern, Self)>) -> Self {
        let arms = arms.into_iter().map(|(pattern, body)| Arm { pattern, body, span: Span::unknown() }).collect();
        Self::Match { scrutinee: Box::new(scrutinee), arms, span: Span::unknown() }
    }
}

/// Patterns that no file holds.
impl Pattern {
    /// What fits everything.
    pub fn wildcard() -> Self {
        Self::Wildcard { span: Span::unknown() }
    }

    /// What fits everything, and names it.
    pub fn variable(name: impl Into<String>) -> Self {
        Self::Variable { name: name.into(), span: Span::unknown() }
    }

    /// What fits one number.
    pub fn integer(value: i64) -> Self {
        Self::Integer { value, span: Span::unknown() }
    }

    /// What fits one text.
    pub fn string(value: impl Into<String>) -> Self {
        Self::String { value: value.into(), span: Span::unknown() }
    }

    /// What fits a constructor that is applied to what fits these.
    pub fn constructor(name: impl Into<String>, arguments: impl IntoIterator<Item = Self>) -> Self {
        Self::Constructor { name: name.into(), arguments: arguments.into_iter().collect(), span: Span::unknown() }
    }
}

/// Nodes whose variants all know where they are written.
macro_rules! spanned {
    ($($node:ident: $($variant:ident)*;)*) => {$(
        impl $node {
            /// Where it is written, with the brackets around it.
            pub fn span(&self) -> &Span {
                match self { $(Self::$variant { span, .. })|* => span }
            }

            pub(super) fn span_mut(&mut self) -> &mut Span {
                match self { $(Self::$variant { span, .. })|* => span }
            }
        }
    )*};
}

spanned! {
    Expr: Variable Constructor Integer String Apply Lambda Let LetRec Match;
    Pattern: Wildcard Variable Integer String Constructor;
}

impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&printer::line(self))
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&printer::pattern(self))
    }
}

debug_as_displayed!(Expr, Pattern);
