//! A search for nodes of a type: each distinct node of a value once.
//!
//! Which nodes are reachable does not depend on bindings, so none are tracked.

use core::any::TypeId;

use crate::{
    describe::{
        containers::{Addressable, Sharing},
        options::Options,
        region::Region,
        structural::StructuralEq,
    },
    reflect::{
        lister::{Wants, What},
        node::Pair,
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

    /// A search for nodes that may be leaves, or hold nothing but leaves.
    pub(crate) fn new<T: StructuralEq + ?Sized>(root: &'a T, leaves: bool, flat: bool) -> Self {
        let wants = Wants { no_paths: true, leaves_as_nodes: leaves, flat: leaves || flat, ..Wants::default() };
        let mut reading = Reading::new(Options::new(), wants);
        reading.lister.begin_with(root, root, Region::NONE);
        NodeSearch { reading, met: Pairs::default() }
    }

    /// The next node of a type, or leaf, or name that is written as such a leaf.
    #[inline]
    pub(crate) fn next(&mut self, ty: TypeId) -> Option<Pair<'a>> {
        loop {
            let found = match self.reading.lister.next_node() {
                Some((pair, _)) => self.meet(pair.into(), ty),
                None => {
                    let what = self.reading.lister.next()?;
                    self.go_on(what, ty)
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
        while let Some(what) = self.reading.lister.next() {
            match what {
                What::Id(..) | What::EnterArenas(_) => return true,
                // Nodes with equal keys may have different contents.
                What::Node(pair, _)
                    if pair.left().look().sharing == Sharing::Unique || !self.met.note(pair.left().facts().address) =>
                {
                    self.reading.lister.list(pair, Region::NONE);
                }
                What::Node(..) => {}
                what => _ = self.go_on(what, TypeId::of::<Nothing>()),
            }
        }
        false
    }

    #[inline(always)]
    fn meet(&mut self, node: Node<'a>, ty: TypeId) -> Option<Pair<'a>> {
        let look = node.look();
        let is_wanted = look.ty == ty;
        let is_alone = look.sharing == Sharing::Unique && look.kind.is_tree() && node.row.is_none();
        if !is_alone && self.is_known(node, is_wanted) {
            return None;
        }
        if look.kind.has_content() {
            node.list(Region::NONE, &mut self.reading.lister);
        }
        is_wanted.then_some(node.pair)
    }

    /// Whether a node was met before. From now on, it was.
    #[inline(never)]
    fn is_known(&mut self, node: Node<'a>, is_wanted: bool) -> bool {
        // Names that are written as another type may be the same variable, and do not count.
        if node.look().is_name && !is_wanted {
            return true;
        }
        let identity = self.reading.identify(node);
        self.met.note(identity)
    }

    #[inline(never)]
    fn go_on(&mut self, what: What<'a>, ty: TypeId) -> Option<Pair<'a>> {
        match self.reading.follow(what)? {
            Read::Node(node, _) => self.meet(node, ty),
            Read::Other(What::Map(maps, at)) => {
                self.reading.lister.in_order(|lister| maps.push_all(at, lister));
                None
            }
            _ => None,
        }
    }
}
