//! Maps and sets: the same keys and equal values, whatever the order.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    hash::{BuildHasherDefault, DefaultHasher},
};

use indexmap::{IndexMap, IndexSet};
use proptest::{collection::vec, prelude::*};
use sexpr_core::{Field, StructuralEq, first_structural_mismatch, structural_equal, structural_hash};
use sexpr_test_support::check::{assert_reason, differ, differ_at, differ_at_paths, equal};

use super::{Holder, hold, map_keys::Entries};

/// What holds of every map that can be collected.
#[track_caller]
fn map<M: Field + FromIterator<(&'static str, i64)>>() {
    let make = |entries: &[(&'static str, i64)]| -> Holder<M> { hold(entries.iter().copied().collect()) };
    equal(&make(&[]), &make(&[]));
    equal(&make(&[("a", 1)]), &make(&[("a", 1)]));
    equal(&make(&[("a", 1), ("b", 2), ("c", 3)]), &make(&[("c", 3), ("a", 1), ("b", 2)]));

    let value = differ_at(r#".value["b"]"#, &make(&[("a", 1), ("b", 2)]), &make(&[("a", 1), ("b", 3)]));
    assert_reason(&value, &["2", "3"]);

    let (left, right) = (r#".value["b"]"#, r#".value["b"]?"#);
    differ_at_paths(left, right, &make(&[("a", 1), ("b", 2)]), &make(&[("a", 1)]));
    differ_at_paths(right, left, &make(&[("a", 1)]), &make(&[("a", 1), ("b", 2)]));
    differ_at_paths(left, right, &make(&[("b", 2)]), &make(&[]));
    differ_at_paths(left, right, &make(&[("b", 2)]), &make(&[("c", 2)]));
}

/// What is reported first where several things differ.
#[track_caller]
fn order_of_report<M: Field + FromIterator<(&'static str, i64)>>() {
    let make = |entries: &[(&'static str, i64)]| -> M { entries.iter().copied().collect() };
    // A key of the left that the right lacks comes before a value, though "a" comes before "b".
    differ_at_paths(r#"["b"]"#, r#"["b"]?"#, &make(&[("a", 1), ("b", 2)]), &make(&[("a", 9)]));
    // A value comes before a key of the right that the left lacks.
    differ_at(r#"["b"]"#, &make(&[("b", 1)]), &make(&[("a", 1), ("b", 9)]));
    // Both sides lack a key: the left's comes first.
    differ_at_paths(r#"["b"]"#, r#"["b"]?"#, &make(&[("b", 1)]), &make(&[("a", 1)]));
}

/// What holds of every set that can be collected.
#[track_caller]
fn set<S: Field + FromIterator<&'static str>>() {
    let make = |keys: &[&'static str]| -> Holder<S> { hold(keys.iter().copied().collect()) };
    equal(&make(&[]), &make(&[]));
    equal(&make(&["a", "b", "c"]), &make(&["c", "b", "a"]));
    let (left, right) = (r#".value["b"]"#, r#".value["b"]?"#);
    differ_at_paths(left, right, &make(&["a", "b"]), &make(&["a"]));
    differ_at_paths(right, left, &make(&["a"]), &make(&["a", "b"]));
    differ_at_paths(left, right, &make(&["a", "b"]), &make(&["a", "c"]));
}

#[test]
fn maps_of_every_type() {
    map::<HashMap<&str, i64>>();
    map::<HashMap<&str, i64, BuildHasherDefault<DefaultHasher>>>();
    map::<BTreeMap<&str, i64>>();
    map::<IndexMap<&str, i64>>();
}

#[test]
fn what_maps_of_every_type_report_first() {
    order_of_report::<HashMap<&str, i64>>();
    order_of_report::<BTreeMap<&str, i64>>();
    order_of_report::<IndexMap<&str, i64>>();
}

#[test]
fn sets_of_every_type() {
    set::<HashSet<&str>>();
    set::<HashSet<&str, BuildHasherDefault<DefaultHasher>>>();
    set::<BTreeSet<&str>>();
    set::<IndexSet<&str>>();
}

#[test]
fn the_first_of_many_differing_values_does_not_depend_on_the_hasher_seed() {
    let make = |offset: i64| -> HashMap<i64, i64> { (0..100).map(|n| (n, n + offset)).collect() };
    let first = differ(&make(0), &make(1)).to_string();
    for _ in 0..20 {
        assert_eq!(differ(&make(0), &make(1)).to_string(), first);
    }
}

/// Whether two values are equal, as the verdict, the report and the hash say.
fn agrees<T: StructuralEq>(left: &T, right: &T, expected: bool) {
    assert_eq!(structural_equal(left, right), expected);
    assert_eq!(first_structural_mismatch(left, right).is_none(), expected);
    assert!(!expected || structural_hash(left) == structural_hash(right));
}

proptest! {
    #[test]
    fn maps_of_leaves_are_equal_where_their_own_comparison_says_so(
        left in vec(("[ab]{0,2}", 0..3_i64), 0..6),
        changes in vec((0..6_usize, "[ab]{0,2}", 0..3_i64), 0..3),
        turns in 0..6_usize,
    ) {
        let mut right = left.clone();
        right.rotate_left(turns.min(left.len()));
        for (at, key, value) in changes {
            if let Some(entry) = right.get_mut(at) {
                *entry = (key, value);
            }
        }
        fn both<M: FromIterator<(String, i64)> + StructuralEq + PartialEq>(sides: [&[(String, i64)]; 2]) {
            let [left, right]: [M; 2] = sides.map(|side| side.iter().cloned().collect());
            agrees(&left, &right, left == right);
        }
        both::<BTreeMap<String, i64>>([&left, &right]);
        both::<HashMap<String, i64>>([&left, &right]);
        both::<IndexMap<String, i64>>([&left, &right]);
        let keys = |side: &[(String, i64)]| -> IndexSet<(i64, String)> {
            side.iter().map(|(key, value)| (*value, key.clone())).collect()
        };
        agrees(&keys(&left), &keys(&right), keys(&left) == keys(&right));
        // Of what a key has several times, the values go together in the order in which they come.
        let grouped = |side: &[(String, i64)]| {
            let mut side = side.to_vec();
            side.sort_by(|one, other| one.0.cmp(&other.0));
            side
        };
        let expected = grouped(&left) == grouped(&right);
        agrees(&Entries(left), &Entries(right), expected);
    }
}

mod ordered {
    use super::*;

    #[derive(StructuralEq)]
    struct Ordered {
        #[seq(ordered)]
        map: IndexMap<&'static str, i64>,
    }

    fn ordered<const N: usize>(entries: [(&'static str, i64); N]) -> Ordered {
        Ordered { map: IndexMap::from(entries) }
    }

    #[test]
    fn the_same_entries_in_another_order_are_not() {
        differ(&ordered([("b", 1), ("a", 2)]), &ordered([("a", 2), ("b", 1)]));
    }

    #[test]
    fn a_value_is_named_by_its_key() {
        differ_at(r#".map["a"]"#, &ordered([("b", 1), ("a", 2)]), &ordered([("b", 1), ("a", 3)]));
    }

    #[test]
    fn the_shorter_side_lacks_an_entry() {
        let (short, long) = (ordered([("b", 1)]), ordered([("b", 1), ("a", 2)]));
        differ_at_paths(r#".map["a"]?"#, r#".map["a"]"#, &short, &long);
        differ_at_paths(r#".map["a"]"#, r#".map["a"]?"#, &long, &short);
    }
}

/// Nodes without variables that hold a map, so that maps of them are looked up by key.
#[derive(StructuralEq)]
struct Inner {
    deps: IndexSet<String>,
}

/// The entries of a map of maps with so many keys, forwards or backwards.
fn nested(keys: usize, is_reversed: bool) -> IndexMap<String, Inner> {
    let names = || {
        let names = (0..keys).map(|key| key.to_string());
        if is_reversed { names.rev().collect::<Vec<_>>() } else { names.collect() }
    };
    names().into_iter().map(|name| (name, Inner { deps: names().into_iter().collect() })).collect()
}

#[test]
fn in_values_of_maps_are_looked_up_apart_from_these() {
    for keys in 0..40 {
        equal(&hold(nested(keys, false)), &hold(nested(keys, true)));
    }
    let mut other = nested(20, true);
    other["7"].deps.swap_remove("3");
    other["7"].deps.insert("a".to_owned());
    assert!(!structural_equal(&hold(nested(20, false)), &hold(other)));
}
