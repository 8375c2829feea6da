//! Predeclared variables: binding occurrences below a field of a scope that bind when the scope is entered.
//!
//! `reflect::search` finds these declarations, in traversal order. On two sides, the declarations bind pairwise. A
//! variable that is declared again is bound only once, and each later declaration has to agree with the first. So a
//! shared node is searched once for each scope. If one side declares more variables than the other, the surplus is left
//! out, since the traversal finds the difference.

use alloc::vec::Vec;

use crate::{
    describe::{identity::Identity, region::Region},
    rules::{environments::Environments, pairs::Ordinal, var_pairs::VarPairs},
    tables::index::Table,
};

/// A predeclared binding occurrence.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Declaration {
    pub(crate) variable: Identity,
    /// The region of the occurrence.
    pub(crate) at: Region,
}

/// The state that a search for declarations borrows from the operation.
#[derive(Default)]
pub(crate) struct DeclCache {
    /// The environments of the operation.
    pub(crate) environments: Environments<1>,
    /// Whether ids are followed.
    pub(crate) follows_ids: bool,
    /// The shared nodes below which no variable is declared, each with whether variables bind there.
    pub(crate) no_decls: Table<(Identity, bool), ()>,
}

impl<const SIDES: usize, Value: Copy> VarPairs<SIDES, Value> {
    /// Notes that a correspondence decided an occurrence in this region. A predeclared correspondence counts as made at
    /// its declaration.
    #[inline(always)]
    pub(crate) fn decided_by(&mut self, ordinal: Ordinal, at: Region) {
        if !at.is_binding_occurrence() {
            self.consult(ordinal);
        } else if self.tracking() {
            self.tracked().tracker.made(at);
        }
    }

    /// Makes the correspondences that the innermost scope predeclares, each with this value, and returns them.
    pub(crate) fn predeclare(
        &mut self,
        declarations: [&[Declaration]; SIDES],
        value: Value,
    ) -> Vec<([Identity; SIDES], Ordinal)> {
        let made = self.stacks.predeclare(declarations).map(|(variables, at)| {
            let ordinal = self.bind_in_scope(variables, at, value);
            debug_assert_eq!(self.stacks.predeclared(0, variables[0]), Some(ordinal));
            (variables, ordinal)
        });
        made.collect()
    }

    /// Lends the state of a search for declarations on a side, until it is [given back](Self::give_back).
    pub(crate) fn lend(&mut self, side: usize) -> DeclCache {
        let no_decls = core::mem::take(&mut self.tracked().no_decls);
        DeclCache { environments: self.arenas().environments.lend(side), follows_ids: true, no_decls }
    }

    /// Takes back the state that was [lent](Self::lend).
    pub(crate) fn give_back(&mut self, lent: DeclCache) {
        self.arenas().environments.give_back(lent.environments);
        self.tracked().no_decls = lent.no_decls;
    }
}
