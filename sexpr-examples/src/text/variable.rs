//! Variables as messages show them: the name, and where the variable is bound.

use sexpr_core::{Path, report::Step};

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

/// The innermost field on a path, which says what a variable there is.
pub(crate) fn innermost_field(path: &Path) -> Option<&str> {
    path.steps().iter().rev().find_map(|step| match step {
        Step::Field { name, .. } => Some(&**name),
        _ => None,
    })
}
