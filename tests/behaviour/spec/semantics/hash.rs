//! The hash: what enters it, and where it is the same.

use std::collections::{BTreeMap, HashSet};

use sexpr_core::structural_hash;

#[test]
fn small_numbers_and_their_sums_do_not_collide() {
    let mut hashes = HashSet::new();
    for a in 0..60 {
        for b in 0..60 {
            assert!(hashes.insert(structural_hash(&(a, b))));
        }
    }
}

#[test]
fn a_maps_keys_and_values_belong_together() {
    let map = |entries: [(&'static str, i64); 2]| structural_hash(&BTreeMap::from(entries));
    let hashes =
        [map([("a", 1), ("b", 2)]), map([("a", 2), ("b", 1)]), map([("a", 1), ("c", 2)]), map([("a", 1), ("b", 1)])];
    assert_eq!(HashSet::from(hashes).len(), 4);
}
