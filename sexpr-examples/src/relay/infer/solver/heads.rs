//! What a type is at its root, as far as it is known.

use super::{State, Types};
use crate::relay::ir::{BaseType, Dim, Incomplete, Shape, Type, TypeArgument};

/// What something is at its root.
macro_rules! heads {
    ($($(#[$about:meta])* $head:ident: $kind:ident;)*) => {$(
        $(#[$about])*
        pub(in crate::relay) fn $head(&self, of: &$kind) -> $kind {
            let $kind::Incomplete(hole) = of else { return of.clone() };
            match self.filled(*hole) {
                Ok(TypeArgument::$kind(filled)) => self.$head(filled),
                Ok(_) => of.clone(),
                Err(hole) => $kind::Incomplete(hole),
            }
        }
    )*};
}

impl Types {
    heads! {
        /// The type, or the hole that stands for all that are the same.
        head: Type;
        /// The shape, or the hole that stands for all that are the same.
        head_of_shape: Shape;
        /// The base type, or the hole that stands for all that are the same.
        head_of_base_type: BaseType;
        /// The dimension, or the hole that stands for all that are the same.
        head_of_dim: Dim;
    }

    /// What fills a hole, or else the hole that stands for it.
    pub(super) fn filled(&self, hole: Incomplete) -> Result<&TypeArgument, Incomplete> {
        let number = self.find(hole);
        match &self.holes[number as usize].state {
            State::Filled(argument) => Ok(argument),
            State::Open | State::Same(_) | State::Poisoned => Err(Incomplete { number }),
        }
    }

    /// Whether a hole agrees with everything, since a mistake was reported.
    pub(in crate::relay) fn is_poisoned(&self, hole: Incomplete) -> bool {
        matches!(self.holes[self.find(hole) as usize].state, State::Poisoned)
    }
}
