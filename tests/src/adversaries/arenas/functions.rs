//! Functions, each with an arena, that share nodes, an arena, or each other.

use std::sync::Arc;

use sexpr_core::StructuralEq;

use super::{
    graphs::{Dag, DagId, Tree, TreeId},
    of,
};
use crate::adversaries::{Case, Operation};

/// An arena around many values.
#[derive(StructuralEq)]
pub struct Around<T: StructuralEq + 'static> {
    #[seq(arena(TreeId))]
    nodes: Vec<Tree>,
    #[seq(arena(DagId))]
    dags: Vec<Dag>,
    inner: Vec<T>,
    last: i64,
}

/// A level of a tower that holds ids.
#[derive(StructuralEq)]
pub struct Level {
    tree: Option<TreeId>,
    dag: Option<DagId>,
    below: Option<(Arc<Level>, Arc<Level>)>,
}

/// The same, whose sharing counts.
#[derive(StructuralEq)]
#[seq(kind = "dag")]
pub struct DagLevel {
    tree: Option<TreeId>,
    dag: Option<DagId>,
    below: Option<(Arc<DagLevel>, Arc<DagLevel>)>,
}

/// A function with an arena of trees of its own.
#[derive(StructuralEq)]
pub struct Function<T: StructuralEq + 'static> {
    #[seq(arena(TreeId))]
    nodes: Vec<Tree>,
    body: Arc<T>,
    root: TreeId,
}

/// The same, and a scope.
#[derive(StructuralEq)]
#[seq(scope)]
pub struct ScopedFunction<T: StructuralEq + 'static> {
    #[seq(arena(TreeId))]
    nodes: Vec<Tree>,
    body: Arc<T>,
    root: TreeId,
}

/// A function with a few dag nodes of its own.
#[derive(StructuralEq)]
pub struct DagFunction {
    #[seq(arena(DagId))]
    nodes: Vec<Dag>,
    root: DagId,
}

/// A function that shares an arena with others, and has one of its own.
#[derive(StructuralEq)]
pub struct Sharing {
    #[seq(arena(DagId))]
    shared: Arc<Vec<Dag>>,
    #[seq(arena(TreeId))]
    own: Vec<Tree>,
    dag: DagId,
    tree: TreeId,
}

/// A function with an arena of its own that holds those that it calls.
#[derive(StructuralEq)]
pub struct Caller {
    #[seq(arena(TreeId))]
    own: Vec<Tree>,
    root: TreeId,
    callees: Vec<Arc<Caller>>,
}

/// A tower whose levels mention ids.
fn tower(levels: usize, tree: Option<TreeId>, dag: Option<DagId>) -> Arc<Level> {
    let bottom = Arc::new(Level { tree, dag, below: None });
    (0..levels).fold(bottom, |below, _| Arc::new(Level { tree, dag, below: Some((below.clone(), below)) }))
}

fn dag_tower(levels: usize, tree: Option<TreeId>, dag: Option<DagId>) -> Arc<DagLevel> {
    let bottom = Arc::new(DagLevel { tree, dag, below: None });
    (0..levels).fold(bottom, |below, _| Arc::new(DagLevel { tree, dag, below: Some((below.clone(), below)) }))
}

pub(super) fn leaf() -> Vec<Tree> {
    vec![Tree { value: 0, next: Vec::new() }]
}

pub(super) fn around<T: StructuralEq>(inner: Vec<T>, last: i64) -> Around<T> {
    Around { nodes: leaf(), dags: vec![Dag { value: 0, next: Vec::new() }], inner, last }
}

/// So many functions that hold one tower.
fn functions<T: StructuralEq>(size: usize, last: i64, body: Arc<T>) -> Around<Function<T>> {
    let function = |_| Function { nodes: leaf(), body: body.clone(), root: TreeId(0) };
    around((0..size).map(function).collect(), last)
}

fn scoped_functions<T: StructuralEq>(size: usize, last: i64, body: Arc<T>) -> Around<ScopedFunction<T>> {
    let function = |_| ScopedFunction { nodes: leaf(), body: body.clone(), root: TreeId(0) };
    around((0..size).map(function).collect(), last)
}

fn dag_function() -> DagFunction {
    DagFunction { nodes: vec![Dag { value: 0, next: Vec::new() }], root: DagId(0) }
}

fn sharing_an_arena(size: usize, last: i64) -> Around<Sharing> {
    let shared = Arc::new(vec![Dag { value: 0, next: Vec::new() }]);
    let function = |_| Sharing { shared: shared.clone(), own: leaf(), dag: DagId(0), tree: TreeId(0) };
    around((0..size).map(function).collect(), last)
}

/// So many levels of two functions, each of which calls both below.
fn callers(levels: usize, last: i64) -> Vec<Arc<Caller>> {
    let function = |value, callees: &[Arc<Caller>]| {
        Arc::new(Caller { own: vec![Tree { value, next: Vec::new() }], root: TreeId(0), callees: callees.to_vec() })
    };
    let bottom = vec![function(0, &[]), function(last, &[])];
    (0..levels).fold(bottom, |below, _| [(); 2].map(|()| function(0, &below)).to_vec())
}

/// These visit what is behind a pointer once for each environment, whether it mentions them or not: in quadratic time, where
/// as many functions share a tower as it has levels.
const VISITS: &[Operation] = &[Operation::Free, Operation::Search, Operation::Common];

/// The cases.
pub fn cases() -> Vec<Case> {
    vec![
        of("functions of one node", 100_000, |size, last| around((0..size).map(|_| dag_function()).collect(), last)),
        of("functions that share one arena and have another", 100_000, sharing_an_arena),
        of("functions that call two others, each with an arena", 100_000, callers),
        of("functions that share a tower of the module's ids", 30_000, |size, last| {
            functions(size, last, tower(size, None, Some(DagId(0))))
        })
        .without(VISITS),
        of("functions that share a dag tower of the module's ids", 30_000, |size, last| {
            functions(size, last, dag_tower(size, None, Some(DagId(0))))
        })
        .without(VISITS),
        of("functions with scopes that share a tower of the module's ids", 30_000, |size, last| {
            scoped_functions(size, last, tower(size, None, Some(DagId(0))))
        })
        .without(VISITS),
        of("functions with scopes that share a dag tower of the module's ids", 30_000, |size, last| {
            scoped_functions(size, last, dag_tower(size, None, Some(DagId(0))))
        })
        .without(VISITS),
        of("ten functions that share a tower of their own ids", 30_000, |size, last| {
            functions(10, last, tower(size, Some(TreeId(0)), Some(DagId(0))))
        }),
        of("ten functions that share a dag tower of their own ids", 30_000, |size, last| {
            functions(10, last, dag_tower(size, Some(TreeId(0)), Some(DagId(0))))
        }),
    ]
}
