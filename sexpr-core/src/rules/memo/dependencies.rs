//! The dependencies of results, collected while nodes are compared or hashed.
//!
//! A *collector* is open for each node whose result may be reused: a shared `tree` node, a dag node, a variable. The
//! collector gathers the ids of the correspondences that were consulted or made, the variables that were unbound, the
//! arenas that were consulted, and the open records that were used. When a collector is finished, the enclosing
//! collector inherits its dependencies. A correspondence that is forgotten meanwhile stops being a dependency. Similar
//! sets share memory (`tables::persistent`).

use alloc::{collections::BTreeSet, vec::Vec};

use crate::{
    describe::{
        identity::Identity,
        region::{Level, Region},
    },
    rules::{
        environments::Consultation,
        pairs::{Ordinal, PerSide},
    },
    tables::{
        index::Numbered,
        persistent::{Set, Sets},
    },
};

/// The id of a correspondence: the number of its [`BindingKey`]. The id stays valid after the correspondence is
/// forgotten.
pub(crate) type BindingId = usize;

/// All ids of correspondences so far.
pub(crate) type BindingIds<const SIDES: usize> = Numbered<BindingKey<SIDES>>;

/// The key that identifies a correspondence. No two correspondences that exist at one time have the same key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct BindingKey<const SIDES: usize> {
    pub(crate) variables: [Identity; SIDES],
    /// Where the correspondence was made, if it was made for a scope; `None` if it is permanent, since variables get at
    /// most one permanent correspondence.
    pub(crate) made: Option<Made>,
}

/// The place of a correspondence among those that were made for scopes. Each place has one correspondence, until a
/// correspondence is removed that is not the latest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Made {
    /// How many correspondences made for scopes existed when this one was made.
    pub(crate) bound: usize,
    /// How often a correspondence was removed that was not the latest.
    pub(crate) reorderings: u64,
}

/// Everything outside of a node on which its result depends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dependencies<const SIDES: usize> {
    /// The ids of the correspondences that were consulted or made and still exist.
    pub(crate) correspondences: Set,
    /// The level and the serial number of the innermost scope for which one of these correspondences was made. The
    /// level is 0 if there is none.
    pub(crate) level: Level,
    pub(crate) serial: u64,
    /// The numbers of the variables that were looked up and were unbound.
    unbound: [Set; SIDES],
    /// The arenas that were consulted.
    pub(crate) arenas: Set,
    /// The open records that were used.
    pub(crate) pending: Set,
    /// Whether a dag node was met.
    pub(crate) reaches_dag: bool,
    /// Whether the record of a dag node might depend on other variables where the node is met again.
    pub(crate) context_sensitive: bool,
    /// Whether something besides the meaning of the correspondences was consulted, such as their order.
    pub(crate) order_sensitive: bool,
}

impl<const SIDES: usize> Dependencies<SIDES> {
    /// No dependencies.
    pub(crate) const NONE: Self = Dependencies {
        correspondences: Set::EMPTY,
        level: 0,
        serial: 0,
        unbound: [Set::EMPTY; SIDES],
        arenas: Set::EMPTY,
        pending: Set::EMPTY,
        reaches_dag: false,
        context_sensitive: false,
        order_sensitive: false,
    };

    /// These dependencies with other correspondences, given the innermost scope of those.
    pub(crate) fn with_correspondences(self, correspondences: Set, level: Level, serial: u64) -> Self {
        Dependencies { correspondences, level, serial, ..self }
    }

    /// Adds other dependencies, except for their innermost scope.
    fn add(&mut self, others: &Self, sets: &mut Sets) {
        let mut unite = |set: &mut Set, other: Set| {
            if !other.is_empty() {
                *set = sets.union(*set, other);
            }
        };
        unite(&mut self.correspondences, others.correspondences);
        (0..SIDES).for_each(|side| unite(&mut self.unbound[side], others.unbound[side]));
        unite(&mut self.arenas, others.arenas);
        unite(&mut self.pending, others.pending);
        self.reaches_dag |= others.reaches_dag;
        self.context_sensitive |= others.context_sensitive;
        self.order_sensitive |= others.order_sensitive;
    }

