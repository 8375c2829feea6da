//! Walks over large terms, with a callback that does as good as nothing: it counts terms. The same by a walk that knows
//! its bindings, and by an iterator over nodes.

use std::{hint::black_box, sync::Arc};

use sexpr_core::walk::{Walk, nodes};

use crate::{Pair, SIZES, equality::random_term};
use sexpr_test_support::{
    layout::Layout,
    terms::{Made, Term},
};
use sexpr_tests::workloads::{
    measure::{
        Case, Contender,
        Target::{self, Times},
    },
    visitor::{Count, Tell, Visitor},
};

/// Every case.
pub fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for (size, target) in SIZES.into_iter().zip([13.0, 2.8, 2.6]) {
        let target = Some(Times(target));
        for made in [Made::WithVariables, Made::WithoutVariables] {
            cases.push(case("walk", ours, made, size, target));
            cases.push(case("walk with bindings", ours_with_bindings, made, size, None));
            cases.push(case("nodes", ours_by_nodes, made, size, target));
        }
    }
    cases
}

/// A case, and the target beside the visitor that learns no bindings.
fn case(
    name: &str,
    ours: fn(&Pair<Arc<Term>>, usize) -> Contender,
    made: Made,
    size: usize,
    target: Option<Target>,
) -> Case {
    let made_of = match made {
        Made::WithVariables => "variables",
        Made::WithoutVariables => "no variables",
    };
    Case::new(format!("{name}/{made_of}"), size, "node", move || {
        let pair = random_term(Layout::Fresh, made, size);
        let expected = pair.0.nodes();
        vec![ours(&pair, expected), by_hand(&pair, expected).target(target), telling(&pair, expected)]
    })
}

fn ours(pair: &Pair<Arc<Term>>, expected: usize) -> Contender {
    let pair = pair.clone();
    Contender::new("ours", expected, move || {
        let mut count = 0;
        Walk::new().on(|_: &Term, _| count += 1).run(black_box(&pair.0));
        count
    })
}

fn ours_with_bindings(pair: &Pair<Arc<Term>>, expected: usize) -> Contender {
    let pair = pair.clone();
    Contender::new("ours", expected, move || {
        let mut count = 0;
        Walk::new().with_bindings().on(|_: &Term, _| count += 1).run(black_box(&pair.0));
        count
    })
}

fn ours_by_nodes(pair: &Pair<Arc<Term>>, expected: usize) -> Contender {
    let pair = pair.clone();
    Contender::new("ours", expected, move || nodes::<Term>(black_box(&pair.0)).count())
}

fn by_hand(pair: &Pair<Arc<Term>>, expected: usize) -> Contender {
    let pair = pair.clone();
    Contender::new("by hand", expected, move || {
        let mut count = Count::default();
        count.term(black_box(&pair.0));
        count.0
    })
}

fn telling(pair: &Pair<Arc<Term>>, expected: usize) -> Contender {
    let pair = pair.clone();
    Contender::new("by hand, with bindings", expected, move || {
        let mut tell = Tell::default();
        tell.term(black_box(&pair.0));
        black_box(tell.bound_again);
        tell.terms
    })
}
