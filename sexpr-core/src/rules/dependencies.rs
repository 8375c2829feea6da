//! What results depend on, collected while nodes are compared or hashed.
//!
//! A *collector* is open for each node whose result may be reused: a shared `tree` node, a dag node, a variable. It
//! gathers the *dependencies* of the result: the correspondences that were consulted or made, by their ids
//! (`binding_ids`), and the variables that were looked up, found unbound, and bound. What is forgotten meanwhile is
//! taken out. What an inner collector gathered counts for the outer one. Sets that differ by little share their memory
//! (`tables::persistent`).

use alloc::{collections::BTreeSet, vec::Vec};

use crate::{
    describe::{
        identity::Identity,
        region::{Level, Region},
    },
    rules::{binding_ids::BindingId, environments::Consultation, pairs::Ordinal},
    tables::{
        index::{Table, reset},
        persistent::{Set, Sets},
    },
};

/// What a result depends on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DependencySets<const SIDES: usize> {
    /// The correspondences, by their ids, that were consulted or made and still exist.
    correspondences: Set,
    /// The variables, by their numbers, whose look-up found nothing.
    unbound: [Set; SIDES],
    /// The arenas that were consulted.
    arenas: Set,
    /// The open records that were used.
    pending: Set,
    /// Whether a dag node took part.
    pub(crate) reaches_dag: bool,
    /// Whether the same, found elsewhere, might depend on other variables: something was looked at this once.
    pub(crate) context_sensitive: bool,
    /// Whether something besides the meaning of the correspondences was looked at, such as their order.
    pub(crate) order_sensitive: bool,
}

impl<const SIDES: usize> DependencySets<SIDES> {
    const NONE: Self = DependencySets {
        correspondences: Set::EMPTY,
        unbound: [Set::EMPTY; SIDES],
        arenas: Set::EMPTY,
        pending: Set::EMPTY,
        reaches_dag: false,
        context_sensitive: false,
        order_sensitive: false,
    };

    fn add(&mut self, others: &Self, sets: &mut Sets) {
        self.correspondences = sets.union(self.correspondences, others.correspondences);
        for side in 0..SIDES {
            self.unbound[side] = sets.union(self.unbound[side], others.unbound[side]);
        }
        if !others.arenas.is_empty() {
            self.arenas = sets.union(self.arenas, others.arenas);
        }
        if !others.pending.is_empty() {
            self.pending = sets.union(self.pending, others.pending);
        }
        self.reaches_dag |= others.reaches_dag;
        self.context_sensitive |= others.context_sensitive;
        self.order_sensitive |= others.order_sensitive;
    }
}

/// What a result was derived from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dependencies<const SIDES: usize> {
    pub(crate) on: DependencySets<SIDES>,
    /// The innermost scope for which one of the correspondences was made: its level, 0 for none, and its serial number.
    pub(crate) level: Level,
    pub(crate) serial: u64,
}

/// What something would be derived from at present.
pub(crate) struct Rebased {
    pub(crate) correspondences: Set,
    pub(crate) level: Level,
    pub(crate) serial: u64,
    /// Whether these correspondences mean the same as those from which it was derived.
    pub(crate) means_the_same: bool,
}

impl<const SIDES: usize> Dependencies<SIDES> {
    pub(crate) fn new(collected: &Collector<SIDES>, level: Level, serial: u64) -> Self {
        Dependencies {
            on: DependencySets { context_sensitive: collected.context_sensitive(), ..collected.on },
            level,
            serial,
        }
    }

    /// The same, derived from other correspondences.
    pub(crate) fn rebased(self, present: &Rebased) -> Self {
        let Rebased { correspondences, level, serial, .. } = *present;
        Dependencies { on: DependencySets { correspondences, ..self.on }, level, serial }
    }

    pub(crate) fn correspondences(&self) -> Set {
        self.on.correspondences
    }

    /// The open records on which it depends, or that were open.
    pub(crate) fn pending(&self) -> Set {
        self.on.pending
    }

    /// Whether it depends on which arenas are in force.
    pub(crate) fn consulted_arenas(&self) -> bool {
        !self.on.arenas.is_empty()
    }

    /// Whether the same would be found wherever the correspondences mean the same, and the same variables have none. Of
    /// dag nodes, which records are in force depends on the correspondences themselves.
    pub(crate) fn is_by_meaning(&self) -> bool {
        !self.on.reaches_dag && !self.on.order_sensitive
    }

