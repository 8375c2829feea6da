//! `Occurrence` and `Binding`: the classification of an occurrence of a variable.

/// An occurrence of a variable: the place where it is bound, a use of a binding, or a free variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Occurrence {
    /// Here the variable is bound. If a scope predeclares it, it is declared here first, and may have been used before.
    Binds(Binding),
    /// A use of a binding. A predeclared binding may be used before its `Binds`.
    Bound(Binding),
    /// A use of an unbound variable.
    Free,
}

/// A binding, within one walk: the same for all uses of the variable that it binds, and another each time the variable is
/// bound anew. Later bindings are greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Binding(u64);

impl Occurrence {
    pub(crate) fn bound(number: u64) -> Occurrence {
        Occurrence::Bound(Binding(number))
    }

    pub(crate) fn binds(number: u64) -> Occurrence {
        Occurrence::Binds(Binding(number))
    }

    pub(crate) fn number(self) -> Option<u64> {
        self.binding().map(|binding| binding.0)
    }

    /// The binding that is made here, or used; `None` for a free variable.
    pub fn binding(self) -> Option<Binding> {
        match self {
            Occurrence::Binds(binding) | Occurrence::Bound(binding) => Some(binding),
            Occurrence::Free => None,
        }
    }

    /// Whether this is where the variable is bound.
    pub fn is_binding(self) -> bool {
        matches!(self, Occurrence::Binds(_))
    }
}
