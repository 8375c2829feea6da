//! The library beside its baselines, on the same terms. Where a requirement says how much the library may take, it
//! stands beside the baseline.
//!
//! Both sides of a comparison are built apart, and share nothing. Everybody's tables are warm: the library's in a
//! `Comparer`, those of what is written by hand in the same way.

use std::{hash::Hash, hint::black_box, rc::Rc};

use ahash::RandomState;
use sexpr_core::{Comparer, StructuralEq};
use sexpr_tests::workloads::{
    measure::{Case, Contender},
    memoized::Memoized,
};

pub mod containers;
pub mod equality;
pub mod hash;
pub mod rewrite;
pub mod sharing;
pub mod small;
pub mod walk;

/// The sizes of random terms: in the first cache, in the last one, and in none.
const SIZES: [usize; 3] = [1_000, 100_000, 1_000_000];

/// What random terms start with.
const SEED: u64 = 1;

/// Every case.
pub fn all() -> Vec<Case> {
    [
        equality::cases(),
        hash::cases(),
        sharing::cases(),
        containers::cases(),
        small::cases(),
        walk::cases(),
        rewrite::cases(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Two values that are equal.
type Pair<T> = Rc<(T, T)>;

fn pair<T>(build: impl Fn() -> T) -> Pair<T> {
    Rc::new((build(), build()))
}

/// The library's equality.
fn ours_equal<T: StructuralEq + 'static>(pair: &Pair<T>) -> Contender {
    let (pair, mut comparer) = (pair.clone(), Comparer::new());
    Contender::new("ours", true, move || comparer.equal(black_box(&pair.0), black_box(&pair.1)))
}

/// The equality of `#[derive(PartialEq)]`.
fn derived_equal<T: PartialEq + 'static>(pair: &Pair<T>) -> Contender {
    let pair = pair.clone();
    Contender::new("derive(PartialEq)", true, move || black_box(&pair.0) == black_box(&pair.1))
}

/// The library's hash.
fn ours_hash<T: StructuralEq + 'static>(pair: &Pair<T>) -> Contender {
    let (pair, mut comparer) = (pair.clone(), Comparer::new());
    let expected = comparer.hash(&pair.1);
    Contender::new("ours", expected, move || comparer.hash(black_box(&pair.0)))
}

/// The hash of `#[derive(Hash)]` with ahash.
fn derived_hash<T: Hash + 'static>(pair: &Pair<T>) -> Contender {
    let (pair, state) = (pair.clone(), RandomState::with_seeds(1, 2, 3, 4));
    let hash = move |value: &T| state.hash_one(value);
    let expected = hash(&pair.1);
    Contender::new("derive(Hash)", expected, move || hash(black_box(&pair.0)))
}

/// The equality that is written by hand with a memo.
fn memo_equal<T: Memoized + 'static>(pair: &Pair<T>) -> Contender {
    let (pair, mut comparison) = (pair.clone(), T::Comparison::default());
    Contender::new("by hand, memo", true, move || black_box(&pair.0).equal(black_box(&pair.1), &mut comparison))
}

/// The hash that is written by hand with a memo.
fn memo_hash<T: Memoized + 'static>(pair: &Pair<T>) -> Contender {
    let (pair, mut hashing) = (pair.clone(), T::Hashing::default());
    let expected = pair.1.hash(&mut hashing);
    Contender::new("by hand, memo", expected, move || black_box(&pair.0).hash(&mut hashing))
}
