//! Cycles of nodes, and the open records of dag nodes on cycles. Only ids can close a cycle.
//!
//! A cycle must pass through a node that *ends* it. Two kinds of nodes end cycles: a dag node, because it is recorded
//! before its fields are compared, and a variable behind an id, because it is bound before its fields are compared.
//! When such a node is met again, its record or binding decides. The exception is a variable that is bound again in its
//! own fields, with no dag node and no use of another variable in between. Nodes with keys end no cycle: they are
//! recorded and bound after their fields. If any other node is met inside itself, with no node in between that ends
//! cycles, the two values mismatch ([`OpenNodes`]).
//!
//! The record of a dag node is *open* while the node's fields are compared. An open record is in force whatever is
//! bound, so the bindings at a use of the record may differ from those at its opening. [`OpenRecords`] therefore notes
//! a *snapshot* of all bindings at each such use. When the record is closed, each correspondence that was consulted in
//! it is looked up in the snapshots. In each snapshot, both sides must have the same correspondence on top (this one or
//! another), or neither may have one.
//!
//! A record is *pending* while it depends on open records. It inherits their dependencies when they are closed. The
//! innermost of those open records is closed first and depends on the others, so a use is noted in the innermost alone.

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

/// The time at which a node is recorded or bound, where arenas are in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BindOrder {
    /// A dag node that is recorded before its fields.
    RecordFirst,
    /// A variable that is bound before its fields.
    BindFirst,
    /// After the fields, as without arenas.
    Plain,
}

impl BindOrder {
    /// The order for a node of this kind. A closed node reaches no id.
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

/// The path of nodes behind ids whose fields are being compared, from the innermost node that ends cycles on.
#[derive(Debug, Default)]
pub(crate) struct OpenNodes<const SIDES: usize> {
    /// The number of nodes since the innermost one that ends cycles.
    length: usize,
    noted: Vec<Noted<SIDES>>,
    /// The position of each noted node in `noted`, plus one. Filled only if the noted nodes are
    /// [indexed](Self::SCANNED).
    positions: PerSide<SIDES, Table<Identity, usize>>,
    is_indexed: bool,
    /// The number of nodes that had been noted before the innermost one that ends cycles.
    noted_before: usize,
    /// `length` and `noted_before` around each node that ends cycles.
    around: Vec<(usize, usize)>,
}

/// The nodes of all sides at one place of the path.
#[derive(Debug)]
struct Noted<const SIDES: usize> {
    nodes: [Identity; SIDES],
    /// For each node, the position of its next outer occurrence in `noted`, plus one; 0 if there is none.
    earlier: [usize; SIDES],
    is_met_again: bool,
}

impl<const SIDES: usize> OpenNodes<SIDES> {
    /// The depth below which nodes are noted. Short paths cost nothing, but a cycle may be found one round late. If it
    /// must be found exactly where it closes, all nodes are noted.
    const SHORT: usize = 64;

    /// The maximal number of noted nodes that are scanned. From one more on, nodes are indexed until none is left.
    const SCANNED: usize = 16;

    /// Enters nodes that do not end cycles. If a node is inside itself, fails and returns for each side whether its
    /// node is.
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

    /// Leaves nodes that do not end cycles. Returns whether a node is known to have been met inside itself.
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

    /// Enters nodes that end cycles, and begins a new path in them.
    #[inline(always)]
    pub(crate) fn enter_end(&mut self) {
        self.around.push((self.length, self.noted_before));
        (self.length, self.noted_before) = (0, self.noted.len());
    }

