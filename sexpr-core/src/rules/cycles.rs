//! Cycles, which close through ids alone.
//!
//! A cycle must pass through a node that *ends* it: a dag node, which is recorded before its fields are compared, or a variable
//! behind an id, which is bound before its fields are compared. Both are decided when they are met again, except for a
//! variable bound in its own fields with no dag node and no use of another variable in between. Nodes with keys end no
//! cycle: they are recorded and bound after their fields. Any other node that is met inside itself, with no node in between
//! that ends cycles, is a mismatch ([`OpenNodes`]).
//!
//! The record of a dag node is *open* while the node's fields are compared, and in force whatever is bound. Where it is used,
//! other variables may be bound than where it was opened. So [`OpenRecords`] notes a *snapshot* of all bindings at each such
//! use. When the record is closed, each correspondence that was consulted in it is looked up in the snapshots: in each, it
//! must be on top on both sides, or the same other correspondence must be, or none.
//!
//! A record is *pending* while it depends on open records. It inherits their dependencies when they are closed. The
//! innermost of those open records is closed first and depends on the others, so a use is noted in it alone.

use alloc::vec::Vec;

use crate::{
    describe::{identity::Identity, info::Kind, region::Level},
    rules::{
        pairs::{Ordinal, PerSide},
        stacks::Stacks,
    },
    tables::{
        index::{Numbered, Table, reset},
        persistent::{Key, Map, Maps},
    },
};

/// When a node is recorded or bound where arenas are in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BindOrder {
    /// A dag node that is recorded before its fields.
    RecordFirst,
    /// A variable that is bound before its fields.
    BindFirst,
    /// As without arenas.
    Plain,
}

impl BindOrder {
    /// The order for a node of a kind. A closed node reaches no id.
    pub(crate) fn of(kind: Kind, is_behind_id: bool, is_closed: bool, has_key: bool) -> BindOrder {
        match kind {
            Kind::Dag if !has_key && (is_behind_id || !is_closed) => BindOrder::RecordFirst,
            Kind::Var if !has_key && is_behind_id => BindOrder::BindFirst,
            _ => BindOrder::Plain,
        }
    }

    /// Whether cycles may pass through such a node.
    pub(crate) fn ends_cycles(self) -> bool {
        self != BindOrder::Plain
    }
}

/// The nodes behind ids whose fields are being compared, since the innermost node that ends cycles.
#[derive(Debug, Default)]
pub(crate) struct OpenNodes<const SIDES: usize> {
    /// The number of nodes since the innermost one that ends cycles.
    length: usize,
    noted: Vec<Noted<SIDES>>,
    /// The position of each node among the noted nodes, plus one, if these are [indexed](Self::SCANNED).
    positions: PerSide<SIDES, Table<Identity, usize>>,
    is_indexed: bool,
    /// The number of nodes that had been noted before the innermost one that ends cycles.
    noted_before: usize,
    /// `length` and `noted_before` around each node that ends cycles.
    around: Vec<(usize, usize)>,
}

/// Nodes on the path.
#[derive(Debug)]
struct Noted<const SIDES: usize> {
    nodes: [Identity; SIDES],
    /// The position of each of them further out, plus one, or 0.
    earlier: [usize; SIDES],
    is_met_again: bool,
}

impl<const SIDES: usize> OpenNodes<SIDES> {
    /// Nodes are noted only below this depth, so a cycle is found one round late; if it must be found where it closes,
    /// all are noted.
    const SHORT: usize = 64;

    /// Up to so many noted nodes are scanned; more are indexed, until none is left.
    const SCANNED: usize = 16;

    /// Enters nodes that do not end cycles. Fails if they are inside themselves, and says on which side.
    #[inline(always)]
    pub(crate) fn enter(&mut self, nodes: [Identity; SIDES], is_exact: bool) -> Result<(), [bool; SIDES]> {
        self.length += 1;
        if self.is_noted(is_exact) { self.note(nodes) } else { Ok(()) }
    }

    #[inline(always)]
    fn is_noted(&self, is_exact: bool) -> bool {
        is_exact || self.length > Self::SHORT
    }

    #[inline(never)]
    fn note(&mut self, nodes: [Identity; SIDES]) -> Result<(), [bool; SIDES]> {
        let earlier: [usize; SIDES] = core::array::from_fn(|side| self.position(side, nodes[side]));
        if earlier.iter().any(|position| *position > self.noted_before) {
            self.length -= 1;
            return Err(earlier.map(|position| position > self.noted_before));
        }
        for (side, node) in nodes.into_iter().enumerate() {
            if let Some(outer) = earlier[side].checked_sub(1) {
                self.noted[outer].is_met_again = true;
            }
            if self.is_indexed {
                self.positions[side].insert(node, self.noted.len() + 1);
            }
        }
        self.noted.push(Noted { nodes, earlier, is_met_again: false });
        if !self.is_indexed && self.noted.len() > Self::SCANNED {
            self.is_indexed = true;
            let OpenNodes { positions, noted, .. } = self;
            for (index, noted) in noted.iter().enumerate() {
                positions.iter_mut().zip(noted.nodes).for_each(|(of_side, node)| _ = of_side.insert(node, index + 1));
            }
        }
        Ok(())
    }

