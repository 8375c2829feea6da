//! The arenas in force for one value: nodes that have arenas, and what ids lead to.

use crate::{
    describe::{
        erased_arena::{Arenas, InColumns},
        identity::{Identity, Keys},
        info::Kind,
    },
    reflect::{
        lister::Lister,
        node::{Look, Pair},
        part::{Ids, What},
    },
    rules::environments::{Environments, NodeArenas, OnSide, Slots},
};

/// The arenas in force where an operation on one value is.
#[derive(Default)]
pub(crate) struct ArenasInForce<'a> {
    pub(crate) environments: Environments<1>,
    pub(crate) slots: Slots<'a>,
}

impl<'a> ArenasInForce<'a> {
    /// Whether ids lead anywhere.
    #[inline(always)]
    pub(crate) fn is_used(&self) -> bool {
        self.environments.is_used()
    }

    pub(crate) fn in_force(&self) -> OnSide<'_, 'a, 1> {
        OnSide { side: 0, environments: Some(&self.environments), slots: &self.slots }
    }

    pub(crate) fn enter(&mut self, [arenas, _]: [Arenas<'a>; 2]) {
        self.slots.enter(&NodeArenas::in_force([arenas]), &mut self.environments);
    }

    pub(crate) fn leave(&mut self) {
        self.environments.leave();
    }

    /// Follows an id, and enters its environment until the parts listed next are taken.
    pub(crate) fn follow_in(
        &mut self,
        ids: Ids<'a>,
        lister: &mut Lister<'a>,
    ) -> Option<(Pair<'a>, Option<InColumns<'a>>)> {
        let found = self.environments.find(0, ids.left.id_type())?;
        let (environment, node, columns) = self.slots.erased_node(ids.left.as_any(), found)?;
        let pair = ids.left.pair([node; 2])?;
        if self.environments.go_to([environment]) {
            lister.push_back(What::LeaveArenas);
        }
        Some((pair, columns))
    }

    /// The identity of a node in the current environment. A key is the same in every environment.
    pub(crate) fn place(&self, node: Identity) -> Identity {
        let [environment] = self.environments.current();
        if node.as_address().is_some() { node.in_environment(environment) } else { node }
    }

    /// What a node is known by whose identity is this, where arenas are in force.
    pub(crate) fn identity(&self, identity: Identity, columns: Option<InColumns<'a>>, look: &Look) -> Identity {
        let [identity] = InColumns::known_by([columns], [identity]);
        let has_content = !matches!(look.kind, Kind::Var | Kind::Singleton);
        if look.is_behind_id || has_content { self.place(identity) } else { identity }
    }

    /// What a node is known by.
    pub(crate) fn identify(&self, pair: Pair<'a>, columns: Option<InColumns<'a>>, keys: &mut Keys) -> Identity {
        let identity = pair.left().identify(keys);
        if self.is_used() { self.identity(identity, columns, &pair.left().look()) } else { identity }
    }
}
