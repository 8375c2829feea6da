//! The entries of a map, and the order in which they are compared.
//!
//! The entries of two maps are matched when the maps are compared, not when they are listed: matching uses the
//! correspondences of the variables among the keys. The [`KeyRank`] of a key determines the entry's place in the order
//! of comparison, and its partner. Ranks come from encodings, correspondences and hashes, never from the container's
//! order. Where ranks do not determine the order, [`ValueOrder`] does.
//!
//! Only the code that reads keys depends on the type of the map. All other code is compiled once.

use alloc::{boxed::Box, vec::Vec};

use crate::{
    describe::{
        arena::InForce,
        closed_types::{KnownTypes, Property},
        containers::{Map, MapOrder},
        custom::{Digested, HashBuffers, Summed},
        identity::Identity,
        key_table::Keys,
        keys::{MapKey, RawKey, ReadKey},
        options::Options,
        structural::{Field, StructuralEq},
    },
    rules::pairs::Ordinal,
};

/// The rank of a key: its entry's place in the order of comparison, as far as the key determines it. Two entries match
/// if their ranks are equal and, for structural keys, the keys are equal.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum KeyRank {
    /// A value or a keyed node, by its encoding.
    Content(Vec<u8>),
    /// A closed term, by its hash under its options.
    Structural(u64, Options),
    /// A variable that has a correspondence, by its ordinal.
    Bound(Ordinal),
    /// A free variable, by its key.
    FreeNamed(Vec<u8>, Identity),
    /// A free variable, by its address.
    Free(Identity),
    /// A dangling id, by its number.
    Dangling(u64),
}

/// An entry with the rank of its key.
#[derive(Debug)]
pub(crate) struct Ranked {
    pub(crate) rank: KeyRank,
    /// The hash of a closed term under the key of this process, which distinguishes terms of one rank.
    pub(crate) secret_hash: u64,
    /// The key, if it is a variable.
    pub(crate) variable: Option<Identity>,
    /// Whether the key is a process-local value.
    pub(crate) is_process_local: bool,
    /// Whether the key matches nothing, because its partner is unknown. There are two such cases: a term whose type is
    /// not closed, since its hash does not depend on the context; and one of several terms that only the `Eq` of an
    /// opaque type distinguishes, if the order of comparing their values makes a difference.
    pub(crate) matches_nothing: bool,
    /// The entry's place in the container's order.
    pub(crate) index: usize,
    /// Whether the order of this entry and the one before is undetermined, or determined by an address alone.
    pub(crate) is_tied: bool,
}

impl Ranked {
    fn new(key: RawKey, index: usize, keys: &mut Keys, bound: &dyn Fn(Identity) -> Option<Ordinal>) -> Ranked {
        let is_process_local = matches!(key, RawKey::Content(_, true));
        let secret_hash = if let RawKey::Structural { secret_hash, .. } = key { secret_hash } else { 0 };
        let mut is_open = |term| !keys.known_types.have(Property::ClosedTerm, term);
        let matches_nothing = matches!(key, RawKey::Structural { unknown: Some(term), .. } if is_open(term));
        let (rank, variable) = match key {
            RawKey::Content(encoding, _) => (KeyRank::Content(encoding), None),
            RawKey::Structural { hash, options, .. } => (KeyRank::Structural(hash, options), None),
            RawKey::Dangling(number) => (KeyRank::Dangling(number), None),
            RawKey::Variable(variable) => {
                (bound(variable).map_or(KeyRank::Free(variable), KeyRank::Bound), Some(variable))
            }
            RawKey::NamedVariable(key) => {
                let variable = keys.identify_key(&key);
                let free = || KeyRank::FreeNamed(key.encoding, variable);
                (bound(variable).map_or_else(free, KeyRank::Bound), Some(variable))
            }
        };
        Ranked { rank, secret_hash, variable, is_process_local, matches_nothing, index, is_tied: false }
    }

    /// The key, if it is a free variable.
    pub(crate) fn free_variable(&self) -> Option<Identity> {
        match self.rank {
            KeyRank::Free(_) | KeyRank::FreeNamed(..) => self.variable,
            KeyRank::Content(_) | KeyRank::Structural(..) | KeyRank::Bound(_) | KeyRank::Dangling(_) => None,
        }
    }