    /// The position of a node among the noted nodes, plus one; 0 if it is not noted.
    fn position(&self, side: usize, node: Identity) -> usize {
        match self.is_indexed {
            true => self.positions[side].get(&node).copied().unwrap_or_default(),
            false => self.noted.iter().rposition(|noted| noted.nodes[side] == node).map_or(0, |index| index + 1),
        }
    }

    /// Leaves such nodes. Says whether they are known to have been met inside themselves.
    #[inline(always)]
    pub(crate) fn leave(&mut self, is_exact: bool) -> bool {
        let is_noted = self.is_noted(is_exact);
        self.length -= 1;
        is_noted && self.forget()
    }

    #[inline(never)]
    fn forget(&mut self) -> bool {
        let Some(Noted { nodes, earlier, is_met_again }) = self.noted.pop() else { return false };
        if !self.is_indexed {
            return is_met_again;
        }
        self.is_indexed = !self.noted.is_empty();
        for (side, node) in nodes.iter().enumerate() {
            match earlier[side] {
                0 => _ = self.positions[side].remove(node),
                position => _ = self.positions[side].insert(*node, position),
            }
        }
        is_met_again
    }

    /// Enters nodes that end cycles.
    #[inline(always)]
    pub(crate) fn enter_end(&mut self) {
        self.around.push((self.length, self.noted_before));
        (self.length, self.noted_before) = (0, self.noted.len());
    }

    /// Leaves such nodes.
    #[inline(always)]
    pub(crate) fn leave_end(&mut self) {
        (self.length, self.noted_before) = self.around.pop().unwrap_or_default();
    }

    pub(crate) fn clear(&mut self) {
        (self.length, self.noted_before) = (0, 0);
        self.noted.clear();
        self.positions.iter_mut().for_each(reset);
        self.is_indexed = false;
        self.around.clear();
    }
}

/// A correspondence: its ordinal, and a serial number that no other correspondence has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Top {
    serial: u64,
    ordinal: Ordinal,
}

/// The correspondences on top at a place, on each side by the number of the variable.
type Snapshot<const SIDES: usize> = PerSide<SIDES, Map>;

/// The open records, and which variables are bound where they are used.
#[derive(Debug, Default)]
pub(crate) struct OpenRecords<const SIDES: usize> {
    /// Whether bindings are followed: with tracking, once arenas were met.
    pub(crate) follow_bindings: bool,
    /// The variables that were bound before their fields, which are being compared, each with the [number of nodes that end
    /// cycles](Self::ends) around it, and whether it was met at a binding occurrence.
    inside: Stacks<SIDES, (usize, bool)>,
    /// How many of them were met at a use.
    uses_around: usize,
    /// The numbers of variables.
    variables: PerSide<SIDES, Numbered<Identity>>,
    maps: Maps<Top>,
    tops: Snapshot<SIDES>,
    /// By ordinal, the correspondences that were made.
    made: Vec<Binding>,
    /// The number of correspondences that were made, removed ones included.
    serial: u64,
    open: Vec<OpenRecord<SIDES>>,
}

/// A correspondence that was made.
#[derive(Clone, Copy, Debug)]
struct Binding {
    serial: u64,
    /// Whether a binding occurrence made it: inside a node, it is made anew each time.
    binds_anew: bool,
}

/// An open record.
#[derive(Debug)]
struct OpenRecord<const SIDES: usize> {
    record: Ordinal,
    depth: Level,
    made_before: u64,
    /// How often it was used, or a record that depends on it.
    uses: u64,
    /// The places of these uses, each with the number of the first use there, less `shift`.
    places: Vec<(Snapshot<SIDES>, u64)>,
    /// The number to add to the numbers of places, modulo 2^64.
    shift: u64,
    /// The indices of places, once there are any: most records have none, and seeding a table takes time.
    known: Option<Table<Snapshot<SIDES>, usize>>,
}

/// Where consulted correspondences were shadowed.
pub(crate) struct Shadowed {
    /// The ordinal of a consulted correspondence, the number of a use of the record, and the correspondence on top there.
    pub(crate) seen: Vec<(Ordinal, u64, Ordinal)>,
    /// Whether that differs between the sides.
    pub(crate) differs: bool,
}

impl<const SIDES: usize> OpenRecords<SIDES> {
    /// Whether variables are bound before their fields, and these are being compared.
    pub(crate) fn are_inside(&self, variables: [Identity; SIDES]) -> [bool; SIDES] {
        core::array::from_fn(|side| self.inside.pairs.top(side, variables[side]).is_some())
    }

    /// The same, with no open record and no use of a variable in between: binding them again would not terminate.
    pub(crate) fn are_directly_inside(&self, variables: [Identity; SIDES]) -> [bool; SIDES] {
        let is_innermost = |ordinal| self.inside.pairs.value(ordinal).0 == self.ends();
        core::array::from_fn(|side| self.inside.pairs.top(side, variables[side]).is_some_and(is_innermost))
    }

