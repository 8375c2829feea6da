//! Alpha classes: the nodes of one value, by equality up to renaming of the variables that they bind.
//!
//! In the paper, summaries are hashes. Here, shapes, places and maps are interned texts and trees. So classes are
//! exact: different nodes cannot collide.
//!
//! - For `Subterms::common`, uses are keyed by the bindings to which variables refer (`Sought::SubtermsInPlace`).
//! - For `hash_cons`, uses are keyed by the variables themselves (`Sought::Pointees`). If two nodes mention the same
//!   variables, then in any context both refer to the same bindings. So equal pointees can replace each other anywhere,
//!   and `terms/hash_cons.rs` replaces them. A copy of a free variable would be another variable, so free variables
//!   stay, with all nodes behind shared pointers in them.
//!
//! An id is a shared pointer to its node in the arena in force. `hash_cons` refuses ids. A node behind an id is summed
//! up in its environment, and identified there by its address. If a node behind any other pointer may hold ids, it is
//! summed up in each environment in which it is met, but found only once. Nodes on cycles, and nodes that lead to
//! cycles, are excluded.
//!
//! Elements of unordered parts are ordered by shapes, then by the meanings of their variables: free variables by their
//! numbers, bound variables by the order of their bindings. So the order does not depend on the names of bound
//! variables. Any order is sound. If the orders of two equal terms differ, as with a summary that was memoized at
//! another place, the terms are classified as different. Different terms are never classified as equal.

use alloc::{boxed::Box, vec::Vec};
use core::any::TypeId;

use crate::{
    describe::{
        closed_types::{KnownTypes, Property},
        containers::assert_addressable,
        identity::Identity,
        info::Kind,
        leaf::Encoder,
        options::Options,
        region::{Level, Region},
        structural::StructuralEq,
    },
    engine::trail::Mark,
    reflect::{
        NodeRef,
        containers::{Elements, Maps},
        lister::{ListedPart, ListerConfig},
        node::{AnyNode, NodeInfo},
        reading::{Node, Read, Reading},
        search::DeclarationSearch,
        summary::{
            FoundNode, Next, NodeInProgress, SummaryWalk, SummedUp,
            terms::{Occurrences, Summary, Terms},
            variables::{Meanings, Pending},
        },
        text::Text,
    },
    rules::{entries::KeyRank, var_pairs::predeclared::DeclCache},
    tables::index::Table,
};

/// The selection of nodes to be found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sought {
    /// Nodes of at least this size, and of this type, if any. They are compared in place: equal nodes have variables
    /// that refer to the same bindings.
    SubtermsInPlace { ty: Option<TypeId>, at_least: u64 },
    /// Nodes behind shared pointers. They are compared regardless of context: equal nodes have the same variables.
    Pointees,
}

/// A function that returns a number for a node, in which equal nodes have to agree. It returns a number for all nodes
/// of a type or for none.
pub(crate) type Labels<'l> = &'l mut dyn FnMut(NodeRef<'_>) -> Option<usize>;

/// A walk that sums up the nodes of a value.
pub(crate) struct AlphaClasses<'a> {
    pub(super) sought: Sought,
    labels: Option<Labels<'a>>,
    pub(super) walk: SummaryWalk<'a, PartState<'a>, (usize, Occurrences)>,
    pub(super) meanings: Meanings,
    pub(super) terms: Terms,
    /// Summaries of parts that may be met again and bind nothing outside of themselves.
    memo: Table<MemoKey, Summary>,
    /// The parts that were met and may be met again.
    met: Table<Identity, ()>,
    /// The state that searches for declarations share.
    decl_cache: DeclCache,
    /// The variables with a free occurrence.
    pub(super) free: Table<Identity, ()>,
    pub(super) has_free_with_fields: bool,
    /// Free variables without variables in their fields.
    pub(super) plain: Table<Identity, ()>,
    /// Variables whose fields are being visited, if the fields may mention them.
    pub(super) open_variables: Table<Identity, ()>,
    known_types: KnownTypes,
    /// The places of the nodes behind ids that are being summed up.
    open_behind_ids: Table<Identity, ()>,
    /// The dag nodes, and the nodes that lead to a cycle and bind variables outside of themselves. Each has the number
    /// of the scope where it was met, and its summary at later occurrences.
    effects: Table<MemoKey, (usize, Summary)>,
    found: Vec<FoundNode<'a>>,
    /// Pointees with an occurrence that binds variables outside of itself, each with whether another occurrence may
    /// not.
    binding: Table<Identity, bool>,
}

