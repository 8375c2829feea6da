//! `Reading`: the parts of one value, with ids followed and entries of maps in order.

use crate::{
    describe::{
        erased_arena::InColumns,
        identity::{Identity, Keys},
        options::Options,
        region::Region,
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
