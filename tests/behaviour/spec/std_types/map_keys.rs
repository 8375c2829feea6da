//! What can be the key of a map or set, and how it is matched.

use std::{
    cmp::Ordering,
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    fmt::Debug,
    hash::Hash,
    net::Ipv4Addr,
    num::NonZeroU8,
    path::PathBuf,
    rc::Rc,
    sync::Arc,
    time::Duration,
};

use sexpr_core::{
    Field, StructuralEq,
    containers::{Map, MapKey, MapReach},
    reflect::Shape,
};
use sexpr_test_support::{
    check::{differ, differ_at, equal},
    container,
};

/// A map whose entries come as they were given, keys twice among them. Unlike those of the standard library, it is quick
/// to build for many types of keys.
pub(super) struct Entries<K, V>(pub(super) Vec<(K, V)>);

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
container!([K: MapKey, V: Field] Entries<K, V>, Shape::Map(|| K::INFO, || V::INFO), MapReach<K, V>, map);

/// Maps that have all the keys but one are equal exactly when they lack the same.
fn all_distinct<M: StructuralEq>(keys: usize, without: impl Fn(usize) -> M) {
    for left in 0..=keys {
        equal(&without(left), &without(left));
        for right in 0..left {
            differ(&without(left), &without(right));
        }
    }
}

/// Keys that are all distinct, made anew at each call.
fn keys<K: MapKey + Field>(make: impl Fn() -> Vec<K>) {
    all_distinct(make().len(), |without| {
        let entries = make().into_iter().zip(0..).filter(|(_, at)| *at != without);
        // Every other one turned round.
        let mut entries: Vec<_> = entries.collect();
        entries.rotate_left(without % 2);
        Entries(entries)
    });
}

/// The same in the standard library's tables.
fn keys_of_tables<K: MapKey + Eq + Hash>(make: impl Fn() -> Vec<K>)
where
    HashMap<K, usize>: StructuralEq,
    HashSet<K>: StructuralEq,
{
    let count = make().len();
    all_distinct(count, |without| {
        make().into_iter().zip(0..).filter(|(_, at)| *at != without).collect::<HashMap<K, usize>>()
    });
    all_distinct(count, |without| {
        let keys = make().into_iter().zip(0..).filter(|(_, at)| *at != without);
        keys.map(|(key, _)| key).collect::<HashSet<K>>()
    });
}

#[test]
fn integers() {
    keys(|| vec![0_u8, 1, 255]);
    keys_of_tables(|| vec![0_i64, -1, i64::MIN, i64::MAX]);
    keys(|| vec![0_i128, 1, -1, 1 << 100]);
    keys(|| vec![0_usize, 1, usize::MAX]);
    keys(|| vec![NonZeroU8::MIN, NonZeroU8::MAX]);
}

#[test]
fn other_leaves() {
    keys(|| vec![false, true]);
    keys(|| vec!['a', 'b', 'ß']);
    keys(|| vec![()]);
    keys(|| vec![Duration::ZERO, Duration::MAX]);
    keys(|| vec![Ordering::Less, Ordering::Equal, Ordering::Greater]);
    keys(|| vec![PathBuf::from("a"), PathBuf::from("a/b")]);
    keys(|| vec![Ipv4Addr::LOCALHOST, Ipv4Addr::UNSPECIFIED]);
}

#[test]
fn strings_of_every_sort() {
    keys(|| vec!["", "a", "ab", "b"]);
    keys_of_tables(|| vec![String::new(), String::from("a"), String::from("ab")]);
    keys(|| vec![Arc::<str>::from(""), "a".into(), "ab".into()]);
    keys(|| vec![Rc::<str>::from(""), "a".into()]);
    keys(|| vec![Box::<str>::from(""), "a".into()]);
}

