//! How the entries of maps are ordered and matched.

use alloc::vec::Vec;

use super::relation::Ordinal;
use crate::{
    containers::{Map, MapOrder},
    identity::{Identity, Keys},
    keys::{KeyReader, RawKey},
};

/// Where an entry stands in the order of comparison, which depends on the keys alone. Two entries match when their
/// ranks are equal and, for structural keys, the keys are the same.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Rank {
    /// A value or a keyed node, by its encoding.
    Content(Vec<u8>),
    /// A closed term, by its hash.
    Structural(u64),
    /// A variable, by when it got its correspondence.
    Bound(Ordinal),
    /// A free variable, by its key.
    FreeNamed(Vec<u8>, Identity),
    /// A free variable, by its address.
    Free(Identity),
}

/// An entry of a map, with its rank.
pub(crate) struct Entry<'a, M: Map> {
    pub(crate) rank: Rank,
    /// The key, if it is a variable.
    pub(crate) variable: Option<Identity>,
    pub(crate) key: &'a M::Key,
    pub(crate) value: &'a M::Value,
}

impl<M: Map> Entry<'_, M> {
    /// Whether the order of comparison does not tell two structural keys apart.
    pub(crate) fn ranks_like(&self, other: &Self) -> bool {
        matches!(self.rank, Rank::Structural(_)) && self.rank == other.rank
    }

    /// The key, if it is a free variable.
    pub(crate) fn free_variable(&self) -> Option<Identity> {
        match self.rank {
            Rank::Free(_) | Rank::FreeNamed(..) => self.variable,
            Rank::Content(_) | Rank::Structural(_) | Rank::Bound(_) => None,
        }
    }
}

/// The entries of a map, in the order of comparison. `bound` tells the correspondence of a variable.
pub(crate) fn entries<'a, M: Map>(
    map: &'a M,
    order: MapOrder,
    keys: &mut Keys,
    bound: impl Fn(Identity) -> Option<Ordinal>,
) -> Vec<Entry<'a, M>> {
    let mut entries: Vec<Entry<'a, M>> = map
        .entries()
        .map(|(key, value)| {
            let (rank, variable) = match KeyReader::read(key) {
                RawKey::Content(encoding) => (Rank::Content(encoding), None),
                RawKey::Structural(hash) => (Rank::Structural(hash), None),
                RawKey::Variable(variable) => {
                    (bound(variable).map_or(Rank::Free(variable), Rank::Bound), Some(variable))
                }
                RawKey::NamedVariable(key) => {
                    let variable = keys.identify_key(&key);
                    let free = || Rank::FreeNamed(key.encoding, variable);
                    (bound(variable).map_or_else(free, Rank::Bound), Some(variable))
                }
            };
            Entry { rank, variable, key, value }
        })
        .collect();
    if order == MapOrder::ByKey {
        entries.sort_by(|one, other| one.rank.cmp(&other.rank));
    }
    entries
}

/// How the entries of two maps match.
pub(crate) struct Matching<'a, M: Map> {
    /// Entries whose keys match, in the order of comparison.
    pub(crate) pairs: Vec<(Entry<'a, M>, Entry<'a, M>)>,
    /// The first key of the left that the right lacks.
    pub(crate) only_left: Option<&'a M::Key>,
    /// The first key of the right that the left lacks.
    pub(crate) only_right: Option<&'a M::Key>,
}

/// Matches entries that are in the order of comparison. `same` decides for two structural keys with one hash; it is
/// told whether the right has no other with that hash.
pub(crate) fn match_entries<'a, M: Map>(
    left: Vec<Entry<'a, M>>,
    right: Vec<Entry<'a, M>>,
    order: MapOrder,
    mut same: impl FnMut(&'a M::Key, &'a M::Key, bool) -> bool,
) -> Matching<'a, M> {
    let mut matching = Matching { pairs: Vec::with_capacity(left.len()), only_left: None, only_right: None };
    let mut right: Vec<Option<Entry<'a, M>>> = right.into_iter().map(Some).collect();
    // Before `next`, all entries of the right are matched, or ranked lower than any of the left to come.
    let mut next = 0;
    for entry in left {
        if order == MapOrder::ByKey {
            while right.get(next).is_some_and(|r| r.as_ref().is_none_or(|r| r.rank < entry.rank)) {
                if let Some(lower) = &right[next] {
                    matching.only_right.get_or_insert(lower.key);
                }
                next += 1;
            }
        }
        let partner = match entry.rank {
            Rank::Structural(_) if order == MapOrder::ByKey => {
                let ranked = |i: usize| right.get(i).is_some_and(|r| r.as_ref().is_none_or(|r| r.rank == entry.rank));
                let alone = !ranked(next + 1);
                (next..)
                    .take_while(|i| ranked(*i))
                    .find(|i| right[*i].as_ref().is_some_and(|r| same(entry.key, r.key, alone)))
            }
            _ => right
                .get(next)
                .and_then(Option::as_ref)
                .is_some_and(|r| {
                    let structural = matches!(entry.rank, Rank::Structural(_));
                    r.rank == entry.rank && (!structural || same(entry.key, r.key, true))
                })
                .then_some(next),
        };
        match partner.and_then(|i| right[i].take()) {
            Some(partner) => matching.pairs.push((entry, partner)),
            None => _ = matching.only_left.get_or_insert(entry.key),
        }
        if order == MapOrder::Container {
            if matching.only_left.is_some() {
                break;
            }
            next += 1;
        }
    }
    if let Some(rest) = right.into_iter().flatten().next() {
        matching.only_right.get_or_insert(rest.key);
    }
    matching
}
