//! The correspondences of variables: a stack for each variable of each side, and the scopes that were entered.
//!
//! Until a scope is met, correspondences are permanent, and [`Pairs`] is all that is needed. Most IRs have no scopes,
//! and pay for one test of a flag. At the first scope, the dependencies of earlier results are unknown. So the
//! operation starts over, with *tracking* from the first node on (`enter_scope`, `starts_over`, `track`).
//!
//! Arenas alone need no tracking: the same rules apply to nodes behind ids, which are identified by their environment
//! and their address. The module `in_arenas` has the environments and the cycles.
//!
//! With tracking,
//!
//! - each correspondence has a record: the level of its scope, the place where it was made, and its id. Its position is
//!   in `stacks`;
//! - ordinals grow with the stacks and are given back, so of two existing correspondences, the later one has the higher
//!   ordinal. Maps order variables by ordinal, and de Bruijn indices count by ordinal;
//! - the dependencies of results are collected (`memo::dependencies`).

mod bound;
mod in_arenas;
pub(crate) mod in_parts;
pub(crate) mod predeclared;

use alloc::{boxed::Box, collections::BTreeSet, vec::Vec};

use crate::{
    describe::{
        identity::Identity,
        region::{Level, Region},
    },
    rules::{
        memo::dependencies::{BindingId, BindingIds, BindingKey, Collector, Dependencies, DependencyTracker, Made},
        pairs::{Known, NONE, Ordinal, Pairs, PerSide},
        stacks::{Stacks, Stood},
        var_pairs::{
            bound::BoundInScopes,
            in_arenas::InArenas,
            in_parts::{Event, InParts},
        },
        variables::Source,
    },
    tables::index::{Table, reset},
};

/// The correspondences of variables: on each of `SIDES` sides, each identity has a stack of correspondences, the latest
/// on top. The hash has one side, and a value for each correspondence.
#[derive(Debug, Default)]
pub(crate) struct VarPairs<const SIDES: usize, Value> {
    stacks: Stacks<SIDES, Value>,
    /// The features that the operation needs in addition to permanent correspondences: a set of the flags below.
    needs: u8,
    /// Whether the operation has to start over, with tracking.
    starts_over: bool,
    tracked: Option<Box<Tracked<SIDES>>>,
    arenas: Option<Box<InArenas<SIDES>>>,
    parts: Option<Box<InParts<SIDES>>>,
}

/// A flag of `needs`: the dependencies of results are collected.
const TRACKING: u8 = 1;
/// A flag of `needs`: arenas are in force, or were.
const ARENAS: u8 = 2;
/// A flag of `needs`: cycles are found exactly where they close, as reports need.
const EXACT: u8 = 4;

/// The state of tracking.
#[derive(Debug, Default)]
struct Tracked<const SIDES: usize> {
    /// The record of each correspondence, by ordinal.
    records: Vec<Record>,
    scopes: Vec<Scope>,
    /// The number of scopes that were entered so far.
    entered: u64,
    /// The correspondences made for scopes, oldest first.
    bound: BoundInScopes,
    ids: BindingIds<SIDES>,
    /// The ids of shadowed correspondences, on each side.
    shadowed: PerSide<SIDES, BTreeSet<BindingId>>,
    tracker: DependencyTracker<SIDES>,
    /// The shared nodes below which no variable is declared: see `DeclCache`.
    no_decls: Table<(Identity, bool), ()>,
}

#[derive(Clone, Copy, Debug)]
struct Record {
    /// The level of the scope for which the correspondence was made; 0 if it is permanent.
    level: Level,
    made: Made,
    /// The correspondence's id, if a result depends on it.
    id: BindingId,
}

/// An enclosing scope.
#[derive(Clone, Copy, Debug)]
struct Scope {
    /// The number that distinguishes the scope from all other scopes.
    serial: u64,
    /// The number of records of dag nodes that depend on this scope, and on no scope inside it.
    dags: u64,
}

/// The base from which de Bruijn indices are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct IndexBase {
    depth: Level,
    next: Made,
}

