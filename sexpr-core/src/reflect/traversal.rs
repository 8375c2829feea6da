//! `Traversal`: an iteration over the parts of a value, as data; and [`Path::nodes_in`], the nodes on a path.

use alloc::{string::String, vec::Vec};
use core::fmt;

use crate::{
    describe::{
        containers::Addressable, identity::Identity, info::Def, options::Options, region::Region,
        structural::StructuralEq,
    },
    engine::path::Path,
    reflect::{
        lister::{Leaves, ListedPart, ListerConfig},
        node_ref::{NodeRef, assert_known_node},
        reading::{Node, Read, Reading},
    },
    tables::index::Table,
};

/// The parts of a value as data, in the order of comparison, each node before its parts.
///
/// Printers, exporters and statistics can be written with a traversal. A node of any type is a [`NodeRef`], so a
/// traversal does not depend on the types of an IR. Types with lifetimes and type parameters are supported. Ids are
/// followed to the arenas in force. Fields marked `#[seq(ignore)]` are skipped. Bindings are not tracked: if the keys
/// of a map are bound variables, its entries come in the order in which entries with free variables are compared.
///
/// A shared node is visited once for each path to it. To visit its parts only once, [leave them out](Self::leave_out)
/// at later visits. If an id leads to an enclosing node, the traversal returns that node without parts.
///
/// ```
/// use std::sync::Arc;
/// use sexpr_core::{StructuralEq, reflect::{PartValue, Traversal}};
///
/// #[derive(StructuralEq)]
/// enum Expr { Int(i64), Add(Vec<Arc<Expr>>) }
///
/// let sum = Expr::Add(vec![Arc::new(Expr::Int(1)), Arc::new(Expr::Int(2))]);
/// let mut traversal = Traversal::new(&sum);
/// let mut lines = Vec::new();
/// while let Some(part) = traversal.next_part() {
///     let text = match part.value() {
///         PartValue::Node(node) => node.variant().map_or("", |variant| variant.name()).to_string(),
///         PartValue::Leaf(text) => text.to_string(),
///         _ => String::new(),
///     };
///     lines.push(format!("{}{text}", "  ".repeat(part.depth())));
/// }
/// assert_eq!(lines, ["Add", "  Int", "    1", "  Int", "    2"]);
/// ```
///
/// Takes a bounded amount of native stack at any depth of the value, and time linear in the number of parts visited.
pub struct Traversal<'a> {
    reading: Reading<'a>,
    open: Vec<OpenNode>,
    /// The places of the enclosing nodes to which ids led.
    open_places: Table<Identity, ()>,
    /// The node that was returned last, if its parts are still to be listed.
    inside: Option<(Node<'a>, Region)>,
}

/// An enclosing node.
struct OpenNode {
    /// The length of the path to it.
    path: usize,
    /// Its place, if an id led to it.
    place: Option<Identity>,
    is_scope: bool,
    /// The numbers of keys and steps that the trail had names for before the node.
    names: (usize, usize),
}

/// A part of a node: see [`Traversal`].
#[derive(Clone, Debug)]
pub struct Part<'a> {
    depth: usize,
    steps: Path,
    def: Def,
    value: PartValue<'a>,
}

/// The kinds of [`Part`]s.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum PartValue<'a> {
    /// A node, possibly reached through an id, or a variable that is known by its value.
    Node(NodeRef<'a>),
    /// A leaf or an opaque value, as reports show it.
    Leaf(String),
    /// An id that no arena in force has.
    Dangling(u64),
}

impl<'a> Part<'a> {
    /// The number of enclosing nodes.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// The path from the enclosing node to the part: a field, and an index or a key inside that. It may be empty, which
    /// `Display` writes as `<root>`.
    pub fn steps(&self) -> &Path {
        &self.steps
    }

    /// The region in force. A variable whose first occurrence is here is bound, unless the region is [`Def::None`].
    pub fn region(&self) -> Def {
        self.def
    }

