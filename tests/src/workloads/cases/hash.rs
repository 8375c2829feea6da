//! Hashes of large terms.

use std::{hint::black_box, sync::Arc};

use super::{Pair, SEED, SIZES, derived_hash, equality::random_term, ours_hash, pair};
use crate::workloads::{
    boxes, by_hand, chains,
    layout::Layout,
    measure::{
        Case, Contender,
        Target::{self, Times},
    },
    sums,
    terms::{self, Made, Term},
    vectors,
};

/// Every case.
pub fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for (index, size) in SIZES.into_iter().enumerate() {
        let by_hand = Times([1.1, 1.0, 1.0][index]);
        let derived = [Some(Times(1.3)), None, Some(Times(1.1))][index];
        cases.extend([
            random(Layout::Fresh, Made::WithVariables, size, by_hand, None),
            random(Layout::Fresh, Made::WithoutVariables, size, None, derived),
            Case::new("hash/sums", size, "node", move || {
                let pair = Layout::Fresh.build(&sums::blocks(2 * size), || pair(|| sums::random(size, SEED)));
                vec![ours_hash(&pair), derived_hash(&pair).target(derived)]
            }),
            Case::new("hash/vectors", size, "node", move || {
                let pair = Layout::Fresh.build(&vectors::blocks(2 * size), || pair(|| vectors::random(size, SEED)));
                vec![ours_hash(&pair), derived_hash(&pair)]
            }),
            Case::new("hash/boxes", size, "node", move || {
                let pair = Layout::Fresh.build(&boxes::blocks(2 * size), || pair(|| boxes::random(size, SEED)));
                vec![ours_hash(&pair), derived_hash(&pair)]
            }),
            interned(size),
            Case::new("hash/chain", size, "node", move || {
                let pair = Layout::Fresh.build(&chains::blocks(2 * size), || pair(|| chains::chain(size)));
                vec![ours_hash(&pair), derived_hash(&pair)]
            }),
        ]);
        if index > 0 {
            cases.extend([
                random(Layout::Shuffled, Made::WithVariables, size, by_hand, None),
                random(Layout::Shuffled, Made::WithoutVariables, size, None, derived),
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
    derived: Option<Target>,
) -> Case {
    let by_hand = by_hand.into();
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

/// No node has a reference count of one.
fn interned(size: usize) -> Case {
    Case::new("hash/interned", size, "node", move || {
        let pair = random_term(Layout::Fresh, Made::WithVariables, size);
        let interner = [terms::interned(&pair.0), terms::interned(&pair.1)];
        vec![ours_hash(&pair).holding(interner), by_hand_hash(&pair)]
    })
}
