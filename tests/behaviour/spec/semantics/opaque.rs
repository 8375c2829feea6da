//! `opaque`: foreign types, compared by their own `Eq` and `Hash`.

use std::hash::{Hash, Hasher};

use sexpr_core::StructuralEq;
use sexpr_test_support::check::{assert_reason, differ_at, equal};

/// A type of somebody else's, whose letters' case does not matter to it.
struct Caseless(&'static str);

impl PartialEq for Caseless {
    fn eq(&self, other: &Self) -> bool {
        self.0.eq_ignore_ascii_case(other.0)
    }
}

impl Eq for Caseless {}

impl Hash for Caseless {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.to_ascii_lowercase().hash(state);
    }
}

#[derive(StructuralEq)]
struct Node {
    #[seq(opaque)]
    name: Caseless,
    value: i64,
}

fn node(name: &'static str, value: i64) -> Node {
    Node { name: Caseless(name), value }
}

#[test]
fn its_own_eq_decides_and_its_own_hash_is_used() {
    equal(&node("Name", 1), &node("nAME", 1));
    differ_at(".name", &node("Name", 1), &node("Other", 1));
    differ_at(".value", &node("Name", 1), &node("name", 2));
}

#[test]
fn a_value_that_is_debug_is_shown_in_the_reason() {
    #[derive(Debug, PartialEq, Eq, Hash)]
    struct Foreign {
        part: i64,
    }
    #[derive(StructuralEq)]
    struct Node(#[seq(opaque)] Foreign, i64);
    let mismatch = differ_at(".0", &Node(Foreign { part: 17 }, 0), &Node(Foreign { part: 42 }, 0));
    assert_reason(&mismatch, &["Foreign { part: 17 }", "Foreign { part: 42 }"]);
}

#[test]
fn containers_of_foreign_types_are_opaque_as_a_whole() {
    #[derive(StructuralEq)]
    struct Node {
        #[seq(opaque)]
        names: Vec<Caseless>,
    }
    let node = |names: &[&'static str]| Node { names: names.iter().map(|name| Caseless(name)).collect() };
    equal(&node(&["a", "B"]), &node(&["A", "b"]));
    differ_at(".names", &node(&["a", "b"]), &node(&["a", "c"]));
    differ_at(".names", &node(&["a"]), &node(&["a", "b"]));
}

#[test]
fn what_cannot_be_compared_structurally_can_be_ignored() {
    #[derive(StructuralEq)]
    struct Node {
        value: i64,
        #[seq(ignore)]
        _cache: std::cell::Cell<i64>,
        #[seq(ignore)]
        _parent: std::sync::Weak<Node>,
        #[seq(ignore)]
        _run: fn(),
    }
    let node = |value, cache| Node {
        value,
        _cache: std::cell::Cell::new(cache),
        _parent: std::sync::Weak::new(),
        _run: || (),
    };
    equal(&node(1, 1), &node(1, 2));
    differ_at(".value", &node(1, 1), &node(2, 1));
    let fingerprint = |cache| sexpr_core::structural_fingerprint(&node(1, cache));
    assert_eq!(fingerprint(1), fingerprint(2));
}
