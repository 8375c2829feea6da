//! Nodes with attributes in maps.

use std::collections::{BTreeMap, HashMap};

use indexmap::IndexMap;
use sexpr_core::StructuralEq;
use sexpr_test_support::random::Random;

/// Attributes in the order of their keys.
#[derive(StructuralEq, PartialEq, Hash)]
pub struct Sorted {
    /// Keys and values.
    pub attributes: BTreeMap<String, i64>,
}

/// Attributes in no order.
#[derive(StructuralEq, PartialEq)]
pub struct Hashed {
    /// Keys and values.
    pub attributes: HashMap<String, i64>,
}

/// Attributes in the order in which they were inserted.
#[derive(StructuralEq, PartialEq)]
pub struct Indexed {
    /// Keys and values.
    pub attributes: IndexMap<String, i64>,
}

/// The number of entries in each map.
pub const ENTRIES: usize = 16;

/// So many lists of attributes.
pub fn attributes(count: usize, seed: u64) -> Vec<Vec<(String, i64)>> {
    let mut random = Random::new(seed);
    let mut list = || (0..ENTRIES).map(|index| (format!("key_{index}"), random.below(1000) as i64)).collect();
    (0..count).map(|_| list()).collect()
}

/// Such nodes.
pub fn sorted(count: usize, seed: u64) -> Vec<Sorted> {
    attributes(count, seed).into_iter().map(|list| Sorted { attributes: list.into_iter().collect() }).collect()
}

/// Such nodes.
pub fn hashed(count: usize, seed: u64) -> Vec<Hashed> {
    attributes(count, seed).into_iter().map(|list| Hashed { attributes: list.into_iter().collect() }).collect()
}

/// Such nodes.
pub fn indexed(count: usize, seed: u64) -> Vec<Indexed> {
    attributes(count, seed).into_iter().map(|list| Indexed { attributes: list.into_iter().collect() }).collect()
}

/// One map from numbers to numbers, with so many entries.
pub fn large_sorted(entries: usize, seed: u64) -> BTreeMap<u32, i64> {
    let mut random = Random::new(seed);
    (0..entries as u32).map(|key| (key, random.below(1000) as i64)).collect()
}

/// One map from strings to numbers, with so many entries.
pub fn large_hashed(entries: usize, seed: u64) -> HashMap<String, i64> {
    let mut random = Random::new(seed);
    (0..entries).map(|index| (format!("key_{index}"), random.below(1000) as i64)).collect()
}
