//! `Reading`: the parts of one value, with ids followed to the arenas in force, and entries of maps in order.
//!
//! All operations on one value use `Reading`: searches, traversals, hints, profiles and summaries. `Reading` tracks no
//! bindings.

use crate::{
    describe::{
        arena::{Arenas, InColumns, Meaning},
        identity::Identity,
        info::Kind,
        key_table::Keys,
        options::Options,
        region::Region,
    },
    reflect::{
        containers::Maps,
        lister::{Ids, ListedPart, Lister, ListerConfig},
        node::{AnyNode, NodeInfo},
    },
    rules::{
        entries::ValueOrder,
        environments::{Environments, OnSide, Slots},
    },
};

/// A node of one value.
#[derive(Clone, Copy)]
pub(crate) struct Node<'a> {
    pub(crate) erased: AnyNode<'a>,
    /// The row of the node, if an id led to the node and its arena has columns.
    pub(crate) row: Option<InColumns<'a>>,
}

impl<'a> From<AnyNode<'a>> for Node<'a> {
    fn from(erased: AnyNode<'a>) -> Self {
        Node { erased, row: None }
    }
}

impl<'a> Node<'a> {
    pub(super) fn info(self) -> NodeInfo {
        self.erased.info()
    }

    /// The identity of the node, or of its row.
    pub(super) fn identify(self, keys: &mut Keys) -> Identity {
        self.known_by(self.erased.identify(keys))
    }

    /// The identity by address of the node, or of its row.
    pub(super) fn address(self) -> Identity {
        self.known_by(self.erased.details().address)
    }

    fn known_by(self, identity: Identity) -> Identity {
        let [identity] = InColumns::known_by([self.row], [identity]);
        identity
    }

    /// The node, without a row that has no fields.
    pub(super) fn without_empty_row(self) -> Self {
        Node { row: self.row.filter(|row| !InColumns::fields(Some(*row)).is_empty()), ..self }
    }

    /// Lists the parts of the node and of its row.
    #[inline(always)]
    pub(super) fn list(self, at: Region, lister: &mut Lister<'a>) {
        lister.list_node(self.erased, self.row, at);
    }
}

/// A value that is being read.
#[derive(Default)]
pub(super) struct Reading<'a> {
    pub(super) lister: Lister<'a>,
    pub(super) keys: Keys,
    pub(super) arenas: ArenasInForce<'a>,
    pub(super) values: ValueOrder,
}

/// A part of a value that is being read.
pub(super) enum Read<'a> {
    /// A node behind a pointer, a node held inline, or a node to which an id led.
    Node(Node<'a>, Region),
    /// Any other part, including a dangling id.
    Other(ListedPart<'a>),
}

impl<'a> Reading<'a> {
    pub(super) fn new(options: Options, config: ListerConfig) -> Self {
        Reading { lister: Lister::new(options, config), ..Reading::default() }
    }

    /// The next part.
    pub(super) fn next(&mut self) -> Option<Read<'a>> {
        loop {
            let part = self.lister.next()?;
            if let Some(read) = self.follow(part) {
                return Some(read);
            }
        }
    }

    /// Follows an id, if the part is one. If the part is the beginning or end of arenas, enters or leaves these and
    /// returns `None`.
    #[inline(always)]
    pub(super) fn follow(&mut self, part: ListedPart<'a>) -> Option<Read<'a>> {
        match part {
            ListedPart::Node(pair, at) => return Some(Read::Node(pair.left().into(), at)),
            ListedPart::Id(ids, at) => {
                let found = self.arenas.follow_in(ids, &mut self.lister);
                return Some(found.map_or(Read::Other(part), |node| Read::Node(node, at)));
            }
            ListedPart::EnterArenas(arenas) => self.arenas.enter(*arenas),
            ListedPart::LeaveArenas => self.arenas.leave(),
            part => return Some(Read::Other(part)),
        }
        None
    }

    /// The identity of a node in the current environment.
    pub(super) fn identify(&mut self, node: Node<'a>) -> Identity {
        let identity = node.erased.identify(&mut self.keys);
        match self.arenas.is_used() {
            true => self.arenas.identity(identity, node.row, &node.info()),
            false => identity,
        }
    }

    /// Lists the entries of a map in order, with their keys if `with_keys`. Returns the number of entries.
    pub(super) fn list_entries(&mut self, maps: &mut dyn Maps<'a>, with_keys: bool, at: Region) -> usize {
        maps.read(0, &mut self.keys, &mut self.values, &|_| None, &self.arenas.in_force());
        maps.arrange(0, &mut self.values, self.lister.options);
        let entries = maps.ranked(0);
        self.list_values(maps, entries.iter().map(|entry| entry.index), with_keys, at.past_boundary());
        entries.len()
    }

    /// Lists the values of a map in a given order of its entries, each value after its key, if `with_keys`.
    pub(super) fn list_values(
        &mut self,
        maps: &dyn Maps<'a>,
        entries: impl Iterator<Item = usize>,
        with_keys: bool,
        at: Region,
    ) {
        let arenas = self.arenas.in_force();
        self.lister.in_order(|lister| {
            for index in entries {
                let mark = maps.mark(index, &arenas, lister);
                if with_keys {
                    maps.push_key(index, mark, Region::NONE, lister);
                }
                maps.push_value(index, mark, at, lister);
            }
        });
    }
}

/// The arenas in force at the current place of an operation on one value.
#[derive(Default)]
pub(crate) struct ArenasInForce<'a> {
    pub(crate) environments: Environments<1>,
    pub(crate) slots: Slots<'a>,
}

impl<'a> ArenasInForce<'a> {
    /// Whether any arena was entered.
    #[inline(always)]
    pub(crate) fn is_used(&self) -> bool {
        self.environments.is_used()
    }

    pub(crate) fn in_force(&self) -> OnSide<'_, 'a, 1> {
        OnSide { side: 0, environments: Some(&self.environments), slots: &self.slots }
    }

    pub(crate) fn enter(&mut self, [arenas, _]: [Arenas<'a>; 2]) {
        self.slots.enter(&[arenas], &mut self.environments);
    }

    pub(crate) fn leave(&mut self) {
        self.environments.leave();
    }

    /// The node to which an id leads. Enters the node's environment until the parts that are listed next were taken.
    pub(crate) fn follow_in(&mut self, ids: Ids<'a>, lister: &mut Lister<'a>) -> Option<Node<'a>> {
        let found = self.environments.find(0, ids.left.type_id())?;
        let Meaning { environment, node, columns: row } = self.slots.erased_node(ids.left, found)?;
        let erased = ids.left.pair([node; 2])?.left();
        if self.environments.go_to([environment]) {
            lister.push_back(ListedPart::LeaveArenas);
        }
        Some(Node { erased, row })
    }

    /// The identity of a node in the current environment. A key is the same in every environment.
    pub(crate) fn place(&self, node: Identity) -> Identity {
        let [environment] = self.environments.current();
        if node.as_address().is_some() { node.in_environment(environment) } else { node }
    }

    /// The identity of a node in the current environment, given its identity outside of arenas.
    pub(crate) fn identity(&self, identity: Identity, columns: Option<InColumns<'a>>, info: &NodeInfo) -> Identity {
        let [identity] = InColumns::known_by([columns], [identity]);
        let has_parts = !matches!(info.kind, Kind::Var | Kind::Singleton);
        if info.is_behind_id || has_parts { self.place(identity) } else { identity }
    }
}
