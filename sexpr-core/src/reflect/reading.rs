//! `Reading`: the parts of one value, with ids followed to the arenas in force, and entries of maps in order.

use crate::{
    describe::{
        erased_arena::{Arenas, InColumns},
        identity::{Identity, Keys},
        info::Kind,
        options::Options,
        region::Region,
    },
    reflect::{
        containers::Maps,
        lister::{Ids, Lister, Wants, What},
        node::{Look, Pair},
    },
    rules::{
        environments::{Environments, NodeArenas, OnSide, Slots},
        value_order::ValueOrder,
    },
};

/// A value that is being read. Ids are followed.
#[derive(Default)]
pub(super) struct Reading<'a> {
    pub(super) lister: Lister<'a>,
    pub(super) keys: Keys,
    pub(super) arenas: ArenasInForce<'a>,
    values: ValueOrder,
}

impl<'a> Reading<'a> {
    pub(super) fn new(options: Options, wants: Wants) -> Self {
        Reading { lister: Lister::new(options, wants), ..Reading::default() }
    }

    /// The next part, with the columns of its row. Ids are followed; a dangling id is returned as it is.
    pub(super) fn next(&mut self) -> Option<(What<'a>, Option<InColumns<'a>>)> {
        loop {
            let what = self.lister.next()?;
            if let Some(part) = self.follow(what) {
                return Some(part);
            }
        }
    }

    /// Follows an id. Enters or leaves arenas, and then returns `None`.
    #[inline(always)]
    pub(super) fn follow(&mut self, what: What<'a>) -> Option<(What<'a>, Option<InColumns<'a>>)> {
        match what {
            What::Id(ids, at) => match self.arenas.follow_in(ids, &mut self.lister) {
                Some((pair, columns)) => return Some((What::Node(pair, at), columns)),
                None => return Some((what, None)),
            },
            What::EnterArenas(arenas) => self.arenas.enter(*arenas),
            What::LeaveArenas => self.arenas.leave(),
            what => return Some((what, None)),
        }
        None
    }

    /// What a node is known by: behind an id, in the present environment.
    pub(super) fn identify(&mut self, pair: Pair<'a>, columns: Option<InColumns<'a>>) -> Identity {
        let node = pair.left();
        let [identity] = InColumns::known_by([columns], [node.identify(&mut self.keys)]);
        if node.look().is_behind_id { self.arenas.place(identity) } else { identity }
    }

    /// Lists the entries of a map in order, with their keys if these are wanted. Returns how many there are.
    pub(super) fn list_entries(&mut self, maps: &mut dyn Maps<'a>, with_keys: bool, at: Region) -> usize {
        let Reading { lister, keys, arenas, values } = self;
        let arenas = arenas.in_force();
        maps.read(0, keys, &|_| None, &arenas);
        maps.tell_terms_apart(0, values);
        maps.arrange(0, values, lister.options);
        lister.in_order(|lister| {
            for entry in maps.ranked(0) {
                let mark = maps.mark(entry.index, &arenas, lister);
                if with_keys {
                    maps.push_key(entry.index, mark, Region::NONE, lister);
                }
                maps.push_value(entry.index, mark, at.past_boundary(), lister);
            }
        });
        maps.ranked(0).len()
    }
}

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
