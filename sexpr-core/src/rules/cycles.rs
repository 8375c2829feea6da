//! What goes in circles: which nodes lie on cycles, and which of them are being compared.
//!
//! Cycles close through ids alone. A `tree` node on a cycle counts as a dag node, and a dag node that an id leads to is
//! recorded before its fields are compared. Until its fields were, its record is *open*, and in force whatever is bound.
//!
//! Where an open record is used, other variables may be bound than where it began. So when the record is closed, each
//! correspondence that was consulted in it is looked for at each place where the record was used, or one that used it: it
//! has to be on top there on both sides, or another one that is, the same on both, or none. A *snapshot* has what was on
//! top at such a place.
//!
//! A record is *pending* while it depends on others that are open. What these turn out to be derived from, it is, too.
//! Once the innermost of them is closed, it depends on those on which that depends, which are all of the others, at least:
//! so of several, only the innermost need be told of a place.
//!
//! Cycles are searched for, in one pass over all that can be reached (`ops::cycles`), once a node is met inside itself: then
//! the operation starts over.

use alloc::vec::Vec;

use crate::{
    describe::{
        identity::Identity,
        info::Kind,
        region::{Level, Region},
    },
    rules::{in_place::ByPlace, pairs::Ordinal},
    tables::{
        index::{Table, reset},
        persistent::{Key, Map, Maps},
    },
};

/// What tells a correspondence from all others of an operation, and its ordinal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Top {
    serial: u64,
    ordinal: Ordinal,
}

/// What is on top at a place, for each variable of each side by its number.
type Snapshot<const SIDES: usize> = [Map; SIDES];

/// Where an operation is among cycles.
#[derive(Debug)]
pub(crate) struct Cycles<const SIDES: usize> {
    /// Whether it is known which nodes are on cycles.
    is_known: bool,
    /// Whether a node was met inside itself, and it is not.
    is_wanted: bool,
    /// The nodes on cycles.
    on_cycle: [Table<Identity, ()>; SIDES],
    /// The nodes behind ids that are being compared, as long as cycles are not known.
    entered: [ByPlace; SIDES],
    path: Vec<[Identity; SIDES]>,
    /// The variables whose fields are being looked at and that were bound before these, once cycles are known.
    inside: [Table<Identity, usize>; SIDES],
    variables_around: Vec<[Identity; SIDES]>,
    /// Variables, with a number each.
    variables: [Table<Identity, usize>; SIDES],
    maps: Maps<Top>,
    tops: Snapshot<SIDES>,
    /// By ordinal, the correspondences that were made.
    made: Vec<Made>,
    /// How many were, those that are no more included.
    serial: u64,
    open: Vec<Open<SIDES>>,
}

/// A correspondence that was made.
#[derive(Clone, Copy, Debug)]
struct Made {
    serial: u64,
    /// Whether by a binding occurrence: inside a node, it is made anew each time.
    binds_anew: bool,
}

/// An open record.
#[derive(Debug)]
struct Open<const SIDES: usize> {
    record: Ordinal,
    depth: Level,
    made_before: u64,
    /// How often it was used, or one that used it.
    uses: u64,
    /// Where: each place, with the number of the first use there, less `shift`.
    places: Vec<(Snapshot<SIDES>, u64)>,
    /// What is to be added to the numbers of places, modulo 2^64.
    shift: u64,
    /// The indices of places, once there are some: most records have none, and to seed a table takes time.
    known: Option<Table<Snapshot<SIDES>, usize>>,
}

impl<const SIDES: usize> Default for Cycles<SIDES> {
    fn default() -> Self {
        Cycles {
            is_known: false,
            is_wanted: false,
            on_cycle: core::array::from_fn(|_| Table::default()),
            entered: core::array::from_fn(|_| ByPlace::default()),
            path: Vec::new(),
            inside: core::array::from_fn(|_| Table::default()),
            variables_around: Vec::new(),
            variables: core::array::from_fn(|_| Table::default()),
            maps: Maps::default(),
            tops: [Map::EMPTY; SIDES],
            made: Vec::new(),
            serial: 0,
            open: Vec::new(),
        }
    }
}

/// How a node is met that ids may lead to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// As a dag node that is recorded before its fields.
    RecordFirst,
    /// As a variable that is bound before its fields.
    BindFirst,
    /// As a node behind any other pointer.
    Plain,
}

impl Way {
    /// How a node of a kind is met. A `tree` node on a cycle is a dag node.
    pub(crate) fn of(kind: Kind, is_on_cycle: bool, is_behind_id: bool, has_key: bool) -> Way {
        let is_first = is_on_cycle || is_behind_id && !has_key;
        match kind {
            Kind::Tree if is_on_cycle => Way::RecordFirst,
            Kind::Dag if is_first => Way::RecordFirst,
            Kind::Var if is_first => Way::BindFirst,
            _ => Way::Plain,
        }
    }
}