    /// The same for the record of a dag node, which stays in force whatever is bound.
    pub(crate) fn of_dag(self) -> Self {
        Dependencies { on: DependencySets { unbound: [Set::EMPTY; SIDES], reaches_dag: true, ..self.on }, ..self }
    }

    /// Whether it depends on nothing: the same would be found wherever it is looked for.
    pub(crate) fn depends_on_nothing(&self) -> bool {
        self.on.correspondences.is_empty()
            && self.on.arenas.is_empty()
            && self.on.unbound.iter().all(|set| set.is_empty())
            && !self.on.reaches_dag
    }

    /// Whether it depends on correspondences that were made for scopes.
    pub(crate) fn is_scoped(&self) -> bool {
        self.level > 0
    }

    /// How many scopes are between the innermost one on which it depends and the depth.
    pub(crate) fn distance(&self, depth: Level) -> Level {
        depth - self.level
    }
}

/// What is collected while nodes are compared.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Collector<const SIDES: usize> {
    /// How many scopes are around it.
    depth: Level,
    pub(crate) on: DependencySets<SIDES>,
    /// Whether an open record was used, which may be closed by now.
    used_open: bool,
    /// Whether a variable is mentioned whose fields are being looked at.
    pub(crate) mentions_open_variable: bool,
    /// Whether an id led to the node inside itself.
    pub(crate) is_on_cycle: bool,
    /// The node lies in an arena itself, so that it is the same whatever arenas are in force where it is met.
    pub(crate) is_behind_id: bool,
    /// The lowest level of the scopes for which correspondences were made.
    lowest: Level,
    /// The lowest level of the scopes in which variables were bound anew, without a look-up.
    lowest_anew: Level,
    /// The highest level of the scopes in which variables were bound since their look-up found nothing.
    highest_in_vain: Level,
}

impl<const SIDES: usize> Collector<SIDES> {
    pub(crate) const fn at(depth: Level) -> Self {
        Collector {
            depth,
            on: DependencySets::NONE,
            used_open: false,
            mentions_open_variable: false,
            is_on_cycle: false,
            is_behind_id: false,
            lowest: Level::MAX,
            lowest_anew: Level::MAX,
            highest_in_vain: 0,
        }
    }

    /// Whether a correspondence was made that outlives what was compared. Comparing again could find another.
    pub(crate) fn had_effect(&self) -> bool {
        self.lowest <= self.depth
    }

    /// Whether the record of a dag node might depend on other variables elsewhere. A variable was bound anew in a scope
    /// around it, or in one inside it because it had no correspondence, so that the record does not depend on what it
    /// stands for; or a variable's fields were looked at, which are not as soon as it is bound; or there is a custom
    /// comparison, which may look at anything.
    pub(crate) fn context_sensitive(&self) -> bool {
        self.on.context_sensitive || self.lowest_anew <= self.depth || self.highest_in_vain > self.depth
    }

    /// Whether the result was derived from anything.
    pub(crate) fn found_something(&self) -> bool {
        !self.on.correspondences.is_empty() || self.on.unbound.iter().any(|set| !set.is_empty())
    }

    /// Whether the node may lie on a cycle. Its result then depends on which dag node or variable of the cycle is being
    /// compared. Whether a node is met inside itself is known of those behind ids alone; any other that consulted an arena
    /// outside of it may be.
    pub(crate) fn may_be_on_cycle(&self) -> bool {
        let leads_back = if self.is_behind_id { self.is_on_cycle } else { !self.on.arenas.is_empty() };
        !self.on.pending.is_empty() || self.mentions_open_variable || self.used_open && leads_back
    }
}

/// The collectors at work, and the sets that they fill.
#[derive(Debug)]
pub(crate) struct DependencyTracker<const SIDES: usize> {
    sets: Sets,
    collectors: Vec<Collector<SIDES>>,
    /// What was consulted before each node around that puts arenas in force, by the innermost collector there.
    before_arenas: Vec<Set>,
    /// Variables whose look-up found nothing, with a number each.
    numbers: [Table<Identity, usize>; SIDES],
    /// Those of them that have a correspondence.
    bound: [BTreeSet<usize>; SIDES],
}

