//! How many nodes there are.

use std::sync::Arc;

use sexpr_core::{
    StructuralEq,
    terms::{NodeCount, count_nodes},
};

#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Var {
    ty: Box<Expr>,
}

#[derive(StructuralEq)]
enum Expr {
    Int(i64),
    Use(Arc<Var>),
    List(Arc<Vec<Expr>>),
}

fn count(occurrences: u128, distinct: usize) -> NodeCount {
    NodeCount { occurrences, distinct }
}

#[test]
fn leaves_are_no_nodes() {
    assert_eq!(count_nodes(&7), count(0, 0));
    assert_eq!(count_nodes(&Expr::Int(7)), count(1, 1));
}

#[test]
fn a_variable_counts_once_with_its_fields_and_one_at_each_occurrence() {
    let var = Arc::new(Var { ty: Box::new(Expr::Int(1)) });
    let uses = [Expr::Use(var.clone()), Expr::Use(var)];
    assert_eq!(count_nodes(&uses), count(4, 4));
}

#[test]
fn shared_containers_count_like_shared_nodes() {
    let list = Arc::new(vec![Expr::Int(1), Expr::Int(2)]);
    let lists = [Expr::List(list.clone()), Expr::List(list.clone()), Expr::List(list)];
    assert_eq!(count_nodes(&lists), count(9, 5));
}

#[derive(StructuralEq)]
enum Pattern {
    Name(#[seq(var)] String),
    Pair(Arc<Pattern>, Arc<Pattern>),
}

#[derive(StructuralEq)]
#[seq(scope)]
struct Function {
    #[seq(def)]
    pattern: Arc<Pattern>,
}

/// This ends only if what is shared is counted once, though it binds something.
#[test]
fn patterns_that_are_shared_count_like_shared_nodes() {
    let pattern =
        (0..60).fold(Arc::new(Pattern::Name("x".into())), |below, _| Arc::new(Pattern::Pair(below.clone(), below)));
    assert_eq!(count_nodes(&Function { pattern }), count(3 * (1 << 60), 60 + 3));
}
