//! Numbers of nodes that lie in arenas ([`ByPlace`]), and the dag nodes among them, for operations that track nothing
//! ([`InPlace`]).
//!
//! Such nodes lie side by side, and their identities are addresses in an environment. So their numbers are kept in
//! *stretches*: one for each 512 bytes of memory, type and environment, with a number for each place where a node may begin.
//! A node is found by finding its stretch, of which there are few, and without being compared with any other.

use alloc::vec::Vec;

use crate::{
    describe::identity::{Identity, Stretch},
    rules::pairs::Ordinal,
    tables::index::Index,
};

/// The first ordinal of a dag node in an arena. Other pointers' have those below.
const FIRST: Ordinal = usize::MAX / 2;

/// A one-to-one relation between dag nodes in arenas of `SIDES` sides; with one side, a numbering. Each pair has a value.
/// No node is in two pairs.
#[derive(Debug)]
pub(crate) struct InPlace<const SIDES: usize, Value> {
    sides: [ByPlace; SIDES],
    /// By ordinal, from `FIRST` on.
    values: Vec<Value>,
    /// Those whose fields are being looked at.
    open: Vec<Ordinal>,
}

/// A number for each node that is known by its address; zero, if it has none.
#[derive(Debug, Default)]
pub(crate) struct ByPlace {
    known: Vec<Stretch>,
    index: Index,
    /// Where the stretch is that was found last: neighbours are often met one after another.
    last: usize,
    /// Of each stretch, a number for each place in it.
    numbers: Vec<[u32; Stretch::PLACES]>,
}

/// What to do with two nodes that meet, or with one.
pub(crate) enum Numbered {
    /// They are a pair.
    Paired(Ordinal),
    /// At least one has another partner: in which pair, on each side.
    Apart(Option<Ordinal>, Option<Ordinal>),
    /// None was known. They are a pair now, and [open](InPlace::close).
    Opened(Ordinal),
    /// There are too many pairs.
    Full,
}

impl<const SIDES: usize, Value> Default for InPlace<SIDES, Value> {
    fn default() -> Self {
        InPlace { sides: core::array::from_fn(|_| ByPlace::default()), values: Vec::new(), open: Vec::new() }
    }
}

impl<const SIDES: usize, Value: Copy> InPlace<SIDES, Value> {
    /// The fields of the pair that was opened last were looked at.
    #[inline(always)]
    pub(crate) fn close(&mut self) {
        self.open.pop();
    }

    /// How many pairs were open when this one was opened, if it is open.
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

impl<Value: Copy> InPlace<2, Value> {
    /// What is known of two nodes. If neither is in a pair, they are one from now on.
    #[inline(always)]
    pub(crate) fn meet(&mut self, [left, right]: [Identity; 2], value: Value) -> Numbered {
        let InPlace { sides: [lefts, rights], values, open } = self;
        let [one, other] = [lefts.number(left), rights.number(right)];
        match (ordinal(*one), ordinal(*other)) {
            (None, None) => {}
            (Some(one), Some(other)) if one == other => return Numbered::Paired(one),
            (one, other) => return Numbered::Apart(one, other),
        }
        let Some(number) = next_number(values) else { return Numbered::Full };
        (*one, *other) = (number, number);
        values.push(value);
        open.push(FIRST + values.len() - 1);
        Numbered::Opened(FIRST + values.len() - 1)
    }
}

impl<Value: Copy> InPlace<1, Value> {
    /// What is known of a node. If it is not known, it is from now on.
    #[inline(always)]
    pub(crate) fn meet(&mut self, node: Identity, value: Value) -> Numbered {
        let InPlace { sides: [nodes], values, open } = self;
        let known = nodes.number(node);
        if let Some(known) = ordinal(*known) {
            return Numbered::Paired(known);
        }
        let Some(number) = next_number(values) else { return Numbered::Full };
        *known = number;
        values.push(value);
        open.push(FIRST + values.len() - 1);
        Numbered::Opened(FIRST + values.len() - 1)
    }
}

/// The number of the next pair, if there can be one more.
#[inline(always)]
fn next_number<Value>(values: &[Value]) -> Option<u32> {
    u32::try_from(values.len() + 1).ok()
}

#[inline(always)]
fn ordinal(number: u32) -> Option<Ordinal> {
    (number as usize).checked_sub(1).map(|number| FIRST + number)
}

impl ByPlace {
    /// The number of a node, to be changed.
    #[inline(always)]
    pub(crate) fn number(&mut self, node: Identity) -> &mut u32 {
        let (stretch, place) = node.stretch();
        if self.known.get(self.last) != Some(&stretch) {
            self.last = self.find_or_add(stretch);
        }
        &mut self.numbers[self.last][place]
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

    pub(crate) fn clear(&mut self) {
        /// How many stretches the next operation need not ask memory for.
        const KEPT: usize = 256;
        if self.numbers.capacity() > KEPT {
            *self = ByPlace::default();
        }
        self.known.clear();
        self.index.clear();
        self.numbers.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::{InPlace, Numbered};
    use crate::describe::identity::Identity;

    #[test]
    fn nodes_that_met_are_pairs_whatever_lies_between() {
        let (left, right) = ([0_u64; 2000], [0_u64; 3000]);
        let node = |node: &u64, environment| Identity::address(node).in_environment(environment);
        let mut pairs = InPlace::<2, ()>::default();
        for (index, one) in left.iter().enumerate() {
            let other = &right[right.len() - 1 - index];
            assert!(matches!(pairs.meet([node(one, 1), node(other, 2)], ()), Numbered::Opened(_)));
            pairs.close();
        }
        for (index, one) in left.iter().enumerate() {
            let partner = right.len() - 1 - index;
            assert!(matches!(pairs.meet([node(one, 1), node(&right[partner], 2)], ()), Numbered::Paired(_)));
            let Numbered::Apart(Some(_), _) = pairs.meet([node(one, 1), node(&right[partner - 1], 2)], ()) else {
                panic!("it is another one's partner, or nobody's");
            };
        }
        assert!(matches!(pairs.meet([node(&left[0], 3), node(&right[0], 2)], ()), Numbered::Opened(_)));
    }

    #[test]
    fn a_pair_is_open_until_it_is_closed() {
        let nodes = [0_u64; 2];
        let mut numbering = InPlace::<1, u64>::default();
        let ordinals = [0, 1].map(|index| match numbering.meet(Identity::address(&nodes[index]), 7) {
            Numbered::Opened(ordinal) => ordinal,
            _ => panic!("it was not met"),
        });
        assert_eq!(ordinals.map(|ordinal| numbering.open_around(ordinal)), [Some(0), Some(1)]);
        numbering.close();
        assert_eq!(ordinals.map(|ordinal| numbering.open_around(ordinal)), [Some(0), None]);
        numbering.set_value(ordinals[1], 8);
        assert_eq!(ordinals.map(|ordinal| numbering.value(ordinal)), [7, 8]);
    }
}
