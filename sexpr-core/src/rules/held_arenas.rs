//! Arenas that a rewriting holds, and lends to searches: these have numbers of their own for environments.

use alloc::vec::Vec;

use crate::rules::environments::{Environment, Environments, Slots};

/// By what numbers an operation knows environments that it lends under other ones, the outermost one first; empty, if it
/// lends all of them, under their own.
#[derive(Debug, Default)]
pub(crate) struct KnownAs(pub(crate) Vec<Environment>);

impl KnownAs {
    /// Whether this one was lent, and is not inside those that were.
    pub(crate) fn is_lent(&self, environment: Environment) -> bool {
        self.0.is_empty() || environment < self.0.len()
    }

    /// The number by which the operation knows an environment, or one that it has not.
    pub(crate) fn number(&self, environment: Environment) -> Environment {
        match self.0.get(environment) {
            Some(number) => *number,
            None if self.0.is_empty() => environment,
            None => Environment::MAX - environment,
        }
    }
}

/// Arenas that an operation holds, and lends to a search.
pub(crate) struct HeldInForce<'a> {
    pub(crate) environments: Environments<1>,
    pub(crate) slots: Slots<'a>,
    pub(crate) known_as: KnownAs,
}
