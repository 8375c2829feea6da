//! Rows of variables whose fields are leaves, against the rules for them in a few lines.

use std::{collections::HashMap, sync::Arc};

use proptest::prelude::*;
use sexpr_core::StructuralEq;
use sexpr_test_support::check;

#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Var {
    width: u32,
}

#[derive(StructuralEq)]
struct Sticky {
    #[seq(def)]
    params: Vec<Arc<Var>>,
    uses: Vec<Arc<Var>>,
}

#[derive(StructuralEq)]
#[seq(scope)]
struct Scope {
    #[seq(def)]
    params: Vec<Arc<Var>>,
    uses: Vec<Arc<Var>>,
}

const WIDTHS: [u32; 5] = [1, 1, 1, 2, 2];

/// Parameters and uses, as places in the pool of variables that both sides share.
type Rows = (Vec<usize>, Vec<usize>);

fn rows() -> impl Strategy<Value = Rows> {
    let row = || prop::collection::vec(0..WIDTHS.len(), 0..6);
    (row(), row())
}

/// Two pairs of rows, of which the second is often the first with other variables.
fn pairs() -> impl Strategy<Value = (Rows, Rows)> {
    let renamed = (rows(), Just(Vec::from_iter(0..WIDTHS.len())).prop_shuffle()).prop_map(|((params, uses), names)| {
        let rename = |row: &Vec<usize>| row.iter().map(|variable| names[*variable]).collect();
        let other = (rename(&params), rename(&uses));
        ((params, uses), other)
    });
    prop_oneof![3 => renamed, 1 => (rows(), rows())]
}

/// Which variables correspond, by when they were bound.
#[derive(Default)]
struct Bound {
    left: HashMap<usize, usize>,
    right: HashMap<usize, usize>,
    made: usize,
}

impl Bound {
    fn bind(&mut self, left: usize, right: usize) {
        self.left.insert(left, self.made);
        self.right.insert(right, self.made);
        self.made += 1;
    }

    /// A look-up on both sides: whether they correspond, if either is bound.
    fn known(&self, left: usize, right: usize) -> Option<bool> {
        match (self.left.get(&left), self.right.get(&right)) {
            (None, None) => None,
            (one, other) => Some(one == other),
        }
    }

    fn used(&mut self, left: usize, right: usize) -> bool {
        self.known(left, right).unwrap_or_else(|| {
            // A free variable corresponds to itself.
            self.bind(left, right);
            left == right
        })
    }
}

fn all(left: &[usize], right: &[usize], mut same: impl FnMut(usize, usize) -> bool) -> bool {
    left.len() == right.len() && left.iter().zip(right).all(|(l, r)| same(*l, *r))
}

fn expected(left: &Rows, right: &Rows, anew: bool) -> bool {
    let mut bound = Bound::default();
    let params = all(&left.0, &right.0, |l, r| {
        let known = bound.known(l, r).filter(|_| !anew);
        known.unwrap_or_else(|| {
            bound.bind(l, r);
            WIDTHS[l] == WIDTHS[r]
        })
    });
    params && all(&left.1, &right.1, |l, r| bound.used(l, r))
}

fn agree<T: StructuralEq>(left: &T, right: &T, expected: bool) {
    if expected {
        check::equal(left, right);
    } else {
        check::differ(left, right);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn rows_of_leaf_variables_agree_with_the_rules((left, right) in pairs()) {
        let pool = WIDTHS.map(|width| Arc::new(Var { width }));
        let row = |row: &Vec<usize>| Vec::from_iter(row.iter().map(|variable| pool[*variable].clone()));
        let sticky = |(params, uses): &Rows| Sticky { params: row(params), uses: row(uses) };
        let scope = |(params, uses): &Rows| Scope { params: row(params), uses: row(uses) };
        agree(&sticky(&left), &sticky(&right), expected(&left, &right, false));
        agree(&scope(&left), &scope(&right), expected(&left, &right, true));
    }
}
