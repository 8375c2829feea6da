//! One-to-one relations between nodes: `Pairs` and, for dag nodes in arenas, `ArenaDags`. Pairs are numbered in the
//! order in which they were made.

use alloc::vec::Vec;
use core::ops::{Deref, DerefMut};

use crate::{
    describe::identity::{Identity, Stretch},
    tables::index::Index,
};

/// A `T` for each side. A newtype, because arrays of generic length do not implement `Default`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct PerSide<const SIDES: usize, T>(pub(crate) [T; SIDES]);

impl<const SIDES: usize, T: Default> Default for PerSide<SIDES, T> {
    fn default() -> Self {
        PerSide(core::array::from_fn(|_| T::default()))
    }
}

impl<const SIDES: usize, T> Deref for PerSide<SIDES, T> {
    type Target = [T; SIDES];

    #[inline(always)]
    fn deref(&self) -> &[T; SIDES] {
        &self.0
    }
}

impl<const SIDES: usize, T> DerefMut for PerSide<SIDES, T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [T; SIDES] {
        &mut self.0
    }
}

/// Stands for no number.
pub(crate) const NONE: usize = usize::MAX;

/// The number of a pair. Among existing pairs, a later pair has a higher number.
pub(crate) type Ordinal = usize;

/// A one-to-one relation between nodes of `SIDES` sides; with one side, a numbering. Each pair has a value. If a node
/// has several pairs, the top pair counts.
#[derive(Debug)]
pub(crate) struct Pairs<const SIDES: usize, Value> {
    /// The pairs, by ordinal.
    records: Vec<Record<SIDES, Value>>,
    tops: [Index; SIDES],
    /// Whether a pair was ever put on top of another. If so, the top pair of one side need not be the top pair of the
    /// other.
    stacked: bool,
}

#[derive(Clone, Copy, Debug)]
struct Record<const SIDES: usize, Value> {
    nodes: [Identity; SIDES],
    value: Value,
}

/// The relation of a left node and a right node.
pub(crate) enum Known {
    /// The nodes are a pair.
    Paired(Ordinal),
    /// At least one node has another partner: the top pair of each node.
    Apart(Option<Ordinal>, Option<Ordinal>),
    /// Neither has a partner.
    Unknown,
}

impl Known {
    #[inline(always)]
    pub(crate) fn of(left: Option<Ordinal>, right: Option<Ordinal>) -> Known {
        match (left, right) {
            (None, None) => Known::Unknown,
            (Some(one), Some(other)) if one == other => Known::Paired(one),
            (one, other) => Known::Apart(one, other),
        }
    }
}

impl<const SIDES: usize, Value> Default for Pairs<SIDES, Value> {
    fn default() -> Self {
        Pairs { records: Vec::new(), tops: core::array::from_fn(|_| Index::default()), stacked: false }
    }
}

impl<const SIDES: usize, Value: Copy> Pairs<SIDES, Value> {
    /// The top pair of a node of a side.
    #[inline(always)]
    pub(crate) fn top(&self, side: usize, node: Identity) -> Option<Ordinal> {
        let Pairs { records, tops, .. } = self;
        tops[side].get(node.hash(), |ordinal| records[ordinal].nodes[side] == node)
    }

    /// The value of a pair.
    #[inline(always)]
    pub(crate) fn value(&self, ordinal: Ordinal) -> Value {
        self.records[ordinal].value
    }

    /// The value of a pair, to be changed.
    #[inline(always)]
    pub(crate) fn value_mut(&mut self, ordinal: Ordinal) -> Option<&mut Value> {
        self.records.get_mut(ordinal).map(|record| &mut record.value)
    }

    /// The node of a pair on a side.
    #[inline(always)]
    pub(crate) fn node(&self, side: usize, ordinal: Ordinal) -> Identity {
        self.records[ordinal].nodes[side]
    }

    /// The ordinal of the next pair.
    pub(crate) fn next(&self) -> Ordinal {
        self.records.len()
    }

    /// Adds a pair of nodes that have none. Returns its ordinal.
    #[inline(always)]
    pub(crate) fn add(&mut self, nodes: [Identity; SIDES], value: Value) -> Ordinal {
        let ordinal = self.records.len();
        self.push(Record { nodes, value });
        for side in 0..SIDES {
            let Pairs { records, tops, .. } = self;
            tops[side].add(nodes[side].hash(), ordinal, |ordinal| records[ordinal].nodes[side].hash());
        }
        ordinal
    }

    /// Adds a record. The memory grows by half, not to twice its size, since there may be millions of records.
    #[inline(always)]
    fn push(&mut self, record: Record<SIDES, Value>) {
        if self.records.len() == self.records.capacity() {
            self.records.reserve_exact((self.records.len() / 2).max(8));
        }
        self.records.push(record);
    }

