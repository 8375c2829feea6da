//! Nodes that are wide rather than deep: sequences, many fields, strings, maps.

use std::{hash::Hash, hint::black_box, sync::Arc};

use ahash::RandomState;
use sexpr_core::StructuralEq;

use crate::{Pair, SEED, derived_equal, derived_hash, ours_equal, ours_hash, pair};
use sexpr_tests::workloads::{
    chains, flat, floats, maps,
    measure::{Case, Contender, Target::Times},
    strings,
};

/// The number of items in a wide sequence.
const WIDE: usize = 100_000;

/// The number of nodes with attributes.
const NODES: usize = 1_000;

/// The number of entries in one large map.
const ENTRIES: usize = 1_000;

/// Every case.
pub fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    cases.extend(both("numbers", WIDE, WIDE, "item", || Vec::from_iter(0..WIDE as i64)));
    cases.extend(both("arcs", WIDE, WIDE, "item", || -> Vec<Arc<chains::Chain>> {
        (0..WIDE).map(|_| chains::chain(1)).collect()
    }));
    cases.extend(floats());
    cases.extend(both("flat structure", 1, flat::FIELDS, "field", || flat::many(1)));
    cases.extend(both("flat structures", NODES, NODES * flat::FIELDS, "field", || flat::many(NODES as u32)));
    cases.extend(both("strings", NODES, NODES, "node", || strings::nodes(NODES, SEED)));
    cases.extend(both("sorted maps", NODES, NODES * maps::ENTRIES, "entry", || maps::sorted(NODES, SEED)));
    cases.extend([
        equal("hash maps", NODES, NODES * maps::ENTRIES, "entry", || maps::hashed(NODES, SEED)),
        map_hash(
            "hash maps",
            || maps::hashed(NODES, SEED),
            |nodes| nodes.iter().map(|node| in_any_order(&node.attributes)).fold(0, one_after_another),
        ),
        equal("index maps", NODES, NODES * maps::ENTRIES, "entry", || maps::indexed(NODES, SEED)),
        map_hash(
            "index maps",
            || maps::indexed(NODES, SEED),
            |nodes| nodes.iter().map(|node| in_any_order(&node.attributes)).fold(0, one_after_another),
        ),
    ]);
    cases.extend([ENTRIES, WIDE].map(|size| one_map("large sorted map", size, maps::large_sorted)));
    cases.push(one_map("large hash map", ENTRIES, maps::large_hashed));
    cases
}

/// One large map.
fn one_map<T: StructuralEq + PartialEq + 'static>(name: &str, size: usize, build: fn(usize, u64) -> T) -> Case {
    Case::new(format!("containers/equal/{name}"), size, "entry", move || {
        let pair = pair(|| build(size, SEED));
        vec![ours_equal(&pair), derived_equal(&pair).target(Times(2.0))]
    })
}

/// Floats, which have no `Hash`: beside what is written by hand.
fn floats() -> [Case; 2] {
    let build = || floats::random(WIDE, SEED);
    let equal = move || {
        let pair = pair(build);
        vec![ours_equal(&pair), derived_equal(&pair).target(Times(1.5))]
    };
    let hash = move || {
        let (pair, hashing) = (pair(build), floats::Hashing::default());
        let ours = ours_hash(&pair);
        let expected = hashing.hash(&pair.1);
        vec![ours, Contender::new("by hand", expected, move || hashing.hash(black_box(&pair.0))).target(Times(1.5))]
    };
    [Case::new("containers/equal/floats", WIDE, "item", equal), Case::new("containers/hash/floats", WIDE, "item", hash)]
}

/// Equality and hash.
fn both<T: StructuralEq + PartialEq + Hash + 'static>(
    name: &str,
    size: usize,
    units: usize,
    unit: &'static str,
    build: fn() -> T,
) -> [Case; 2] {
    let hash = move || {
        let pair = pair(build);
        vec![ours_hash(&pair), derived_hash(&pair)]
    };
    [equal(name, size, units, unit, build), Case::new(format!("containers/hash/{name}"), size, unit, hash).units(units)]
}

fn equal<T: StructuralEq + PartialEq + 'static>(
    name: &str,
    size: usize,
    units: usize,
    unit: &'static str,
    build: fn() -> T,
) -> Case {
    let equal = move || {
        let pair = pair(build);
        vec![ours_equal(&pair), derived_equal(&pair)]
    };
    Case::new(format!("containers/equal/{name}"), size, unit, equal).units(units)
}

/// Maps that have no `Hash`: beside what is written by hand.
fn map_hash<T: StructuralEq + 'static>(name: &str, build: fn() -> T, by_hand: fn(&T) -> u64) -> Case {
    let hash = move || {
        let pair: Pair<T> = pair(build);
        let ours = ours_hash(&pair);
        let expected = by_hand(&pair.1);
        vec![ours, Contender::new("by hand", expected, move || by_hand(black_box(&pair.0)))]
    };
    Case::new(format!("containers/hash/{name}"), NODES, "entry", hash).units(NODES * maps::ENTRIES)
}

/// The hash of a map, whatever order its entries come in.
fn in_any_order<'a>(map: impl IntoIterator<Item = (&'a String, &'a i64)>) -> u64 {
    map.into_iter().map(|entry| hash_of(&entry)).fold(0, u64::wrapping_add)
}

fn one_after_another(hash: u64, next: u64) -> u64 {
    hash_of(&(hash, next))
}

fn hash_of(value: &impl Hash) -> u64 {
    RandomState::with_seeds(1, 2, 3, 4).hash_one(value)
}
