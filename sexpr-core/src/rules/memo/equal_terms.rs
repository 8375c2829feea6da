//! Verdicts that are valid everywhere: equal `tree` nodes, and closed terms that are equal or differ.
//!
//! Equality composes: if `a` equals `x`, `b` equals `x`, and `b` equals `y`, then `a` equals `y`. So equal nodes are
//! kept in disjoint sets that merge. A comparison then enters at most as many pairs as there are nodes, whatever the
//! two sides share (Hopcroft and Karp, 1971).
//!
//! # Trees
//!
//! Some `tree` nodes are not kept:
//!
//! - A node behind the only pointer to it. It is met again only below a shared node, whose verdict is kept.
//! - A node whose comparison takes fewer than [`EXPENSIVE`](super::EXPENSIVE) visits. Comparing it at each occurrence is
//!   cheaper than keeping it. All visits below the node count, including elements of sequences and large leaves.
//!
//! Both apply to `tree` nodes only: correspondences of variables and records of dag nodes are always made.
//!
//! Verdicts on trees are valid until the end of the comparison, for these reasons:
//!
//! - Correspondences last that long while there are no scopes. In scopes, only verdicts without dependencies are kept
//!   here.
//! - A verdict is kept when the comparison of a pair *ends*. The pair can be met earlier only below a pair of open dag
//!   nodes, which are related permanently.
//! - A dag node may get another partner below its own fields. Then all verdicts are forgotten, and those of comparisons
//!   under way are not kept (`Age`).
//!
//! A `custom` comparison need not compose. From the first `custom` comparison on, verdicts are kept for pairs
//! (`Relation::custom_met`).

use alloc::{boxed::Box, vec::Vec};

use crate::{
    describe::{identity::Identity, options::Options},
    rules::{
        memo::LastingResults,
        pairs::{Ordinal, Pairs},
    },
    tables::{
        index::{Table, reset},
        union_find::UnionFind,
    },
};

/// One `T` for each set of options. Structural keys have options of their own, so one operation may meet several sets.
#[derive(Debug, Default)]
pub(crate) struct ByOptions<T>(Vec<(Options, T)>);

impl<T: Default> ByOptions<T> {
    /// The `T` for these options.
    pub(crate) fn under(&mut self, options: Options) -> &mut T {
        let known = self.0.iter().position(|(of, _)| *of == options).unwrap_or_else(|| {
            self.0.push((options, T::default()));
            self.0.len() - 1
        });
        &mut self.0[known].1
    }

    /// Each `T`, in the order in which the options were met.
    pub(crate) fn each(&mut self) -> impl Iterator<Item = &mut T> {
        self.0.iter_mut().map(|(_, of_options)| of_options)
    }

    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }
}

/// The `tree` nodes of two values that were found equal.
///
/// Most nodes meet one partner only, which is kept with the left node. Right nodes that equal one left node are equal
/// to each other. So when a left node meets a second partner, both partners are merged in the [`Classes`].
#[derive(Debug, Default)]
pub(crate) struct EqualTrees {
    /// The left nodes, each with the first right node that was found equal to it.
    partners: Pairs<1, Identity>,
    /// Classes of right nodes. A left node belongs to the class of its first partner.
    classes: Option<Box<Classes>>,
    /// Pairs of equal nodes, once equality need not compose.
    pairs: Option<Table<(Identity, Identity), ()>>,
    composes_no_more: bool,
    age: Age,
}

/// How often all verdicts were forgotten. A verdict of a comparison that began at another age is not kept.
pub(crate) type Age = u32;

impl EqualTrees {
    /// The present age.
    #[inline(always)]
    pub(crate) fn age(&self) -> Age {
        self.age
    }

    /// Stops composing verdicts: from now on, two nodes that equal a third need not be equal.
    pub(crate) fn compose_no_more(&mut self) {
        self.composes_no_more = true;
    }

    pub(crate) fn forget(&mut self) {
        self.partners.clear();
        self.classes.iter_mut().for_each(|classes| classes.clear());
        self.pairs.iter_mut().for_each(reset);
        self.age = self.age.wrapping_add(1);
    }
}

/// The nodes that are known to be equal.
impl LastingResults<2> for EqualTrees {
    type Found = ();

    #[inline(never)]
    fn find(&mut self, [left, right]: [Identity; 2]) -> Option<()> {
        let partner = self.partners.get(left);
        let has_class_of = |partner| self.classes.as_mut()?.are_equal(partner, right);
        let is_known = partner == Some(right)
            || partner.and_then(has_class_of) == Some(true)
            || self.pairs.as_ref().is_some_and(|pairs| pairs.contains_key(&(left, right)));
        is_known.then_some(())
    }

    #[inline(never)]
    fn note(&mut self, [left, right]: [Identity; 2], (): ()) {
        if self.composes_no_more {
            self.pairs.get_or_insert_default().insert((left, right), ());
            return;
        }
        if let Some(partner) = self.partners.get_or_add(left, right).filter(|partner| *partner != right) {
            self.classes.get_or_insert_default().note(right, partner, true);
        }
    }

    fn clear(&mut self) {
        self.forget();
        self.composes_no_more = false;
    }
}