    /// Whether the key is neither a variable nor an id.
    pub(crate) fn is_known(&self) -> bool {
        matches!(self.rank, KeyRank::Content(_) | KeyRank::Structural(..))
    }

    /// Whether both keys are terms of the same rank.
    fn is_term_of_the_rank_of(&self, next: &Self) -> bool {
        matches!(self.rank, KeyRank::Structural(..)) && self.rank == next.rank
    }

    /// Whether this key is a term, and the order of this entry and the next is undetermined.
    pub(crate) fn is_told_from_no_other(&self, next: &Self) -> bool {
        next.is_tied && matches!(self.rank, KeyRank::Structural(..))
    }
}

/// The entries of a map.
pub(crate) struct Entries<'a, M: Map> {
    /// Sorted by rank, or in the container's order. After [`arrange`](Self::arrange), in the order of comparison.
    pub(crate) ranked: Vec<Ranked>,
    pub(crate) map: &'a M,
    pub(crate) order: MapOrder,
    entries: Vec<(&'a M::Key, &'a M::Value)>,
}

impl<'a, M: Map> Entries<'a, M> {
    /// The entries of a map whose keys are not read yet.
    pub(crate) fn unread(map: &'a M, order: MapOrder) -> Self {
        Entries { ranked: Vec::new(), map, order, entries: Vec::new() }
    }

    /// Reads the keys of a map, with these arenas in force. `bound` returns the correspondence of a variable.
    pub(crate) fn read<R: ReadKey<M::Key>>(
        map: &'a M,
        order: MapOrder,
        keys: &mut Keys,
        bound: &dyn Fn(Identity) -> Option<Ordinal>,
        arenas: &dyn InForce,
    ) -> Self {
        let (mut ranked, mut entries) = (Vec::new(), Vec::new());
        for (key, value) in map.entries() {
            ranked.push(Ranked::new(R::read(key, arenas), entries.len(), keys, bound));
            entries.push((key, value));
        }
        if order == MapOrder::ByKey {
            ranked.sort_by(|one, other| one.rank.cmp(&other.rank));
        }
        Entries { ranked, map, order, entries }
    }

    /// Orders terms of one rank by their digests, in entries that are sorted by rank. If `for_equality`, this is done
    /// only if the order of the values may decide whether maps are equal. It cannot inside structural keys, so maps
    /// nested in keys need no digest for each level.
    pub(crate) fn tell_terms_apart<D: Ord>(&mut self, for_equality: bool, mut digest: impl FnMut(&'a M::Key) -> D) {
        let Entries { ranked, order, entries, .. } = self;
        if M::Key::IS_CONTENT || *order == MapOrder::Container {
            return;
        }
        let mut are_open = None;
        for run in ranked.chunk_by_mut(Ranked::is_term_of_the_rank_of).filter(|run| run.len() > 1) {
            let is_open = *are_open.get_or_insert_with(values_are_open::<M>);
            if for_equality && !is_open {
                run[1..].iter_mut().for_each(|entry| entry.is_tied = true);
                continue;
            }
            let mut digest_of = |entry: &Ranked| digest(entries[entry.index].0);
            run.sort_by_cached_key(&mut digest_of);
            for at in 1..run.len() {
                if digest_of(&run[at - 1]) == digest_of(&run[at]) {
                    run[at].is_tied = true;
                    run[at - 1].matches_nothing |= is_open;
                    run[at].matches_nothing |= is_open;
                }
            }
        }
    }

    /// The keys that are terms.
    pub(crate) fn terms(&self) -> impl Iterator<Item = &'a M::Key> {
        let terms = self.ranked.iter().filter(|entry| matches!(entry.rank, KeyRank::Structural(..)));
        terms.map(|entry| self.key(entry.index))
    }

    /// Puts the entries into the order of comparison. Free variables without a key are ranked by address. Addresses
    /// must not decide, so these entries are ordered by the shapes of their values. Returns whether there were any.
    pub(crate) fn arrange(&mut self, values: &mut ValueOrder, options: Options) -> bool {
        self.arrange_by(self.map, |_, value| value, values, options)
    }

