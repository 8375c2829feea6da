//! Which nodes of kind `tree` were found equal.

use super::pairs::{Ordinal, Pairs};
use crate::identity::{Identity, Table, reset};

/// Nodes of kind `tree` that were found equal for good, so that shared ones are compared once.
///
/// "Equal" composes where nothing is forgotten, and between closed terms: nodes that are equal to one node are equal to
/// each other, and merging them in sets (Hopcroft and Karp, 1971) bounds the pairs that are ever expanded by the number
/// of nodes. The sets merge by size, with path halving (Tarjan and van Leeuwen, 1984): a sequence of operations costs
/// an inverse Ackermann factor more than its length. Custom comparisons need not compose. From the first one on, only
/// pairs are remembered.
#[derive(Debug, Default)]
pub(crate) struct SharedTrees {
    /// The nodes of each side, with the place of each in its set.
    sides: [Pairs<1, Place>; 2],
    pairs: Option<Table<(Identity, Identity), ()>>,
    composes_no_more: bool,
}

/// A node of either side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Member(usize);

impl Member {
    #[inline(always)]
    fn new(side: usize, ordinal: Ordinal) -> Member {
        Member(ordinal * 2 + side)
    }
    #[inline(always)]
    fn side(self) -> usize {
        self.0 % 2
    }
    #[inline(always)]
    fn ordinal(self) -> Ordinal {
        self.0 / 2
    }
}

/// A member's place in its set: at its root, whose size is counted down from the highest number, or below another.
#[derive(Clone, Copy, Debug)]
struct Place(usize);

impl Place {
    const ALONE: Place = Place::root(1);

    const fn root(size: usize) -> Place {
        Place(usize::MAX - size)
    }
    fn below(member: Member) -> Place {
        Place(member.0)
    }
    /// The size of the set, if this is its root. There are not as many nodes as half of all addresses.
    #[inline(always)]
    fn size(self) -> Option<usize> {
        (self.0 > usize::MAX / 2).then(|| usize::MAX - self.0)
    }
    #[inline(always)]
    fn parent(self) -> Option<Member> {
        (self.0 <= usize::MAX / 2).then_some(Member(self.0))
    }
}

impl SharedTrees {
    /// Notes that two nodes are equal; `false` if they are known to be.
    ///
    /// Where nothing is forgotten, pairs may be noted when their comparison begins: should it fail, so does the whole.
    #[inline(never)]
    pub(crate) fn note(&mut self, left: Identity, right: Identity) -> bool {
        if self.composes_no_more {
            return !self.in_one_set(left, right)
                && self.pairs.get_or_insert_default().insert((left, right), ()).is_none();
        }
        let one = self.sides[0].top(0, left);
        if one.is_some_and(|one| self.is_right_below(one, right)) {
            return false;
        }
        let other = self.sides[1].top(0, right);
        if let (None, None) = (one, other) {
            let other = self.sides[1].add([right], Place::root(2));
            self.sides[0].add([left], Place::below(Member::new(1, other)));
            return true;
        }
        let one = one.unwrap_or_else(|| self.sides[0].add([left], Place::ALONE));
        let other = other.unwrap_or_else(|| self.sides[1].add([right], Place::ALONE));
        self.merge(Member::new(0, one), Member::new(1, other))
    }

    /// Whether two nodes are known to be equal.
    pub(crate) fn knows(&mut self, left: Identity, right: Identity) -> bool {
        self.in_one_set(left, right) || self.pairs.as_ref().is_some_and(|pairs| pairs.contains_key(&(left, right)))
    }

    fn in_one_set(&mut self, left: Identity, right: Identity) -> bool {
        let Some(one) = self.sides[0].top(0, left) else { return false };
        if self.is_right_below(one, right) {
            return true;
        }
        let Some(other) = self.sides[1].top(0, right) else { return false };
        self.root(Member::new(0, one)) == self.root(Member::new(1, other))
    }

    /// Whether a node of the left is right below one of the right: what there is to know most of the time, and without
    /// looking for the latter.
    #[inline(always)]
    fn is_right_below(&self, left: Ordinal, right: Identity) -> bool {
        let parent = self.sides[0].value(left).parent();
        parent.is_some_and(|parent| parent.side() == 1 && self.sides[1].node(0, parent.ordinal()) == right)
    }

    /// Makes the sets of two members one; `false` if they already were.
    fn merge(&mut self, one: Member, other: Member) -> bool {
        let (mut small, mut large) = (self.root(one), self.root(other));
        if small == large {
            return false;
        }
        let size = |member: Member| self.place(member).size().unwrap_or_default();
        if size(small) > size(large) {
            core::mem::swap(&mut small, &mut large);
        }
        let merged = size(small) + size(large);
        self.set_place(large, Place::root(merged));
        self.set_place(small, Place::below(large));
        true
    }

    fn root(&mut self, mut member: Member) -> Member {
        while let Some(parent) = self.place(member).parent() {
            if let Some(grandparent) = self.place(parent).parent() {
                self.set_place(member, Place::below(grandparent));
            }
            member = parent;
        }
        member
    }

    #[inline(always)]
    fn place(&self, member: Member) -> Place {
        self.sides[member.side()].value(member.ordinal())
    }

    fn set_place(&mut self, member: Member, place: Place) {
        if let Some(at) = self.sides[member.side()].value_mut(member.ordinal()) {
            *at = place;
        }
    }

    /// From now on, that two nodes are equal to a third one does not show that they are equal.
    pub(crate) fn compose_no_more(&mut self) {
        self.composes_no_more = true;
    }

    pub(crate) fn forget(&mut self) {
        self.sides.iter_mut().for_each(Pairs::clear);
        self.pairs.iter_mut().for_each(reset);
    }

    pub(crate) fn clear(&mut self) {
        self.forget();
        self.composes_no_more = false;
    }
}

#[cfg(test)]
mod tests {
    use super::SharedTrees;
    use crate::identity::Identity;

    #[test]
    fn equality_composes_and_says_what_is_new() {
        let values = [0_u8; 6];
        let [a, b, c, x, y, z] = values.each_ref().map(Identity::address::<u8>);
        let mut trees = SharedTrees::default();
        assert!(trees.note(a, x));
        assert!(!trees.note(a, x));
        assert!(trees.note(b, y));
        assert!(!trees.knows(a, y));
        assert!(trees.note(a, y));
        assert!(trees.knows(b, x));
        assert!(!trees.note(b, x));
        assert!(!trees.knows(c, z));
        trees.forget();
        assert!(!trees.knows(a, x));
    }

    #[test]
    fn pairs_do_not_compose_any_more_once_that_was_said() {
        let values = [0_u8; 4];
        let [a, b, x, y] = values.each_ref().map(Identity::address::<u8>);
        let mut trees = SharedTrees::default();
        trees.compose_no_more();
        assert!(trees.note(a, x) && trees.note(a, y) && trees.note(b, y));
        assert!(trees.knows(a, x));
        assert!(!trees.knows(b, x));
    }
}
