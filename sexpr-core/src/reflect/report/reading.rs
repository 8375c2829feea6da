//! A value that is read, and not compared.

use alloc::vec::Vec;

use crate::{
    describe::{
        erased_arena::InColumns,
        identity::{Identity, Keys},
        options::Options,
    },
    reflect::{
        arenas::ArenasInForce,
        lister::{Lister, Wants},
        maps::Maps,
        node::Pair,
        part::What,
    },
    rules::value_order::ValueOrder,
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

    /// The next part, and what a node has in other tables.
    pub(super) fn next(&mut self) -> Option<(What<'a>, Option<InColumns<'a>>)> {
        loop {
            match self.lister.next()? {
                What::Id(ids, at) => {
                    if let Some((pair, columns)) = self.arenas.follow_in(ids, &mut self.lister) {
                        return Some((What::Node(pair, at), columns));
                    }
                }
                What::EnterArenas(arenas) => self.arenas.enter(*arenas),
                What::LeaveArenas => self.arenas.leave(),
                what => return Some((what, None)),
            }
        }
    }

    /// What a node is known by: behind an id, in the present environment.
    pub(super) fn identify(&mut self, pair: Pair<'a>, columns: Option<InColumns<'a>>) -> Identity {
        let node = pair.left();
        let [identity] = InColumns::known_by([columns], [node.identify(&mut self.keys)]);
        let is_placed = node.flags().is_behind_id && self.arenas.is_used() && identity.as_address().is_some();
        if is_placed { self.arenas.place(identity) } else { identity }
    }

    /// Reads the entries of a map, and gives their indices in order.
    pub(super) fn entries(&mut self, maps: &mut dyn Maps<'a>) -> Vec<usize> {
        maps.read(0, &mut self.keys, &|_| None, &self.arenas.in_force());
        maps.tell_terms_apart(0, &mut self.values);
        maps.arrange(0, &mut self.values, self.lister.options);
        maps.ranked(0).iter().map(|entry| entry.index).collect()
    }
}
