//! `NodeSearch`: the nodes of a type in a value, deduplicated.
//!
//! Which nodes are reachable does not depend on bindings, so a search tracks none.

use core::any::TypeId;

use crate::{
    describe::{
        containers::{Addressable, Sharing},
        options::Options,
        region::Region,
        structural::StructuralEq,
    },
    reflect::{
        lister::{ListedPart, ListerConfig},
        node::AnyNode,
        reading::{Node, Read, Reading},
    },
    rules::pairs::Pairs,
};

/// A search that is under way.
pub(crate) struct NodeSearch<'a> {
    reading: Reading<'a>,
    met: Pairs<1, ()>,
}

impl<'a> NodeSearch<'a> {
    /// A search for nodes of type `N`.
    pub(crate) fn of<N: StructuralEq, T: StructuralEq + ?Sized>(root: &'a T, _: Addressable<T>) -> Self {
        NodeSearch::new(root, N::INFO.is_leaf(), N::LEAF_FIELDS)
    }

    /// A search for nodes that may be leaves, or may have nothing but leaves inside.
    pub(crate) fn new<T: StructuralEq + ?Sized>(root: &'a T, leaves: bool, flat: bool) -> Self {
        let config =
            ListerConfig { no_paths: true, leaves_as_nodes: leaves, flat: leaves || flat, ..ListerConfig::default() };
        let mut reading = Reading::new(Options::new(), config);
        reading.lister.begin_with(root, root, Region::NONE);
        NodeSearch { reading, met: Pairs::default() }
    }

    /// The next node, leaf or name of a type.
    #[inline]
    pub(crate) fn next(&mut self, ty: TypeId) -> Option<AnyNode<'a>> {
        loop {
            let found = match self.reading.lister.next_node() {
                Some((pair, _)) => self.meet(pair.left().into(), ty),
                None => {
                    let part = self.reading.lister.next()?;
                    self.go_on(part, ty)
                }
            };
            if found.is_some() {
                return found;
            }
        }
    }

    /// Whether a node has an arena, or holds an id.
    pub(crate) fn holds_ids(mut self) -> bool {
        struct Nothing;
        while let Some(part) = self.reading.lister.next() {
            match part {
                ListedPart::Id(..) | ListedPart::EnterArenas(_) => return true,
                // Nodes with equal keys may have different contents.
                ListedPart::Node(pair, _)
                    if pair.left().info().sharing == Sharing::Unique
                        || !self.met.note(pair.left().details().address) =>
                {
                    self.reading.lister.list(pair, Region::NONE);
                }
                ListedPart::Node(..) => {}
                part => _ = self.go_on(part, TypeId::of::<Nothing>()),
            }
        }
        false
    }

    #[inline(always)]
    fn meet(&mut self, node: Node<'a>, ty: TypeId) -> Option<AnyNode<'a>> {
        let info = node.info();
        let is_wanted = node.erased.is_any_of(&[ty]);
        let is_alone = info.sharing == Sharing::Unique && info.kind.is_tree() && node.row.is_none();
        if !is_alone && self.is_known(node, is_wanted) {
            return None;
        }
        if info.kind.has_content() {
            node.list(Region::NONE, &mut self.reading.lister);
        }
        is_wanted.then_some(node.erased)
    }

    /// Whether a node was met before. Notes that it is met.
    #[inline(never)]
    fn is_known(&mut self, node: Node<'a>, is_wanted: bool) -> bool {
        // A name of another type may be the same variable as a name that is wanted, and must not hide it.
        if node.info().is_name && !is_wanted {
            return true;
        }
        let identity = self.reading.identify(node);
        self.met.note(identity)
    }

    #[inline(never)]
    fn go_on(&mut self, part: ListedPart<'a>, ty: TypeId) -> Option<AnyNode<'a>> {
        match self.reading.follow(part)? {
            Read::Node(node, _) => self.meet(node, ty),
            Read::Other(ListedPart::Map(maps, at)) => {
                self.reading.lister.in_order(|lister| maps.push_all(at, lister));
                None
            }
            _ => None,
        }
    }
}