    /// The part itself.
    pub fn value(&self) -> &PartValue<'a> {
        &self.value
    }

    /// The part, if it is a node.
    pub fn node(&self) -> Option<NodeRef<'a>> {
        match &self.value {
            PartValue::Node(node) => Some(*node),
            PartValue::Leaf(_) | PartValue::Dangling(_) => None,
        }
    }
}

impl<'a> Traversal<'a> {
    /// A traversal of a value. Parts are listed lazily.
    pub fn new<T: StructuralEq + ?Sized>(root: &'a T) -> Self {
        const { _ = Addressable::<T>::new() };
        Traversal::listing(root, ListerConfig { leaves: Leaves::Shown, ..ListerConfig::default() })
    }

    /// A traversal that leaves out leaves.
    pub(super) fn of_nodes<T: StructuralEq + ?Sized>(root: &'a T) -> Self {
        Traversal::listing(root, ListerConfig { flat: true, ..ListerConfig::default() })
    }

    fn listing<T: StructuralEq + ?Sized>(root: &'a T, config: ListerConfig) -> Self {
        let options = Options::new();
        let mut reading = Reading::new(options, config);
        reading.lister.begin_with(root, root, options.root_region());
        Traversal { reading, open: Vec::new(), open_places: Table::default(), inside: None }
    }

    /// The next part.
    pub fn next_part(&mut self) -> Option<Part<'a>> {
        if let Some((node, at)) = self.inside.take() {
            self.enter(node, at);
        }
        while let Some(read) = self.reading.next() {
            let (value, at) = match read {
                Read::Node(node, at) => {
                    let info = node.info();
                    if !info.is_node && !info.is_behind_id {
                        node.list(at, &mut self.reading.lister);
                        continue;
                    }
                    (self.node(node, at), at)
                }
                Read::Other(ListedPart::Leaf(text)) => (PartValue::Leaf(text), Region::NONE),
                Read::Other(ListedPart::Id(ids, at)) => (PartValue::Dangling(ids.left.index()), at),
                Read::Other(ListedPart::Map(mut maps, at)) => {
                    let with_keys = !maps.keys_are_content();
                    self.reading.list_entries(&mut *maps, with_keys, at);
                    continue;
                }
                Read::Other(ListedPart::Deferred) => {
                    self.leave();
                    continue;
                }
                Read::Other(_) => continue,
            };
            let around = self.open.last().map_or(0, |around| around.path);
            let steps = self.reading.lister.trail.path_along(self.reading.lister.trail.since(around));
            return Some(Part { depth: self.open.len(), steps, def: at.def(), value });
        }
        None
    }

    /// Skips the parts of the node that was returned last.
    pub fn leave_out(&mut self) {
        self.inside = None;
    }

    /// Returns a node, and schedules its parts to be listed next. An enclosing node to which an id led back is not
    /// listed again.
    fn node(&mut self, node: Node<'a>, at: Region) -> PartValue<'a> {
        let is_around = self.place(node).is_some_and(|place| self.open_places.contains_key(&place));
        self.inside = (!is_around).then_some((node, at));
        PartValue::Node(NodeRef::of_erased(node.erased))
    }

    /// The place of a node, if an id leads to it.
    fn place(&self, node: Node<'a>) -> Option<Identity> {
        node.info().is_behind_id.then(|| self.reading.arenas.place(node.address()))
    }

    fn enter(&mut self, node: Node<'a>, at: Region) {
        let info = node.info();
        if !info.kind.has_content() {
            return;
        }
        let place = self.place(node);
        if let Some(place) = place {
            self.open_places.insert(place, ());
        }
        let lister = &mut self.reading.lister;
        lister.push_back(ListedPart::Deferred);
        lister.depth += u64::from(info.is_scope);
        let (path, names) = (lister.trail.length(), lister.trail.names());
        self.open.push(OpenNode { path, place, is_scope: info.is_scope, names });
        node.list(at.inside(info.kind, info.is_scope), lister);
    }

    fn leave(&mut self) {
        let Some(OpenNode { place, is_scope, names, .. }) = self.open.pop() else { return };
        self.reading.lister.depth -= u64::from(is_scope);
        self.reading.lister.trail.forget_names(names);
        if let Some(place) = place {
            self.open_places.remove(&place);
        }
    }
}

