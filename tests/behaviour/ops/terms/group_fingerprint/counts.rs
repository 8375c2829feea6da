//! Large groups.

use super::{Expr, Group, binder, classes, name, of, tuple};

/// Each member calls the next one. The last one is told apart first, then the one before, and so on.
fn chain(length: usize) -> Group {
    let definition = |i: usize| if i + 1 < length { name(&format!("m{}", i + 1)) } else { Expr::Int(0) };
    (0..length).map(|i| (binder(&format!("m{i}")), tuple([definition(i)]))).collect()
}

#[test]
fn a_chain_of_many_members() {
    let chain = chain(5_000);
    assert_eq!(classes(&chain), chain.len());
    let reversed: Group = chain.iter().rev().cloned().collect();
    assert_eq!(of(&chain), of(&reversed));
}

#[test]
fn a_ring_of_many_members() {
    let count = 5_000;
    let ring = |first: usize| -> Group {
        let member = |i: usize| (binder(&format!("m{i}")), name(&format!("m{}", (i + 1) % count)));
        (0..count).map(|i| member((first + 7 * i) % count)).collect()
    };
    assert_eq!(of(&ring(0)), of(&ring(2_345)));
}