/// The place of a part, its region, and whether the part is in a key of a map.
pub(super) type MemoKey = (Identity, Region, bool);

/// The state of a part that is being summed up.
pub(super) struct PartState<'a> {
    pub(super) kind: PartKind<'a>,
    /// The key under which the summary is memoized.
    memo_key: Option<MemoKey>,
    /// The place of the part, if an id led to it.
    place: Option<Identity>,
    /// Whether the effect of the part is recorded, since arenas are in force and the part may hold ids.
    has_effect: bool,
    /// The number of enclosing scopes.
    depth: Level,
    /// The level of the outermost scope in which the part binds a variable; 0 if it binds a variable for good.
    pub(super) binds_at: Level,
    /// Whether the part is on a cycle or leads to a cycle.
    pub(super) leads_to_cycle: bool,
}

/// The kind of a part that is being summed up.
pub(super) enum PartKind<'a> {
    /// The whole value.
    Value,
    /// A container behind a pointer, an element of an unordered part, or the keys of a map.
    Container,
    /// An unordered part, with the summaries of its elements.
    Unordered(Vec<Summary>),
    Dag,
    /// A node that may be found, and its address, if the node is behind a shared pointer.
    Subterm(NodeRef<'a>, Option<Identity>),
    Variable(Pending),
}

/// The first item of a shape.
#[derive(Clone, Copy)]
pub(super) enum Tag {
    Tree = 1,
    Container,
    Dag,
    Singleton,
    Binder,
    Use,
    Scope,
    Dangling,
    InColumns,
    Unordered,
}

impl<'a> AlphaClasses<'a> {
    pub(crate) fn new(sought: Sought, options: Options, labels: Option<Labels<'a>>) -> Self {
        let config = ListerConfig { unordered: true, numbers_types: true, ..ListerConfig::default() };
        AlphaClasses {
            sought,
            labels,
            walk: SummaryWalk::new(options, config),
            meanings: Meanings::default(),
            terms: Terms::new(sought),
            memo: Table::default(),
            met: Table::default(),
            decl_cache: DeclCache::default(),
            free: Table::default(),
            has_free_with_fields: false,
            plain: Table::default(),
            open_variables: Table::default(),
            known_types: KnownTypes::default(),
            open_behind_ids: Table::default(),
            effects: Table::default(),
            found: Vec::new(),
            binding: Table::default(),
        }
    }

