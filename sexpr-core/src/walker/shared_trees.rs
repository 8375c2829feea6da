//! Which nodes of kind `tree` were found equal.

use super::union_find::UnionFind;
use crate::identity::{Identity, Table, reset};

/// Nodes of kind `tree` that were found equal for good, so that shared ones are compared once.
///
/// "Equal" composes where nothing is forgotten, and between closed terms: nodes that are equal to one node are equal to
/// each other, and merging them in sets (Hopcroft and Karp, 1971) bounds the pairs that are ever expanded by the number
/// of nodes. Custom comparisons need not compose. From the first one on, only pairs are remembered.
#[derive(Debug, Default)]
pub(crate) struct SharedTrees {
    left: Table<Identity, usize>,
    right: Table<Identity, usize>,
    sets: UnionFind,
    pairs: Table<(Identity, Identity), ()>,
    composes_no_more: bool,
}

impl SharedTrees {
    /// Notes that two nodes are equal; `false` if they are known to be.
    ///
    /// Where nothing is forgotten, pairs may be noted when their comparison begins: should it fail, so does the whole.
    #[cold]
    #[inline(never)]
    pub(crate) fn note(&mut self, left: Identity, right: Identity) -> bool {
        if self.composes_no_more {
            return !self.in_one_set(left, right) && self.pairs.insert((left, right), ()).is_none();
        }
        let left = *self.left.entry(left).or_insert_with(|| self.sets.add());
        let right = *self.right.entry(right).or_insert_with(|| self.sets.add());
        self.sets.merge(left, right)
    }

    /// Whether two nodes are known to be equal.
    pub(crate) fn knows(&mut self, left: Identity, right: Identity) -> bool {
        self.in_one_set(left, right) || self.pairs.contains_key(&(left, right))
    }

    fn in_one_set(&mut self, left: Identity, right: Identity) -> bool {
        match (self.left.get(&left), self.right.get(&right)) {
            (Some(one), Some(other)) => self.sets.same(*one, *other),
            _ => false,
        }
    }

    /// From now on, that two nodes are equal to a third one does not show that they are equal.
    pub(crate) fn compose_no_more(&mut self) {
        self.composes_no_more = true;
    }

    pub(crate) fn forget(&mut self) {
        reset(&mut self.left);
        reset(&mut self.right);
        self.sets.clear();
        reset(&mut self.pairs);
    }

    pub(crate) fn clear(&mut self) {
        self.forget();
        self.composes_no_more = false;
    }
}
