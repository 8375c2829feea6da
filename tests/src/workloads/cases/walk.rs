//! Walks over large terms, with a callback that does as good as nothing: it counts terms. And the same by an iterator
//! over nodes, which keeps nothing that it is not asked for.

use std::{hint::black_box, sync::Arc};

use sexpr_core::{nodes, walk::Walk};

use super::{Pair, SIZES, equality::random_term};
use crate::workloads::{
    layout::Layout,
    measure::{Case, Contender, Target::Times},
    terms::{Made, Term},
    visitor::{Count, Tell, Visitor},
};

/// Every case.
pub fn cases() -> Vec<Case> {
    let cases = SIZES.into_iter().flat_map(|size| {
        [(Layout::Fresh, Made::WithVariables), (Layout::Fresh, Made::WithoutVariables)]
            .into_iter()
            .flat_map(move |(layout, made)| [walk(layout, made, size), search(layout, made, size)])
    });
    cases.collect()
}

fn walk(layout: Layout, made: Made, size: usize) -> Case {
    let name = match made {
        Made::WithVariables => "walk/variables",
        Made::WithoutVariables => "walk/no variables",
    };
    Case::new(name, size, "node", move || {
        let pair = random_term(layout, made, size);
        let expected = pair.0.nodes();
        vec![ours(&pair, expected), by_hand(&pair, expected), telling(&pair, expected)]
    })
}

fn search(layout: Layout, made: Made, size: usize) -> Case {
    let name = match made {
        Made::WithVariables => "nodes/variables",
        Made::WithoutVariables => "nodes/no variables",
    };
    let target = (size == 1_000_000).then_some(Times(1.3));
    Case::new(name, size, "node", move || {
        let pair = random_term(layout, made, size);
        let expected = pair.0.nodes();
        vec![ours_by_nodes(&pair, expected), by_hand(&pair, expected).target(target), telling(&pair, expected)]
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
