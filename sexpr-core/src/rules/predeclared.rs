//! What a scope predeclares: the binding occurrences below one of its fields, which bind when the scope is entered.
//!
//! `reflect::declarations` finds them, in the order in which they stand. On two sides they bind pairwise. A variable that is
//! declared again binds no second time: where it stands, it has to be what it was declared to be first. So a shared node
//! is searched once for each scope. What one side declares beyond the other is left out, since the difference is found
//! where it stands.

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

/// The state that a search for declarations borrows from the operation, and leaves to the next search.
#[derive(Default)]
pub(crate) struct DeclCache {
    /// Where the operation is.
    pub(crate) environments: Environments<1>,
    /// Whether ids are followed.
    pub(crate) follows_ids: bool,
    /// The shared nodes below which nothing is declared, and whether variables bind where they stand.
    pub(crate) no_decls: Table<(Identity, bool), ()>,
}

impl<const SIDES: usize, Value: Copy> Stacks<SIDES, Value> {
    /// The next variables that the innermost scope declares first, of those that each side declares from `next` on, and the
    /// region of the first side. How often a side declares one again does not count.
    pub(crate) fn next_declared(
        &self,
        declarations: [&[Declaration]; SIDES],
        next: &mut [usize; SIDES],
    ) -> Option<([Identity; SIDES], Region)> {
        for (side, next) in next.iter_mut().enumerate() {
            let rest = declarations[side].get(*next..)?;
            *next += rest.iter().position(|declaration| self.predeclared(side, declaration.variable).is_none())?;
        }
        let first = core::array::from_fn(|side| declarations[side][next[side]]);
        next.iter_mut().for_each(|next| *next += 1);
        Some((first.map(|declaration| declaration.variable), first[0].at))
    }
}
