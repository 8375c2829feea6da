//! Which variables correspond: a stack of correspondences for each variable of each side, and the scopes that are
//! entered.
//!
//! As long as no scope is met, correspondences are made for good, and the tops of the stacks are all there is
//! ([`Pairs`]). Most IRs have no scopes, and pay for one test of a flag. The first scope ends that: nothing is known of
//! what the results before it were derived from. So the operation gives up and starts over, with *tracking* from the
//! first node on (`enter`, `starts_over`, `track`).
//!
//! Arenas by themselves do not: as long as there is no scope, what ids lead to is met by the same rules, and is known by
//! its environment. Which arenas are in force, and what is around on cycles, is in `in_arenas`.
//!
//! When tracking,
//!
//! - each correspondence has a record: the level of its scope, when it was made, and what it is known by. Where it
//!   stands is in `stacks`;
//! - ordinals grow with the stacks and are given back: of two that exist, the higher was made later. Maps order their
//!   variables by ordinal, and de Bruijn indices count by it;
//! - what results are derived from is collected: see `dependencies`.

mod in_arenas;
pub(crate) mod in_parts;
mod predeclared;

use alloc::{boxed::Box, collections::BTreeSet, vec::Vec};

use crate::{
    describe::{
        identity::Identity,
        region::{Level, Region},
    },
    rules::{
        binding_ids::{BindingId, BindingIds, BindingKey, Made},
        bound::BoundInScopes,
        dependencies::{Collector, Dependencies, DependencyTracker, Rebased},
        pairs::{Known, Ordinal, Pairs},
        stacks::{Stacks, Stood},
        var_pairs::{
            in_arenas::InArenas,
            in_parts::{Event, InParts},
        },
    },
    tables::index::{Table, reset},
};

/// In place of the id of a binding: none.
const NONE: BindingId = usize::MAX;

/// Which variables correspond: on each of `SIDES` sides, an identity has a stack of correspondences, the one made last
/// on top. One side suffices for the hash, whose correspondences have a value each.
#[derive(Debug)]
pub(crate) struct VarPairs<const SIDES: usize, Value> {
    stacks: Stacks<SIDES, Value>,
    means: Means,
    /// Something was met that asks for tracking, so the operation is to start over.
    starts_over: bool,
    tracked: Option<Box<Tracked<SIDES>>>,
    arenas: Option<Box<InArenas<SIDES>>>,
    parts: Option<Box<InParts<SIDES>>>,
}

/// What an operation needs in addition to correspondences that last: a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Means(u8);

impl Means {
    const NONE: Means = Means(0);
    /// What results are derived from is collected.
    const TRACKING: Means = Means(1);
    /// Arenas are in force, or were.
    const ARENAS: Means = Means(2);
    /// It is to be found exactly where a cycle closes, as reports need it.
    const EXACT: Means = Means(4);

    #[inline(always)]
    const fn include(self, others: Means) -> bool {
        self.0 & others.0 != 0
    }
    const fn and(self, others: Means) -> Means {
        Means(self.0 | others.0)
    }
}

/// What is known when tracking.
#[derive(Debug)]
struct Tracked<const SIDES: usize> {
    /// By ordinal.
    records: Vec<Record>,
    scopes: Vec<Scope>,
    /// How many scopes were entered.
    entered: u64,
    /// The correspondences made for scopes, oldest first.
    bound: BoundInScopes,
    ids: BindingIds<SIDES>,
    /// The ids of those that are not on top, on each side.
    shadowed: [BTreeSet<BindingId>; SIDES],
    tracker: DependencyTracker<SIDES>,
    /// The shared nodes below which nothing is predeclared: see `DeclCache`.
    no_decls: Table<(Identity, bool), ()>,
}

#[derive(Clone, Copy, Debug)]
struct Record {
    /// The level of the scope for which it was made; 0 for none.
    level: Level,
    made: Made,
    /// Its id, if something was derived from it.
    id: BindingId,
}

/// A scope that was entered and not left.
#[derive(Clone, Copy, Debug)]
struct Scope {
    /// Tells it from all others.
    serial: u64,
    /// How many records of dag nodes depend on it, and on no scope inside it.
    dags: u64,
}

/// Where de Bruijn indices are counted from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct IndexBase {
    depth: Level,
    bound: usize,
    reorderings: u64,
}

impl IndexBase {
    /// The place of what depends on no scope.
    pub(crate) const EVERYWHERE: IndexBase = IndexBase { depth: Level::MAX, bound: usize::MAX, reorderings: u64::MAX };
}

impl<const SIDES: usize, Value> Default for VarPairs<SIDES, Value> {
    fn default() -> Self {
        VarPairs {
            stacks: Stacks::default(),
            means: Means::NONE,
            starts_over: false,
            tracked: None,
            arenas: None,
            parts: None,
        }
    }
}

impl<const SIDES: usize> Default for Tracked<SIDES> {
    fn default() -> Self {
        Tracked {
            records: Vec::new(),
            scopes: Vec::new(),
            entered: 0,
            bound: BoundInScopes::default(),
            ids: BindingIds::default(),
            shadowed: core::array::from_fn(|_| BTreeSet::new()),
            tracker: DependencyTracker::default(),
            no_decls: Table::default(),
        }
    }
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