    /// As [`arrange`](Self::arrange), for two maps with these matching entries. The shapes of both values count, so
    /// that swapping the maps makes no difference.
    pub(crate) fn arrange_beside(
        &mut self,
        other: &Self,
        pairs: &[(usize, usize)],
        values: &mut ValueOrder,
        options: Options,
    ) -> bool {
        let mut partners: Vec<_> = self.entries.iter().map(|(_, value)| *value).collect();
        pairs.iter().for_each(|(one, partner)| partners[*one] = other.value(*partner));
        self.arrange_by(other.map, |index, _| partners[index], values, options)
    }

    /// As [`arrange`](Self::arrange), for two maps. `value_beside` returns the other map's value for an entry.
    fn arrange_by(
        &mut self,
        other: &'a M,
        value_beside: impl Fn(usize, &'a M::Value) -> &'a M::Value,
        values: &mut ValueOrder,
        options: Options,
    ) -> bool {
        let Entries { ranked, map, order, entries } = self;
        if M::Key::IS_CONTENT || *order == MapOrder::Container {
            return false;
        }
        let both = |index: usize| {
            let value = entries[index].1;
            [value, value_beside(index, value)]
        };
        let (mut rest, mut arranged) = (&mut **ranked, false);
        while !rest.is_empty() {
            let open = rest.windows(2).take_while(|pair| values.leaves_open(&pair[0].rank, &pair[1].rank)).count();
            let (group, others) = rest.split_at_mut(open + 1);
            if open > 0 {
                values.arrange([*map, other], group, both, options);
                arranged = true;
            }
            rest = others;
        }
        arranged
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

/// Whether the order of a map's values may make a difference, since they may reach variables or dag nodes.
fn values_are_open<M: Map>() -> bool {
    !M::Value::CLOSED && !KnownTypes::default().have(Property::ClosedTerm, M::Value::INFO)
}

/// Some entries, in the order in which `all` lists them.
pub(crate) fn in_order(some: &[usize], all: &[Ranked]) -> impl Iterator<Item = usize> + use<> {
    let mut some = some.to_vec();
    if some.len() > 1 {
        let places = places(all);
        some.sort_by_key(|index| places[*index]);
    }
    some.into_iter()
}

/// The place of each entry in `ranked`, indexed by its place in the container's order.
pub(crate) fn places(ranked: &[Ranked]) -> Vec<usize> {
    let mut places = alloc::vec![0; ranked.len()];
    for (place, entry) in ranked.iter().enumerate() {
        places[entry.index] = place;
    }
    places
}

/// The shapes and digests that order the entries of maps where ranks do not determine the order.
///
/// Ranks leave the order open in two cases. Free variables known by address are matched by their addresses, but an
/// address must not decide the order. And several structural keys may have one hash.
///
/// # Structural keys of one hash are ordered by digest
///
/// A *digest* is a hash of 128 bits. Structural keys are closed, so a digest identifies a key wherever it occurs. If
/// digests are equal as well, and the order makes a difference, the keys match nothing (`Entries::tell_terms_apart`).
/// The order makes no difference if the values reach neither variables nor dag nodes. Such entries may have any order,
/// and the hash sorts their hashes.
///
/// # Free variables known by address are ordered by the shapes of their values
///
/// The *shape* of a value is a hash that ignores the names, addresses and numbers of variables, dag nodes and
/// singletons. `Hash` computes it, with `Numbering::is_anonymous` set. A shape depends neither on the context of the
/// value nor on sharing. So equal values have the same shape in all contexts, and both sides of a comparison, and their
/// hashes, use the same order. One run over a map computes the shapes of the values of all maps inside. The shapes are
/// kept until the operation ends. The run does not enter a node with a key: two nodes with one key may have different
/// fields, and only the fields of the first are compared.
///
/// A finer hash would be wrong, because equal values could have different hashes. For example, the hash of a value as a
/// term of its own distinguishes `p = p` from `q = p`. But a first binding in the term of its own may be a second
/// binding where the value occurs, or may shadow a binding around the value.
///
/// Entries of one shape are ordered by address. Later maps with the same keys order their entries by the ordinals of
/// the keys, and must not inherit an order that came from addresses. So these keys count as recorded at the same time
/// ([`note_ties`](ValueOrder::note_ties)).
///
/// The code that computes shapes and digests is in a later room; `describe::custom` names it.
#[derive(Debug, Default)]
pub(crate) struct ValueOrder {
    /// The shapes of values, under these options.
    shapes: Option<(Options, Box<HashBuffers<Summed>>)>,
    /// The digests of keys that are terms.
    terms: Option<Box<HashBuffers<Digested>>>,
    /// The first and last ordinals of runs of variables that were recorded in the order of their addresses. These
    /// correspondences are permanent.
    ties: Vec<(Ordinal, Ordinal)>,
}

impl ValueOrder {
    /// Whether ranks leave the order of two adjacent entries open.
    pub(crate) fn leaves_open(&self, one: &KeyRank, other: &KeyRank) -> bool {
        match (one, other) {
            (KeyRank::Free(_), KeyRank::Free(_)) => true,
            (KeyRank::Bound(one), KeyRank::Bound(other)) => {
                let tie = self.ties.partition_point(|(_, last)| last < one);
                self.ties.get(tie).is_some_and(|(first, last)| first <= one && other <= last)
            }
            _ => false,
        }
    }

    /// Orders entries whose ranks leave the order open. `values` returns the value of an entry in each map; both may be
    /// one map. Swapping the maps makes no difference.
    pub(crate) fn arrange<'a, M: Map>(
        &mut self,
        maps: [&'a M; 2],
        entries: &mut [Ranked],
        values: impl Fn(usize) -> [&'a M::Value; 2],
        options: Options,
    ) {
        if size_of::<M::Value>() == 0 {
            entries[1..].iter_mut().for_each(|entry| entry.is_tied = true);
            return;
        }
        let known = self.shapes.take().filter(|(of, _)| *of == options);
        let (_, mut known) = known.unwrap_or_else(|| (options, Box::new(HashBuffers::of_shapes())));
        let mut shape = |map, value| {
            let place = Identity::address(value);
            if known.shape(place).is_none() {
                known.note_shapes(map, options);
            }
            known.shape(place).unwrap_or_default()
        };
        let mut shapes = |entry: &Ranked| {
            let [one, other] = values(entry.index);
            let (one, other) = (shape(maps[0], one), shape(maps[1], other));
            (one.min(other), one.max(other))
        };
        entries.sort_by_cached_key(&mut shapes);
        for at in 1..entries.len() {
            entries[at].is_tied = shapes(&entries[at - 1]) == shapes(&entries[at]);
        }
        self.shapes = Some((options, known));
    }

    /// The digest of a key that is a term.
    pub(crate) fn digest<K: MapKey>(&mut self, key: &K) -> u128 {
        self.terms.get_or_insert_default().digest_of(key)
    }

    /// Notes the runs of keys that only addresses distinguished. The keys are recorded by now.
    pub(crate) fn note_ties(&mut self, ranked: &[Ranked], ordinal: impl Fn(Identity) -> Option<Ordinal>) {
        for tied in ranked.chunk_by(|_, next| next.is_tied) {
            if let [first, .., last] = tied
                && matches!(first.rank, KeyRank::Free(_))
                && let Some(first) = first.variable.and_then(&ordinal)
                && let Some(last) = last.variable.and_then(&ordinal)
            {
                self.ties.push((first, last));
            }
        }
    }

    /// Forgets shapes and digests, because values were replaced in place.
    pub(crate) fn forget_values(&mut self) {
        self.shapes = None;
        self.terms = None;
    }

    pub(crate) fn clear(&mut self) {
        self.shapes = None;
        self.terms = None;
        self.ties.clear();
    }
}

/// The shape of a value, for tests.
pub fn shape_of_value<T: Field>(value: &T, options: Options) -> u64 {
    HashBuffers::of_shapes().shape_of(value, options)
}

/// The digest of a key, for tests.
pub fn digest_of_key<K: MapKey>(key: &K) -> u128 {
    HashBuffers::<Digested>::default().digest_of(key)
}