impl fmt::Debug for Traversal<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Traversal").field("depth", &self.open.len()).finish_non_exhaustive()
    }
}

impl Path {
    /// The nodes of a value that are on this path, the outermost first. If the path ends at an absent element, returns
    /// the nodes that enclose the element.
    ///
    /// ```
    /// use sexpr_core::{StructuralEq, first_structural_mismatch};
    ///
    /// #[derive(StructuralEq)]
    /// struct Stmt { #[seq(ignore)] line: usize, value: Expr }
    ///
    /// #[derive(StructuralEq)]
    /// enum Expr { Int(i64), Add(Box<Expr>, Box<Expr>) }
    ///
    /// let program = |last| {
    ///     let sum = Expr::Add(Box::new(Expr::Int(1)), Box::new(Expr::Int(last)));
    ///     vec![Stmt { line: 10, value: Expr::Int(0) }, Stmt { line: 20, value: sum }]
    /// };
    /// let (one, other) = (program(2), program(3));
    /// let mismatch = first_structural_mismatch(&one, &other).unwrap();
    /// assert_eq!(mismatch.lhs().to_string(), "[1].value.Add.1");
    /// let types: Vec<_> = mismatch.lhs().nodes_in(&one).iter().map(|node| node.type_info().name()).collect();
    /// assert_eq!(types, ["Stmt", "Expr", "Expr"]);
    /// assert_eq!(mismatch.lhs().innermost_in::<Stmt>(&one).unwrap().line, 20);
    /// ```
    ///
    /// A path to an entry of a map leads to its key, if that is a node, and to its value. If several keys have the same
    /// text, a path that ends at such a key leads to all of these entries. A longer path follows the first entry that
    /// has all further steps.
    ///
    /// Takes time linear in the path and in the direct parts of the nodes on it. Maps whose keys are variables known by
    /// address are read in order, which takes time linear in the size of their values.
    pub fn nodes_in<'a>(&self, root: &'a (impl StructuralEq + ?Sized)) -> Vec<NodeRef<'a>> {
        // The enclosing nodes, each with the number of steps to it. The first `shared` of them are also the first nodes
        // in `found`.
        let mut around: Vec<(NodeRef<'a>, usize)> = Vec::new();
        let mut shared = 0;
        let (mut found, mut furthest, mut depth) = (Vec::new(), 0, 0);
        let mut traversal = Traversal::of_nodes(root);
        while let Some(part) = traversal.next_part() {
            around.truncate(part.depth());
            shared = shared.min(part.depth());
            let taken = around.last().map_or(0, |(_, taken)| *taken);
            let steps = part.steps().steps();
            let Some(node) = part.node().filter(|_| self.steps()[taken..].starts_with(steps)) else {
                traversal.leave_out();
                continue;
            };
            let taken = taken + steps.len();
            around.push((node, taken));
            if taken > furthest {
                found.truncate(shared);
                found.extend(around[shared..].iter().map(|(node, _)| *node));
                (furthest, depth, shared) = (taken, part.depth(), around.len());
            } else if taken == furthest && shared == found.len() {
                shared += 1;
                found.push(node);
            } else if taken == furthest && shared == depth && part.depth() == depth {
                found.push(node);
            }
        }
        found
    }

    /// The innermost node of a type that is on this path in a value, such as the statement around a mismatch.
    ///
    /// A type with lifetimes, or with parameters that are not `'static`, is a compile-time error. For such a type,
    /// filter [`nodes_in`](Self::nodes_in) by [`NodeRef::is`].
    pub fn innermost_in<'a, N: StructuralEq + 'static>(&self, root: &'a (impl StructuralEq + ?Sized)) -> Option<&'a N> {
        const { assert_known_node::<N>() };
        self.nodes_in(root).into_iter().rev().find_map(NodeRef::downcast)
    }
}