impl IndexBase {
    /// The base of a hash that contains no indices.
    pub(crate) const NONE: IndexBase =
        IndexBase { depth: Level::MAX, next: Made { bound: usize::MAX, reorderings: u64::MAX } };
}

impl<const SIDES: usize, Value: Copy> VarPairs<SIDES, Value> {
    /// The correspondence on top, on one side.
    #[inline(always)]
    pub(crate) fn top(&self, side: usize, variable: Identity) -> Option<Ordinal> {
        self.stacks.pairs.top(side, variable)
    }

    /// The correspondence on top, on one side, and its value.
    #[inline(always)]
    pub(crate) fn top_with_value(&self, side: usize, variable: Identity) -> Option<(Ordinal, Value)> {
        let ordinal = self.stacks.pairs.top(side, variable)?;
        Some((ordinal, self.stacks.pairs.value(ordinal)))
    }

    /// The correspondence of a variable on one side, and its value.
    #[inline(always)]
    pub(crate) fn find(&self, source: Source, side: usize, variable: Identity) -> Option<(Ordinal, Value)> {
        let ordinal = self.stacks.find(source, side, variable)?;
        Some((ordinal, self.stacks.pairs.value(ordinal)))
    }

    /// Makes a correspondence in the scope of a region, or permanently, and returns its ordinal. Without tracking, the
    /// variables must have no correspondence yet.
    #[inline(always)]
    pub(crate) fn bind(&mut self, variables: [Identity; SIDES], at: Region, value: Value) -> Ordinal {
        if self.tracking() { self.bind_in_scope(variables, at, value) } else { self.stacks.pairs.add(variables, value) }
    }

    #[cold]
    #[inline(never)]
    fn bind_in_scope(&mut self, variables: [Identity; SIDES], at: Region, value: Value) -> Ordinal {
        let ordinal = self.stacks.pairs.next();
        let below = self.stacks.put(variables, value, at.level());
        self.tracked().bind(ordinal, variables, below, at);
        if let Some(arenas) = &mut self.arenas {
            arenas.note_made(ordinal, variables, at.is_binding_occurrence());
        }
        if let Some(parts) = &mut self.parts {
            parts.note_bound(variables, at.level());
        }
        self.consult(ordinal);
        ordinal
    }

    /// Notes that a correspondence was consulted.
    #[inline(always)]
    pub(crate) fn consult(&mut self, ordinal: Ordinal) {
        if self.tracking() {
            let VarPairs { stacks, tracked, .. } = self;
            tracked.get_or_insert_default().consult(ordinal, stacks);
        }
    }

    /// The de Bruijn index of a correspondence made for a scope: the number of such correspondences that were made later.
    pub(crate) fn index(&self, ordinal: Ordinal) -> Option<usize> {
        let tracked = self.tracked.as_deref()?;
        tracked.records.get(ordinal).filter(|record| record.level > 0)?;
        Some(tracked.bound.after(ordinal))
    }

    /// The present base of de Bruijn indices. While it is the same, each correspondence has the same index.
    pub(crate) fn index_base(&self) -> IndexBase {
        let next = self.tracked.as_deref().map_or_else(Made::default, |tracked| tracked.bound.next());
        IndexBase { depth: self.depth(), next }
    }

    /// The number of enclosing scopes.
    #[inline(always)]
    pub(crate) fn depth(&self) -> Level {
        self.stacks.depth()
    }

    /// Whether the dependencies of results are collected.
    #[inline(always)]
    pub(crate) fn tracking(&self) -> bool {
        self.needs & TRACKING != 0
    }

    /// Whether neither a scope nor an arena was met.
    #[inline(always)]
    pub(crate) fn are_plain(&self) -> bool {
        self.needs == 0
    }

    /// Whether the operation has to start over, because the dependencies of earlier results are needed and unknown.
    pub(crate) fn starts_over(&self) -> bool {
        self.starts_over
    }

    /// Begins tracking, before any correspondence is made.
    pub(crate) fn track(&mut self) {
        debug_assert_eq!(self.stacks.pairs.next(), 0);
        self.needs |= TRACKING;
    }

