//! The hash: what enters it, and where it is the same.

use std::{
    collections::{BTreeMap, HashSet},
    sync::Arc,
};

use sexpr_core::{StructuralEq, structural_hash};

#[test]
fn the_position_of_every_item_counts() {
    all_distinct_hashes([vec![1, 2, 3], vec![1, 3, 2], vec![2, 1, 3], vec![3, 2, 1], vec![1, 2], vec![1, 2, 3, 0]]);
    all_distinct_hashes([(vec![0], vec![]), (vec![], vec![0]), (vec![], vec![]), (vec![0], vec![0])]);
    all_distinct_hashes([Some(vec![0; 0]), None, Some(vec![0]), Some(vec![0, 0])]);
}

fn all_distinct_hashes<T: StructuralEq, const N: usize>(values: [T; N]) {
    let hashes: HashSet<u64> = values.iter().map(structural_hash).collect();
    assert_eq!(hashes.len(), N);
}

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
fn a_tree_node_hashes_the_same_however_it_is_shared() {
    let node = || Arc::new(vec![Box::new(1), Box::new(2)]);
    let one = node();
    assert_eq!(structural_hash(&[one.clone(), one]), structural_hash(&[node(), node()]));
}

#[test]
fn a_maps_keys_and_values_belong_together() {
    let map = |entries: [(&'static str, i64); 2]| structural_hash(&BTreeMap::from(entries));
    let hashes =
        [map([("a", 1), ("b", 2)]), map([("a", 2), ("b", 1)]), map([("a", 1), ("c", 2)]), map([("a", 1), ("b", 1)])];
    assert_eq!(HashSet::from(hashes).len(), 4);
}
