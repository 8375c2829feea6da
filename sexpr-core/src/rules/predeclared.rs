//! What a scope predeclares: the binding occurrences below one of its fields, which bind when the scope is entered.
//!
//! `ops::predeclared` lists them, in the order in which they stand. On two sides they bind pairwise. A variable that is
//! declared again binds no second time: where it stands, it has to be what it was declared to be first. What one side
//! declares beyond the other is left out, since the difference is found where it stands.

use crate::{
    describe::{identity::Identity, region::Region},
    rules::{environments::Environments, stacks::Stacks},
    tables::index::Table,
};

/// A binding occurrence that is predeclared.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Declaration {
    pub(crate) variable: Identity,
    /// The region in which it stands.
    pub(crate) at: Region,
}

/// What a search for declarations needs to know of the operation, and leaves to the next.
#[derive(Default)]
pub(crate) struct Lent {
    /// Where the operation is.
    pub(crate) environments: Environments<1>,
    /// Whether ids are followed.
    pub(crate) follows_ids: bool,
    /// Whether one was: what lies on a cycle declares nothing around it, so what was found holds once cycles are known.
    pub(crate) has_followed: bool,
    /// The nodes that are known to lie on cycles.
    pub(crate) on_cycle: Table<Identity, ()>,
    /// The shared nodes below which nothing is declared, and whether variables bind where they stand.
    pub(crate) barren: Table<(Identity, bool), ()>,
}

impl<const SIDES: usize, Value: Copy> Stacks<SIDES, Value> {
    /// The next variables that the innermost scope declares first, at `next` in what each side declares or after that, and
    /// the region of the first side.
    pub(crate) fn next_declared(
        &self,
        declarations: [&[Declaration]; SIDES],
        next: &mut usize,
    ) -> Option<([Identity; SIDES], Region)> {
        loop {
            let number = *next;
            if declarations.iter().any(|declarations| number >= declarations.len()) {
                return None;
            }
            *next += 1;
            let variables = declarations.map(|declarations| declarations[number].variable);
            let is_declared = |(side, variable): (usize, &Identity)| self.predeclared(side, *variable).is_some();
            if !variables.iter().enumerate().any(is_declared) {
                return Some((variables, declarations[0][number].at));
            }
        }
    }
}
