//! Traversals, and the nodes on paths, however deep and wide a value is.

use std::{collections::HashMap, mem::ManuallyDrop, sync::Arc};

use allocation_counter::measure;
use sexpr_core::{ByIdentity, StructuralEq, first_structural_mismatch};

#[derive(StructuralEq)]
enum Chain {
    Int(u64),
    Next(#[seq(ignore)] u64, Box<Chain>),
}

fn chain(length: u64, end: u64) -> ManuallyDrop<Chain> {
    ManuallyDrop::new((0..length).fold(Chain::Int(end), |next, level| Chain::Next(level, Box::new(next))))
}

#[test]
fn the_nodes_on_a_deep_path_take_memory_for_each_once() {
    const DEPTH: u64 = 20_000;
    let one = chain(DEPTH, 1);
    let mismatch = first_structural_mismatch(&*one, &*chain(DEPTH, 2)).unwrap();
    let mut count = 0;
    let allocated = measure(|| count = mismatch.lhs().nodes_in(&*one).len());
    assert_eq!(count as u64, DEPTH + 1);
    assert!(allocated.bytes_total < 1_000 * DEPTH, "{allocated:?}");
}

#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Var {
    width: u32,
}

#[test]
fn the_path_to_an_entry_leads_to_its_key_and_its_value() {
    let x = ByIdentity(Arc::new(Var { width: 8 }));
    let table = |value| HashMap::from([(x.clone(), value)]);
    let (one, other) = (table(Chain::Int(1)), table(Chain::Next(0, Box::new(Chain::Int(1)))));
    let mismatch = first_structural_mismatch(&one, &other).unwrap();
    assert_eq!(mismatch.lhs().to_string(), "[Var]");
    for map in [&one, &other] {
        assert!(std::ptr::eq(mismatch.lhs().innermost_in::<Chain>(map).unwrap(), &map[&x]));
        assert!(std::ptr::eq(mismatch.lhs().innermost_in::<Var>(map).unwrap(), &*x.0));
        assert_eq!(mismatch.lhs().nodes_in(map).len(), 2);
    }
}
