//! Nodes of one arena, in rings, lists, chains and towers; ids that dangle; nodes far from each other.

use sexpr_core::{
    StructuralEq,
    arena::{Arena, Id, NodesMut},
};

use super::{dismantled, ids, of, scattered};
use crate::adversaries::Case;

ids! {
    /// Of a block that is a `tree`.
    TreeId => Tree,
    /// Of one that is a `dag`.
    DagId => Dag,
    /// Of a node far from others.
    FarId => Far,
}

/// A block, or an expression: a number and what it leads to.
#[derive(Clone, StructuralEq)]
#[seq(rewrite, dismantle)]
pub struct Tree {
    pub(super) value: i64,
    pub(super) next: Vec<TreeId>,
}

/// The same, whose sharing counts.
#[derive(Clone, StructuralEq)]
#[seq(kind = "dag", rewrite, dismantle)]
pub struct Dag {
    pub(super) value: i64,
    pub(super) next: Vec<DagId>,
}

/// What has an arena of trees.
#[derive(Clone, StructuralEq)]
#[seq(rewrite, dismantle)]
pub struct Trees {
    #[seq(arena(TreeId))]
    nodes: Vec<Tree>,
    roots: Vec<TreeId>,
    last: Option<TreeId>,
}

/// What has one of dag nodes.
#[derive(Clone, StructuralEq)]
#[seq(rewrite, dismantle)]
pub struct Dags {
    #[seq(arena(DagId))]
    nodes: Vec<Dag>,
    roots: Vec<DagId>,
    last: Option<DagId>,
}

/// A node that is the only one in some pages of memory.
#[derive(Clone, StructuralEq)]
#[seq(kind = "dag", rewrite, dismantle)]
pub struct Far {
    value: i64,
    next: Option<FarId>,
    #[seq(ignore)]
    _rest: Rest,
}

/// What keeps nodes apart.
#[derive(Clone)]
struct Rest(#[expect(dead_code, reason = "takes memory")] [u64; 1024]);

/// An arena whose nodes are allocated one by one.
#[derive(Clone)]
pub struct Boxes<T>(Vec<Box<T>>);

impl<T: StructuralEq + 'static, I: Id<Node = T>> Arena<I> for Boxes<T> {
    const NODES_MUT: Option<NodesMut<Self, I>> = Some(|arena| arena.0.iter_mut().map(|node| &mut **node).collect());

    fn node(&self, id: &I) -> Option<&T> {
        self.0.get(usize::try_from(id.index()).ok()?).map(|node| &**node)
    }
    fn nodes(&self) -> impl Iterator<Item = &T> {
        self.0.iter().map(|node| &**node)
    }
}

/// What has nodes that lie far from each other.
#[derive(Clone, StructuralEq)]
#[seq(rewrite, dismantle)]
pub struct FarAway {
    #[seq(arena(FarId))]
    nodes: Boxes<Far>,
    root: FarId,
    again: FarId,
}

/// The content of nodes, each of which leads to those that it is said to, allocated in another order; and where a node
/// is.
fn blocks<I>(
    size: usize,
    value: i64,
    next: impl Fn(usize) -> Vec<usize>,
    id: fn(usize) -> I,
) -> (impl Iterator<Item = (i64, Vec<I>)>, impl Fn(usize) -> I) {
    let place = scattered(size);
    let mut blocks: Vec<(i64, Vec<I>)> = (0..size).map(|_| (0, Vec::new())).collect();
    for number in 0..size {
        let next = next(number).into_iter().map(|next| id(place(next))).collect();
        blocks[place(number)] = (if number + 1 == size { value } else { 0 }, next);
    }
    (blocks.into_iter(), move |number| id(place(number)))
}

fn trees(size: usize, value: i64, next: impl Fn(usize) -> Vec<usize>) -> (Vec<Tree>, impl Fn(usize) -> TreeId) {
    let (blocks, id) = blocks(size, value, next, TreeId);
    (blocks.map(|(value, next)| Tree { value, next }).collect(), id)
}

fn dags(size: usize, value: i64, next: impl Fn(usize) -> Vec<usize>) -> (Vec<Dag>, impl Fn(usize) -> DagId) {
    let (blocks, id) = blocks(size, value, next, DagId);
    (blocks.map(|(value, next)| Dag { value, next }).collect(), id)
}

/// Nodes that lead to each other as they are said to, from the first on.
pub(super) fn from_the_first(size: usize, value: i64, next: impl Fn(usize) -> Vec<usize>) -> Trees {
    let (nodes, id) = trees(size, value, next);
    Trees { nodes, roots: vec![id(0)], last: Some(id(0)) }
}

pub(super) fn dags_from_the_first(size: usize, value: i64, next: impl Fn(usize) -> Vec<usize>) -> Dags {
    let (nodes, id) = dags(size, value, next);
    Dags { nodes, roots: vec![id(0)], last: Some(id(0)) }
}