/// Verdicts on closed terms, for each set of options. The terms are structural keys of maps, and the shared nodes
/// inside them. A closed term means the same everywhere, so a verdict is valid for the rest of the operation.
pub(crate) type ClosedTerms = ByOptions<Classes>;

/// Classes of equal terms, and the pairs of classes that are known to differ.
///
/// Both verdicts compose: if two terms differ, a term that equals one differs from the other. So after a term is
/// compared with one member of each class, the verdicts on it and every member of every class are known.
#[derive(Debug, Default)]
pub(crate) struct Classes {
    members: Pairs<1, ()>,
    classes: UnionFind,
    /// Pairs of roots that differ, the lower ordinal first. Some are stale: they are no longer roots.
    different: Table<(Ordinal, Ordinal), ()>,
    /// For each root, a member of each class from which the root's class differs.
    differs_from: Table<Ordinal, Vec<Ordinal>>,
}

impl Classes {
    /// Whether two terms are equal, if that is known.
    pub(crate) fn are_equal(&mut self, one: Identity, other: Identity) -> Option<bool> {
        if one == other {
            return Some(true);
        }
        let (one, other) = (self.members.top(0, one)?, self.members.top(0, other)?);
        let (one, other) = (self.classes.root(one), self.classes.root(other));
        if one == other {
            return Some(true);
        }
        self.different.contains_key(&(one.min(other), one.max(other))).then_some(false)
    }

    /// Notes a verdict on two terms.
    pub(crate) fn note(&mut self, one: Identity, other: Identity, equal: bool) {
        let (one, other) = (self.root(one), self.root(other));
        if one == other {
            return;
        }
        if equal {
            self.merge(one, other);
        } else {
            self.tell_apart(one, other);
        }
    }

    /// The root of a term's class.
    fn root(&mut self, term: Identity) -> Ordinal {
        match self.members.top(0, term) {
            Some(member) => self.classes.root(member),
            None => {
                self.members.add([term], ());
                self.classes.add()
            }
        }
    }

    /// Merges two classes. The shorter list of differences is added to the longer, so each difference is moved a
    /// logarithmic number of times.
    fn merge(&mut self, one: Ordinal, other: Ordinal) {
        let count = |root| self.differs_from.get(&root).map_or(0, Vec::len);
        let (fewer, more) = if count(one) <= count(other) { (one, other) } else { (other, one) };
        self.classes.merge(fewer, more);
        for different in self.differs_from.remove(&fewer).unwrap_or_default() {
            let different = self.classes.root(different);
            if different != more {
                self.tell_apart(more, different);
            }
        }
    }

    fn tell_apart(&mut self, one: Ordinal, other: Ordinal) {
        if self.different.insert((one.min(other), one.max(other)), ()).is_none() {
            self.differs_from.entry(one).or_default().push(other);
            self.differs_from.entry(other).or_default().push(one);
        }
    }

    pub(crate) fn clear(&mut self) {
        self.members.clear();
        self.classes.truncate(0);
        reset(&mut self.different);
        reset(&mut self.differs_from);
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::{Classes, EqualTrees};
    use crate::{describe::identity::Identity, rules::memo::LastingResults};

    #[test]
    fn pairs_need_not_compose() {
        let values = [0_u8; 4];
        let [a, b, x, y] = values.each_ref().map(Identity::address::<u8>);
        let mut trees = EqualTrees::default();
        trees.compose_no_more();
        let equal = [[a, x], [a, y], [b, y]];
        equal.into_iter().for_each(|nodes| trees.note(nodes, ()));
        assert!(equal.into_iter().all(|nodes| trees.find(nodes).is_some()));
        assert!(trees.find([b, x]).is_none());
    }

    /// Notes verdicts on congruence of numbers in a random order. Known verdicts are right, and all that follows from
    /// noted verdicts is known.
    #[test]
    fn verdicts_compose() {
        let mut state = 1_u64;
        let mut draw = |below: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) as usize % below
        };
        let values = [0_u8; 24];
        let terms = values.each_ref().map(Identity::address::<u8>);
        for round in 0..200 {
            let classes = 1 + round % 7;
            let (mut known, mut equal, mut different) = (Classes::default(), [0; 24], Vec::new());
            (0..24).for_each(|term| equal[term] = term);
            for _ in 0..draw(80) {
                let (one, other) = (draw(24), draw(24));
                let verdict = one % classes == other % classes;
                known.note(terms[one], terms[other], verdict);
                if verdict {
                    let (from, to) = (equal[one], equal[other]);
                    equal.iter_mut().filter(|class| **class == from).for_each(|class| *class = to);
                } else {
                    different.push([one, other]);
                }
            }
            for (one, other) in (0..24 * 24).map(|pair| (pair / 24, pair % 24)) {
                let pair = [equal[one], equal[other]];
                let differ = |known: &[usize; 2]| {
                    let known = known.map(|term| equal[term]);
                    known == pair || known == [pair[1], pair[0]]
                };
                let expected =
                    if pair[0] == pair[1] { Some(true) } else { different.iter().any(differ).then_some(false) };
                assert_eq!(known.are_equal(terms[one], terms[other]), expected);
            }
        }
    }
}