    #[inline(always)]
    fn tracked(&mut self) -> &mut Tracked<SIDES> {
        self.tracked.get_or_insert_default()
    }

    /// The collectors of dependencies.
    pub(crate) fn tracker(&mut self) -> &mut DependencyTracker<SIDES> {
        &mut self.tracked().tracker
    }

    /// Enters a scope; returns `false` if the operation has to start over instead.
    pub(crate) fn enter_scope(&mut self) -> bool {
        if !self.tracking() {
            self.starts_over = true;
            return false;
        }
        self.stacks.enter();
        if let Some(parts) = &mut self.parts {
            parts.note_scope(Event::EnterScope);
        }
        let tracked = self.tracked();
        tracked.entered += 1;
        tracked.scopes.push(Scope { serial: tracked.entered, dags: 0 });
        true
    }

    /// Leaves the innermost scope.
    pub(crate) fn leave_scope(&mut self) {
        let VarPairs { stacks, tracked, arenas, .. } = self;
        let tracked = &mut **tracked.get_or_insert_default();
        tracked.scopes.pop();
        stacks.leave(|pairs, ordinal, stood| {
            tracked.forget(pairs, ordinal, stood);
            if let Some(arenas) = arenas {
                arenas.note_forgotten(pairs, ordinal);
            }
        });
        tracked.records.truncate(stacks.pairs.next());
        if let Some(parts) = &mut self.parts {
            parts.note_scope(Event::LeaveScope);
        }
    }

    /// Opens a collector of dependencies, which [`close_collector`](Self::close_collector) closes. Collectors nest.
    pub(crate) fn open_collector(&mut self) {
        let depth = self.depth();
        self.tracker().open(depth);
    }

    /// Closes the innermost collector. The enclosing collector inherits its dependencies.
    pub(crate) fn close_collector(&mut self) -> Collector<SIDES> {
        let Tracked { tracker, scopes, .. } = self.tracked();
        tracker.finish(|level| serial(scopes, level))
    }

    /// As [`close_collector`](Self::close_collector), for the fields of variables that were met in a region.
    pub(crate) fn close_fields(&mut self, at: Region) {
        let fields = self.close_collector();
        if !at.is_binding_occurrence() && fields.found_something() {
            // Later occurrences skip the fields.
            self.note_context_sensitive();
        }
    }

    /// Whether all correspondences among the dependencies exist.
    pub(crate) fn exists(&self, dependencies: &Dependencies<SIDES>) -> bool {
        let Some(innermost) = (dependencies.level as usize).checked_sub(1) else { return true };
        let scope = self.tracked.as_deref().and_then(|tracked| tracked.scopes.get(innermost));
        scope.is_some_and(|scope| scope.serial == dependencies.serial)
    }

    /// Whether the dependencies of a record are on top on a side, so that it is in force there.
    pub(crate) fn on_top(&self, dependencies: &Dependencies<SIDES>, side: usize) -> bool {
        let are_shadowed = |tracked: &Tracked<SIDES>| {
            !tracked.tracker.sets.is_disjoint(dependencies.correspondences, &tracked.shadowed[side])
        };
        self.exists(dependencies)
            && !self.tracked.as_deref().is_some_and(are_shadowed)
            && self.arenas_hold(dependencies, side)
    }

    /// Whether a result with these dependencies is valid here.
    pub(crate) fn is_valid_here(&self, dependencies: &Dependencies<SIDES>) -> bool {
        (0..SIDES).all(|side| self.on_top(dependencies, side)) && self.still_unbound(dependencies)
    }

