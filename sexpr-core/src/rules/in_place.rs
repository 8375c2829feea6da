//! One-to-one relations between the dag nodes of arenas, without tracking.
//!
//! Nodes in arenas are adjacent, and their identities are addresses in an environment. So their numbers are kept in
//! *stretches*: one for each 512 bytes of memory, type and environment, with a number for each place where a node may begin.
//! There are few stretches, and a node is found in one without being compared with any other node.

use alloc::vec::Vec;

use crate::{
    describe::identity::{Identity, Stretch},
    rules::pairs::{Ordinal, PerSide},
    tables::index::Index,
};

/// The first ordinal of a dag node in an arena. Dag nodes behind other pointers have lower ordinals.
const FIRST: Ordinal = usize::MAX / 2;

/// A one-to-one relation between dag nodes in arenas of `SIDES` sides; with one side, a numbering. Each pair has a value.
/// No node is in two pairs.
#[derive(Debug, Default)]
pub(crate) struct InPlace<const SIDES: usize, Value> {
    sides: PerSide<SIDES, ByPlace>,
    /// By ordinal, from `FIRST` on.
    values: Vec<Value>,
    /// The pairs whose fields are being compared.
    open: Vec<Ordinal>,
}

/// A number for each node with an address; zero if the node has none.
#[derive(Debug, Default)]
struct ByPlace {
    known: Vec<Stretch>,
    index: Index,
    /// The stretch that was found last: neighbours are often met one after another.
    last: usize,
    /// For each stretch, a number for each of its places.
    numbers: Vec<[u32; Stretch::PLACES]>,
}

/// How nodes that meet are related.
pub(crate) enum Numbered {
    /// They are a pair.
    Paired(Ordinal),
    /// At least one has another partner: its pair, on each side.
    Apart(Option<Ordinal>, Option<Ordinal>),
    /// No node had a pair. They are a pair now, which is [open](InPlace::close).
    Opened(Ordinal),
    /// There are too many pairs.
    Full,
}

impl<const SIDES: usize, Value: Copy> InPlace<SIDES, Value> {
    /// Relates nodes that meet. If none of them has a pair, they are a pair from now on.
    #[inline(always)]
    pub(crate) fn meet(&mut self, nodes: [Identity; SIDES], value: Value) -> Numbered {
        let InPlace { sides, values, open } = self;
        let mut nodes = nodes.iter();
        let numbers = sides.each_mut().map(|side| nodes.next().map(|node| side.number(*node)));
        let known = numbers.each_ref().map(|number| number.as_deref().copied().and_then(ordinal));
        match known[0] {
            first if known.iter().any(|known| *known != first) => return Numbered::Apart(first, known[SIDES - 1]),
            Some(pair) => return Numbered::Paired(pair),
            None => {}
        }
        let Ok(next) = u32::try_from(values.len() + 1) else { return Numbered::Full };
        numbers.into_iter().flatten().for_each(|number| *number = next);
        let pair = FIRST + values.len();
        values.push(value);
        open.push(pair);
        Numbered::Opened(pair)
    }

    /// Closes the pair that was opened last.
    #[inline(always)]
    pub(crate) fn close(&mut self) {
        self.open.pop();
    }

    /// The number of pairs that were open when this pair was opened, if it is open.
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
    /// The number of a node, to be changed.
    #[inline(always)]
    fn number(&mut self, node: Identity) -> &mut u32 {
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
        let ordinals = [0, 1].map(|index| match numbering.meet([Identity::address(&nodes[index])], 7) {
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