    /// Adds a pair, and puts it on top of the pairs of its nodes. Returns their former top pairs.
    pub(crate) fn stack(&mut self, nodes: [Identity; SIDES], value: Value) -> [Option<Ordinal>; SIDES] {
        let ordinal = self.records.len();
        self.push(Record { nodes, value });
        core::array::from_fn(|side| self.put_on_top(side, ordinal))
    }

    /// Puts a pair on top, on a side. Returns the former top pair.
    pub(crate) fn put_on_top(&mut self, side: usize, ordinal: Ordinal) -> Option<Ordinal> {
        let Pairs { records, tops, stacked } = self;
        let node = records[ordinal].nodes[side];
        let same = |ordinal: Ordinal| records[ordinal].nodes[side] == node;
        let before = tops[side].put(node.hash(), ordinal, same, |ordinal| records[ordinal].nodes[side].hash());
        *stacked |= before.is_some();
        before
    }

    /// Removes the top pair of a pair's node, on a side. The node is then without a pair there.
    pub(crate) fn leave_without(&mut self, side: usize, ordinal: Ordinal) {
        let Pairs { records, tops, .. } = self;
        let node = records[ordinal].nodes[side];
        tops[side].remove(node.hash(), |ordinal| records[ordinal].nodes[side] == node);
    }

    /// Removes the pair that was added last. It must not be on top of a node.
    pub(crate) fn pop(&mut self) {
        self.records.pop();
    }

    pub(crate) fn clear(&mut self) {
        self.records.clear();
        self.tops.iter_mut().for_each(Index::clear);
        self.stacked = false;
    }
}

impl Pairs<1, ()> {
    /// Notes that a node is met. Returns whether the node was met before.
    #[inline(always)]
    pub(crate) fn note(&mut self, node: Identity) -> bool {
        self.get_or_add(node, ()).is_some()
    }
}

impl<Value: Copy> Pairs<1, Value> {
    /// The value of a node.
    #[inline(always)]
    pub(crate) fn get(&self, node: Identity) -> Option<Value> {
        self.top(0, node).map(|ordinal| self.value(ordinal))
    }

    /// The value of a node. A node without a value gets this one, and `None` is returned.
    #[inline(always)]
    pub(crate) fn get_or_add(&mut self, node: Identity, value: Value) -> Option<Value> {
        let ordinal = self.records.len();
        let Pairs { records, tops: [index], .. } = self;
        let has = |ordinal: Ordinal| records[ordinal].nodes[0] == node;
        let known = index.get_or_add(node.hash(), ordinal, has, |ordinal| records[ordinal].nodes[0].hash());
        if known.is_none() {
            self.push(Record { nodes: [node], value });
        }
        known.map(|ordinal| self.records[ordinal].value)
    }
}

impl<Value: Copy> Pairs<2, Value> {
    /// Pairs a left node that has no pair with a right node, unless the right node has a pair. Returns whether the pair
    /// was added.
    #[inline(always)]
    pub(crate) fn add_unless_known(&mut self, nodes: [Identity; 2], value: Value) -> bool {
        let ordinal = self.records.len();
        let Pairs { records, tops: [left, right], .. } = self;
        let has = |ordinal: Ordinal| records[ordinal].nodes[1] == nodes[1];
        let known = right.get_or_add(nodes[1].hash(), ordinal, has, |ordinal| records[ordinal].nodes[1].hash());
        if known.is_none() {
            left.add(nodes[0].hash(), ordinal, |ordinal| records[ordinal].nodes[0].hash());
            self.push(Record { nodes, value });
        }
        known.is_none()
    }

    /// Whether two nodes are a pair; `None` if the left node has no pair. For relations in which no pair was ever put
    /// on top of another.
    #[inline(always)]
    pub(crate) fn are_paired(&self, left: Identity, right: Identity) -> Option<bool> {
        self.top(0, left).map(|pair| self.records[pair].nodes[1] == right)
    }

    /// The relation of two nodes.
    #[inline(always)]
    pub(crate) fn look_up(&self, left: Identity, right: Identity) -> Known {
        let one = self.top(0, left);
        match one {
            Some(one) if !self.stacked && self.records[one].nodes[1] == right => Known::Paired(one),
            _ => Known::of(one, self.top(1, right)),
        }
    }
}

/// The lowest ordinal of a dag node in an arena. Dag nodes behind other pointers have lower ordinals.
const FIRST: Ordinal = usize::MAX / 2;