    /// The dependencies that a result would have here, if it depends only on the meaning of its correspondences, and
    /// whether these mean the same here. `None` if a variable is unbound, or two variables do not correspond.
    ///
    /// On two sides, the meaning of a correspondence is the pair of variables. On one side, the meaning is the
    /// variable's de Bruijn index, counted from one [`IndexBase`]. From one base, correspondences with one key have one
    /// index. Reorderings do not break this: correspondences that existed at one time have different keys, even if an
    /// earlier reordering moved them; and a later reordering changes the base.
    pub(crate) fn present(&mut self, dependencies: &Dependencies<SIDES>) -> Option<(Dependencies<SIDES>, bool)> {
        if !self.all_arenas_hold(dependencies) {
            return None;
        }
        let VarPairs { stacks, tracked, .. } = self;
        let tracked = &mut **tracked.get_or_insert_default();
        let mut on_top = Vec::new();
        for id in tracked.tracker.sets.members(dependencies.correspondences) {
            let variables = tracked.ids.get(id).variables;
            let ordinal = stacks.pairs.top(0, variables[0])?;
            if (1..SIDES).any(|side| stacks.pairs.top(side, variables[side]) != Some(ordinal)) {
                return None;
            }
            on_top.push((id, ordinal));
        }
        let mut means_the_same = true;
        let mut correspondences = Vec::with_capacity(on_top.len());
        for (id, ordinal) in on_top {
            let present = tracked.id(ordinal, stacks);
            means_the_same &= SIDES > 1 || present == id;
            correspondences.push((present, tracked.records[ordinal].level));
        }
        correspondences.sort_unstable();
        let level = correspondences.iter().map(|(_, level)| *level).max().unwrap_or(0);
        let correspondences = tracked.tracker.sets.of(&correspondences);
        let serial = serial(&tracked.scopes, level);
        Some((dependencies.with_correspondences(correspondences, level, serial), means_the_same))
    }

    /// Whether the variables that were unbound for a result are unbound now.
    pub(crate) fn still_unbound(&self, dependencies: &Dependencies<SIDES>) -> bool {
        self.tracked.as_deref().is_some_and(|tracked| tracked.tracker.still_unbound(dependencies))
    }

    /// Changes the innermost collector, when tracking.
    fn note(&mut self, note: impl FnOnce(&mut Collector<SIDES>)) {
        if self.tracking() {
            self.tracker().note(|collector, _| note(collector));
        }
    }

    /// Notes that more than the meaning of correspondences was consulted, such as their order.
    pub(crate) fn note_order_sensitive(&mut self) {
        self.note(|collector| collector.on.order_sensitive = true);
    }

    /// Notes that variables were looked up, were unbound, and then were bound.
    pub(crate) fn note_unbound(&mut self, variables: [Identity; SIDES]) {
        let Some(ordinal) = self.top(0, variables[0]) else { return };
        let tracked = self.tracked();
        let level = tracked.records[ordinal].level;
        tracked.tracker.note_unbound(variables, level);
    }

    /// Notes that a record might depend on other variables where its node is met again.
    pub(crate) fn note_context_sensitive(&mut self) {
        self.note(|collector| collector.on.context_sensitive = true);
    }

    /// Notes that a dag node was met.
    pub(crate) fn note_dag(&mut self) {
        self.note(|collector| collector.on.reaches_dag = true);
    }

    /// Counts a record of a dag node: in the innermost scope on which it depends, or in `lasting` if it depends on
    /// none. Returns the count.
    pub(crate) fn count_dag(&mut self, dependencies: &Dependencies<SIDES>, lasting: &mut u64) -> u64 {
        let count = match dependencies.level {
            0 => lasting,
            level => &mut self.tracked().scopes[level as usize - 1].dags,
        };
        *count += 1;
        *count
    }

    pub(crate) fn clear(&mut self) {
        self.stacks.clear();
        self.starts_over = false;
        if self.tracking() {
            self.tracked().clear();
        }
        // A search for declarations may have entered environments that the operation has not entered.
        if let Some(arenas) = self.arenas.as_deref_mut().filter(|arenas| arenas.environments.is_used()) {
            arenas.clear();
        }
        self.parts = None;
        self.needs = 0;
    }
}

impl<Value: Copy> VarPairs<1, Value> {
    /// The value of the correspondence of a variable, where correspondences are permanent.
    #[inline(always)]
    pub(crate) fn first_value(&self, variable: Identity) -> Option<Value> {
        if self.tracking() { None } else { self.stacks.pairs.get(variable) }
    }
}

