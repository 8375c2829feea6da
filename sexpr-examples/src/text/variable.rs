//! Variables as messages show them: the name, and where the variable is bound.

use super::Span;

/// A variable that occurs at a place of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// The name, as the text writes it.
    pub name: String,
    /// Where it is bound; `None` if it is free.
    pub binder: Option<Binder>,
}

/// What binds a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binder {
    /// What the variable is there, such as "parameter" or "loop variable".
    pub role: &'static str,
    /// The name where it is bound, or the head of the construct that binds it.
    pub span: Span,
}
