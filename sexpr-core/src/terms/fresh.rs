//! Fresh variables: names that are not in use.

use core::{error::Error, fmt};

use crate::{
    describe::{identity::Keys, structural::StructuralEq},
    rewrite::rewritable::Variable,
    tables::index::Table,
    walk::Walk,
};

/// `fresh` returned only variables that occur already.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotFresh {
    attempts: usize,
}

impl fmt::Display for NotFresh {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`fresh` returned only variables in use ({} attempts): return another one for each attempt, for instance with \
             the attempt's number after the name",
            self.attempts
        )
    }
}

impl Error for NotFresh {}

/// Variables that occur, by their values. Variables of equal value count as one, even of different types or in different
/// namespaces: at worst, a name is passed over that could have been used.
#[derive(Default)]
pub(super) struct Occurring {
    keys: Keys,
    values: Table<u128, ()>,
    /// The attempts that were made for variables of these values.
    attempts: Table<u128, usize>,
}

impl Occurring {
    /// Notes the variables in a term. Whether it predeclares any that have fields other than leaves.
    pub(super) fn note<T: StructuralEq>(&mut self, term: &T) -> bool {
        let mut are_predeclared_with_fields = false;
        let walk = Walk::new().once_per_binding().on_any(|node, at| {
            self.values.extend(at.value_tag().map(|value| (value, ())));
            are_predeclared_with_fields |= at.is_predeclared() && node.has_fields_other_than_leaves();
        });
        walk.run(term);
        are_predeclared_with_fields
    }

    /// A variable that does not occur; from now on, it does.
    pub(super) fn fresh<V>(&mut self, variable: &V, mut next: impl FnMut(&V, usize) -> V) -> Result<V, NotFresh>
    where
        V: Variable,
    {
        let mut value_of = |variable: &V| {
            let identity = variable.identify("", &mut self.keys);
            self.keys.value_tag(identity)
        };
        // One that is known by its address gets another address.
        let Some(value) = value_of(variable) else { return Ok(next(variable, 1)) };
        // What was given for another variable of this value is not given again.
        let made = self.attempts.entry(value).or_default();
        // If each attempt gives another one, one of so many is fresh.
        let attempts = self.values.len() + 1;
        for _ in 0..attempts {
            *made += 1;
            let fresh = next(variable, *made);
            if value_of(&fresh).is_none_or(|value| self.values.insert(value, ()).is_none()) {
                return Ok(fresh);
            }
        }
        Err(NotFresh { attempts })
    }
}
