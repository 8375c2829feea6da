//! How the entries of maps are ordered and matched.
//!
//! Only the reading of keys knows the map's type; all else is written, and compiled, once.

use alloc::vec::Vec;

use super::pairs::Ordinal;
use crate::{
    containers::{Map, MapOrder},
    identity::{Identity, Keys},
    keys::{RawKey, ReadKey},
    options::Options,
};

/// Where an entry stands in the order of comparison, which depends on the keys alone. Two entries match when their
/// ranks are equal and, for structural keys, the keys are the same.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Rank {
    /// A value or a keyed node, by its encoding.
    Content(Vec<u8>),
    /// A closed term, by its hash under its options.
    Structural(u64, Options),
    /// A variable, by when it got its correspondence.
    Bound(Ordinal),
    /// A free variable, by its key.
    FreeNamed(Vec<u8>, Identity),
    /// A free variable, by its address.
    Free(Identity),
}

/// An entry's place in the order of comparison.
#[derive(Debug)]
pub(crate) struct Ranked {
    pub(crate) rank: Rank,
    /// The key, if it is a variable.
    pub(crate) variable: Option<Identity>,
    /// Whether the key is a value that means something in this process only.
    pub(crate) is_process_local: bool,
    /// The entry's place in the container's order.
    pub(crate) index: usize,
}

impl Ranked {
    fn new(key: RawKey, index: usize, keys: &mut Keys, bound: &dyn Fn(Identity) -> Option<Ordinal>) -> Ranked {
        let is_process_local = matches!(key, RawKey::Content(_, true));
        let (rank, variable) = match key {
            RawKey::Content(encoding, _) => (Rank::Content(encoding), None),
            RawKey::Structural(hash, options) => (Rank::Structural(hash, options), None),
            RawKey::Variable(variable) => (bound(variable).map_or(Rank::Free(variable), Rank::Bound), Some(variable)),
            RawKey::NamedVariable(key) => {
                let variable = keys.identify_key(&key);
                let free = || Rank::FreeNamed(key.encoding, variable);
                (bound(variable).map_or_else(free, Rank::Bound), Some(variable))
            }
        };
        Ranked { rank, variable, is_process_local, index }
    }

    /// The key, if it is a free variable.
    pub(crate) fn free_variable(&self) -> Option<Identity> {
        match self.rank {
            Rank::Free(_) | Rank::FreeNamed(..) => self.variable,
            Rank::Content(_) | Rank::Structural(..) | Rank::Bound(_) => None,
        }
    }

    /// Whether the order of comparison does not tell two structural keys apart.
    pub(crate) fn ranks_like(&self, other: &Self) -> bool {
        matches!(self.rank, Rank::Structural(..)) && self.rank == other.rank
    }
}

/// The entries of a map.
pub(crate) struct Entries<'a, M: Map> {
    /// In the order of comparison.
    pub(crate) ranked: Vec<Ranked>,
    entries: Vec<(&'a M::Key, &'a M::Value)>,
}

impl<'a, M: Map> Entries<'a, M> {
    /// Reads the keys of a map. `bound` tells the correspondence of a variable.
    pub(crate) fn read<R: ReadKey<M::Key>>(
        map: &'a M,
        order: MapOrder,
        keys: &mut Keys,
        bound: &dyn Fn(Identity) -> Option<Ordinal>,
    ) -> Self {
        let (mut ranked, mut entries) = (Vec::new(), Vec::new());
        for (key, value) in map.entries() {
            ranked.push(Ranked::new(R::read(key), entries.len(), keys, bound));
            entries.push((key, value));
        }
        sort(&mut ranked, order);
        Entries { ranked, entries }
    }

    /// The key of the entry at a place in the container's order.
    pub(crate) fn key(&self, index: usize) -> &'a M::Key {
        self.entries[index].0
    }

    /// The value of the entry at a place in the container's order.
    pub(crate) fn value(&self, index: usize) -> &'a M::Value {
        self.entries[index].1
    }
}

fn sort(ranked: &mut [Ranked], order: MapOrder) {
    if order == MapOrder::ByKey {
        ranked.sort_by(|one, other| one.rank.cmp(&other.rank));
    }
}

/// How the entries of two maps match. Entries go by their place in the container's order.
#[derive(Debug, Default)]
pub(crate) struct Matching {
    /// Entries whose keys match, in the order of comparison.
    pub(crate) pairs: Vec<(usize, usize)>,
    /// The variables of the left among the keys that match.
    pub(crate) variables: Vec<Identity>,
    /// The first key of the left that the right lacks.
    pub(crate) only_left: Option<usize>,
    /// The first key of the right that the left lacks.
    pub(crate) only_right: Option<usize>,
}

/// Matches entries that are in the order of comparison. `same` decides for two structural keys with one hash; it is
/// told whether the right has no other with that hash.
pub(crate) fn match_entries(
    left: &[Ranked],
    right: &[Ranked],
    order: MapOrder,
    same: &mut dyn FnMut(usize, usize, bool) -> bool,
) -> Matching {
    match order {
        MapOrder::ByKey => match_by_key(left, right, same),
        MapOrder::Container => match_in_order(left, right, same),
    }
}

fn match_in_order(left: &[Ranked], right: &[Ranked], same: &mut dyn FnMut(usize, usize, bool) -> bool) -> Matching {
    let mut matching = Matching::default();
    for (l, r) in left.iter().zip(right) {
        let structural = matches!(l.rank, Rank::Structural(..));
        if l.rank != r.rank || structural && !same(l.index, r.index, true) {
            break;
        }
        matching.pair(l, r);
    }
    let matched = matching.pairs.len();
    matching.only_left = left.get(matched).map(|l| l.index);
    matching.only_right = right.get(matched).map(|r| r.index);
    matching
}

fn match_by_key(left: &[Ranked], right: &[Ranked], same: &mut dyn FnMut(usize, usize, bool) -> bool) -> Matching {
    let mut matching = Matching::default();
    let mut right: Vec<Option<&Ranked>> = right.iter().map(Some).collect();
    // Before `next`, all entries of the right are matched, or ranked lower than any of the left to come.
    let mut next = 0;
    for l in left {
        while let Some(passed) = right.get(next).filter(|r| r.is_none_or(|r| r.rank < l.rank)) {
            if let Some(lower) = passed {
                matching.only_right.get_or_insert(lower.index);
            }
            next += 1;
        }
        let ranked_like = |i: usize| right.get(i).is_some_and(|r| r.is_none_or(|r| r.rank == l.rank));
        let partner = if matches!(l.rank, Rank::Structural(..)) {
            let alone = !ranked_like(next + 1);
            let candidates = (next..).take_while(|i| ranked_like(*i));
            candidates.into_iter().find(|i| right[*i].is_some_and(|r| same(l.index, r.index, alone)))
        } else {
            ranked_like(next).then_some(next)
        };
        match partner.and_then(|i| right[i].take()) {
            Some(r) => matching.pair(l, r),
            None => _ = matching.only_left.get_or_insert(l.index),
        }
    }
    if let Some(rest) = right[next.min(right.len())..].iter().flatten().next() {
        matching.only_right.get_or_insert(rest.index);
    }
    matching
}

impl Matching {
    fn pair(&mut self, left: &Ranked, right: &Ranked) {
        self.pairs.push((left.index, right.index));
        self.variables.extend(left.variable);
    }
}
