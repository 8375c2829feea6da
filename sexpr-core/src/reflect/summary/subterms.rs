//! Fingerprints of the nodes of one value, each as a term of its own.
//!
//! Apart from the node itself, a summary depends only on the region. So each shared node is summed up once for each
//! region in which it occurs.
//!
//! **A node in the region of a `def` field is summed up twice**: as a term of its own, the node is in the region of a
//! root; as a part of the enclosing node, it is in a region that binds its variables. The second walk finds no nodes,
//! and memoizes all its summaries. So a node is walked at most once in each region, however deeply such fields are
//! nested.
//!
//! Summaries do not describe dag nodes, ids, unordered parts and a few other kinds of parts. Nodes that hold such parts
//! are hashed directly, as for a fingerprint. Equal nodes have the same parts, so either both or neither are hashed
//! directly.

use alloc::{boxed::Box, vec::Vec};
use core::any::TypeId;

use crate::{
    describe::{
        arena::NoArenas,
        containers::assert_addressable,
        identity::Identity,
        info::{Kind, TypeInfo},
        keys::stable_hash_128,
        leaf::Encoder,
        options::Options,
        region::Region,
        structural::StructuralEq,
    },
    engine::trail::Trail,
    ops::hash::of_nodes::NodeHashes,
    reflect::{
        NodeRef,
        containers::Maps,
        lister::{ListedPart, ListerConfig},
        node::{AnyNode, NodeInfo, Pair},
        reading::{Read, Reading},
        summary::{
            Next, NodeInProgress, SummaryWalk,
            digests::{Child, Summaries, Summary, direct_term},
        },
    },
    rules::entries::KeyRank,
    tables::index::Table,
};

/// The selection of nodes to be found.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sought {
    pub(crate) options: Options,
    /// The type of the nodes, if only nodes of one type are sought.
    pub(crate) ty: Option<TypeId>,
    /// The minimal size of the nodes.
    pub(crate) at_least: u64,
}

/// A node that was found.
pub(crate) struct FoundSubterm<'a> {
    pub(crate) node: NodeRef<'a>,
    pub(crate) size: u64,
    /// The hash of the node as a term of its own, combined with the hash of its type.
    pub(crate) fingerprint: Option<u128>,
    /// Its position in the order in which nodes are met.
    pub(crate) order: usize,
    /// The position, in the same order, of the last part inside the node; its own position if nothing is inside.
    pub(crate) last: usize,
    pub(crate) path: usize,
}

/// The nodes that were found, in the order in which they were met.
pub(crate) struct Subterms<'a> {
    pub(crate) found: Vec<FoundSubterm<'a>>,
    pub(crate) paths: Trail<'a>,
}

/// A walk that sums up the nodes of a value.
pub(crate) struct SubtermSearch<'a> {
    sought: Sought,
    walk: SummaryWalk<'a, PartState<'a>, Child>,
    summaries: Summaries,
    /// The summaries of parts that may be met again, and whether the nodes in them were found.
    memo: Table<MemoKey, (Summary, bool)>,
    /// The hashes of type keys, by the addresses of the types' tables.
    types: Table<usize, Option<u128>>,
    /// The table of the root's type, if the root is a trait object that was not met yet.
    root: Option<&'static TypeInfo>,
    found: Vec<FoundSubterm<'a>>,
    /// The nodes to be hashed directly, each with its index in `found`, its address, and the hash of its type.
    direct: Vec<(usize, Identity, Option<u128>)>,
}

/// The address of a part, and its region.
type MemoKey = (Identity, Region);

/// The state of a part that is being summed up.
struct PartState<'a> {
    kind: PartKind<'a>,
    /// The key under which the summary is memoized.
    memo_key: Option<MemoKey>,
    /// The type of the node, if it is known only at run time.
    concrete: Option<&'static TypeInfo>,
}

/// The kind of a part that is being summed up.
enum PartKind<'a> {
    /// The whole value, or a container behind a pointer.
    Value,
    /// A node, and the table of its declared type.
    Node(AnyNode<'a>, &'static TypeInfo),
    /// The fields of a variable that occurs in this region.
    Variable(Identity, Region),
    /// A node as a term of its own. A second walk adds it to the enclosing part, in this region.
    Apart(AnyNode<'a>, Region),
}

impl<'a> SubtermSearch<'a> {
    pub(crate) fn new(sought: Sought) -> Self {
        let mut walk = SummaryWalk::new(sought.options, ListerConfig::default());
        // Simulates an enclosing scope, so that the regions of fields differ from the region of a root.
        walk.reading.lister.depth = 1;
        SubtermSearch {
            sought,
            walk,
            summaries: Summaries::default(),
            memo: Table::default(),
            types: Table::default(),
            root: None,
            found: Vec::new(),
            direct: Vec::new(),
        }
    }