    /// The number of nodes around that end cycles: open records, and variables that were entered at a use.
    fn ends(&self) -> usize {
        self.open.len() + self.uses_around
    }

    /// Enters the fields of variables that were bound before these.
    pub(crate) fn enter_variables(&mut self, variables: [Identity; SIDES], is_binding: bool) {
        self.uses_around += usize::from(!is_binding);
        self.inside.push(variables, (self.ends(), is_binding));
    }

    /// Leaves the fields of the variables that were entered last. Returns whether no enclosing variables are left.
    pub(crate) fn leave_variables(&mut self) -> bool {
        let is_use = self.inside.pop().is_some_and(|(_, is_binding)| !is_binding);
        self.uses_around -= usize::from(is_use);
        self.inside.depth() == 0
    }

    /// A correspondence was made, and is on top.
    pub(crate) fn note_made(&mut self, ordinal: Ordinal, variables: [Identity; SIDES], binds_anew: bool) {
        self.serial += 1;
        self.made.truncate(ordinal);
        self.made.push(Binding { serial: self.serial, binds_anew });
        for (side, variable) in variables.into_iter().enumerate() {
            self.note_top(side, variable, Some(ordinal));
        }
    }

    /// A correspondence of a variable is on top, on a side, or the variable is unbound.
    pub(crate) fn note_top(&mut self, side: usize, variable: Identity, top: Option<Ordinal>) {
        let number = self.variables[side].number(variable);
        self.tops[side] = match top {
            Some(ordinal) => {
                let top = Top { serial: self.made[ordinal].serial, ordinal };
                self.maps.set(self.tops[side], Key { number, level: 0 }, top)
            }
            None => self.maps.remove(self.tops[side], number),
        };
    }

    /// Opens a record, with so many scopes around.
    pub(crate) fn open(&mut self, record: Ordinal, depth: Level) {
        let made_before = self.serial;
        self.open.push(OpenRecord { record, depth, made_before, uses: 0, places: Vec::new(), shift: 0, known: None });
    }

    /// The number of open records that were opened before a record.
    pub(crate) fn around(&self, record: Ordinal) -> usize {
        self.place(record).unwrap_or_default()
    }

    /// The place of an open record among all open records.
    fn place(&self, record: Ordinal) -> Option<usize> {
        self.open.binary_search_by_key(&record, |open| open.record).ok()
    }

    /// An open record is used here, with so many scopes around. If nothing is shadowed, and no scope was entered since the
    /// outermost record was opened, all tops remain tops, and there is nothing to note.
    pub(crate) fn note_use(&mut self, record: Ordinal, depth: Level, is_shadowed: bool) {
        let tops = self.tops;
        let may_change = is_shadowed || self.open.first().is_some_and(|outermost| depth > outermost.depth);
        if let Some(place) = self.place(record) {
            // Whether a variable is shadowed depends on names, and on earlier look-ups: the number must not.
            let open = &mut self.open[place];
            open.uses += 1;
            if may_change {
                open.note(tops, open.uses, false);
            }
        }
    }

    /// Closes the record that was opened last. `pending` is the innermost open record on which it depends. Returns where
    /// correspondences that were consulted in it were shadowed.
    pub(crate) fn close(
        &mut self,
        pending: Option<Ordinal>,
        consulted: impl Iterator<Item = ([Identity; SIDES], Ordinal)>,
    ) -> Shadowed {
        let mut shadowed = Shadowed { seen: Vec::new(), differs: false };
        let Some(closed) = self.open.pop() else { return shadowed };
        let OpenRecord { places, shift, made_before, .. } = &closed;
        // Going through the consulted correspondences takes time, and most records have no places.
        let consulted = (!places.is_empty()).then_some(consulted);
        for (variables, ordinal) in consulted.into_iter().flatten() {
            let Binding { serial, binds_anew } = self.made[ordinal];
            if binds_anew && serial > *made_before {
                continue;
            }
            let top = Top { serial, ordinal };
            let numbers: [usize; SIDES] = core::array::from_fn(|side| self.variables[side].number(variables[side]));
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
        self.follow_bindings = false;
        self.inside.clear();
        self.uses_around = 0;
        self.variables.iter_mut().for_each(Numbered::clear);
        self.maps.clear();
        self.tops = Snapshot::default();
        self.made.clear();
        self.serial = 0;
        self.open.clear();
    }
}

impl<const SIDES: usize> OpenRecord<SIDES> {
    /// Notes the places of a record that depends on this, whose uses come after the uses so far. The fewer places are added to
    /// the more.
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

    /// Notes a place, with the number of a use there. `is_before` says that the use comes before all that were noted.
    fn note(&mut self, place: Snapshot<SIDES>, number: u64, is_before: bool) {
        let OpenRecord { places, shift, known, .. } = self;
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
