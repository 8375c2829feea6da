//! Time and the native stack, however large or deep a term is, and whoever made it.

use std::{
    mem::ManuallyDrop,
    sync::Arc,
    time::{Duration, Instant},
};

use sexpr_core::{Options, StructuralEq};

use crate::nodes::{Var, var};

#[derive(StructuralEq)]
enum Expr {
    Int(u64),
    Use(Arc<Var>),
    Add(#[seq(unordered)] [Arc<Expr>; 2]),
    Sum(#[seq(unordered)] Vec<Expr>),
    Negative(Arc<Expr>),
    #[seq(scope)]
    Lambda {
        #[seq(def)]
        params: Vec<Arc<Var>>,
        body: Arc<Expr>,
    },
}

use Expr::{Add, Int, Lambda, Negative, Sum, Use};

/// Deep terms, which are not dropped: that would recurse.
fn kept<const N: usize>(terms: [Arc<Expr>; N]) -> [ManuallyDrop<Arc<Expr>>; N] {
    terms.map(ManuallyDrop::new)
}

/// Compares, hashes and reports on two terms under some options, and checks that it took no time to speak of.
fn are_equal_under(options: Options, one: &Arc<Expr>, other: &Arc<Expr>) -> bool {
    let start = Instant::now();
    let are_equal = options.equal(one, other);
    assert_eq!(are_equal, options.hash(one) == options.hash(other));
    assert_eq!(are_equal, options.first_mismatch(one, other).is_none());
    if let (Ok(one), Ok(other)) = (options.fingerprint(one), options.fingerprint(other)) {
        assert_eq!(are_equal, one == other);
    }
    let elapsed = start.elapsed();
    assert!(elapsed < Duration::from_secs(60), "took {elapsed:?}");
    are_equal
}

fn are_equal(one: &Arc<Expr>, other: &Arc<Expr>) -> bool {
    let are_equal = are_equal_under(Options::new(), one, other);
    assert_eq!(are_equal, are_equal_under(Options::new().map_free_vars(true), one, other));
    are_equal
}

const MANY: u64 = if cfg!(miri) { 100 } else { 20_000 };

#[test]
fn a_long_chain_of_additions_is_compared_in_any_order() {
    let free = Arc::new(Use(var()));
    let chain = |swapped: bool, last: u64| {
        let add = |sum: Arc<Expr>, number: u64| {
            let operand = if number.is_multiple_of(3) { free.clone() } else { Arc::new(Int(number)) };
            Arc::new(Add(if swapped { [operand, sum] } else { [sum, operand] }))
        };
        (0..MANY).fold(Arc::new(Int(last)), add)
    };
    let [one, same, other] = kept([chain(false, 0), chain(true, 0), chain(true, 1)]);
    assert!(are_equal(&one, &same));
    assert!(!are_equal(&one, &other));
}

#[test]
fn operands_that_differ_only_in_their_bound_variables_are_told_apart_quickly() {
    let lambda = |reversed: bool, twice: bool| {
        let params: Vec<_> = (0..MANY).map(|_| var()).collect();
        let mut uses: Vec<_> = params.iter().map(|param| Use(param.clone())).collect();
        if twice {
            uses[0] = Use(params[1].clone());
        }
        if reversed {
            uses.reverse();
        }
        Arc::new(Lambda { params, body: Arc::new(Sum(uses)) })
    };
    let one = lambda(false, false);
    assert!(are_equal(&one, &lambda(true, false)));
    assert!(!are_equal(&one, &lambda(true, true)));
}

#[test]
fn shared_operands_take_no_exponential_time() {
    let free = Arc::new(Use(var()));
    let tower = |height: u64| {
        let level = |below: Arc<Expr>, _: u64| {
            let negative = Arc::new(Negative(below.clone()));
            let twice = Arc::new(Add([below.clone(), below]));
            Arc::new(Add([negative, twice]))
        };
        (0..height).fold(free.clone(), level)
    };
    assert!(are_equal(&tower(300), &tower(300)));
    assert!(!are_equal(&tower(300), &tower(301)));
}

#[test]
fn sums_that_share_a_term_with_free_variables_do_not_look_at_it_once_each() {
    let shared = || {
        let (x, y) = (var(), var());
        let large = |of: Arc<Var>| (0..1000).fold(Arc::new(Use(of)), |sum, _| Arc::new(Negative(sum)));
        (large(x), large(y))
    };
    let (of_x, of_y) = shared();
    let sum = |reversed: bool| {
        let operand =
            |number: u64| Add([Arc::new(Negative(of_x.clone())), Arc::new(Add([Arc::new(Int(number)), of_y.clone()]))]);
        let mut operands: Vec<_> = (0..MANY / 10).map(operand).collect();
        if reversed {
            operands.reverse();
        }
        Arc::new(Sum(operands))
    };
    assert!(are_equal_under(Options::new(), &sum(false), &sum(true)));
}