    /// Finds the nodes of a value.
    pub(crate) fn run<T: StructuralEq + ?Sized>(mut self, root: &'a T) -> Subterms<'a> {
        const { assert_addressable::<T>(false) };
        let is_found = !matches!(T::kind(root), Kind::Var | Kind::Singleton);
        self.root = T::concrete_type(root).filter(|_| is_found).map(|_| T::INFO);
        let at = self.root_region();
        self.begin(PartKind::Value, None, None);
        self.walk.reading.lister.begin_with(root, root, at);
        self.finish();
        if !self.direct.is_empty() {
            let places = self.direct.iter().map(|(_, place, _)| *place);
            let hashes = NodeHashes::run(root, places, self.sought.options);
            for (index, place, type_hash) in &self.direct {
                let hash = hashes.get(place).copied().flatten();
                self.found[*index].fingerprint = hash.and_then(|hash| Some(of_root((*type_hash)?, direct_term(hash))));
            }
        }
        self.found.sort_unstable_by_key(|found| found.order);
        Subterms { found: self.found, paths: self.walk.reading.lister.trail }
    }

    fn finish(&mut self) {
        while let Some(next) = self.walk.next() {
            match next {
                Next::Part(Read::Node(node, at)) => self.meet(node.erased, at.past_boundary()),
                Next::Part(Read::Other(ListedPart::Map(map, at))) => self.meet_map(map, at.past_boundary()),
                Next::Part(Read::Other(ListedPart::Id(..))) => self.walk.exclude(),
                Next::Part(Read::Other(_)) => {}
                Next::End(open) => self.end(open),
            }
        }
    }

    /// The region of a term of its own.
    fn root_region(&self) -> Region {
        self.sought.options.root_region()
    }

    fn begin(&mut self, kind: PartKind<'a>, memo_key: Option<MemoKey>, concrete: Option<&'static TypeInfo>) {
        self.walk.begin(PartState { kind, memo_key, concrete });
    }

    /// Meets a node, or a leaf or container behind a pointer.
    fn meet(&mut self, node: AnyNode<'a>, at: Region) {
        let info = node.info();
        match info.kind {
            _ if info.is_behind_id => self.walk.exclude(),
            _ if info.is_name => {
                let variable = node.identify(&mut self.walk.reading.keys);
                self.occur(variable, at, None);
            }
            _ if info.is_leaf => self.walk.reading.lister.list_node(node, None, at),
            Kind::Var if info.is_node => self.meet_variable(node, at),
            Kind::Singleton if info.is_node => {
                let singleton = node.identify(&mut self.walk.reading.keys);
                self.deliver(Summaries::singleton(singleton, &self.walk.reading.keys));
            }
            _ => self.meet_content(node, info, at),
        }
    }

    /// Meets a `tree` or `dag` node, or a container behind a pointer.
    fn meet_content(&mut self, node: AnyNode<'a>, info: NodeInfo, at: Region) {
        let is_node = info.is_node;
        if is_node && !self.walk.context.is_known && at != self.root_region() {
            self.begin(PartKind::Apart(node, at), None, None);
            return self.walk.reading.lister.push_back(ListedPart::Node(Pair::twice(node), self.root_region()));
        }
        let (type_info, concrete) = match self.root.take().filter(|_| is_node) {
            Some(root) => (root, Some(node.details().info)),
            None => (node.details().info, node.details().concrete),
        };
        let may_be_met_again = !info.is_unique || self.walk.context.is_known;
        let memo_key = may_be_met_again.then(|| (node.details().address, at));
        if let Some(summary) = memo_key.and_then(|memo_key| self.memo(memo_key)) {
            let summary = self.of_type(summary, concrete);
            return self.deliver(summary);
        }
        self.begin(if is_node { PartKind::Node(node, type_info) } else { PartKind::Value }, memo_key, concrete);
        if is_node {
            let open = self.walk.innermost();
            (open.size, open.is_scope) = (1, info.is_scope);
            // The following nodes cannot be described by summaries. A dag node depends on its other occurrences. In the
            // region of a field, bindings outlive a scope. The declarations of a scope have to be found in advance.
            let looks_ahead = info.is_scope && node.details().predeclares;
            open.is_excluded = info.kind == Kind::Dag || info.is_scope && at.is_binding_occurrence() || looks_ahead;
        }
        self.walk.reading.lister.list_node(node, None, at);
    }

    fn meet_variable(&mut self, node: AnyNode<'a>, at: Region) {
        let variable = node.identify(&mut self.walk.reading.keys);
        // Two variables with one key may have different fields. Only the fields of the first occurrence count.
        if variable.as_address().is_none() && !node.info().has_leaf_fields {
            self.walk.exclude();
        }
        let concrete = node.details().concrete;
        let fields = (node.details().address, self.root_region());
        if let Some(summary) = self.memo(fields) {
            let fields = self.of_type(summary, concrete);
            return self.occur(variable, at, Some(fields));
        }
        self.begin(PartKind::Variable(variable, at), Some(fields), concrete);
        self.walk.reading.lister.list_node(node, None, self.sought.options.root_region());
    }

    fn occur(&mut self, variable: Identity, at: Region, fields: Option<Summary>) {
        let summary = self.summaries.occurrence(variable, &self.walk.reading.keys, at, fields);
        self.deliver(summary);
    }

    /// Meets a map: its keys, if these are leaves or made of leaves, then its values in the order of the keys.
    fn meet_map(&mut self, mut map: Box<dyn Maps<'a> + 'a>, at: Region) {
        let Reading { keys, values, .. } = &mut self.walk.reading;
        map.read(0, keys, values, &|_| None, &NoArenas);
        let ranked = map.ranked(0);
        let in_order = map.keys_are_content();
        let index = |place: usize| if in_order { ranked[place].index } else { place };
        self.walk.reading.lister.text.number(ranked.len());
        self.walk.reading.list_values(&*map, (0..ranked.len()).map(index), false, at);
        for entry in ranked {
            self.walk.innermost().is_process_local |= entry.is_process_local;
            match &entry.rank {
                KeyRank::Content(encoding) => self.walk.reading.lister.text.bytes(encoding),
                // The matching of keys that are variables or terms depends on their context.
                _ => self.walk.exclude(),
            }
        }
    }

    /// A memoized summary, if the nodes in the part were found or need not be found.
    fn memo(&self, memo_key: MemoKey) -> Option<Summary> {
        let (summary, are_found) = *self.memo.get(&memo_key)?;
        (are_found || self.walk.context.is_known).then_some(summary)
    }

    /// Adds a summary to the enclosing part.
    fn deliver(&mut self, summary: Summary) {
        let SummaryWalk { open, reading: Reading { lister, .. }, children, .. } = &mut self.walk;
        if let Some(open) = open.last_mut().filter(|open| !matches!(open.state.kind, PartKind::Apart(..))) {
            lister.text.bytes(&summary.shape.to_le_bytes());
            children.push(Child { position: open.met, summary });
            open.met += 1;
        }
    }

    /// Sums up a part that ended, memoizes its summary, notes the part if it is sought, and adds the summary to the
    /// enclosing part.
    fn end(&mut self, open: NodeInProgress<PartState<'a>>) {
        if let PartKind::Apart(node, at) = open.state.kind {
            self.walk.reading.lister.trail.shorten(open.trail);
            self.walk.context = open.context;
            self.walk.context.is_known = true;
            return self.meet_content(node, node.info(), at);
        }
        let mut summary = self.sum_up(&open);
        if let Some(memo_key) = open.state.memo_key {
            self.memo.insert(memo_key, (summary, !open.context.is_known));
        }
        summary = self.of_type(summary, open.state.concrete);
        match open.state.kind {
            PartKind::Variable(variable, at) => self.occur(variable, at, Some(summary)),
            PartKind::Node(node, info) => {
                self.find(node, info, summary, &open);
                self.deliver(summary);
            }
            _ => self.deliver(summary),
        }
    }

    fn sum_up(&mut self, open: &NodeInProgress<PartState<'a>>) -> Summary {
        let SummaryWalk { reading: Reading { lister, .. }, children, .. } = &mut self.walk;
        let summary = self.summaries.put_together(&mut lister.text, open, &children[open.first_child..]);
        children.truncate(open.first_child);
        if open.is_scope { self.summaries.close(summary) } else { summary }
    }

    /// Notes a node, if it is sought.
    fn find(
        &mut self,
        node: AnyNode<'a>,
        info: &'static TypeInfo,
        summary: Summary,
        open: &NodeInProgress<PartState<'a>>,
    ) {
        let Sought { ty, at_least, .. } = self.sought;
        let any = NodeRef::of_erased(node);
        if open.context.is_known || summary.size < at_least || ty.is_some_and(|ty| any.ty() != ty) {
            return;
        }
        let type_hash = self.type_hash(info);
        if summary.is_indescribable && !summary.is_process_local {
            self.direct.push((self.found.len(), node.details().address, type_hash));
        }
        let term = if summary.is_indescribable { None } else { summary.term() };
        self.found.push(FoundSubterm {
            node: any,
            size: summary.size,
            fingerprint: term.and_then(|term| Some(of_root(type_hash?, term))),
            order: open.order,
            last: self.walk.begun,
            path: open.path,
        });
    }

    /// The summary of a trait object's node, including the node's type.
    fn of_type(&mut self, summary: Summary, concrete: Option<&'static TypeInfo>) -> Summary {
        let Some(concrete) = concrete else { return summary };
        let key = self.type_hash(concrete);
        let mut summary = summary.of_concrete_type(key.unwrap_or_default());
        summary.is_process_local |= key.is_none();
        summary
    }

    /// The hash of a type's key and the options; `None` if the key may differ between builds.
    fn type_hash(&mut self, info: &'static TypeInfo) -> Option<u128> {
        let options = self.sought.options;
        *self.types.entry(core::ptr::from_ref(info).addr()).or_insert_with(|| {
            let key = info.root_key()?;
            Some(stable_hash_128(alloc::format!("{key}\n{options}").as_bytes()))
        })
    }
}

/// The fingerprint of a term, given the hash of its type.
fn of_root(type_hash: u128, term: u128) -> u128 {
    let mut bytes = [0; 2 * size_of::<u128>()];
    bytes[..16].copy_from_slice(&type_hash.to_le_bytes());
    bytes[16..].copy_from_slice(&term.to_le_bytes());
    stable_hash_128(&bytes)
}