    /// Makes a correspondence for a scope, or for good, and gives its ordinal. Without scopes, its variables have none.
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

    /// Notes that a correspondence decided something.
    #[inline(always)]
    pub(crate) fn consult(&mut self, ordinal: Ordinal) {
        if self.tracking() {
            let VarPairs { stacks, tracked, .. } = self;
            tracked.get_or_insert_default().consult(ordinal, stacks);
        }
    }

    /// How many correspondences made for scopes came after this one, if it was made for a scope: its de Bruijn index.
    pub(crate) fn index(&self, ordinal: Ordinal) -> Option<usize> {
        let tracked = self.tracked.as_deref()?;
        tracked.records.get(ordinal).filter(|record| record.level > 0)?;
        Some(tracked.bound.after(ordinal))
    }

    /// Where de Bruijn indices are counted from: while it is the same, so is the index of each correspondence.
    pub(crate) fn index_base(&self) -> IndexBase {
        let (bound, reorderings) =
            self.tracked.as_deref().map_or((0, 0), |tracked| (tracked.bound.count(), tracked.bound.reorderings()));
        IndexBase { depth: self.depth(), bound, reorderings }
    }

    /// How many scopes are around.
    #[inline(always)]
    pub(crate) fn depth(&self) -> Level {
        self.stacks.depth()
    }

    /// Whether what is derived from what is known.
    #[inline(always)]
    pub(crate) fn tracking(&self) -> bool {
        self.means.include(Means::TRACKING)
    }

    /// Whether no scope was met, and no arena.
    #[inline(always)]
    pub(crate) fn are_plain(&self) -> bool {
        self.means == Means::NONE
    }

    /// Whether the operation is to start over, since nothing is known of what was found before, and that has to be.
    pub(crate) fn starts_over(&self) -> bool {
        self.starts_over
    }

    /// Begins tracking. Nothing was made yet.
    pub(crate) fn track(&mut self) {
        debug_assert_eq!(self.stacks.pairs.next(), 0);
        self.means = self.means.and(Means::TRACKING);
    }

    #[inline(always)]
    fn tracked(&mut self) -> &mut Tracked<SIDES> {
        self.tracked.get_or_insert_default()
    }

    /// What is collected, and the sets of it.
    pub(crate) fn tracker(&mut self) -> &mut DependencyTracker<SIDES> {
        &mut self.tracked().tracker
    }

