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

#[test]
fn a_warm_comparer_compares_without_allocating() {
    let (left, right, other) = (function(20), function(20), function(19));
    let mut comparer = Comparer::new();
    assert!(comparer.equal(&left, &right));
    let warm = allocations(|| {
        assert!(comparer.equal(&left, &right));
        assert!(!comparer.equal(&left, &other));
        assert!(comparer.equal(&right, &left));
    });
    assert_eq!(warm, 0);
}

#[test]
fn a_warm_comparer_hashes_without_allocating() {
    let (left, right) = (function(20), function(20));
    let mut comparer = Comparer::new();
    let hash = comparer.hash(&left);
    let warm = allocations(|| {
        assert_eq!(comparer.hash(&left), hash);
        assert_eq!(comparer.hash(&right), hash);
    });
    assert_eq!(warm, 0);
}
