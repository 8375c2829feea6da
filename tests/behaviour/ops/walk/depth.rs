//! Walks take no native stack.

use std::sync::Arc;

use sexpr_core::{StructuralEq, walk::Walk};
use sexpr_test_support::stack::with_stack;

#[derive(StructuralEq)]
#[allow(dead_code)]
enum Chain {
    End,
    Boxed(Box<Chain>),
    Shared(Arc<Chain>),
    Listed(Vec<Chain>),
}

#[test]
fn a_million_nested_nodes_are_walked_over_in_a_small_stack() {
    let walk = || {
        let mut chain = Chain::End;
        for level in 0..1_000_000 {
            chain = match level % 3 {
                0 => Chain::Boxed(Box::new(chain)),
                1 => Chain::Shared(Arc::new(chain)),
                _ => Chain::Listed(vec![chain]),
            };
        }
        let (mut before, mut after, mut deepest) = (0_u64, 0_u64, 0);
        Walk::new()
            .with_paths()
            .on(|_: &Chain, at| {
                before += 1;
                deepest = deepest.max(at.depth());
            })
            .after(|_: &Chain, _| after += 1)
            .run(&chain);
        std::mem::forget(chain);
        (before, after, deepest)
    };
    assert_eq!(with_stack(64, walk), (1_000_001, 1_000_001, 1_000_000));
}
