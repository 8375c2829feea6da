//! Maps whose keys are terms with such maps, held against their texts.

use std::sync::Arc;

use proptest::{collection::vec, prelude::*};
use sexpr_core::{Options, StructuralEq, StructuralKey};
use sexpr_test_support::hashes::Coarse;
use sexpr_tests::adversaries::keys::Entries;

type Key = StructuralKey<Arc<Term>>;

/// A term of which little enters a hash.
#[derive(Clone, Debug)]
enum Plan {
    Leaf(u64, u64),
    /// By places among the terms before, whether the keys skip payloads, and whether keys come in the other order.
    Maps(Vec<Vec<(usize, bool)>>, u64, bool),
}

#[derive(StructuralEq)]
struct Term {
    maps: Vec<Entries<Key, u64>>,
    #[seq(payload, opaque)]
    payload: Coarse,
    #[seq(opaque)]
    last: Coarse,
    shared: Vec<Arc<Term>>,
}

fn skips(skip: bool) -> Options {
    Options::new().skip_payload(skip)
}

/// The terms, each of those before it or of copies of these.
fn build(plans: &[Plan], copy: bool) -> Vec<Arc<Term>> {
    let mut terms: Vec<Arc<Term>> = Vec::new();
    for plan in plans {
        let term = match plan {
            Plan::Leaf(payload, last) => {
                Term { maps: vec![], payload: Coarse(*payload), last: Coarse(*last), shared: vec![] }
            }
            Plan::Maps(maps, last, reversed) => {
                let below = |at: usize| terms.get(at % terms.len().max(1)).cloned();
                let map = |keys: &Vec<(usize, bool)>| {
                    let key = |(at, skip): &(usize, bool)| {
                        let term = below(*at)?;
                        Some((StructuralKey::with_options(term, skips(*skip)), *at as u64 % 2))
                    };
                    let mut entries: Vec<_> = keys.iter().filter_map(key).collect();
                    if *reversed != copy {
                        entries.reverse();
                    }
                    Entries(entries)
                };
                let shared = maps.iter().flatten().filter_map(|(at, _)| below(*at)).take(1).collect();
                Term { maps: maps.iter().map(map).collect(), payload: Coarse(*last), last: Coarse(0), shared }
            }
        };
        terms.push(Arc::new(term));
    }
    terms
}

/// What a term is under some options: its maps' entries in the order of their texts.
fn text(term: &Term, options: Options) -> String {
    let map = |map: &Entries<Key, u64>| {
        let entry = |(key, value): &(Key, u64)| {
            let options = StructuralKey::options(key);
            format!("{options}:{}={value}", text(key, options))
        };
        let mut entries: Vec<_> = map.0.iter().map(entry).collect();
        entries.sort();
        format!("{entries:?}")
    };
    let maps: Vec<_> = term.maps.iter().map(map).collect();
    let shared: Vec<_> = term.shared.iter().map(|term| text(term, options)).collect();
    let payload = if options == skips(true) { 0 } else { term.payload.0 };
    format!("({maps:?} {payload} {} {shared:?})", term.last.0)
}

/// Whether no map has one key twice: which values such a map gives to it is not said.
fn is_well_made(term: &Term) -> bool {
    let is_map = |map: &Entries<Key, u64>| {
        let key = |(key, _): &(Key, u64)| {
            let options = StructuralKey::options(key);
            (options, text(key, options))
        };
        let mut keys: Vec<_> = map.0.iter().map(key).collect();
        keys.sort();
        keys.windows(2).all(|pair| pair[0] != pair[1]) && map.0.iter().all(|(key, _)| is_well_made(key))
    };
    term.maps.iter().all(is_map) && term.shared.iter().all(|term| is_well_made(term))
}

fn plans() -> impl Strategy<Value = Vec<Plan>> {
    let leaf = (0..2_u64, 0..2_u64).prop_map(|(payload, last)| Plan::Leaf(payload, last));
    let keys = vec((0..8_usize, any::<bool>()), 0..3);
    let maps = (vec(keys, 0..3), 0..2_u64, any::<bool>());
    let maps = maps.prop_map(|(maps, last, reversed)| Plan::Maps(maps, last, reversed));
    vec(prop_oneof![1 => leaf, 3 => maps], 1..7)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn they_are_equal_when_their_texts_are(one in plans(), other in plans(), as_itself: bool) {
        let other = if as_itself { &one } else { &other };
        let (left, right) = (build(&one, false), build(other, true));
        for options in [skips(false), skips(true)] {
            for (l, r) in left.iter().flat_map(|l| right.iter().map(move |r| (l, r))) {
                if !is_well_made(l) || !is_well_made(r) {
                    prop_assert_eq!(options.equal(l, r), options.equal(r, l));
                    continue;
                }
                let expected = text(l, options) == text(r, options);
                prop_assert_eq!(options.equal(l, r), expected);
                prop_assert_eq!(options.first_mismatch(l, r).is_none(), expected);
                let [one, other] = [l, r].map(|term| StructuralKey::with_options(term.clone(), options));
                prop_assert_eq!(one == other, expected);
                prop_assert!(!expected || options.hash(l) == options.hash(r));
            }
        }
    }
}