/// A one-to-one relation between dag nodes in arenas, without tracking. No node is in two pairs.
///
/// Nodes in arenas are adjacent, and their identities are addresses in an environment. So their numbers are kept in
/// *stretches*. A stretch covers 512 bytes of memory, for one type and one environment, and has a number for each place
/// where a node may begin. There are few stretches, and a node is found in its stretch without being compared with
/// other nodes.
#[derive(Debug, Default)]
pub(crate) struct ArenaDags<const SIDES: usize, Value> {
    sides: PerSide<SIDES, ByPlace>,
    /// The value of each pair, by ordinal, from `FIRST` on.
    values: Vec<Value>,
    /// The pairs whose fields are being compared.
    open: Vec<Ordinal>,
}

/// A number for each node with an address; zero if the node has none.
#[derive(Debug, Default)]
struct ByPlace {
    known: Vec<Stretch>,
    index: Index,
    /// The stretch that was found last. Neighbouring nodes are often met one after another.
    last: usize,
    /// For each stretch, a number for each of its places.
    numbers: Vec<[u32; Stretch::PLACES]>,
}

/// The relation of dag nodes that meet.
pub(crate) enum ArenaMatch {
    /// The nodes are a pair.
    Paired(Ordinal),
    /// At least one node has another partner: the top pair of each node.
    Apart(Option<Ordinal>, Option<Ordinal>),
    /// No node had a pair. They are a pair now, and the pair is [open](ArenaDags::close).
    Opened(Ordinal),
    /// There are too many pairs.
    Full,
}

impl<const SIDES: usize, Value: Copy> ArenaDags<SIDES, Value> {
    /// Looks up nodes that meet. If none of them has a pair, makes them a pair.
    #[inline(always)]
    pub(crate) fn meet(&mut self, nodes: [Identity; SIDES], value: Value) -> ArenaMatch {
        let ArenaDags { sides, values, open } = self;
        let (mut places, mut known) = ([(0, 0); SIDES], [None; SIDES]);
        for (side, node) in nodes.into_iter().enumerate() {
            let (stretch, place) = sides[side].place(node);
            (places[side], known[side]) = ((stretch, place), ordinal(sides[side].numbers[stretch][place]));
        }
        match known[0] {
            first if known.iter().any(|known| *known != first) => return ArenaMatch::Apart(first, known[SIDES - 1]),
            Some(pair) => return ArenaMatch::Paired(pair),
            None => {}
        }
        let Ok(next) = u32::try_from(values.len() + 1) else { return ArenaMatch::Full };
        for (side, (stretch, place)) in places.into_iter().enumerate() {
            sides[side].numbers[stretch][place] = next;
        }
        let pair = FIRST + values.len();
        values.push(value);
        open.push(pair);
        ArenaMatch::Opened(pair)
    }

    /// Closes the pair that was opened last.
    #[inline(always)]
    pub(crate) fn close(&mut self) {
        self.open.pop();
    }

    /// If this pair is open, the number of pairs that were open when it was opened.
    #[inline(always)]
    pub(crate) fn open_around(&self, ordinal: Ordinal) -> Option<usize> {
        match self.open.last() {
            Some(last) if ordinal <= *last => self.open.binary_search(&ordinal).ok(),
            _ => None,
        }
    }

    #[inline(always)]
    pub(crate) fn value(&self, ordinal: Ordinal) -> Value {
        self.values[ordinal - FIRST]
    }

    pub(crate) fn set_value(&mut self, ordinal: Ordinal, value: Value) {
        self.values[ordinal - FIRST] = value;
    }

    pub(crate) fn clear(&mut self) {
        if !self.values.is_empty() {
            self.sides.iter_mut().for_each(ByPlace::clear);
        }
        self.values.clear();
        self.open.clear();
    }
}

#[inline(always)]
fn ordinal(number: u32) -> Option<Ordinal> {
    (number as usize).checked_sub(1).map(|number| FIRST + number)
}

impl ByPlace {
    /// The place of a node's number: its stretch, and the index in the stretch.
    #[inline(always)]
    fn place(&mut self, node: Identity) -> (usize, usize) {
        let (stretch, place) = node.stretch();
        if self.known.get(self.last) != Some(&stretch) {
            self.last = self.find_or_add(stretch);
        }
        (self.last, place)
    }

    #[inline(never)]
    fn find_or_add(&mut self, stretch: Stretch) -> usize {
        let ByPlace { known, index, numbers, .. } = self;
        if let Some(at) = index.get(stretch.hash(), |at| known[at] == stretch) {
            return at;
        }
        let at = known.len();
        known.push(stretch);
        numbers.push([0; Stretch::PLACES]);
        index.add(stretch.hash(), at, |at| known[at].hash());
        at
    }

    fn clear(&mut self) {
        /// The number of stretches for which memory is kept.
        const KEPT: usize = 256;
        if self.numbers.capacity() > KEPT {
            *self = ByPlace::default();
        }
        self.known.clear();
        self.index.clear();
        self.numbers.clear();
    }
}