    /// Whether the result depends on which arenas are in force.
    pub(crate) fn consulted_arenas(&self) -> bool {
        !self.arenas.is_empty()
    }

    /// Whether the result depends only on the meaning of its correspondences, and on its unbound variables being
    /// unbound. A result that reaches a dag node does not: which records are in force depends on the correspondences
    /// themselves.
    pub(crate) fn is_by_meaning(&self) -> bool {
        !self.reaches_dag && !self.order_sensitive
    }

    /// The dependencies of the record of a dag node. Variables that were unbound are no dependencies of a record.
    pub(crate) fn of_dag(self) -> Self {
        Dependencies { unbound: [Set::EMPTY; SIDES], reaches_dag: true, ..self }
    }

    /// Whether any correspondence was consulted or made, or any variable was unbound.
    pub(crate) fn found_something(&self) -> bool {
        !self.correspondences.is_empty() || self.unbound.iter().any(|set| !set.is_empty())
    }

    /// Whether there are no dependencies: the result is the same everywhere.
    pub(crate) fn are_none(&self) -> bool {
        !self.found_something() && self.arenas.is_empty() && !self.reaches_dag
    }

    /// Whether any correspondence was made for a scope.
    pub(crate) fn is_scoped(&self) -> bool {
        self.level > 0
    }

    /// The number of scopes between the innermost one among the dependencies and the depth.
    pub(crate) fn distance(&self, depth: Level) -> Level {
        depth - self.level
    }
}

/// Gathers the dependencies of one node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Collector<const SIDES: usize> {
    /// The number of scopes around the node.
    depth: Level,
    pub(crate) on: Dependencies<SIDES>,
    /// Whether an open record was used, which may be closed by now.
    used_open: bool,
    /// Whether a variable occurred in its own fields.
    pub(crate) mentions_open_variable: bool,
    /// Whether an id led to the node inside itself.
    pub(crate) is_on_cycle: bool,
    /// Whether the node lies in an arena. Then the same arenas are in force wherever it is met.
    pub(crate) is_behind_id: bool,
    /// The level of the outermost scope for which a correspondence was made; 0 for permanent ones.
    lowest: Level,
    /// The level of the outermost scope in which a binding occurrence bound a variable.
    lowest_of_binding_occurrences: Level,
    /// The level of the innermost scope in which a variable was bound after it had been looked up and was unbound.
    highest_of_first_uses: Level,
}

impl<const SIDES: usize> Collector<SIDES> {
    const fn at(depth: Level) -> Self {
        Collector {
            depth,
            on: Dependencies::NONE,
            used_open: false,
            mentions_open_variable: false,
            is_on_cycle: false,
            is_behind_id: false,
            lowest: Level::MAX,
            lowest_of_binding_occurrences: Level::MAX,
            highest_of_first_uses: 0,
        }
    }

    /// Whether a correspondence was made that outlives the node. Then comparing the node again could make another.
    pub(crate) fn had_effect(&self) -> bool {
        self.lowest <= self.depth
    }

    /// Whether the record of a dag node might depend on other variables where the node is met again. The causes: a
    /// binding occurrence bound a variable in a scope around the node; a variable was unbound, and was then bound in a
    /// scope inside the node; the fields of a variable were compared, though they are skipped once the variable is
    /// bound; or a `custom` comparison may have consulted anything.
    fn context_sensitive(&self) -> bool {
        self.on.context_sensitive
            || self.lowest_of_binding_occurrences <= self.depth
            || self.highest_of_first_uses > self.depth
    }

    /// Whether any correspondence was consulted or made, or any variable was unbound.
    pub(crate) fn found_something(&self) -> bool {
        self.on.found_something()
    }

    /// Whether the node may lie on a cycle. If so, its result depends on which dag node or variable of the cycle is
    /// being compared. A node behind an id is known to have been met inside itself or not. Any other node may have been
    /// if it consulted an arena.
    pub(crate) fn may_be_on_cycle(&self) -> bool {
        let leads_back = if self.is_behind_id { self.is_on_cycle } else { self.on.consulted_arenas() };
        !self.on.pending.is_empty() || self.mentions_open_variable || self.used_open && leads_back
    }
}

