//! `Occurrence` and `Binding`: what an occurrence of a variable is.

/// What an occurrence of a variable is: where it is bound, a use of a binding, or free.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Occurrence {
    /// Here the variable is bound. If a scope predeclares it, it is declared here first, and may have been used before.
    Binds(Binding),
    /// A use of a binding. One that a scope predeclares may be used before its `Binds`.
    Bound(Binding),
    /// A use of a variable that nothing binds.
    Free,
}

/// A binding occurrence, within one walk: the same for all uses of what it binds, another one for each time that a
/// variable is bound anew. Later ones are greater.
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

    /// What is bound here, or used; nothing for a free variable.
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
