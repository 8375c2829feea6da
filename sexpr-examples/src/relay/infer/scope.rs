//! The variables that are bound where inference is.

use std::collections::HashMap;
use std::sync::Arc;

use sexpr_core::ByIdentity;

use crate::relay::ir::{LocalVar, Type};

/// The types of variables, and which of them are bound here.
#[derive(Default)]
pub(super) struct Scope {
    known: HashMap<ByIdentity<Arc<LocalVar>>, Known>,
    /// What is bound here, the innermost last, with what the same variable was before.
    bound: Vec<(ByIdentity<Arc<LocalVar>>, Option<Known>)>,
}

struct Known {
    ty: Type,
    is_bound: bool,
}

/// What was bound at some moment.
#[derive(Clone, Copy)]
pub(super) struct Mark(usize);

impl Scope {
    /// What is bound now, for [`leave`](Self::leave).
    pub(super) fn mark(&self) -> Mark {
        Mark(self.bound.len())
    }

    /// Binds a variable.
    pub(super) fn bind(&mut self, var: &Arc<LocalVar>, ty: Type) {
        let var = ByIdentity(var.clone());
        let before = self.known.insert(var.clone(), Known { ty, is_bound: true });
        self.bound.push((var, before.filter(|before| before.is_bound)));
    }

    /// Ends the scopes of variables that were bound since.
    pub(super) fn leave(&mut self, mark: Mark) {
        for (var, before) in self.bound.drain(mark.0..).rev() {
            if let Some(known) = self.known.get_mut(&var) {
                match before {
                    Some(before) => *known = before,
                    None => known.is_bound = false,
                }
            }
        }
    }

    /// The type of a variable that is bound here.
    pub(super) fn get(&self, var: &Arc<LocalVar>) -> Option<&Type> {
        self.known.get(&ByIdentity(var.clone())).filter(|known| known.is_bound).map(|known| &known.ty)
    }

    /// The types of all variables, bound anywhere.
    pub(super) fn into_types(self) -> impl ExactSizeIterator<Item = (ByIdentity<Arc<LocalVar>>, Type)> {
        self.known.into_iter().map(|(var, known)| (var, known.ty))
    }
}