/// The open collectors, and the sets that they fill.
#[derive(Debug, Default)]
pub(crate) struct DependencyTracker<const SIDES: usize> {
    pub(crate) sets: Sets,
    collectors: Vec<Collector<SIDES>>,
    /// For each enclosing node that puts arenas in force, the arenas that the collector had consulted before the node
    /// was entered.
    before_arenas: Vec<Set>,
    /// The numbers of variables that were looked up and were unbound.
    numbers: PerSide<SIDES, Numbered<Identity>>,
    /// The numbers in `numbers` whose variables are bound now.
    bound: PerSide<SIDES, BTreeSet<usize>>,
}

impl<const SIDES: usize> DependencyTracker<SIDES> {
    /// Opens a collector.
    pub(crate) fn open(&mut self, depth: Level) {
        self.collectors.push(Collector::at(depth));
    }

    /// The number of open collectors.
    pub(crate) fn count(&self) -> usize {
        self.collectors.len()
    }

    /// Drops all but the first `count` collectors.
    pub(crate) fn cut_back(&mut self, count: usize) {
        self.collectors.truncate(count);
    }

    /// Closes the innermost collector. `serial` returns the serial number of the scope at a level.
    pub(crate) fn finish(&mut self, serial: impl FnOnce(Level) -> u64) -> Collector<SIDES> {
        let mut inner = self.collectors.pop().unwrap_or(Collector::at(0));
        if inner.is_behind_id {
            inner.on.arenas = Set::EMPTY;
        }
        if let Some(outer) = self.collectors.last_mut() {
            outer.on.add(&inner.on, &mut self.sets);
            outer.lowest = outer.lowest.min(inner.lowest);
            outer.lowest_of_binding_occurrences =
                outer.lowest_of_binding_occurrences.min(inner.lowest_of_binding_occurrences);
            outer.highest_of_first_uses = outer.highest_of_first_uses.max(inner.highest_of_first_uses);
            outer.used_open |= inner.used_open;
            outer.mentions_open_variable |= inner.mentions_open_variable;
        }
        inner.on.context_sensitive = inner.context_sensitive();
        inner.on.level = self.sets.level(inner.on.correspondences);
        inner.on.serial = serial(inner.on.level);
        inner
    }

    /// Changes the innermost open collector, if there is one.
    pub(crate) fn note(&mut self, note: impl FnOnce(&mut Collector<SIDES>, &mut Sets)) {
        if let Some(collector) = self.collectors.last_mut() {
            note(collector, &mut self.sets);
        }
    }

    /// Whether a correspondence made for the scope at this level outlives the node of the innermost collector, and so
    /// has to be collected.
    pub(crate) fn collects(&self, level: Level) -> bool {
        self.collectors.last().is_some_and(|collector| level <= collector.depth)
    }

    /// Notes that a correspondence was consulted.
    pub(crate) fn consulted(&mut self, id: BindingId, level: Level) {
        self.note(|collector, sets| {
            collector.on.correspondences = sets.insert(collector.on.correspondences, id, level);
        });
    }

    /// Notes that a correspondence was made in a region.
    pub(crate) fn made(&mut self, at: Region) {
        self.note(|collector, _| {
            collector.lowest = collector.lowest.min(at.level());
            if at.is_binding_occurrence() {
                collector.lowest_of_binding_occurrences = collector.lowest_of_binding_occurrences.min(at.level());
            }
        });
    }

    /// Notes that a correspondence no longer exists.
    pub(crate) fn forgotten(&mut self, id: BindingId) {
        self.note(|collector, sets| collector.on.correspondences = sets.remove(collector.on.correspondences, id));
    }

    /// Notes that an arena was consulted.
    pub(crate) fn consulted_arena(&mut self, consultation: Consultation) {
        self.note(|collector, sets| collector.on.arenas = sets.insert(collector.on.arenas, consultation, 0));
    }