    /// Sums up the nodes of a value.
    pub(crate) fn run<T: StructuralEq + ?Sized>(mut self, root: &'a T) -> SummedUp<'a> {
        const { assert_addressable::<T>(false) };
        self.begin(PartKind::Value);
        self.walk.reading.lister.begin_with(root, root, Region::NONE);
        self.finish();
        // If one occurrence of a pointee binds variables outside of itself, all of its occurrences are excluded.
        let AlphaClasses { binding, mut found, .. } = self;
        found.retain(|found| found.address.is_none_or(|address| !binding.contains_key(&address)));
        SummedUp {
            found,
            left_out: binding.values().filter(|stand_elsewhere| **stand_elsewhere).count(),
            paths: self.walk.reading.lister.trail,
            free: self.free,
            has_free_with_fields: self.has_free_with_fields,
        }
    }

    fn finish(&mut self) {
        while let Some(next) = self.walk.next() {
            match next {
                Next::Part(Read::Node(node, at)) => self.meet(node, at),
                Next::Part(Read::Other(part)) => self.meet_other(part),
                Next::End(open) => self.end(open),
            }
        }
    }

    fn meet_other(&mut self, part: ListedPart<'a>) {
        match part {
            ListedPart::Map(map, at) => self.meet_map(map, at.past_boundary()),
            ListedPart::Unordered(elements, at) => self.meet_unordered(&*elements, at.past_boundary()),
            // The next pending part is an element of an unordered part.
            ListedPart::Deferred => self.begin(PartKind::Container).waiting -= 1,
            // A dangling id is equal to dangling ids with the same number.
            ListedPart::Id(ids, _) => {
                let shape = self.shape_of(Tag::Dangling, |text| text.word(ids.left.index()));
                self.deliver(Summary::constant(shape));
            }
            _ => {}
        }
    }

    pub(super) fn begin(&mut self, kind: PartKind<'a>) -> &mut NodeInProgress<PartState<'a>> {
        let depth = self.meanings.bindings.depth();
        let (memo_key, place, has_effect, binds_at, leads_to_cycle) = (None, None, false, Level::MAX, false);
        self.walk.begin(PartState { kind, memo_key, place, has_effect, depth, binds_at, leads_to_cycle })
    }

    /// Begins a node or a container, and writes its tag and its type.
    pub(super) fn begin_of(&mut self, node: Node<'a>, tag: Tag, kind: PartKind<'a>) {
        self.begin(kind);
        let text = &mut self.walk.reading.lister.text;
        if node.row.is_some() {
            text.word(Tag::InColumns as u64);
        }
        text.word(tag as u64);
        text.ty(node.erased.details().ty);
    }

    /// Meets a node, or a leaf or container behind a pointer.
    pub(super) fn meet(&mut self, node: Node<'a>, at: Region) {
        let info = node.info();
        match info.kind {
            _ if info.is_name => self.meet_name(node, at),
            _ if info.is_leaf && node.without_empty_row().row.is_none() => {
                self.walk.reading.lister.list_node(node.erased, None, at)
            }
            Kind::Var if info.is_node => self.meet_variable(node, info, at),
            Kind::Singleton if info.is_node => {
                let identity = self.walk.reading.identify(node);
                let number = self.meanings.number(identity);
                let shape = self.shape_of(Tag::Singleton, |text| text.number(number));
                self.deliver(Summary { size: 1, ..Summary::constant(shape) });
            }
            _ => self.meet_content(node, info, at),
        }
    }

    /// Meets a `tree` or `dag` node, or a container behind a pointer.
    fn meet_content(&mut self, node: Node<'a>, info: NodeInfo, at: Region) {
        let address = node.address();
        let may_be_met_again = info.is_behind_id || !info.is_unique;
        let is_placed = may_be_met_again && self.may_mean_something_else(node.erased);
        let place = if is_placed { self.walk.reading.arenas.place(address) } else { address };
        if info.is_behind_id && self.open_behind_ids.contains_key(&place) {
            self.walk.innermost().state.leads_to_cycle = true;
            return self.walk.exclude();
        }
        let memo_key = may_be_met_again.then(|| self.memo_key(place, at));
        if let Some(memo_key) = memo_key {
            if let Some(summary) = self.recall(&memo_key, is_placed) {
                return self.deliver(summary);
            }
            self.note(address, info.is_behind_id);
        }
        let any = NodeRef::of_erased(node.erased);
        let (kind, tag) = match info.kind {
            _ if !info.is_node => (PartKind::Container, Tag::Container),
            Kind::Dag => (PartKind::Dag, Tag::Dag),
            _ => {
                let is_shared = !info.is_owned && !info.is_behind_id;
                (PartKind::Subterm(any, is_shared.then(|| node.erased.details().address)), Tag::Tree)
            }
        };
        let is_dag = matches!(kind, PartKind::Dag);
        let listed = node.without_empty_row();
        self.begin_of(listed, tag, kind);
        let state = &mut self.walk.innermost().state;
        (state.memo_key, state.has_effect) = (memo_key, is_placed);
        if info.is_behind_id {
            state.place = Some(place);
            self.open_behind_ids.insert(place, ());
        }
        if is_dag {
            let identity = node.identify(&mut self.walk.reading.keys);
            let is_placed = self.may_mean_something_else(node.erased);
            let identity = if is_placed { self.walk.reading.arenas.place(identity) } else { identity };
            self.walk.reading.lister.text.number(self.meanings.number(identity));
        }
        let inside = if info.is_node { self.enter(node.erased, info.is_scope, any, at) } else { at };
        listed.list(inside, &mut self.walk.reading.lister);
    }

    /// Enters a node that has begun and is not a variable. Returns the region inside.
    fn enter(&mut self, node: AnyNode<'a>, is_scope: bool, any: NodeRef<'a>, at: Region) -> Region {
        if let Some(label) = self.labels.as_mut().and_then(|label| label(any)) {
            self.walk.reading.lister.text.number(label);
        }
        let open = self.walk.innermost();
        (open.size, open.is_scope) = (1, is_scope);
        if is_scope {
            self.meanings.enter_scope();
            self.walk.reading.lister.depth = self.meanings.bindings.depth();
            if node.details().predeclares {
                self.predeclare(node, at);
            }
        }
        if is_scope || any.kind() == Kind::Dag { at.past_boundary() } else { at }
    }

    /// Binds the variables that a scope predeclares.
    fn predeclare(&mut self, scope: AnyNode<'a>, at: Region) {
        let AlphaClasses { walk, decl_cache, meanings, .. } = self;
        let Reading { lister, keys, arenas, .. } = &mut walk.reading;
        decl_cache.environments = arenas.environments.lend(0);
        decl_cache.follows_ids = true;
        let found = DeclarationSearch::run(scope, at, lister, keys, &mut arenas.slots, decl_cache, None);
        arenas.environments.give_back(core::mem::take(&mut decl_cache.environments));
        meanings.predeclare(&found);
    }

    fn memo_key(&self, place: Identity, at: Region) -> MemoKey {
        (place, at.class(self.meanings.bindings.depth()), self.walk.context.in_key)
    }

    /// The memoized summary of a part, with the current meanings of its variables. Takes constant time if all bindings
    /// are still in force and none is shadowed; otherwise, time linear in the number of its variables.
    fn recall(&mut self, memo_key: &MemoKey, is_placed: bool) -> Option<Summary> {
        if let Some(passed_by) = is_placed.then(|| self.pass_by(memo_key)).flatten() {
            return Some(passed_by);
        }
        let AlphaClasses { memo, meanings, terms, .. } = self;
        let summary = memo.get_mut(memo_key)?;
        let before = summary.uses.by_meaning;
        if before.is_empty() || summary.leads_to_cycle {
            return Some(*summary);
        }
        if !meanings.all_hold_since(terms.maps.level(before) as usize) {
            let by_meaning = terms.elsewhere(before, |key| meanings.now(key))?;
            if by_meaning != before {
                summary.uses = Occurrences { by_meaning, ..summary.uses };
            }
        }
        Some(Summary { is_excluded: summary.is_excluded || meanings.is_in_doubt(), ..*summary })
    }

    /// Notes that a part is met. A part in a key is not noted, since it may still be found elsewhere. In a part that
    /// was met before, a node behind an id may be new, since other arenas may be in force.
    pub(super) fn note(&mut self, node: Identity, is_behind_id: bool) {
        let context = &mut self.walk.context;
        if !context.in_key {
            let was_met = self.met.insert(node, ()).is_some();
            context.is_known = was_met || context.is_known && !is_behind_id;
        }
    }

    /// The number of a shape of this tag and the text that `write` adds.
    pub(super) fn shape_of(&mut self, tag: Tag, write: impl FnOnce(&mut Text)) -> usize {
        let text = &mut self.walk.reading.lister.text;
        let start = text.length();
        text.word(tag as u64);
        write(text);
        let shape = self.terms.shape(text.since(start));
        text.truncate(start);
        shape
    }

    /// Adds a summary to the enclosing part.
    pub(super) fn deliver(&mut self, summary: Summary) {
        let SummaryWalk { open, reading: Reading { lister, .. }, children, .. } = &mut self.walk;
        let Some(open) = open.last_mut() else { return };
        open.size = open.size.saturating_add(summary.size);
        open.is_excluded |= summary.is_excluded;
        open.state.binds_at = open.state.binds_at.min(summary.binds_at);
        open.state.leads_to_cycle |= summary.leads_to_cycle;
        if let PartKind::Unordered(elements) = &mut open.state.kind {
            return elements.push(summary);
        }
        lister.text.number(summary.shape);
        summary.add_to(children, open.met);
        open.met += 1;
    }

    /// Sums up a part that ended, memoizes its summary, notes the part if it is sought, and adds the summary to the
    /// enclosing part.
    fn end(&mut self, mut open: NodeInProgress<PartState<'a>>) {
        let mut summary = match &mut open.state.kind {
            PartKind::Value => return,
            PartKind::Variable(pending) => {
                let pending = *pending;
                self.end_variable(&open, pending)
            }
            PartKind::Unordered(elements) => {
                let elements = core::mem::take(elements);
                self.write_unordered(elements);
                self.sum_up(&open)
            }
            _ => self.sum_up(&open),
        };
        let PartState { ref kind, memo_key, place, has_effect, depth, .. } = open.state;
        if summary.binds_at <= depth {
            // The part binds variables outside of itself at each occurrence, so it is not memoized. A dag node does so
            // only while no record of it is in force, so all parts that hold the dag node are excluded.
            summary.is_excluded |= matches!(kind, PartKind::Dag);
            if let PartKind::Subterm(_, Some(address)) = kind {
                *self.binding.entry(*address).or_default() |= open.context.is_known;
            }
            if has_effect
                && let Some(memo_key) = memo_key.filter(|_| summary.leads_to_cycle || matches!(kind, PartKind::Dag))
            {
                self.note_effect(memo_key, &summary);
            }
        } else {
            if let Some(memo_key) = memo_key {
                self.memo.insert(memo_key, summary);
            }
            if let PartKind::Subterm(node, address) = *kind {
                if let Some(stands_elsewhere) = address.and_then(|address| self.binding.get_mut(&address)) {
                    *stands_elsewhere = true;
                }
                self.find(node, address, &open, summary);
            }
        }
        if let Some(place) = place {
            self.open_behind_ids.remove(&place);
        }
        self.deliver(summary);
    }

    /// The summary of a part, made of the text and the children since its beginning.
    pub(super) fn sum_up(&mut self, open: &NodeInProgress<PartState<'a>>) -> Summary {
        let SummaryWalk { reading: Reading { lister, .. }, children, .. } = &mut self.walk;
        let (mut shape, mut uses) =
            self.terms.put_together(&mut lister.text, open.first_of_text, children, open.first_child);
        if open.is_scope {
            let bound = self.meanings.leave_scope();
            lister.depth = self.meanings.bindings.depth();
            (shape, uses) = self.terms.close(shape, uses, &bound, &mut self.meanings);
        }
        let PartState { binds_at, leads_to_cycle, depth, .. } = open.state;
        // Bindings in the node's own scope end here.
        let binds_at = if binds_at <= depth { binds_at } else { Level::MAX };
        Summary { shape, uses, size: open.size, binds_at, is_excluded: open.is_excluded, leads_to_cycle }
    }

    /// Notes a node, if it is sought.
    fn find(
        &mut self,
        node: NodeRef<'a>,
        address: Option<Identity>,
        open: &NodeInProgress<PartState<'a>>,
        summary: Summary,
    ) {
        if summary.is_excluded || open.context.is_known || open.context.in_key {
            return;
        }
        let (address, uses) = match (self.sought, address) {
            (Sought::Pointees, None) => return,
            (Sought::Pointees, address) => (address, summary.uses.by_variable),
            (Sought::SubtermsInPlace { ty, at_least }, _) => {
                if summary.size < at_least || ty.is_some_and(|ty| node.ty() != ty) {
                    return;
                }
                (None, summary.uses.by_meaning)
            }
        };
        let (term, size) = ((summary.shape, uses.number()), summary.size);
        let (order, last, path) = (open.order, self.walk.begun, open.path);
        self.found.push(FoundNode { node, address, term, size, order, last, path });
    }

    /// Whether a node may have another meaning where other arenas are in force.
    pub(super) fn may_mean_something_else(&mut self, node: AnyNode<'_>) -> bool {
        let (is_used, info) = (self.walk.reading.arenas.is_used(), node.info());
        let mut may_hold_ids = || !self.known_types.have(Property::WithoutIds, node.table());
        info.is_behind_id || is_used && !info.is_closed && may_hold_ids()
    }

    /// The summary of a node that was visited and is not visited again. A dag node has no effect while its record is in
    /// force. A node that leads to a cycle is visited once; otherwise, every path through the cycle would be visited.
    /// If the record of a node may not be in force, the meanings of variables are [in doubt](Meanings::doubt) from then
    /// on.
    fn pass_by(&mut self, memo_key: &MemoKey) -> Option<Summary> {
        let (scope, summary) = *self.effects.get(memo_key)?;
        let is_in_force = self.meanings.all_hold_since(scope);
        if !is_in_force && !summary.leads_to_cycle {
            return None;
        }
        if !is_in_force {
            self.meanings.doubt();
        }
        Some(Summary { binds_at: if is_in_force { summary.binds_at } else { 0 }, ..summary })
    }

    fn note_effect(&mut self, memo_key: MemoKey, summary: &Summary) {
        let Summary { binds_at, size, leads_to_cycle, .. } = *summary;
        let summary = Summary { binds_at, size, is_excluded: true, leads_to_cycle, ..Summary::constant(0) };
        self.effects.insert(memo_key, (self.meanings.scope(), summary));
    }
}

impl<'a> AlphaClasses<'a> {
    /// Meets an unordered part. Each element is a container of its own, which `Deferred` announces.
    fn meet_unordered(&mut self, elements: &dyn Elements<'a>, at: Region) {
        if at.binds() && !elements.are_closed() {
            // Elements that may bind variables are met in order.
            let lister = &mut self.walk.reading.lister;
            lister.text.number(elements.length(0));
            return lister.list_elements(elements, at);
        }
        self.begin(PartKind::Unordered(Vec::new()));
        self.walk.reading.lister.in_order(|lister| {
            for index in 0..elements.length(0) {
                let mark = lister.mark_of_element(elements, index);
                lister.push_back(ListedPart::Deferred);
                lister.push_more(mark, elements.one(0, index, at));
            }
        });
    }

    /// Writes the elements of an unordered part, given their summaries.
    fn write_unordered(&mut self, mut elements: Vec<Summary>) {
        elements.sort_by_key(|element| element.shape);
        for same in elements.chunk_by_mut(|one, other| one.shape == other.shape) {
            let first = same[0].uses.by_meaning;
            if same.iter().any(|element| element.uses.by_meaning != first) {
                same.sort_by_cached_key(|element| {
                    let uses = self.terms.maps.entries(element.uses.by_meaning);
                    let mut uses: Vec<_> = uses.map(|(key, places)| (Meanings::rank(key), places)).collect();
                    uses.sort_unstable();
                    uses
                });
            }
        }
        let text = &mut self.walk.reading.lister.text;
        text.word(Tag::Unordered as u64);
        text.word(elements.len() as u64);
        for (position, element) in elements.into_iter().enumerate() {
            text.number(element.shape);
            element.add_to(&mut self.walk.children, position);
        }
    }

    /// Meets a map: all keys first, as equality matches them first, then the values in the order of comparison.
    fn meet_map(&mut self, mut map: Box<dyn Maps<'a> + 'a>, at: Region) {
        let Reading { lister, keys, values, arenas } = &mut self.walk.reading;
        let bindings = &self.meanings.bindings;
        map.read(0, keys, values, &|variable| bindings.ordinal(variable), &arenas.in_force());
        map.arrange(0, values, lister.options);
        let ranked = map.ranked(0);
        self.meanings.bindings.meet_keys(ranked);
        values.note_ties(ranked, |variable| self.meanings.bindings.ordinal(variable));
        // The order of indistinguishable keys is arbitrary.
        let mut is_excluded = ranked.windows(2).any(|pair| pair[0].is_told_from_no_other(&pair[1]));
        lister.text.number(ranked.len());
        self.walk.reading.list_values(&*map, ranked.iter().map(|entry| entry.index), false, at);
        let mut has_terms = false;
        for entry in ranked {
            is_excluded |= entry.matches_nothing;
            match (&entry.rank, entry.variable) {
                (_, Some(variable)) => self.meet_key(variable),
                (KeyRank::Content(encoding), None) => self.walk.reading.lister.text.bytes(encoding),
                (KeyRank::Dangling(number), None) => self.walk.reading.lister.text.word(*number),
                (_, None) => {
                    is_excluded |= map.key_options(0, entry.index) != self.walk.reading.lister.options;
                    has_terms = true;
                }
            }
        }
        self.walk.innermost().is_excluded |= is_excluded;
        if has_terms {
            self.walk.context.in_key = true;
            self.begin(PartKind::Container);
            self.walk.reading.lister.in_order(|lister| {
                for entry in ranked.iter().filter(|entry| matches!(entry.rank, KeyRank::Structural(..))) {
                    map.push_key(entry.index, Mark::TRANSPARENT, Region::NONE, lister);
                }
            });
        }
    }
}