#[test]
fn tuples_arrays_and_options() {
    keys_of_tables(|| vec![(0, "a"), (0, "b"), (1, "a")]);
    keys(|| vec![("a", "bc"), ("ab", "c"), ("abc", "")]);
    keys(|| vec![[0, 0], [0, 1], [1, 0]]);
    keys(|| vec![None, Some(0), Some(1)]);
    keys(|| vec![None, Some(None), Some(Some(0))]);
    keys(|| vec![((0, 1), Some('a')), ((1, 0), None)]);
}

#[test]
fn newtypes_and_other_values_made_of_leaves() {
    #[derive(PartialEq, Eq, Hash, StructuralEq)]
    struct Name(String);
    keys_of_tables(|| vec![Name("a".into()), Name("b".into())]);

    #[derive(PartialEq, Eq, Hash, StructuralEq)]
    struct Position {
        line: u32,
        column: u32,
    }
    keys(|| vec![Position { line: 1, column: 2 }, Position { line: 2, column: 1 }]);
}

#[test]
fn enums_without_fields() {
    #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, StructuralEq)]
    enum Axis {
        X,
        Y,
        Z,
    }
    keys_of_tables(|| vec![Axis::X, Axis::Y, Axis::Z]);
    let map = |value| BTreeMap::from([(Axis::X, 1), (Axis::Z, value)]);
    equal(&map(2), &map(2));
    differ(&map(2), &map(3));
}

/// A node with a key is known by it: other fields play no part, for matching or otherwise.
mod keyed_nodes {
    use super::*;

    #[derive(PartialEq, Eq, Hash, PartialOrd, Ord, Debug, StructuralEq)]
    #[seq(kind = "singleton")]
    struct Op {
        #[seq(key)]
        name: &'static str,
    }

    #[derive(PartialEq, Eq, Hash, StructuralEq)]
    #[seq(kind = "dag")]
    struct Block {
        #[seq(key)]
        label: u32,
    }

    #[derive(PartialEq, Eq, Hash, PartialOrd, Ord, StructuralEq)]
    #[seq(kind = "var")]
    struct Name {
        #[seq(key)]
        name: &'static str,
        ty: u8,
    }

    #[test]
    fn inline() {
        keys_of_tables(|| vec![Op { name: "add" }, Op { name: "mul" }]);
        keys(|| vec![Block { label: 1 }, Block { label: 2 }]);
        keys(|| vec![Name { name: "x", ty: 1 }, Name { name: "y", ty: 1 }]);
    }

    #[test]
    fn behind_a_pointer() {
        keys_of_tables(|| vec![Arc::new(Op { name: "add" }), Arc::new(Op { name: "mul" })]);
        keys(|| vec![Rc::new(Name { name: "x", ty: 1 }), Rc::new(Name { name: "y", ty: 1 })]);
        keys(|| vec![Box::new(Op { name: "add" }), Box::new(Op { name: "mul" })]);
    }

    #[test]
    fn a_variables_fields_are_not_looked_at() {
        let set = |ty| BTreeSet::from([Name { name: "x", ty }]);
        equal(&set(1), &set(2));
        let map = |ty| HashMap::from([(Arc::new(Name { name: "x", ty }), 1)]);
        equal(&map(1), &map(2));
    }

    #[test]
    fn nodes_of_one_key_but_different_types_are_different() {
        #[derive(PartialEq, Eq, Hash, StructuralEq)]
        #[seq(kind = "singleton")]
        enum Symbol {
            Global(#[seq(key)] &'static str),
            Local(#[seq(key)] &'static str),
        }
        keys(|| vec![Symbol::Global("x"), Symbol::Local("x"), Symbol::Local("y")]);
    }
}

#[test]
fn a_key_is_shown_as_its_debug_text() {
    fn shown<K: MapKey + Eq + Hash + Debug>(key: fn() -> K)
    where
        HashMap<K, i64>: StructuralEq,
    {
        let text = format!("[{:?}]", key());
        differ_at(&text, &HashMap::from([(key(), 1)]), &HashMap::from([(key(), 2)]));
    }
    shown(|| 17);
    shown(|| "a\"b");
    shown(|| 'c');
    shown(|| String::from("d"));
    shown(|| true);
}