impl<const SIDES: usize> Default for DependencyTracker<SIDES> {
    fn default() -> Self {
        DependencyTracker {
            sets: Sets::default(),
            collectors: Vec::new(),
            before_arenas: Vec::new(),
            numbers: core::array::from_fn(|_| Table::default()),
            bound: core::array::from_fn(|_| BTreeSet::new()),
        }
    }
}

impl<const SIDES: usize> DependencyTracker<SIDES> {
    pub(crate) fn open(&mut self, depth: Level) {
        self.collectors.push(Collector::at(depth));
    }

    /// How many collectors are at work.
    pub(crate) fn count(&self) -> usize {
        self.collectors.len()
    }

    /// Forgets what was collected by all but the first so many collectors.
    pub(crate) fn cut_back(&mut self, count: usize) {
        self.collectors.truncate(count);
    }

    pub(crate) fn finish(&mut self) -> Collector<SIDES> {
        let mut inner = self.collectors.pop().unwrap_or(Collector::at(0));
        if inner.is_behind_id {
            inner.on.arenas = Set::EMPTY;
        }
        if let Some(outer) = self.collectors.last_mut() {
            outer.on.add(&inner.on, &mut self.sets);
            outer.lowest = outer.lowest.min(inner.lowest);
            outer.lowest_anew = outer.lowest_anew.min(inner.lowest_anew);
            outer.highest_in_vain = outer.highest_in_vain.max(inner.highest_in_vain);
            outer.used_open |= inner.used_open;
            outer.mentions_open_variable |= inner.mentions_open_variable;
        }
        inner
    }

    /// The level of the innermost scope for which a correspondence was made that was collected.
    pub(crate) fn level(&self, collected: &Collector<SIDES>) -> Level {
        self.sets.level(collected.on.correspondences)
    }

    /// Whether a correspondence made for a scope of that level is worth collecting: it outlives what is being compared.
    pub(crate) fn collects(&self, level: Level) -> bool {
        self.collectors.last().is_some_and(|collector| level <= collector.depth)
    }

    pub(crate) fn consulted(&mut self, id: BindingId, level: Level) {
        if let Some(collector) = self.collectors.last_mut() {
            collector.on.correspondences = self.sets.insert(collector.on.correspondences, id, level);
        }
    }

    pub(crate) fn made(&mut self, at: Region) {
        if let Some(collector) = self.collectors.last_mut() {
            collector.lowest = collector.lowest.min(at.level());
            if at.is_binding_occurrence() {
                collector.lowest_anew = collector.lowest_anew.min(at.level());
            }
        }
    }

    /// A correspondence exists no more.
    pub(crate) fn forgotten(&mut self, id: BindingId) {
        if let Some(collector) = self.collectors.last_mut() {
            collector.on.correspondences = self.sets.remove(collector.on.correspondences, id);
        }
    }

    /// An arena was consulted.
    pub(crate) fn consulted_arena(&mut self, consultation: Consultation) {
        if let Some(collector) = self.collectors.last_mut() {
            collector.on.arenas = self.sets.insert(collector.on.arenas, consultation, 0);
        }
    }

    /// A node puts arenas in force: what is consulted from now on is collected apart.
    pub(crate) fn enter_arenas(&mut self) {
        let arenas = self.collectors.last_mut().map(|collector| &mut collector.on.arenas);
        let before = arenas.map_or(Set::EMPTY, |arenas| core::mem::replace(arenas, Set::EMPTY));
        self.before_arenas.push(before);
    }

    /// The arenas are no longer in force that were put there last. What was consulted since is, from outside, what
    /// `outside` makes of it.
    pub(crate) fn leave_arenas(&mut self, outside: impl FnOnce(&[Consultation]) -> Vec<Consultation>) {
        let before = self.before_arenas.pop().unwrap_or(Set::EMPTY);
        let Some(collector) = self.collectors.last_mut() else { return };
        let inside: Vec<Consultation> = self.sets.members(collector.on.arenas).collect();
        let outside = outside(&inside).into_iter();
        collector.on.arenas = outside.fold(before, |set, consultation| self.sets.insert(set, consultation, 0));
    }

    /// Open records were used.
    pub(crate) fn used_open(&mut self, records: Set) {
        if let Some(collector) = self.collectors.last_mut() {
            collector.on.pending = self.sets.union(collector.on.pending, records);
            collector.used_open = true;
        }
    }

    /// The set of one record.
    pub(crate) fn record(&mut self, record: Ordinal) -> Set {
        self.sets.insert(Set::EMPTY, record, 0)
    }