    /// Enters a node that puts arenas in force. Until it is left, consultations are collected apart.
    pub(crate) fn enter_arenas(&mut self) {
        let mut before = Set::EMPTY;
        self.note(|collector, _| core::mem::swap(&mut collector.on.arenas, &mut before));
        self.before_arenas.push(before);
    }

    /// Leaves the innermost node that put arenas in force. `outside` translates the consultations inside it.
    pub(crate) fn leave_arenas(&mut self, outside: impl FnOnce(&[Consultation]) -> Vec<Consultation>) {
        let before = self.before_arenas.pop().unwrap_or(Set::EMPTY);
        self.note(|collector, sets| {
            let inside: Vec<Consultation> = sets.members(collector.on.arenas).collect();
            let outside = outside(&inside).into_iter();
            collector.on.arenas = outside.fold(before, |set, consultation| sets.insert(set, consultation, 0));
        });
    }

    /// Notes that open records were used.
    pub(crate) fn used_open(&mut self, records: Set) {
        self.note(|collector, sets| {
            collector.on.pending = sets.union(collector.on.pending, records);
            collector.used_open = true;
        });
    }

    /// Notes that a record was closed and its collector was finished.
    pub(crate) fn closed(&mut self, record: Ordinal, dependencies: &mut Dependencies<SIDES>) {
        dependencies.pending = self.sets.remove(dependencies.pending, record);
        self.note(|outer, sets| outer.on.pending = sets.remove(outer.on.pending, record));
    }

    /// The dependencies of a record that used another record, `closed`, while that was open. The record inherits the
    /// other's dependencies.
    pub(crate) fn settled(
        &mut self,
        mut of: Dependencies<SIDES>,
        closed: Ordinal,
        other: &Dependencies<SIDES>,
    ) -> Dependencies<SIDES> {
        of.pending = self.sets.remove(of.pending, closed);
        of.add(other, &mut self.sets);
        if other.level > of.level {
            (of.level, of.serial) = (other.level, other.serial);
        }
        of
    }

    /// Notes that variables were looked up and were unbound, and are bound now in the scope at a level.
    pub(crate) fn note_unbound(&mut self, variables: [Identity; SIDES], level: Level) {
        if self.collectors.is_empty() {
            return;
        }
        self.note(|collector, _| collector.highest_of_first_uses = collector.highest_of_first_uses.max(level));
        self.found_unbound(variables);
        (0..SIDES).for_each(|side| self.note_bound(side, variables[side], true));
    }

    /// Notes that variables were looked up and are unbound.
    pub(crate) fn found_unbound(&mut self, variables: [Identity; SIDES]) {
        let Some(collector) = self.collectors.last_mut() else { return };
        for (side, variable) in variables.into_iter().enumerate() {
            let number = self.numbers[side].number(variable);
            collector.on.unbound[side] = self.sets.insert(collector.on.unbound[side], number, 0);
        }
    }

    /// Notes that an unbound variable was bound, or the reverse.
    pub(crate) fn note_bound(&mut self, side: usize, variable: Identity, is_bound: bool) {
        if let Some(number) = self.numbers[side].find(&variable) {
            _ = if is_bound { self.bound[side].insert(number) } else { self.bound[side].remove(&number) };
        }
    }

    /// Whether all variables that were unbound for the result are unbound now.
    pub(crate) fn still_unbound(&self, dependencies: &Dependencies<SIDES>) -> bool {
        (0..SIDES).all(|side| self.sets.is_disjoint(dependencies.unbound[side], &self.bound[side]))
    }

    /// Makes the innermost collector inherit the dependencies of a result that is reused.
    pub(crate) fn rely_on(&mut self, dependencies: &Dependencies<SIDES>) {
        self.note(|collector, sets| collector.on.add(dependencies, sets));
    }

    pub(crate) fn clear(&mut self) {
        self.sets.clear();
        self.collectors.clear();
        self.before_arenas.clear();
        self.numbers.iter_mut().for_each(Numbered::clear);
        self.bound.iter_mut().for_each(BTreeSet::clear);
    }
}
