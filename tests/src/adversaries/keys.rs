//! Maps whose keys are terms that hold such maps.

use std::sync::Arc;

use sexpr_core::{
    Field, Options, StructuralEq, StructuralKey,
    containers::{Map, MapKey},
    custom::{Region, Visitor},
    reflect::{Shape, TypeInfo},
};

use super::Case;
use sexpr_test_support::hashes::Coarse;

/// A map of one's own, which never compares its keys.
pub struct Entries<K, V>(pub Vec<(K, V)>);

impl<K: MapKey, V: Field> Map for Entries<K, V> {
    type Key = K;
    type Value = V;

    fn length(&self) -> usize {
        self.0.len()
    }
    fn entries(&self) -> impl Iterator<Item = (&K, &V)> {
        self.0.iter().map(|(key, value)| (key, value))
    }
}

impl<K: MapKey, V: Field> StructuralEq for Entries<K, V> {
    const INFO: &'static TypeInfo = &TypeInfo::container("Entries", Shape::Map(|| K::INFO, || V::INFO));
    type Reach = (K::Reach, V::Reach);

    fn content<'a, W: Visitor<'a>>(left: &'a Self, right: &'a Self, at: Region, visitor: &mut W) -> bool {
        visitor.map(left, right, at)
    }
}

impl<K: MapKey, V: Field> Field for Entries<K, V> {}

/// A closed term with maps by such terms, which are told apart by what is compared last, and does not enter a hash.
#[derive(StructuralEq)]
pub struct Term {
    maps: Vec<Entries<StructuralKey<Arc<Term>>, i64>>,
    value: i64,
    #[seq(opaque)]
    last: Coarse,
}

impl Drop for Term {
    fn drop(&mut self) {
        let take = |term: &mut Term| core::mem::take(&mut term.maps).into_iter().flat_map(|map| map.0);
        let mut pending: Vec<_> = take(self).collect();
        while let Some((key, _)) = pending.pop() {
            pending.extend(Arc::into_inner(StructuralKey::into_inner(key)).iter_mut().flat_map(take));
        }
    }
}

type Key = StructuralKey<Arc<Term>>;

fn term(maps: Vec<Vec<Key>>, last: u64) -> Arc<Term> {
    let maps = maps.into_iter().map(|keys| Entries(keys.into_iter().map(|key| (key, 0)).collect()));
    Arc::new(Term { maps: maps.collect(), value: 0, last: Coarse(last) })
}

fn bottom(value: i64) -> Arc<Term> {
    Arc::new(Term { maps: Vec::new(), value, last: Coarse(0) })
}

/// Levels of two terms, each with a map by the two below, which have one hash; at the bottom a term with a number,
/// which enters no hash if it is hidden. `options` are those of the keys of each level.
pub fn colliding(levels: usize, number: i64, is_hidden: bool, options: impl Fn(usize) -> Options) -> Arc<Term> {
    let mut below = match is_hidden {
        true => vec![StructuralKey::new(term(vec![], number as u64 + 2))],
        false => vec![StructuralKey::new(bottom(number))],
    };
    for level in 0..levels {
        let key = |last| StructuralKey::with_options(term(vec![below.clone()], last), options(level));
        // In either order.
        let order = [(level + number as usize) % 2, (level + number as usize + 1) % 2];
        below = order.map(|last| key(last as u64)).into();
    }
    term(vec![below], 0)
}

/// Levels, each with a map in which the one below is twice.
pub fn twice(levels: usize, number: i64) -> Arc<Term> {
    let mut below = bottom(number);
    for _ in 0..levels {
        let key = || StructuralKey::new(below.clone());
        below = term(vec![vec![key(), key()]], 0);
    }
    below
}

/// Options that change from level to level.
pub fn in_turn(level: usize) -> Options {
    Options::new().skip_payload(level.is_multiple_of(2))
}

/// Levels, each with two maps by the one below, under options that change from level to level.
pub fn alternating(levels: usize, number: i64) -> Arc<Term> {
    let mut below = bottom(number);
    for level in 0..levels {
        let map = || vec![StructuralKey::with_options(below.clone(), in_turn(level))];
        below = term(vec![map(), map()], 0);
    }
    below
}

/// Terms inside each other, each the key of a map; what is shared by none is compared once.
pub fn nested(levels: usize, number: i64) -> Arc<Term> {
    (0..levels).fold(bottom(number), |below, _| term(vec![vec![StructuralKey::new(below)]], 0))
}

/// The cases.
pub fn cases() -> Vec<Case> {
    const MILLION: usize = 1_000_000;
    vec![
        Case::of("keys/two of one hash in each other", MILLION, |size, number| {
            colliding(size, number, false, |_| Options::new())
        }),
        Case::of("keys/two of one hash in each other, under options in turn", MILLION, |size, number| {
            colliding(size, number, false, in_turn)
        }),
        Case::of("keys/two of one hash in each other, and in all", MILLION, |size, number| {
            colliding(size, number, true, |_| Options::new())
        }),
        Case::of("keys/one twice in each other", MILLION, twice),
        Case::of("keys/under options in turn", MILLION, alternating),
        Case::of("keys/in each other", MILLION, nested),
    ]
}
