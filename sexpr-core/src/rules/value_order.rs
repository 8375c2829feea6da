//! The order of the entries of a map where their keys do not determine it.
//!
//! Free variables known by address are matched by their addresses, but an address must not decide the order; and
//! several structural keys may have one hash.
//!
//! # Structural keys of one hash are ordered by digest
//!
//! A *digest* is a hash of 128 bits. Structural keys are closed, so a digest identifies a key wherever it occurs. If digests
//! are equal as well, and the order makes a difference, the keys match nothing (`Entries::tell_terms_apart`). The order makes
//! no difference if the values reach neither variables nor dag nodes: such entries are in any order, and the hash sorts
//! their hashes.
//!
//! # Free variables known by address are ordered by the shapes of their values
//!
//! The *shape* of a value is a hash in which neither names nor addresses nor numbers of variables, dag nodes and
//! singletons count. `Hash` computes it, with `Numbering::is_anonymous` set. A shape depends neither on the context of the
//! value nor on sharing. So equal values have one shape in all contexts, and both sides of a comparison, and their
//! hashes, have one order. One run over a map computes the shapes of the values of all maps inside, which are kept until
//! the operation ends. A node with a key is not entered: the fields of two nodes with one key may differ, and only those
//! of the first are compared.
//!
//! A finer hash would be wrong. The hash of a value as a term of its own, say, distinguishes `p = p` from `q = p`; but equal
//! values may differ in it, since the first binding in a term of its own may be a second binding where the value occurs, or
//! shadow a binding around it.
//!
//! Entries of one shape are ordered by address. Later maps with the same keys order their values by when the keys were
//! recorded, and must not inherit an order that came from addresses. So these keys count as recorded at the same time
//! ([`note_ties`](ValueOrder::note_ties)).
//!
//! Shapes and digests are hashes of a later room, which `describe::virtual_part` names.

use alloc::{boxed::Box, vec::Vec};

use crate::{
    describe::{
        containers::Map,
        identity::Identity,
        keys::MapKey,
        options::Options,
        structural::Field,
        virtual_part::{Digested, HashBuffers, Summed},
    },
    rules::{
        entries::{Rank, Ranked},
        pairs::Ordinal,
    },
};

/// The shapes and digests by which an operation orders entries.
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
    /// Whether ranks do not determine the order of two adjacent entries.
    pub(crate) fn leaves_open(&self, one: &Rank, other: &Rank) -> bool {
        match (one, other) {
            (Rank::Free(_), Rank::Free(_)) => true,
            (Rank::Bound(one), Rank::Bound(other)) => {
                let tie = self.ties.partition_point(|(_, last)| last < one);
                self.ties.get(tie).is_some_and(|(first, last)| first <= one && other <= last)
            }
            _ => false,
        }
    }

    /// Orders entries whose ranks do not determine the order. `values` finds the value of an entry in each of the maps, which
    /// may be the same map. The maps can be swapped.
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

    /// Notes which keys of a map, recorded by now, only addresses distinguished.
    pub(crate) fn note_ties(&mut self, ranked: &[Ranked], ordinal: impl Fn(Identity) -> Option<Ordinal>) {
        for tied in ranked.chunk_by(|_, next| next.is_tied) {
            if let [first, .., last] = tied
                && matches!(first.rank, Rank::Free(_))
                && let Some(first) = first.variable.and_then(&ordinal)
                && let Some(last) = last.variable.and_then(&ordinal)
            {
                self.ties.push((first, last));
            }
        }
    }

    /// Forgets shapes and digests, after values were replaced in place.
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