    /// Enters a scope; `false` if the operation is to start over instead.
    pub(crate) fn enter(&mut self) -> bool {
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
    pub(crate) fn leave(&mut self) {
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

    /// Begins to collect what a result is derived from. Ends with [`finish`](Self::finish); these nest.
    pub(crate) fn open(&mut self) {
        let depth = self.depth();
        self.tracker().open(depth);
    }

    /// Ends the innermost collection. What was collected counts for the one around it, too.
    pub(crate) fn finish(&mut self) -> Collector<SIDES> {
        self.tracker().finish()
    }

    /// What was collected, as something that lasts.
    pub(crate) fn dependencies(&mut self, collected: &Collector<SIDES>) -> Dependencies<SIDES> {
        let tracked = self.tracked();
        let level = tracked.tracker.level(collected);
        Dependencies::new(collected, level, tracked.serial(level))
    }

    /// Whether all correspondences exist from which something was derived.
    pub(crate) fn exists(&self, dependencies: &Dependencies<SIDES>) -> bool {
        self.tracked.as_deref().is_some_and(|tracked| tracked.exists(dependencies))
    }

    /// Whether a record that was derived so is in force on a side: all that it was derived from is on top there.
    pub(crate) fn on_top(&self, dependencies: &Dependencies<SIDES>, side: usize) -> bool {
        self.tracked
            .as_deref()
            .is_some_and(|tracked| tracked.exists(dependencies) && tracked.on_top(dependencies, side))
            && self.arenas_hold(dependencies, side)
    }

    /// Whether comparing again would find the same, and have no effect, where something was derived so.
    pub(crate) fn is_valid_here(&self, dependencies: &Dependencies<SIDES>) -> bool {
        self.tracked.as_deref().is_some_and(|tracked| {
            tracked.exists(dependencies)
                && (0..SIDES).all(|side| tracked.on_top(dependencies, side) && self.arenas_hold(dependencies, side))
                && tracked.tracker.still_unbound(dependencies)
        })
    }

    /// What something would be derived from at present that was derived so, where it was derived from what
    /// correspondences mean; nothing, if a variable has none, or not that one.
    ///
    /// With two sides, a correspondence means which variables correspond. With one side, it means the variable's de
    /// Bruijn index, seen from one [`IndexBase`]: at that, the correspondences with one key have one index. (If the places
    /// where two were made are no longer where they stand, since there was a reordering before something was derived
    /// from one, then both existed at that time, and do not have one key. If there was one since, the place is
    /// another.)
    pub(crate) fn present(&mut self, dependencies: &Dependencies<SIDES>) -> Option<Rebased> {
        if (0..SIDES).any(|side| !self.arenas_hold(dependencies, side)) {
            return None;
        }
        let VarPairs { stacks, tracked, .. } = self;
        let tracked = &mut **tracked.get_or_insert_default();
        let mut on_top = Vec::new();
        for id in tracked.tracker.ids(dependencies) {
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
        let correspondences = tracked.tracker.set_of(&correspondences);
        Some(Rebased { correspondences, level, serial: tracked.serial(level), means_the_same })
    }

    /// Whether the variables that were found unbound, where something was derived so, are so again.
    pub(crate) fn still_unbound(&self, dependencies: &Dependencies<SIDES>) -> bool {
        self.tracked.as_deref().is_some_and(|tracked| tracked.tracker.still_unbound(dependencies))
    }

    /// Notes that what is being compared looks at more than what correspondences mean, as at which was made first.
    pub(crate) fn order_sensitive(&mut self) {
        if self.tracking() {
            self.tracker().note(|collector| collector.on.order_sensitive = true);
        }
    }

    /// Notes that variables were looked up, had no correspondence, and have one since.
    pub(crate) fn looked_up_in_vain(&mut self, variables: [Identity; SIDES]) {
        let Some(ordinal) = self.top(0, variables[0]) else { return };
        let tracked = self.tracked();
        let level = tracked.records[ordinal].level;
        tracked.tracker.looked_up_in_vain(variables, level);
    }

    /// Notes that what is being compared might depend on other variables elsewhere.
    pub(crate) fn context_sensitive(&mut self) {
        if self.tracking() {
            self.tracker().note(|collector| collector.on.context_sensitive = true);
        }
    }

    /// Notes that a dag node takes part in what is collected.
    pub(crate) fn dag_met(&mut self) {
        self.tracker().note(|collector| collector.on.reaches_dag = true);
    }

    /// Counts a record of a dag node that is derived so, among those that last as long.
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
        // A search for declarations may have entered environments where the operation has not.
        if let Some(arenas) = self.arenas.as_deref_mut().filter(|arenas| arenas.environments.is_used()) {
            arenas.clear();
        }
        self.parts = None;
        self.means = Means::NONE;
    }
}

impl<Value: Copy> VarPairs<1, Value> {
    /// The value of the correspondence of a variable, where correspondences last, if that is found at once.
    #[inline(always)]
    pub(crate) fn first_value(&self, variable: Identity) -> Option<Value> {
        if self.tracking() { None } else { self.stacks.pairs.get(variable) }
    }
}

impl VarPairs<2, ()> {
    /// Makes a correspondence that lasts, of a left variable that has none, unless the right one has any.
    #[inline(always)]
    pub(crate) fn bind_for_good(&mut self, left: Identity, right: Identity) -> bool {
        debug_assert!(!self.tracking());
        self.stacks.pairs.add_unless_known([left, right], ())
    }

    /// Whether two variables correspond, where correspondences last, and the left one has any.
    #[inline(always)]
    pub(crate) fn decided(&self, left: Identity, right: Identity) -> Option<bool> {
        if self.tracking() { None } else { self.stacks.pairs.are_paired(left, right) }
    }

    /// What is known of two variables.
    #[inline(always)]
    pub(crate) fn look_up(&self, left: Identity, right: Identity) -> Known {
        self.stacks.pairs.look_up(left, right)
    }
}

impl<const SIDES: usize> Tracked<SIDES> {
    /// Records a correspondence that stands on others, or on none.
    fn bind(&mut self, ordinal: Ordinal, variables: [Identity; SIDES], below: [Option<Ordinal>; SIDES], at: Region) {
        for (side, below) in below.into_iter().enumerate() {
            match below.map(|below| self.records[below].id) {
                None => self.tracker.note_bound(side, variables[side], true),
                Some(NONE) => {}
                Some(id) => _ = self.shadowed[side].insert(id),
            }
        }
        let level = at.level();
        let made = Made { bound: self.bound.count(), reorderings: self.bound.reorderings() };
        if level > 0 {
            self.bound.push(ordinal);
        }
        self.records.push(Record { level, made, id: NONE });
        self.tracker.made(at);
    }

    /// Notes that something is derived from a correspondence.
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
            debug_assert!(stacks.is_on_top(ordinal));
            let variables = core::array::from_fn(|side| stacks.pairs.node(side, ordinal));
            let made = (record.level > 0).then_some(record.made);
            record.id = self.ids.number(BindingKey { variables, made });
        }
        record.id
    }

    /// What tells the scope of that level from all others.
    fn serial(&self, level: Level) -> u64 {
        if level > 0 { self.scopes[level as usize - 1].serial } else { 0 }
    }

    /// Forgets a correspondence that was removed from the stacks.
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

    fn exists(&self, dependencies: &Dependencies<SIDES>) -> bool {
        dependencies.level == 0
            || self.scopes.get(dependencies.level as usize - 1).is_some_and(|scope| scope.serial == dependencies.serial)
    }

    fn on_top(&self, dependencies: &Dependencies<SIDES>, side: usize) -> bool {
        self.shadowed[side].is_empty() || self.tracker.is_disjoint(dependencies, &self.shadowed[side])
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
