//! What two values have in common so far, and the rules for a pair of nodes: the heart of the semantics.

use super::union_find::UnionFind;
use crate::{
    identity::{Identity, Keys, Table, reset},
    region::Region,
    table::Kind,
};

/// A number for each correspondence of variables, and for each pair of dag nodes, in the order of making.
pub(crate) type Ordinal = usize;

/// A one-to-one relation between nodes of the left and of the right. A node's latest partner counts.
#[derive(Debug, Default)]
pub(crate) struct Bijection {
    left: Table<Identity, Ordinal>,
    right: Table<Identity, Ordinal>,
    made: Ordinal,
}

/// What a [`Bijection`] says of a pair.
pub(crate) enum Known {
    /// They are related to each other.
    Paired,
    /// At least one is related to something else: to what, on each side.
    Apart(Option<Ordinal>, Option<Ordinal>),
    /// Neither is related to anything.
    Unknown,
}

impl Bijection {
    #[inline(always)]
    pub(crate) fn look_up(&self, left: Identity, right: Identity) -> Known {
        match (self.left.get(&left), self.right.get(&right)) {
            (None, None) => Known::Unknown,
            (Some(one), Some(other)) if one == other => Known::Paired,
            (one, other) => Known::Apart(one.copied(), other.copied()),
        }
    }

    /// Relates two nodes; whether either had another partner before.
    #[inline(always)]
    fn relate(&mut self, left: Identity, right: Identity) -> bool {
        let before = (self.left.insert(left, self.made), self.right.insert(right, self.made));
        self.made += 1;
        before.0 != before.1
    }

    /// How many pairs were made: the ordinal of the next.
    pub(crate) fn made(&self) -> Ordinal {
        self.made
    }

    fn clear(&mut self) {
        reset(&mut self.left);
        reset(&mut self.right);
        self.made = 0;
    }
}

/// Nodes of kind `tree` that were found equal, so that shared ones are compared once.
///
/// Pairs are noted when their comparison begins: should it fail, so does the whole. Since what corresponds does so
/// for good, "equal" composes: nodes that are equal to one node are equal to each other, and merging them in
/// sets (Hopcroft and Karp, 1971) bounds the pairs that are ever expanded by the number of nodes. Custom
/// comparisons need not compose. From the first one on, only pairs are remembered.
#[derive(Debug, Default)]
struct SharedTrees {
    left: Table<Identity, usize>,
    right: Table<Identity, usize>,
    sets: UnionFind,
    pairs: Table<(Identity, Identity), ()>,
    composes_no_more: bool,
}

impl SharedTrees {
    /// Notes that two nodes are being compared; `false` if they are known to be equal.
    #[cold]
    #[inline(never)]
    fn note(&mut self, left: Identity, right: Identity) -> bool {
        if self.composes_no_more {
            let known = match (self.left.get(&left), self.right.get(&right)) {
                (Some(one), Some(other)) => self.sets.same(*one, *other),
                _ => false,
            };
            return !known && self.pairs.insert((left, right), ()).is_none();
        }
        let left = *self.left.entry(left).or_insert_with(|| self.sets.add());
        let right = *self.right.entry(right).or_insert_with(|| self.sets.add());
        self.sets.merge(left, right)
    }

    fn forget(&mut self) {
        reset(&mut self.left);
        reset(&mut self.right);
        self.sets.clear();
        reset(&mut self.pairs);
    }
}

/// What two values have in common so far.
#[derive(Debug, Default)]
pub(crate) struct Relation {
    pub(crate) keys: Keys,
    pub(crate) variables: Bijection,
    pub(crate) dags: Bijection,
    shared: SharedTrees,
}

/// What becomes of two nodes that meet.
pub(crate) enum Meeting {
    /// They are equal; their fields are not looked at.
    Equal,
    /// They differ; their fields are not looked at.
    Different(Difference),
    /// Their fields decide, in this region.
    Compare(Region),
    /// Their fields decide, in this region; then [`Relation::relate`] does.
    CompareAndRelate(Region),
}