    /// Leaves nodes that end cycles, and returns to the enclosing path.
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

/// The top correspondences at a place: on each side, a map from the numbers of variables.
type Snapshot<const SIDES: usize> = PerSide<SIDES, Map>;

/// The open records, and snapshots of the bindings at their uses.
#[derive(Debug, Default)]
pub(crate) struct OpenRecords<const SIDES: usize> {
    /// Whether bindings are followed. They are once arenas were met while tracking.
    pub(crate) follow_bindings: bool,
    /// The variables that were bound before their fields, and whose fields are being compared. Each has the [number of
    /// nodes that end cycles](Self::ends) around it, and whether it was met at a binding occurrence.
    inside: Stacks<SIDES, (usize, bool)>,
    /// The number of variables in `inside` that were met at a use.
    uses_around: usize,
    /// On each side, the variables, numbered. These numbers are the keys in `maps`.
    variables: PerSide<SIDES, Numbered<Identity>>,
    maps: Maps<Top>,
    tops: Snapshot<SIDES>,
    /// All correspondences, by ordinal.
    made: Vec<Correspondence>,
    /// The number of correspondences made so far, including removed ones.
    serial: u64,
    open: Vec<OpenRecord<SIDES>>,
}

/// A correspondence that was made.
#[derive(Clone, Copy, Debug)]
struct Correspondence {
    serial: u64,
    /// Whether a binding occurrence made the correspondence. If so, each comparison of an enclosing node makes it
    /// again.
    binds_anew: bool,
}

/// An open record.
#[derive(Debug)]
struct OpenRecord<const SIDES: usize> {
    record: Ordinal,
    depth: Level,
    made_before: u64,
    /// The number of uses of the record and of records that depend on it.
    uses: u64,
    /// The places of these uses, each with the number of the first use there, minus `shift`.
    places: Vec<(Snapshot<SIDES>, u64)>,
    /// The number to add to each number in `places`, modulo 2^64.
    shift: u64,
    /// The index of each place in `places`. Made for the first place, since most records have no places, and seeding a
    /// table takes time.
    known: Option<Table<Snapshot<SIDES>, usize>>,
}

/// The consulted correspondences that were shadowed at uses of an open record.
pub(crate) struct Shadowed {
    /// The ordinal of each consulted correspondence, the number of a use of the record, and the ordinal on top at that
    /// use.
    pub(crate) seen: Vec<(Ordinal, u64, Ordinal)>,
    /// Whether the correspondences on top differ between the sides at some use.
    pub(crate) differs: bool,
}

impl<const SIDES: usize> OpenRecords<SIDES> {
    /// Whether each variable was bound before its fields, and its fields are being compared.
    pub(crate) fn are_inside(&self, variables: [Identity; SIDES]) -> [bool; SIDES] {
        core::array::from_fn(|side| self.inside.pairs.top(side, variables[side]).is_some())
    }

    /// As [`are_inside`](Self::are_inside), with no open record and no use of a variable in between. Binding such a
    /// variable again would not terminate.
    pub(crate) fn are_directly_inside(&self, variables: [Identity; SIDES]) -> [bool; SIDES] {
        let is_innermost = |ordinal| self.inside.pairs.value(ordinal).0 == self.ends();
        core::array::from_fn(|side| self.inside.pairs.top(side, variables[side]).is_some_and(is_innermost))
    }

    /// The number of enclosing nodes that end cycles: open records, and variables that were entered at a use.
    fn ends(&self) -> usize {
        self.open.len() + self.uses_around
    }

    /// Enters the fields of variables that were bound before their fields.
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

    /// Notes that a correspondence was made, and is on top.
    pub(crate) fn note_made(&mut self, ordinal: Ordinal, variables: [Identity; SIDES], binds_anew: bool) {
        self.serial += 1;
        self.made.truncate(ordinal);
        self.made.push(Correspondence { serial: self.serial, binds_anew });
        for (side, variable) in variables.into_iter().enumerate() {
            self.note_top(side, variable, Some(ordinal));
        }
    }

    /// Notes the correspondence on top of a variable on a side; `None` if the variable is unbound.
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

    /// Opens a record inside `depth` scopes.
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

    /// Notes a use of an open record inside `depth` scopes. If nothing is shadowed, and no scope was entered since the
    /// outermost record was opened, the tops are unchanged, and no place is noted.
    pub(crate) fn note_use(&mut self, record: Ordinal, depth: Level, is_shadowed: bool) {
        let tops = self.tops;
        let may_change = is_shadowed || self.open.first().is_some_and(|outermost| depth > outermost.depth);
        if let Some(place) = self.place(record) {
            // Counted even if no place is noted: whether a variable is shadowed depends on names and on earlier
            // look-ups, but the number of a use must not.
            let open = &mut self.open[place];
            open.uses += 1;
            if may_change {
                open.note(tops, open.uses, false);
            }
        }
    }

    /// Closes the record that was opened last. `pending` is the innermost open record on which it depends. Returns the
    /// consulted correspondences that were shadowed at uses of the record.
    pub(crate) fn close(
        &mut self,
        pending: Option<Ordinal>,
        consulted: impl Iterator<Item = ([Identity; SIDES], Ordinal)>,
    ) -> Shadowed {
        let mut shadowed = Shadowed { seen: Vec::new(), differs: false };
        let Some(closed) = self.open.pop() else { return shadowed };
        let OpenRecord { places, shift, made_before, .. } = &closed;
        // Most records have no places, so the consulted correspondences need not be listed.
        let consulted = (!places.is_empty()).then_some(consulted);
        for (variables, ordinal) in consulted.into_iter().flatten() {
            let Correspondence { serial, binds_anew } = self.made[ordinal];
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
    /// Adds the places of `other`, a record that depends on this one. The uses of `other` count as later than all uses
    /// so far. The shorter list of places is added to the longer.
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

    /// Notes a place, with the number of a use there. `is_before` says that the use precedes all noted uses.
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
