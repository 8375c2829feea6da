//! Nodes of kind `tree` that were found equal for good, so that shared ones are compared once.
//!
//! Without a memo, comparing a tower of nodes that each use the next twice would take exponential time. Some nodes are
//! not remembered:
//!
//! - A node behind the only pointer to it is met again only below something shared, and that is remembered.
//! - Comparing a node that took less than `engine::recursion::EXPENSIVE` visits at each occurrence costs less than a
//!   table of everything that is shared. Everything visited below the node counts, elements of sequences and large
//!   leaves included.
//!
//! Both hold for `tree` nodes only: correspondences of variables and records of dag nodes are always made.
//!
//! "Equal" composes: if `a` equals `x`, `b` equals `x`, and `b` equals `y`, then `a` equals `y`. So nodes are kept in
//! sets that merge (union–find), and no more pairs are ever expanded than there are nodes, whatever the two sides
//! share. This is sound because
//!
//! - correspondences last to the end of the comparison, as there is no scope, so that comparing again would give the
//!   same verdict. (In scopes, only results that depend on nothing are noted: see `remembered`.)
//! - A pair is noted when its comparison *ends*. It is met again before only below a pair of dag nodes that are open, which
//!   are related for good.
//! - A result is not noted if everything was forgotten while it was computed, because a dag node got another partner
//!   below its own fields (`Age`).
//!
//! A `custom` comparison need not compose. From the first one on, pairs are remembered as pairs, and not merged
//! (`Relation::custom_met`).

use alloc::boxed::Box;

use crate::{
    describe::identity::Identity,
    rules::{closed_terms::Classes, pairs::Pairs},
    tables::index::{Table, reset},
};

/// The nodes that were found equal.
///
/// Most nodes meet one partner only, which is noted with the node of the left. All right-hand nodes that equal one
/// left-hand node are equal: when it meets a second partner, both go into one of the [`Classes`] (Hopcroft and Karp,
/// 1971).
#[derive(Debug, Default)]
pub(crate) struct SharedTrees {
    /// The nodes of the left, each with the first of the right that it was found equal to.
    partners: Pairs<1, Identity>,
    /// Of right-hand nodes; a left-hand node belongs to its first partner's.
    classes: Option<Box<Classes>>,
    pairs: Option<Table<(Identity, Identity), ()>>,
    composes_no_more: bool,
    age: Age,
}

/// How often something was found that holds no longer. What was under way at such a time is not remembered.
pub(crate) type Age = u32;

impl SharedTrees {
    /// Whether two nodes are known to be equal.
    #[inline(never)]
    pub(crate) fn knows(&mut self, left: Identity, right: Identity) -> bool {
        let partner = self.partners.get(left);
        let has_class_of = |partner| self.classes.as_mut()?.are_equal(partner, right);
        partner == Some(right)
            || partner.and_then(has_class_of) == Some(true)
            || self.pairs.as_ref().is_some_and(|pairs| pairs.contains_key(&(left, right)))
    }

    /// Notes that two nodes are equal.
    #[inline(never)]
    pub(crate) fn note(&mut self, left: Identity, right: Identity) {
        if self.composes_no_more {
            self.pairs.get_or_insert_default().insert((left, right), ());
            return;
        }
        if let Some(partner) = self.partners.get_or_add(left, right).filter(|partner| *partner != right) {
            self.classes.get_or_insert_default().note(right, partner, true);
        }
    }

    /// What tells whether all was forgotten between two times.
    #[inline(always)]
    pub(crate) fn age(&self) -> Age {
        self.age
    }

    /// From now on, that two nodes are equal to a third one does not show that they are equal.
    pub(crate) fn compose_no_more(&mut self) {
        self.composes_no_more = true;
    }

    pub(crate) fn forget(&mut self) {
        self.partners.clear();
        self.classes.iter_mut().for_each(|classes| classes.clear());
        self.pairs.iter_mut().for_each(reset);
        self.age = self.age.wrapping_add(1);
    }

    pub(crate) fn clear(&mut self) {
        self.forget();
        self.composes_no_more = false;
    }
}

#[cfg(test)]
mod tests {
    use super::SharedTrees;
    use crate::describe::identity::Identity;

    #[test]
    fn equality_composes() {
        let values = [0_u8; 6];
        let [a, b, c, x, y, z] = values.each_ref().map(Identity::address::<u8>);
        let mut trees = SharedTrees::default();
        for _ in 0..2 {
            let age = trees.age();
            trees.note(a, x);
            trees.note(b, y);
            assert!(trees.knows(a, x) && trees.knows(b, y));
            assert!(!trees.knows(a, y) && !trees.knows(b, x));
            trees.note(a, y);
            assert!(trees.knows(a, y) && trees.knows(b, x));
            trees.note(c, x);
            assert!(trees.knows(c, x) && trees.knows(c, y));
            assert!(!trees.knows(c, z) && !trees.knows(a, z));
            assert_eq!(trees.age(), age);
            trees.forget();
            assert_ne!(trees.age(), age);
            assert!(!trees.knows(a, x) && !trees.knows(a, y));
        }
    }

    /// Nodes by numbers, against the classes of a table, in a random order.
    #[test]
    fn what_follows_is_known() {
        let mut state = 1_u64;
        let mut draw = |below: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) as usize % below
        };
        let values = [0_u8; 16];
        let nodes = values.each_ref().map(Identity::address::<u8>);
        for _ in 0..300 {
            let mut trees = SharedTrees::default();
            // Nodes of the left, then those of the right, each with its class.
            let mut classes: [usize; 16] = core::array::from_fn(|node| node);
            for _ in 0..draw(20) {
                let (left, right) = (draw(8), 8 + draw(8));
                trees.note(nodes[left], nodes[right]);
                let (one, other) = (classes[left], classes[right]);
                classes.iter_mut().filter(|class| **class == one).for_each(|class| *class = other);
                for left in 0..8 {
                    for right in 8..16 {
                        assert_eq!(trees.knows(nodes[left], nodes[right]), classes[left] == classes[right]);
                    }
                }
            }
        }
    }

    #[test]
    fn pairs_do_not_compose_any_more_once_that_was_said() {
        let values = [0_u8; 4];
        let [a, b, x, y] = values.each_ref().map(Identity::address::<u8>);
        let mut trees = SharedTrees::default();
        trees.compose_no_more();
        trees.note(a, x);
        trees.note(a, y);
        trees.note(b, y);
        assert!(trees.knows(a, x) && trees.knows(a, y) && trees.knows(b, y));
        assert!(!trees.knows(b, x));
    }
}
