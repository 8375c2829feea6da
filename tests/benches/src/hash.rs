//! Hashes of large terms.

use std::{hash::Hash, hint::black_box, sync::Arc};

use sexpr_core::StructuralEq;

use crate::{Pair, SEED, SIZES, derived_hash, equality::random_term, ours_hash, pair};
use sexpr_test_support::{
    layout::{Blocks, Layout},
    terms::{self, Made, Term},
};
use sexpr_tests::workloads::{
    boxes, by_hand, chains,
    measure::{
        Case, Contender,
        Target::{self, Times},
    },
    sums, vectors,
};

/// Every case.
pub fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for (index, size) in SIZES.into_iter().enumerate() {
        let for_by_hand = Times([1.2, 1.1, 1.05][index]);
        let for_derived = Times(1.1);
        let for_sums = [Some(Times(1.3)), None, Some(Times(1.1))][index];
        cases.extend([
            random(Layout::Fresh, Made::WithVariables, size, for_by_hand, None),
            random(Layout::Fresh, Made::WithoutVariables, size, None, for_derived),
            derived("sums", size, sums::blocks, sums::random, for_sums),
            derived("vectors", size, vectors::blocks, vectors::random, None).long(size > 100_000),
            derived("boxes", size, boxes::blocks, boxes::random, None).long(size > 100_000),
            derived("chain", size, chains::blocks, |size, _| chains::chain(size), None).long(size > 100_000),
            interned(size).long(size > 100_000),
        ]);
        if index > 0 {
            cases.extend([
                random(Layout::Shuffled, Made::WithVariables, size, for_by_hand, None),
                random(Layout::Shuffled, Made::WithoutVariables, size, None, for_derived),
            ]);
        }
    }
    cases
}

/// The hash that is written by hand.
pub(super) fn by_hand_hash(pair: &Pair<Arc<Term>>) -> Contender {
    let (pair, mut hashing) = (pair.clone(), by_hand::Hashing::default());
    let expected = hashing.hash(&pair.1);
    Contender::new("by hand", expected, move || hashing.hash(black_box(&pair.0)))
}

/// A random term, and what is wanted of us beside each baseline. The derived hash of a term with variables is that of
/// other things, and stands here for comparison only.
fn random(
    layout: Layout,
    made: Made,
    size: usize,
    by_hand: impl Into<Option<Target>>,
    derived: impl Into<Option<Target>>,
) -> Case {
    let (by_hand, derived) = (by_hand.into(), derived.into());
    let name = match (made, layout) {
        (Made::WithVariables, Layout::Fresh) => "hash/variables",
        (Made::WithVariables, Layout::Shuffled) => "hash/variables/shuffled",
        (Made::WithoutVariables, Layout::Fresh) => "hash/no variables",
        (Made::WithoutVariables, Layout::Shuffled) => "hash/no variables/shuffled",
    };
    Case::new(name, size, "node", move || {
        let pair = random_term(layout, made, size);
        vec![ours_hash(&pair), by_hand_hash(&pair).target(by_hand), derived_hash(&pair).target(derived)]
    })
}

/// A case of a type without variables.
fn derived<T: StructuralEq + Hash + 'static>(
    name: &str,
    size: usize,
    blocks: fn(usize) -> Vec<Blocks>,
    random: fn(usize, u64) -> T,
    target: Option<Target>,
) -> Case {
    Case::new(format!("hash/{name}"), size, "node", move || {
        let pair = Layout::Fresh.build(&blocks(2 * size), || pair(|| random(size, SEED)));
        vec![ours_hash(&pair), derived_hash(&pair).target(target)]
    })
}

/// No node has a reference count of one.
fn interned(size: usize) -> Case {
    Case::new("hash/interned", size, "node", move || {
        let pair = random_term(Layout::Fresh, Made::WithVariables, size);
        let interner = [terms::interned(&pair.0), terms::interned(&pair.1)];
        vec![ours_hash(&pair).holding(interner), by_hand_hash(&pair)]
    })
}