impl VarPairs<2, ()> {
    /// Makes a permanent correspondence of a left variable that has none, unless the right variable has one.
    #[inline(always)]
    pub(crate) fn bind_for_good(&mut self, left: Identity, right: Identity) -> bool {
        debug_assert!(!self.tracking());
        self.stacks.pairs.add_unless_known([left, right], ())
    }

    /// Whether two variables correspond, where correspondences are permanent and the left variable has one.
    #[inline(always)]
    pub(crate) fn decided(&self, left: Identity, right: Identity) -> Option<bool> {
        if self.tracking() { None } else { self.stacks.pairs.are_paired(left, right) }
    }

    /// The relation of two variables.
    #[inline(always)]
    pub(crate) fn look_up(&self, source: Source, [left, right]: [Identity; 2]) -> Known {
        match source {
            Source::Present => self.stacks.pairs.look_up(left, right),
            Source::Predeclared => Known::of(self.stacks.predeclared(0, left), self.stacks.predeclared(1, right)),
        }
    }
}

impl<const SIDES: usize> Tracked<SIDES> {
    /// Records a correspondence, and notes the correspondences that it shadows.
    fn bind(&mut self, ordinal: Ordinal, variables: [Identity; SIDES], below: [Option<Ordinal>; SIDES], at: Region) {
        for (side, below) in below.into_iter().enumerate() {
            match below.map(|below| self.records[below].id) {
                None => self.tracker.note_bound(side, variables[side], true),
                Some(NONE) => {}
                Some(id) => _ = self.shadowed[side].insert(id),
            }
        }
        let level = at.level();
        let made = self.bound.next();
        if level > 0 {
            self.bound.push(ordinal);
        }
        self.records.push(Record { level, made, id: NONE });
        self.tracker.made(at);
    }

    /// Adds a correspondence to the innermost collector, if it outlives the collector's node.
    fn consult<Value: Copy>(&mut self, ordinal: Ordinal, stacks: &Stacks<SIDES, Value>) {
        let level = self.records[ordinal].level;
        if self.tracker.collects(level) {
            let id = self.id(ordinal, stacks);
            self.tracker.consulted(id, level);
        }
    }

    /// The id of a correspondence that is on top.
    fn id<Value: Copy>(&mut self, ordinal: Ordinal, stacks: &Stacks<SIDES, Value>) -> BindingId {
        let record = &mut self.records[ordinal];
        if record.id == NONE {
            let variables = core::array::from_fn(|side| stacks.pairs.node(side, ordinal));
            let made = (record.level > 0).then_some(record.made);
            record.id = self.ids.number(BindingKey { variables, made });
        }
        record.id
    }

    /// Forgets a correspondence that was removed from the stacks, each on its side.
    fn forget<Value: Copy>(&mut self, pairs: &Pairs<SIDES, Value>, ordinal: Ordinal, stood: [Stood; SIDES]) {
        let id = self.records[ordinal].id;
        for (side, stood) in stood.into_iter().enumerate() {
            match stood {
                Stood::Alone => self.tracker.note_bound(side, pairs.node(side, ordinal), false),
                Stood::On(below) => _ = self.shadowed[side].remove(&self.records[below].id),
                Stood::Below => _ = self.shadowed[side].remove(&id),
            }
        }
        self.bound.remove(ordinal);
        if id != NONE {
            self.tracker.forgotten(id);
        }
    }

    fn clear(&mut self) {
        self.records.clear();
        self.scopes.clear();
        self.entered = 0;
        self.bound.clear();
        self.ids.clear();
        self.shadowed.iter_mut().for_each(BTreeSet::clear);
        self.tracker.clear();
        reset(&mut self.no_decls);
    }
}

/// The serial number of the scope of a level; 0 for level 0.
fn serial(scopes: &[Scope], level: Level) -> u64 {
    if level > 0 { scopes[level as usize - 1].serial } else { 0 }
}
