//! What a warm `Comparer` allocates: nothing. Counted, not timed.

use std::sync::Arc;

use sexpr_core::{Comparer, StructuralEq};

/// How many allocations some work makes on this thread.
fn allocations(work: impl FnOnce()) -> u64 {
    allocation_counter::measure(work).count_total
}

#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Var {
    ty: Option<Arc<Expr>>,
}

#[derive(StructuralEq)]
#[seq(kind = "dag")]
struct Node(Arc<Expr>);

#[derive(StructuralEq)]
enum Expr {
    Use(Arc<Var>),
    Int(i64),
    Add(Arc<Expr>, Box<Expr>),
    Tuple(Vec<Arc<Expr>>),
    Shared(Arc<Node>),
    Lambda {
        #[seq(def)]
        params: Vec<Arc<Var>>,
        body: Arc<Expr>,
    },
}

/// A function of `width` parameters that uses all of them, and shared nodes of both kinds.
fn function(width: usize) -> Expr {
    let params: Vec<_> = (0..width).map(|_| Arc::new(Var { ty: Some(Arc::new(Expr::Int(1))) })).collect();
    let uses: Vec<_> = params.iter().map(|param| Arc::new(Expr::Use(param.clone()))).collect();
    let sum = Arc::new(Expr::Add(Arc::new(Expr::Tuple(uses)), Box::new(Expr::Int(2))));
    let node = Arc::new(Node(sum.clone()));
    let body = Expr::Tuple(vec![sum.clone(), sum, Arc::new(Expr::Shared(node.clone())), Arc::new(Expr::Shared(node))]);
    Expr::Lambda { params, body: Arc::new(body) }
}

#[test]
fn the_counter_counts() {
    assert!(allocations(|| drop(function(8))) > 20);
}

/// Once a comparer has seen two equal values and another one, it allocates nothing to compare and hash them again.
#[track_caller]
fn allocates_nothing_once_warm<T: StructuralEq>([left, right, other]: [T; 3]) {
    let mut comparer = Comparer::new();
    let mut work = || {
        assert!(comparer.equal(&left, &right));
        assert!(!comparer.equal(&left, &other));
        assert_eq!(comparer.hash(&left), comparer.hash(&right));
    };
    work();
    assert_eq!(allocations(work), 0);
}

fn int(value: i64) -> Expr {
    Expr::Int(value)
}

fn add(left: Expr, right: Expr) -> Expr {
    Expr::Add(Arc::new(left), Box::new(right))
}

#[test]
fn five_nodes() {
    allocates_nothing_once_warm([3, 3, 4].map(|last| add(int(1), add(int(2), int(last)))));
}

#[test]
fn variables_and_shared_nodes() {
    allocates_nothing_once_warm([20, 20, 19].map(function));
}

#[test]
fn a_thousand_levels() {
    let chain = |value| (0..1_000).fold(int(value), |left, _| add(left, int(0)));
    allocates_nothing_once_warm([1, 1, 2].map(chain));
}

#[test]
fn a_tower_of_shared_nodes() {
    let tower =
        |value| (0..1_000).fold(Arc::new(int(value)), |below, _| Arc::new(Expr::Tuple(vec![below.clone(), below])));
    allocates_nothing_once_warm([1, 1, 2].map(tower));
}

/// References have no counts, so that all they refer to might be met again.
#[test]
fn references() {
    #[derive(StructuralEq)]
    struct Node<'a> {
        value: i64,
        next: Option<&'a Node<'a>>,
    }
    let bottoms = [1, 1, 2].map(|value| Node { value, next: None });
    let middles = bottoms.each_ref().map(|next| Node { value: 0, next: Some(next) });
    allocates_nothing_once_warm(middles.each_ref().map(|next| Node { value: 0, next: Some(next) }));
}

/// Tables that have grown for one term are kept for the next one that needs them.
#[test]
fn large_and_small_in_turn() {
    let (large, small) = (function(200), function(2));
    let mut comparer = Comparer::new();
    let mut work = || {
        for term in [&large, &small] {
            assert!(comparer.equal(term, term));
            comparer.hash(term);
        }
    };
    work();
    assert_eq!(allocations(work), 0);
}

/// Scopes, and variables that are objects.
#[test]
fn lexical_scopes() {
    #[derive(StructuralEq)]
    enum Term {
        Int(i64),
        Use(Arc<Var>),
        #[seq(scope)]
        Lambda(#[seq(def)] Arc<Var>, Box<Term>),
        Apply(Arc<Term>, Arc<Term>),
    }
    let lambda = |value| {
        let var = Arc::new(Var { ty: None });
        let used = Arc::new(Term::Use(var.clone()));
        let twice = Arc::new(Term::Apply(used.clone(), used));
        Term::Lambda(var, Box::new(Term::Apply(twice, Arc::new(Term::Int(value)))))
    };
    allocates_nothing_once_warm([1, 1, 2].map(lambda));
}

#[test]
fn named_variables_in_scopes() {
    #[derive(StructuralEq)]
    enum Term {
        Var(#[seq(var)] String),
        #[seq(scope)]
        Lambda(#[seq(var, def)] String, Box<Term>),
    }
    let lambdas = |used: &str| {
        let body = Term::Var(used.into());
        Term::Lambda("x".into(), Box::new(Term::Lambda("y".into(), Box::new(body))))
    };
    allocates_nothing_once_warm(["x", "x", "y"].map(lambdas));
}