/// Why two nodes differ, apart from their fields.
pub(crate) enum Difference {
    /// At least one variable has a correspondence, and not with the other: which, on each side.
    BoundElsewhere(Option<Ordinal>, Option<Ordinal>),
    /// Variables without a correspondence that are not the same one, where nothing binds.
    Free,
    /// At least one dag node was met before, and not with the other: in which pair, on each side.
    Sharing(Option<Ordinal>, Option<Ordinal>),
    /// Singletons that are not the same one.
    Singletons,
}

impl Relation {
    /// The rules for two nodes of one kind. `once` says that a `tree` node need not be remembered.
    #[inline(always)]
    pub(crate) fn meet(&mut self, kind: Kind, left: Identity, right: Identity, at: Region, once: bool) -> Meeting {
        match kind {
            Kind::Tree => self.meet_trees(left, right, at, once),
            Kind::ConstTree if left == right => Meeting::Equal,
            Kind::ConstTree => self.meet_trees(left, right, at, once),
            Kind::Singleton if left == right => Meeting::Equal,
            Kind::Singleton => Meeting::Different(Difference::Singletons),
            Kind::Dag => match self.dags.look_up(left, right) {
                Known::Paired => Meeting::Equal,
                Known::Apart(one, other) => Meeting::Different(Difference::Sharing(one, other)),
                Known::Unknown => Meeting::CompareAndRelate(at),
            },
            Kind::Var => match self.variables.look_up(left, right) {
                Known::Paired => Meeting::Equal,
                Known::Apart(one, other) => Meeting::Different(Difference::BoundElsewhere(one, other)),
                Known::Unknown => Meeting::CompareAndRelate(at.inside_variable()),
            },
        }
    }

    #[inline(always)]
    fn meet_trees(&mut self, left: Identity, right: Identity, at: Region, once: bool) -> Meeting {
        if once || self.shared.note(left, right) { Meeting::Compare(at) } else { Meeting::Equal }
    }

    /// The rule for two nodes of one kind, `dag` or `var`, that were not related when they met in region `at`, and
    /// whose fields are equal.
    #[inline(always)]
    pub(crate) fn relate(&mut self, kind: Kind, left: Identity, right: Identity, at: Region) -> Result<(), Difference> {
        if kind == Kind::Dag {
            // A dag node known by its key may be met below its own fields, with another partner. What was found equal on
            // those terms is no longer known to be.
            if self.dags.relate(left, right) {
                self.shared.forget();
            }
            return Ok(());
        }
        // A variable known by its key may be mentioned by its own fields.
        match self.variables.look_up(left, right) {
            Known::Paired => return Ok(()),
            Known::Apart(one, other) => return Err(Difference::BoundElsewhere(one, other)),
            Known::Unknown => {}
        }
        if !at.binds() && left != right {
            return Err(Difference::Free);
        }
        self.variables.relate(left, right);
        Ok(())
    }

    /// Records that a free variable, a map's key on both sides, matched itself.
    pub(crate) fn record_free(&mut self, variable: Identity) {
        if let Known::Unknown = self.variables.look_up(variable, variable) {
            self.variables.relate(variable, variable);
        }
    }

    /// The correspondence of a variable of the left.
    pub(crate) fn left_ordinal(&self, variable: Identity) -> Option<Ordinal> {
        self.variables.left.get(&variable).copied()
    }

    /// The correspondence of a variable of the right.
    pub(crate) fn right_ordinal(&self, variable: Identity) -> Option<Ordinal> {
        self.variables.right.get(&variable).copied()
    }

    /// Notes that a custom comparison took part.
    pub(crate) fn custom_met(&mut self) {
        self.shared.composes_no_more = true;
    }

    /// Forgets which `tree` nodes were found equal, since other options are in force.
    pub(crate) fn forget_shared(&mut self) {
        self.shared.forget();
    }

    pub(crate) fn clear(&mut self) {
        self.keys.clear();
        self.variables.clear();
        self.dags.clear();
        self.shared.forget();
        self.shared.composes_no_more = false;
    }
}
