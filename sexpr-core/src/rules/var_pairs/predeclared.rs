//! The correspondences that scopes predeclare, and what a search for these needs to know.

use crate::{
    describe::{identity::Identity, region::Region},
    rules::{
        pairs::{Known, Ordinal},
        predeclared::{DeclCache, Declaration},
        var_pairs::VarPairs,
    },
};

impl<const SIDES: usize, Value: Copy> VarPairs<SIDES, Value> {
    /// Notes that a correspondence decided about an occurrence in this region. One that was predeclared is met, as if it
    /// were made there.
    #[inline(always)]
    pub(crate) fn decided_by(&mut self, ordinal: Ordinal, at: Region) {
        if !at.is_binding_occurrence() {
            self.consult(ordinal);
        } else if self.tracking() {
            self.tracked().tracker.made(at);
        }
    }

    /// The correspondence of a variable that the scope around has predeclared, on one side, and its value.
    pub(crate) fn predeclared(&self, side: usize, variable: Identity) -> Option<(Ordinal, Value)> {
        let ordinal = self.stacks.predeclared(side, variable)?;
        Some((ordinal, self.stacks.pairs.value(ordinal)))
    }

    /// Makes the correspondences that the innermost scope predeclares, all of this value, and tells which these are.
    pub(crate) fn predeclare(
        &mut self,
        declarations: [&[Declaration]; SIDES],
        value: Value,
        mut made: impl FnMut([Identity; SIDES], Ordinal),
    ) {
        self.stacks.begin_predeclared();
        let mut next = [0; SIDES];
        while let Some((variables, at)) = self.stacks.next_declared(declarations, &mut next) {
            let ordinal = self.bind_in_scope(variables, at, value);
            self.stacks.predeclare(variables, ordinal);
            made(variables, ordinal);
        }
    }

    /// What a search for declarations on a side needs to know, until it is [given back](Self::give_back).
    pub(crate) fn lend(&mut self, side: usize) -> DeclCache {
        let no_decls = core::mem::take(&mut self.tracked().no_decls);
        DeclCache { environments: self.arenas().environments.lend(side), follows_ids: true, no_decls }
    }

    /// Takes back what was [lent](Self::lend) for a side.
    pub(crate) fn give_back(&mut self, lent: DeclCache) {
        self.arenas().environments.give_back(lent.environments);
        self.tracked().no_decls = lent.no_decls;
    }
}

impl VarPairs<2, ()> {
    /// What the scope around has predeclared of two variables.
    pub(crate) fn look_up_predeclared(&self, left: Identity, right: Identity) -> Known {
        Known::of(self.stacks.predeclared(0, left), self.stacks.predeclared(1, right))
    }
}