/// All nodes, in a list.
fn listed(size: usize, value: i64, next: impl Fn(usize) -> Vec<usize>) -> Trees {
    let (nodes, id) = trees(size, value, next);
    Trees { roots: (0..size).map(&id).collect(), nodes, last: None }
}

fn dags_listed(size: usize, value: i64, next: impl Fn(usize) -> Vec<usize>) -> Dags {
    let (nodes, id) = dags(size, value, next);
    Dags { roots: (0..size).map(&id).collect(), nodes, last: None }
}

/// One after another, and back to the first.
pub(super) fn ring(size: usize) -> impl Fn(usize) -> Vec<usize> {
    move |number| vec![(number + 1) % size]
}

/// Forward to the next, and back to others.
fn loops(size: usize) -> impl Fn(usize) -> Vec<usize> {
    move |number| vec![(number + 1) % size, number / 2, number]
}

/// One after another.
fn chain(size: usize) -> impl Fn(usize) -> Vec<usize> {
    move |number| if number + 1 < size { vec![number + 1] } else { Vec::new() }
}

/// The next twice, so that there are exponentially many paths.
pub(super) fn doubled(size: usize) -> impl Fn(usize) -> Vec<usize> {
    move |number| if number + 1 < size { vec![number + 1; 2] } else { Vec::new() }
}

/// A chain, the last node of which leads to the one before.
fn late_cycle(size: usize) -> impl Fn(usize) -> Vec<usize> {
    move |number| if number + 1 < size { vec![number + 1] } else { vec![number.saturating_sub(1)] }
}

fn nothing(_: usize) -> Vec<usize> {
    Vec::new()
}

/// An id that dangles.
fn far(number: i64) -> TreeId {
    TreeId(usize::MAX - number as usize)
}

/// Ids of which every second dangles; the others lead to nodes with such.
fn dangling(size: usize, last: i64) -> Trees {
    let nodes = (0..size).map(|number| Tree { value: 0, next: vec![TreeId(size + number)] });
    let root = |number: usize| if number.is_multiple_of(2) { TreeId(number) } else { far(3 + number as i64) };
    Trees { nodes: nodes.collect(), roots: (0..size).map(root).collect(), last: Some(far(last)) }
}

fn far_away(size: usize, value: i64) -> FarAway {
    let node = |number: usize| {
        let value = if number == 0 { value } else { 0 };
        Box::new(Far { value, next: number.checked_sub(1).map(FarId), _rest: Rest([0; 1024]) })
    };
    FarAway { nodes: Boxes((0..size).map(node).collect()), root: FarId(size - 1), again: FarId(size - 1) }
}

/// A chain whose last node leads to one more, or, with a number other than 1, to none.
fn dangling_once(size: usize, last: i64) -> Trees {
    let far = far(last);
    let next = |number| match number {
        number if number + 1 == size => vec![if last == 1 { TreeId(size) } else { far }],
        number if number == size => vec![],
        number => vec![TreeId(number + 1)],
    };
    let nodes = (0..=size).map(|number| Tree { value: 0, next: next(number) });
    Trees { nodes: nodes.collect(), roots: vec![TreeId(0)], last: None }
}

/// The cases.
pub fn cases() -> Vec<Case> {
    vec![
        dismantled("ring of dag blocks", 1_000_000, |size, last| dags_from_the_first(size, last, ring(size))),
        dismantled("loops of dag blocks", 1_000_000, |size, last| dags_from_the_first(size, last, loops(size))),
        dismantled("cycle at the end of a chain", 1_000_000, |size, last| {
            dags_from_the_first(size, last, late_cycle(size))
        }),
        dismantled("ids in a list", 1_000_000, |size, last| listed(size, last, nothing)),
        dismantled("ids of dag nodes in a list", 1_000_000, |size, last| dags_listed(size, last, nothing)),
        dismantled("ids of one node in a list", 1_000_000, |size, last| {
            let (nodes, id) = trees(10, last, chain(10));
            Trees { roots: vec![id(0); size], nodes, last: None }
        }),
        dismantled("chain of ids", 1_000_000, |size, last| from_the_first(size, last, chain(size))),
        dismantled("chain of ids of dag nodes", 1_000_000, |size, last| dags_from_the_first(size, last, chain(size))),
        dismantled("tower of ids", 1_000_000, |size, last| from_the_first(size, last, doubled(size))),
        dismantled("tower of ids of dag nodes", 1_000_000, |size, last| dags_from_the_first(size, last, doubled(size))),
        dismantled("ids of a chain's nodes in a list", 1_000_000, |size, last| listed(size, last, chain(size))),
        dismantled("ids of a tower's nodes in a list", 1_000_000, |size, last| listed(size, last, doubled(size))),
        of("dangling ids and others in turn", 1_000_000, dangling),
        of("an id that dangles on one side", 1_000_000, dangling_once),
        dismantled("nodes in pages of their own", 32_768, far_away),
    ]
}