    /// The latest record of a set.
    pub(crate) fn last_record(&self, set: Set) -> Option<Ordinal> {
        self.sets.last(set)
    }

    /// A record is open no longer, and what was collected for it is finished.
    pub(crate) fn closed(&mut self, record: Ordinal, dependencies: &mut Dependencies<SIDES>) {
        dependencies.on.pending = self.sets.remove(dependencies.on.pending, record);
        if let Some(outer) = self.collectors.last_mut().filter(|outer| !outer.on.pending.is_empty()) {
            outer.on.pending = self.sets.remove(outer.on.pending, record);
        }
    }

    /// What a record is derived from that depended on another one, which is closed by now.
    pub(crate) fn settled(
        &mut self,
        mut of: Dependencies<SIDES>,
        closed: Ordinal,
        other: &Dependencies<SIDES>,
    ) -> Dependencies<SIDES> {
        of.on.pending = self.sets.remove(of.on.pending, closed);
        of.on.add(&other.on, &mut self.sets);
        let Dependencies { level, serial, .. } = if other.level > of.level { *other } else { of };
        Dependencies { level, serial, ..of }
    }

    /// The arenas that were consulted.
    pub(crate) fn arenas(&self, dependencies: &Dependencies<SIDES>) -> impl Iterator<Item = Consultation> {
        self.sets.members(dependencies.on.arenas)
    }

    /// Variables were looked up, had no correspondence, and got one.
    pub(crate) fn looked_up_in_vain(&mut self, variables: [Identity; SIDES], level: Level) {
        let Some(collector) = self.collectors.last_mut() else { return };
        collector.highest_in_vain = collector.highest_in_vain.max(level);
        self.found_unbound(variables);
        (0..SIDES).for_each(|side| self.note_bound(side, variables[side], true));
    }

    /// Variables were looked up and have no correspondence.
    pub(crate) fn found_unbound(&mut self, variables: [Identity; SIDES]) {
        let Some(collector) = self.collectors.last_mut() else { return };
        for (side, variable) in variables.into_iter().enumerate() {
            let next = self.numbers[side].len();
            let number = *self.numbers[side].entry(variable).or_insert(next);
            collector.on.unbound[side] = self.sets.insert(collector.on.unbound[side], number, 0);
        }
    }

    /// A variable that had no correspondence has one, or has none any more.
    pub(crate) fn note_bound(&mut self, side: usize, variable: Identity, is_bound: bool) {
        let DependencyTracker { numbers, bound, .. } = self;
        if !numbers[side].is_empty()
            && let Some(number) = numbers[side].get(&variable)
        {
            _ = if is_bound { bound[side].insert(*number) } else { bound[side].remove(number) };
        }
    }

    pub(crate) fn still_unbound(&self, dependencies: &Dependencies<SIDES>) -> bool {
        (0..SIDES).all(|side| self.sets.is_disjoint(dependencies.on.unbound[side], &self.bound[side]))
    }

    pub(crate) fn is_disjoint(&self, dependencies: &Dependencies<SIDES>, ids: &BTreeSet<BindingId>) -> bool {
        self.sets.is_disjoint(dependencies.on.correspondences, ids)
    }

    /// The ids of the correspondences from which something was derived.
    pub(crate) fn ids(&self, dependencies: &Dependencies<SIDES>) -> impl Iterator<Item = BindingId> {
        self.sets.members(dependencies.on.correspondences)
    }

    /// The set of some correspondences: the id of each, and the level of the scope for which it was made.
    pub(crate) fn set_of(&mut self, correspondences: &[(BindingId, Level)]) -> Set {
        self.sets.of(correspondences)
    }

    pub(crate) fn rely_on(&mut self, dependencies: &Dependencies<SIDES>) {
        if let Some(collector) = self.collectors.last_mut() {
            collector.on.add(&dependencies.on, &mut self.sets);
        }
    }

    /// Notes something for the innermost collector.
    pub(crate) fn note(&mut self, note: impl FnOnce(&mut Collector<SIDES>)) {
        self.collectors.last_mut().map(note);
    }

    pub(crate) fn clear(&mut self) {
        self.sets.clear();
        self.collectors.clear();
        self.before_arenas.clear();
        self.numbers.iter_mut().for_each(reset);
        self.bound.iter_mut().for_each(BTreeSet::clear);
    }
}