/// Where correspondences that a node consulted were not all on top.
pub(crate) struct Shadowed {
    /// What was consulted, by its ordinal; at which use of the record; and what was on top there instead.
    pub(crate) seen: Vec<(Ordinal, u64, Ordinal)>,
    /// Whether that differs from side to side.
    pub(crate) differs: bool,
}

impl<const SIDES: usize> Cycles<SIDES> {
    /// Which nodes are on cycles, from now on.
    pub(crate) fn know(&mut self, on_cycle: [Table<Identity, ()>; SIDES]) {
        (self.is_known, self.on_cycle) = (true, on_cycle);
    }

    /// The nodes on cycles of a side, until they are [given back](Self::give_back).
    pub(crate) fn lend(&mut self, side: usize) -> Table<Identity, ()> {
        core::mem::take(&mut self.on_cycle[side])
    }

    /// Takes back what was [lent](Self::lend).
    pub(crate) fn give_back(&mut self, side: usize, on_cycle: Table<Identity, ()>) {
        self.on_cycle[side] = on_cycle;
    }

    pub(crate) fn are_known(&self) -> bool {
        self.is_known
    }

    /// Whether a node was met inside itself, and nothing is known of cycles.
    pub(crate) fn are_wanted(&self) -> bool {
        self.is_wanted
    }

    /// A node was met inside itself.
    pub(crate) fn want(&mut self) {
        self.is_wanted = true;
    }

    /// Whether nodes lie on cycles.
    pub(crate) fn contain(&self, nodes: [Identity; SIDES]) -> [bool; SIDES] {
        core::array::from_fn(|side| self.on_cycle[side].contains_key(&nodes[side]))
    }

    /// Nodes that ids led to are compared from now on; `false` if one of them is already, and it is not known what is on
    /// cycles.
    pub(crate) fn enter(&mut self, nodes: [Identity; SIDES]) -> bool {
        if self.is_known {
            return true;
        }
        for (side, node) in nodes.into_iter().enumerate() {
            let entered = self.entered[side].number(node);
            self.is_wanted |= *entered != 0;
            *entered = 1;
        }
        self.path.push(nodes);
        !self.is_wanted
    }

    /// Nodes are mentioned, and not compared; `false` if that is inside themselves, and it is not known what is on cycles.
    pub(crate) fn note_mention(&mut self, nodes: [Identity; SIDES]) -> bool {
        for (side, node) in nodes.into_iter().enumerate().filter(|_| !self.is_known) {
            self.is_wanted |= *self.entered[side].number(node) != 0;
        }
        !self.is_wanted
    }

    /// The nodes that were entered last were compared.
    pub(crate) fn leave(&mut self) {
        if let Some(nodes) = self.path.pop() {
            for (side, node) in nodes.iter().enumerate() {
                *self.entered[side].number(*node) = 0;
            }
        }
    }

    /// The region in which variables are met that bind before their fields. Inside its own fields, a variable is mentioned
    /// and bound no second time, wherever that is: else there would be no end.
    pub(crate) fn region_of(&self, variables: [Identity; SIDES], at: Region) -> Region {
        let is_inside = |(inside, variable): (&Table<Identity, usize>, &Identity)| inside.contains_key(variable);
        if self.inside.iter().zip(&variables).any(is_inside) { Region::NONE } else { at }
    }

    /// The fields of variables are looked at from now on that were bound before these.
    pub(crate) fn enter_variables(&mut self, variables: [Identity; SIDES]) {
        if self.is_known {
            for (inside, variable) in self.inside.iter_mut().zip(variables) {
                *inside.entry(variable).or_default() += 1;
            }
            self.variables_around.push(variables);
        }
    }

    /// The fields of the variables that were entered last were looked at.
    pub(crate) fn leave_variables(&mut self) {
        for (inside, variable) in self.inside.iter_mut().zip(self.variables_around.pop().into_iter().flatten()) {
            if let Some(times) = inside.get_mut(&variable) {
                *times -= 1;
                if *times == 0 {
                    inside.remove(&variable);
                }
            }
        }
    }

    /// A correspondence was made, where cycles are known, and is on top.
    pub(crate) fn note_made(&mut self, ordinal: Ordinal, variables: [Identity; SIDES], binds_anew: bool) {
        self.serial += 1;
        self.made.truncate(ordinal);
        self.made.push(Made { serial: self.serial, binds_anew });
        for (side, variable) in variables.into_iter().enumerate() {
            self.note_top(side, variable, Some(ordinal));
        }
    }

    /// A correspondence is on top of a variable's, on a side, or none is, where cycles are known.
    pub(crate) fn note_top(&mut self, side: usize, variable: Identity, top: Option<Ordinal>) {
        let number = self.number(side, variable);
        self.tops[side] = match top {
            Some(ordinal) => {
                let top = Top { serial: self.made[ordinal].serial, ordinal };
                self.maps.set(self.tops[side], Key { number, level: 0 }, top)
            }
            None => self.maps.remove(self.tops[side], number),
        };
    }

