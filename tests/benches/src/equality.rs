//! Equality of large terms.

use std::{hint::black_box, sync::Arc};

use sexpr_core::StructuralEq;

use crate::{Pair, SEED, SIZES, derived_equal, memo_equal, ours_equal, pair};
use sexpr_test_support::{
    layout::{Blocks, Layout},
    terms::{self, Made, Term},
};
use sexpr_tests::workloads::{
    alternating, boxes, by_hand, chains,
    measure::{Case, Contender, Target::Times},
    references, sums, vectors,
};

/// Every case.
pub fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for layout in [Layout::Fresh, Layout::Shuffled] {
        for (index, size) in SIZES.into_iter().enumerate() {
            // In the first cache, it does not matter where nodes lie.
            if layout == Layout::Fresh || index > 0 {
                cases.extend(random_terms(layout, index, size));
            }
        }
    }
    cases.extend([(1_000, 1.6), (100_000, 2.5), (1_000_000, 1.6)].map(|(size, target)| interned(size, target)));
    cases.extend(SIZES.map(chain));
    cases.extend(SIZES.map(|size| chain_of_lambdas(size).long(size > 100_000)));
    cases
}

/// The cases of one layout and of one size, the one with this index.
fn random_terms(layout: Layout, index: usize, size: usize) -> Vec<Case> {
    let with_variables = move || random_term(layout, Made::WithVariables, size);
    let without_variables = move || random_term(layout, Made::WithoutVariables, size);
    let is_shuffled = layout == Layout::Shuffled;
    vec![
        case("variables", layout, size, move || {
            let pair = with_variables();
            let target = if is_shuffled { 0.95 } else { [0.85, 1.0, 1.0][index] };
            let by_hand = by_hand_equal(&pair).target(Times(target));
            // What is written by hand is to be as good as it was where it was measured.
            let good = [Some(2.2), None, Some(1.4)][index].filter(|_| !is_shuffled).map(Times);
            vec![ours_equal(&pair), by_hand.beside("derive(PartialEq)", good), derived_equal(&pair)]
        }),
        case("no variables", layout, size, move || {
            let pair = without_variables();
            let target = if is_shuffled { 1.05 } else { [0.65, 0.95, 1.0][index] };
            vec![ours_equal(&pair), derived_equal(&pair).target(Times(target)), by_hand_equal(&pair)]
        }),
        against_derived("sums", layout, size, [0.9, 0.9, 1.0][index], sums::blocks, sums::random),
        against_derived("alternating", layout, size, 1.1, alternating::blocks, alternating::random),
        against_derived("vectors", layout, size, 1.1, vectors::blocks, vectors::random),
        against_derived("boxes", layout, size, 1.1, boxes::blocks, boxes::random),
        against_derived("references", layout, size, [2.5, 1.8, 1.8][index], references::blocks, references::random)
            .long(size > 100_000),
    ]
}

/// The comparison that is written by hand.
pub(super) fn by_hand_equal(pair: &Pair<Arc<Term>>) -> Contender {
    let (pair, mut comparison) = (pair.clone(), by_hand::Comparison::default());
    Contender::new("by hand", true, move || comparison.equal(black_box(&pair.0), black_box(&pair.1)))
}

fn case(name: &str, layout: Layout, size: usize, build: impl Fn() -> Vec<Contender> + 'static) -> Case {
    let layout = match layout {
        Layout::Fresh => "",
        Layout::Shuffled => "/shuffled",
    };
    Case::new(format!("equal/{name}{layout}"), size, "node", build)
}

/// A case of a type without variables.
fn against_derived<T: StructuralEq + PartialEq + 'static>(
    name: &str,
    layout: Layout,
    size: usize,
    target: impl Into<Option<f64>>,
    blocks: fn(usize) -> Vec<Blocks>,
    random: fn(usize, u64) -> T,
) -> Case {
    let target = target.into().map(Times);
    case(name, layout, size, move || {
        let pair = layout.build(&blocks(2 * size), || pair(|| random(size, SEED)));
        vec![ours_equal(&pair), derived_equal(&pair).target(target)]
    })
    .long(layout == Layout::Shuffled && size > 100_000)
}

/// A random term, twice.
pub(super) fn random_term(layout: Layout, made: Made, size: usize) -> Pair<Arc<Term>> {
    layout.build(&terms::blocks(2 * size), || pair(|| terms::random(made, size, SEED)))
}

/// No node has a reference count of one. What is wanted beside the comparison without a memo depends on the size.
fn interned(size: usize, without_memo: f64) -> Case {
    case("interned", Layout::Fresh, size, move || {
        let pair = random_term(Layout::Fresh, Made::WithVariables, size);
        let interner = [terms::interned(&pair.0), terms::interned(&pair.1)];
        vec![
            ours_equal(&pair).holding(interner),
            by_hand_equal(&pair).target(Times(without_memo)),
            memo_equal(&pair).target(Times(0.5)),
            derived_equal(&pair),
        ]
    })
}

fn chain(size: usize) -> Case {
    against_derived("chain", Layout::Fresh, size, None, chains::blocks, |size, _| chains::chain(size))
}

/// Beside our own chain of as many nodes.
fn chain_of_lambdas(size: usize) -> Case {
    case("chain of lambdas", Layout::Fresh, size, move || {
        let lambdas = Layout::Fresh.build(&terms::blocks(size), || pair(|| chains::lambdas(size)));
        let chain = Layout::Fresh.build(&chains::blocks(size), || pair(|| chains::chain(size)));
        vec![ours_equal(&lambdas), ours_equal(&chain).called("our chain"), by_hand_equal(&lambdas)]
    })
}
