//! What might crowd a table: addresses, keys, names, hashes.

use std::{
    collections::{HashMap, HashSet},
    hash::{Hash, Hasher},
};

use sexpr_core::{Field, StructuralEq, StructuralKey, containers::KeyValue};
use sexpr_test_support::hashes::{Coarse, Words, words_of_one_hash};

use super::{Case, Values};

/// A dag node of few bytes.
#[derive(Clone, Copy, StructuralEq)]
#[seq(kind = "dag")]
pub struct Dag<T>(pub T);

/// A variable of few bytes.
#[derive(Clone, Copy, StructuralEq)]
#[seq(kind = "var")]
pub struct Var<T>(pub T);

/// A tree node of few bytes, of which nobody knows whether it is shared.
#[derive(Clone, Copy, StructuralEq)]
pub struct Tree<T>(pub T, pub Option<()>);

/// Each node twice, the second time in the other order, and a number at the end.
#[derive(StructuralEq)]
pub struct Twice<N: StructuralEq + 'static> {
    #[seq(def)]
    first: Vec<&'static N>,
    second: Vec<&'static N>,
    last: i64,
}

/// The same, where nothing binds.
#[derive(StructuralEq)]
pub struct NodesTwice<N: StructuralEq + 'static> {
    first: Vec<&'static N>,
    second: Vec<&'static N>,
    last: i64,
}

/// So many nodes side by side, of which those at a stride are taken.
fn packed<N: Copy>(node: N, count: usize, stride: usize) -> Vec<&'static N> {
    vec![node; count * stride].leak().iter().step_by(stride).collect()
}

fn reversed<N>(nodes: &[&'static N]) -> Vec<&'static N> {
    nodes.iter().rev().copied().collect()
}

fn nodes_twice<N: StructuralEq>(first: Vec<&'static N>, last: i64) -> NodesTwice<N> {
    NodesTwice { second: reversed(&first), first, last }
}

fn dags<T: StructuralEq + Field + Copy + 'static>(number: T, count: usize, stride: usize) -> Values {
    Values::of(|last| nodes_twice(packed(Dag(number), count, stride), last))
}

fn variables<T: StructuralEq + Field + Copy + 'static>(number: T, count: usize) -> Values {
    Values::of(|last| {
        let first = packed(Var(number), count, 1);
        Twice { second: reversed(&first), first, last }
    })
}

/// Holds a value of constant hash, as one whose type is foreign.
#[derive(StructuralEq)]
pub struct Opaque(#[seq(opaque)] Coarse);

/// Many of them, in a sequence.
#[derive(StructuralEq)]
pub struct Opaques {
    values: Vec<Opaque>,
    last: i64,
}

/// A table of keys, which is compared as tables are: by looking up each key of the one in the other.
#[derive(PartialEq, Eq)]
pub struct Table(HashSet<StructuralKey<Words>>);

impl Hash for Table {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_usize(self.0.len());
    }
}

/// Holds such a table, as a value whose type is foreign.
#[derive(StructuralEq)]
pub struct Looked {
    #[seq(opaque)]
    table: Table,
    last: i64,
}

/// Names bound once and used in the other order.
#[derive(StructuralEq)]
pub struct Names<N: KeyValue + sexpr_core::containers::NameField> {
    #[seq(var, def)]
    bound: Vec<N>,
    #[seq(var)]
    used: Vec<N>,
    last: i64,
}

fn names<N: KeyValue + sexpr_core::containers::NameField + 'static>(count: usize, name: impl Fn(u64) -> N) -> Values {
    Values::of(|last| Names {
        bound: (0..count as u64).map(&name).collect(),
        used: (0..count as u64).rev().map(&name).collect(),
        last,
    })
}

/// The cases.
pub fn cases() -> Vec<Case> {
    let mut cases = vec![
        Case::new("flooding/dag nodes of 1 byte, packed", 1_000_000, |size| dags(0_u8, size, 1)),
        Case::new("flooding/dag nodes of 2 bytes, packed", 1_000_000, |size| dags(0_u16, size, 1)),
        Case::new("flooding/dag nodes of 8 bytes, packed", 1_000_000, |size| dags(0_u64, size, 1)),
        Case::new("flooding/dag nodes of 16 bytes, packed", 1_000_000, |size| dags([0_u64; 2], size, 1)),
        Case::new("flooding/variables of 1 byte, packed", 1_000_000, |size| variables(0_u8, size)),
        Case::new("flooding/variables of 8 bytes, packed", 1_000_000, |size| variables(0_u64, size)),
        Case::of("flooding/tree nodes of 2 bytes, packed", 1_000_000, |size, last| {
            nodes_twice(packed(Tree(0_u8, None), size, 1), last)
        }),
        Case::new("flooding/strings as names", 1_000_000, |size| names(size, |name| format!("name_{name}"))),
        Case::new("flooding/numbers with zeros below as names", 1_000_000, |size| names(size, |name| name << 44)),
        Case::of("flooding/opaque values of one hash", 1_000_000, |size, last| {
            let values = (0..size as u64).map(|number| Opaque(Coarse(number))).collect();
            Opaques { values, last }
        }),
        Case::of("flooding/structural keys of one hash", 1_000_000, |size, last| {
            let entry = |words| (StructuralKey::new(words), last);
            words_of_one_hash(size as u64).map(entry).collect::<HashMap<_, _>>()
        }),
        Case::of("flooding/structural keys of one hash, looked up in a table", 1_000_000, |size, last| {
            let table = Table(words_of_one_hash(size as u64).map(StructuralKey::new).collect());
            Looked { table, last }
        }),
    ];
    for shift in 10..=20 {
        let stride = 1_usize << shift;
        let largest = (1 << 28) / stride;
        cases.push(Case::new(format!("flooding/dag nodes at strides of 2^{shift}"), largest, move |size| {
            dags(0_u8, size, stride)
        }));
    }
    cases
}