    fn number(&mut self, side: usize, variable: Identity) -> usize {
        let next = self.variables[side].len();
        *self.variables[side].entry(variable).or_insert(next)
    }

    /// A record is open from now on, with so many scopes around.
    pub(crate) fn open(&mut self, record: Ordinal, depth: Level) {
        let made_before = self.serial;
        self.open.push(Open { record, depth, made_before, uses: 0, places: Vec::new(), shift: 0, known: None });
    }

    /// How many records are open that were opened before this one.
    pub(crate) fn around(&self, record: Ordinal) -> usize {
        self.place(record).unwrap_or_default()
    }

    /// The place of an open record among all that are.
    fn place(&self, record: Ordinal) -> Option<usize> {
        self.open.binary_search_by_key(&record, |open| open.record).ok()
    }

    /// An open record is used here, with so many scopes around. Where nothing is shadowed, and no scope was entered since
    /// the outermost record was opened, all that is on top stays there, and there is nothing to be noted.
    pub(crate) fn note_use(&mut self, record: Ordinal, depth: Level, is_shadowed: bool) {
        let tops = self.tops;
        let may_change = is_shadowed || self.open.first().is_some_and(|outermost| depth > outermost.depth);
        if let Some(place) = self.place(record) {
            // Whether anything is shadowed depends on names, and on what was looked up before: the number must not.
            let open = &mut self.open[place];
            open.uses += 1;
            if may_change {
                open.note(tops, open.uses, false);
            }
        }
    }

    /// Closes the record that was opened last. Of those on which it depends, and which are open still, this is the
    /// innermost. Gives where correspondences that were consulted in it were not on top.
    pub(crate) fn close(
        &mut self,
        pending: Option<Ordinal>,
        consulted: impl Iterator<Item = ([Identity; SIDES], Ordinal)>,
    ) -> Shadowed {
        let mut shadowed = Shadowed { seen: Vec::new(), differs: false };
        let Some(closed) = self.open.pop() else { return shadowed };
        let Open { places, shift, made_before, .. } = &closed;
        // To go through what was consulted takes time, and most records have no places.
        let consulted = (!places.is_empty()).then_some(consulted);
        for (variables, ordinal) in consulted.into_iter().flatten() {
            let Made { serial, binds_anew } = self.made[ordinal];
            if binds_anew && serial > *made_before {
                continue;
            }
            let top = Top { serial, ordinal };
            let numbers: [usize; SIDES] = core::array::from_fn(|side| self.number(side, variables[side]));
            for (place, number) in places {
                let there: [Option<Top>; SIDES] =
                    core::array::from_fn(|side| self.maps.get(place[side], numbers[side]));
                shadowed.differs |= there.iter().any(|one| *one != there[0]);
                if let Some(other) = there[0].filter(|there| *there != top) {
                    shadowed.seen.push((top.ordinal, number.wrapping_add(*shift), other.ordinal));
                }
            }
        }
        shadowed.seen.sort_unstable();
        if let Some(outer) = pending.and_then(|record| self.place(record)) {
            self.open[outer].inherit(closed);
        }
        shadowed
    }

    pub(crate) fn clear(&mut self) {
        self.is_known = false;
        self.is_wanted = false;
        self.on_cycle.iter_mut().for_each(reset);
        self.entered.iter_mut().for_each(ByPlace::clear);
        self.path.clear();
        self.inside.iter_mut().for_each(reset);
        self.variables_around.clear();
        self.variables.iter_mut().for_each(reset);
        self.maps.clear();
        self.tops = [Map::EMPTY; SIDES];
        self.made.clear();
        self.serial = 0;
        self.open.clear();
    }
}

impl<const SIDES: usize> Open<SIDES> {
    /// Notes the places of one that depends on this, whose uses come after those that this has. The fewer are added to the
    /// more.
    fn inherit(&mut self, mut other: Self) {
        let before = self.uses;
        self.uses += other.uses;
        other.shift = other.shift.wrapping_add(before);
        let is_swapped = other.places.len() > self.places.len();
        if is_swapped {
            core::mem::swap(&mut self.places, &mut other.places);
            core::mem::swap(&mut self.shift, &mut other.shift);
            core::mem::swap(&mut self.known, &mut other.known);
        }
        for (place, number) in other.places {
            self.note(place, number.wrapping_add(other.shift), is_swapped);
        }
    }

    /// Notes a place, with the number of a use there, which may come before all that are noted.
    fn note(&mut self, place: Snapshot<SIDES>, number: u64, is_before: bool) {
        let Open { places, shift, known, .. } = self;
        let number = number.wrapping_sub(*shift);
        let next = places.len();
        let index = *known.get_or_insert_default().entry(place).or_insert(next);
        if index == next {
            places.push((place, number));
        } else if is_before {
            places[index].1 = number;
        }
    }
}
