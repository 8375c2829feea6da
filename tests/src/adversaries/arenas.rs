//! Ids and arenas: rings, lists, arenas in arenas, ids that dangle, nodes that many functions share.

use std::sync::Arc;

use sexpr_core::{
    StructuralEq,
    arena::{Arena, Id},
};

use super::{Case, Operation, Values};

macro_rules! ids {
    ($($(#[$doc:meta])* $id:ident => $node:ty),* $(,)?) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, Debug)]
            pub struct $id(usize);

            impl Id for $id {
                type Node = $node;
                fn index(&self) -> u64 {
                    self.0 as u64
                }
            }
            sexpr_core::id!($id);
        )*
    };
}

ids! {
    /// Of a block that is a `tree`.
    TreeId => Tree,
    /// Of one that is a `dag`.
    DagId => Dag,
    /// Of one that binds a variable.
    BinderId => Binder,
    /// Of a variable.
    VarId => Var,
    /// Of a node far from others.
    FarId => Far,
}

/// A block, or an expression: a number and what it leads to.
#[derive(StructuralEq)]
pub struct Tree {
    value: i64,
    next: Vec<TreeId>,
}

/// The same, whose sharing counts.
#[derive(StructuralEq)]
#[seq(kind = "dag")]
pub struct Dag {
    value: i64,
    next: Vec<DagId>,
}

/// A variable.
#[derive(StructuralEq)]
#[seq(kind = "var")]
pub struct Var(u8);

/// A block that binds a variable, in itself and what it leads to, and uses another one.
#[derive(StructuralEq)]
#[seq(scope)]
pub struct Binder {
    #[seq(def)]
    variable: VarId,
    used: VarId,
    value: i64,
    next: Option<BinderId>,
}

/// A node that is the only one in some pages of memory.
#[derive(StructuralEq)]
#[seq(kind = "dag")]
pub struct Far {
    value: i64,
    next: Option<FarId>,
    #[seq(ignore)]
    _rest: Rest,
}

/// What keeps nodes apart.
struct Rest(#[expect(dead_code, reason = "takes memory")] [u64; 1024]);

/// An arena whose nodes are allocated one by one.
pub struct Boxes<T>(Vec<Box<T>>);

impl<T: StructuralEq + 'static, I: Id<Node = T>> Arena<I> for Boxes<T> {
    fn node(&self, id: &I) -> Option<&T> {
        self.0.get(usize::try_from(id.index()).ok()?).map(|node| &**node)
    }
    fn nodes(&self) -> impl Iterator<Item = &T> {
        self.0.iter().map(|node| &**node)
    }
}

/// What has an arena of trees.
#[derive(StructuralEq)]
pub struct Trees {
    #[seq(arena(TreeId))]
    nodes: Vec<Tree>,
    roots: Vec<TreeId>,
    last: Option<TreeId>,
}

/// What has one of dag nodes.
#[derive(StructuralEq)]
pub struct Dags {
    #[seq(arena(DagId))]
    nodes: Vec<Dag>,
    roots: Vec<DagId>,
    last: Option<DagId>,
}

/// What has one of nodes that bind.
#[derive(StructuralEq)]
pub struct Binders {
    #[seq(arena(BinderId))]
    nodes: Vec<Binder>,
    #[seq(arena(VarId))]
    variables: Vec<Var>,
    root: BinderId,
}

/// Parameters by ids, and uses.
#[derive(StructuralEq)]
#[seq(scope)]
pub struct Scoped {
    #[seq(arena(VarId))]
    variables: Vec<Var>,
    #[seq(def)]
    params: Vec<VarId>,
    uses: Vec<VarId>,
    last: i64,
}

/// Variables that are bound for good.
#[derive(StructuralEq)]
pub struct Sticky {
    #[seq(arena(VarId))]
    variables: Vec<Var>,
    #[seq(def)]
    params: Vec<VarId>,
    uses: Vec<VarId>,
    last: i64,
}

/// What has nodes that lie far from each other.
#[derive(StructuralEq)]
pub struct FarAway {
    #[seq(arena(FarId))]
    nodes: Boxes<Far>,
    root: FarId,
    again: FarId,
}

/// A scope that is met when all else was.
#[derive(StructuralEq)]
pub struct ThenScope<T: StructuralEq + 'static> {
    first: T,
    then: Scoped,
}

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

/// A function with one of dag nodes, and a scope.
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

/// A function inside another one, which mentions what lies outside of all.
#[derive(StructuralEq)]
pub struct Nested {
    #[seq(arena(TreeId))]
    own: Vec<Tree>,
    dag: DagId,
    tree: TreeId,
    inner: Option<Box<Nested>>,
}

/// Arenas inside each other, each of whose nodes mentions one of each arena around.
macro_rules! levels {
    (@ [$($outer:ident)*]) => {};
    (@ [$($outer:ident)*] ($id:ident $node:ident $level:ident) $($rest:tt)*) => {
        ids! {
            /// Of a node of a level.
            $id => $node,
        }

        /// A node that mentions those around.
        #[derive(StructuralEq)]
        pub struct $node(i64, Option<$id>, $($outer),*);

        impl $node {
            fn all(size: usize, value: i64) -> Vec<$node> {
                let one = |at: usize| {
                    let value = if at + 1 == size { value } else { 0 };
                    $node(value, at.checked_sub(1).map($id), $($outer(size - 1 - at)),*)
                };
                (0..size).map(one).collect()
            }
        }
        levels!(@level [$($outer)*] ($id $node $level) $($rest)*);
        levels!(@ [$($outer)* $id] $($rest)*);
    };
    (@level [$($outer:ident)*] ($id:ident $node:ident $level:ident)) => {
        /// The innermost level.
        #[derive(StructuralEq)]
        pub struct $level {
            #[seq(arena($id))]
            nodes: Vec<$node>,
            uses: Vec<$id>,
        }

        impl $level {
            fn new(size: usize, value: i64) -> $level {
                $level { nodes: $node::all(size, value), uses: (0..size).map($id).collect() }
            }
        }
    };
    (@level [$($outer:ident)*] ($id:ident $node:ident $level:ident) ($in_id:ident $in_node:ident $inner:ident) $($rest:tt)*) => {
        /// A level around others.
        #[derive(StructuralEq)]
        pub struct $level {
            #[seq(arena($id))]
            nodes: Vec<$node>,
            inner: $inner,
            uses: Vec<$id>,
        }

        impl $level {
            fn new(size: usize, value: i64) -> $level {
                let inner = $inner::new(size, value);
                $level { nodes: $node::all(size, 0), inner, uses: (0..size).map($id).collect() }
            }
        }
    };
}

levels! {
    @ [] (Id0 Node0 Level0) (Id1 Node1 Level1) (Id2 Node2 Level2) (Id3 Node3 Level3) (Id4 Node4 Level4)
    (Id5 Node5 Level5) (Id6 Node6 Level6) (Id7 Node7 Level7) (Id8 Node8 Level8) (Id9 Node9 Level9)
}

/// The numbers below `size` in some other order.
fn scattered(size: usize) -> impl Fn(usize) -> usize {
    let stride = [7_919, 104_729, 1].into_iter().find(|stride| !size.is_multiple_of(*stride)).unwrap_or(1);
    move |number| number * stride % size
}

/// Nodes, each of which leads to those that it is said to, allocated in another order; and where a node is.
fn trees(size: usize, value: i64, next: impl Fn(usize) -> Vec<usize>) -> (Vec<Tree>, impl Fn(usize) -> TreeId) {
    let place = scattered(size);
    let mut nodes: Vec<Tree> = (0..size).map(|_| Tree { value: 0, next: Vec::new() }).collect();
    for number in 0..size {
        let next = next(number).into_iter().map(|next| TreeId(place(next))).collect();
        nodes[place(number)] = Tree { value: if number + 1 == size { value } else { 0 }, next };
    }
    (nodes, move |number| TreeId(place(number)))
}

/// The same of dag nodes.
fn dags(size: usize, value: i64, next: impl Fn(usize) -> Vec<usize>) -> (Vec<Dag>, impl Fn(usize) -> DagId) {
    let place = scattered(size);
    let mut nodes: Vec<Dag> = (0..size).map(|_| Dag { value: 0, next: Vec::new() }).collect();
    for number in 0..size {
        let next = next(number).into_iter().map(|next| DagId(place(next))).collect();
        nodes[place(number)] = Dag { value: if number + 1 == size { value } else { 0 }, next };
    }
    (nodes, move |number| DagId(place(number)))
}

/// Nodes that lead to each other as they are said to, from the first on.
fn from_the_first(size: usize, value: i64, next: impl Fn(usize) -> Vec<usize>) -> Trees {
    let (nodes, id) = trees(size, value, next);
    Trees { nodes, roots: vec![id(0)], last: Some(id(0)) }
}

fn dags_from_the_first(size: usize, value: i64, next: impl Fn(usize) -> Vec<usize>) -> Dags {
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
fn ring(size: usize) -> impl Fn(usize) -> Vec<usize> {
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
fn doubled(size: usize) -> impl Fn(usize) -> Vec<usize> {
    move |number| if number + 1 < size { vec![number + 1; 2] } else { Vec::new() }
}

/// A chain, the last node of which leads to the one before.
fn late_cycle(size: usize) -> impl Fn(usize) -> Vec<usize> {
    move |number| if number + 1 < size { vec![number + 1] } else { vec![number.saturating_sub(1)] }
}

fn nothing(_: usize) -> Vec<usize> {
    Vec::new()
}

fn scoped(size: usize, last: i64) -> Scoped {
    Scoped {
        variables: (0..size).map(|_| Var(0)).collect(),
        params: (0..size).map(VarId).collect(),
        uses: (0..size).rev().map(VarId).collect(),
        last,
    }
}

fn sticky(size: usize, last: i64) -> Sticky {
    let Scoped { variables, params, uses, last } = scoped(size, last);
    Sticky { variables, params, uses, last }
}

/// Blocks that bind a variable each, and use that of another, in a ring if it is one.
fn binders(size: usize, value: i64, used: impl Fn(usize) -> usize, is_ring: bool) -> Binders {
    let place = scattered(size);
    let id = |number: usize| BinderId(place(number));
    let mut order: Vec<usize> = vec![0; size];
    (0..size).for_each(|number| order[place(number)] = number);
    let node = |number: usize| Binder {
        variable: VarId(number),
        used: VarId(used(number)),
        value: if number + 1 == size { value } else { 0 },
        next: (is_ring || number + 1 < size).then(|| id((number + 1) % size)),
    };
    Binders {
        nodes: order.into_iter().map(node).collect(),
        variables: (0..size).map(|_| Var(0)).collect(),
        root: id(0),
    }
}

/// Ids of which every second dangles, or all do.
fn dangling(size: usize, last: i64, is_there: impl Fn(usize) -> bool) -> Trees {
    let (nodes, id) = trees(size, 0, |number| vec![size + number]);
    let far = |number: usize| TreeId(usize::MAX - number);
    Trees {
        nodes,
        roots: (0..size).map(|number| if is_there(number) { id(number) } else { far(number) }).collect(),
        last: Some(far(last as usize)),
    }
}

fn far_away(size: usize, value: i64) -> FarAway {
    let node = |number: usize| {
        let value = if number == 0 { value } else { 0 };
        Box::new(Far { value, next: number.checked_sub(1).map(FarId), _rest: Rest([0; 1024]) })
    };
    FarAway { nodes: Boxes((0..size).map(node).collect()), root: FarId(size - 1), again: FarId(size - 1) }
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

fn leaf() -> Vec<Tree> {
    vec![Tree { value: 0, next: Vec::new() }]
}

fn around<T: StructuralEq>(inner: Vec<T>, last: i64) -> Around<T> {
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

fn nested(depth: usize, last: i64) -> Around<Nested> {
    let level = |inner, _| Some(Box::new(Nested { own: leaf(), dag: DagId(0), tree: TreeId(0), inner }));
    around((0..depth).fold(None, level).map(|nested| *nested).into_iter().collect(), last)
}

/// So many levels of two functions, each of which calls both below.
fn callers(levels: usize, last: i64) -> Vec<Arc<Caller>> {
    let function = |value, callees: &[Arc<Caller>]| {
        Arc::new(Caller { own: vec![Tree { value, next: Vec::new() }], root: TreeId(0), callees: callees.to_vec() })
    };
    let bottom = vec![function(0, &[]), function(last, &[])];
    (0..levels).fold(bottom, |below, _| [(); 2].map(|()| function(0, &below)).to_vec())
}

/// These visit what is behind a pointer once for each environment, whether it mentions them or not.
const VISITS: &[Operation] = &[Operation::Walk, Operation::Search];

/// The cases.
pub fn cases() -> Vec<Case> {
    let mut cases = rings_and_lists();
    cases.extend(functions_and_towers());
    cases
}

fn rings_and_lists() -> Vec<Case> {
    let case = |name: &str, largest, build: fn(usize) -> Values| Case::new(format!("arenas/{name}"), largest, build);
    vec![
        case("ring of blocks", 1_000_000, |size| Values::of(|last| from_the_first(size, last, ring(size)))),
        case("ring of dag blocks", 1_000_000, |size| Values::of(|last| dags_from_the_first(size, last, ring(size)))),
        case("loops", 1_000_000, |size| Values::of(|last| from_the_first(size, last, loops(size)))),
        case("loops of dag blocks", 1_000_000, |size| Values::of(|last| dags_from_the_first(size, last, loops(size)))),
        case("cycle at the end of a chain", 1_000_000, |size| {
            Values::of(|last| from_the_first(size, last, late_cycle(size)))
        }),
        case("ids in a list", 1_000_000, |size| Values::of(|last| listed(size, last, nothing))),
        case("ids of dag nodes in a list", 1_000_000, |size| Values::of(|last| dags_listed(size, last, nothing))),
        case("ids of one node in a list", 1_000_000, |size| {
            Values::of(|last| {
                let (nodes, id) = trees(10, last, chain(10));
                Trees { roots: vec![id(0); size], nodes, last: None }
            })
        }),
        case("chain of ids", 1_000_000, |size| Values::of(|last| from_the_first(size, last, chain(size)))),
        case("chain of ids of dag nodes", 1_000_000, |size| {
            Values::of(|last| dags_from_the_first(size, last, chain(size)))
        }),
        case("tower of ids", 1_000_000, |size| Values::of(|last| from_the_first(size, last, doubled(size)))),
        case("tower of ids of dag nodes", 1_000_000, |size| {
            Values::of(|last| dags_from_the_first(size, last, doubled(size)))
        }),
        case("ids of a chain's nodes in a list", 1_000_000, |size| Values::of(|last| listed(size, last, chain(size)))),
        case("ids of a tower's nodes in a list", 1_000_000, |size| {
            Values::of(|last| listed(size, last, doubled(size)))
        }),
        case("tower, then a scope", 1_000_000, |size| {
            Values::of(|last| ThenScope { first: from_the_first(size, 0, doubled(size)), then: scoped(size, last) })
        }),
        case("dag tower, then a scope", 1_000_000, |size| {
            Values::of(|last| ThenScope {
                first: dags_from_the_first(size, 0, doubled(size)),
                then: scoped(size, last),
            })
        }),
        case("ring, then a scope", 1_000_000, |size| {
            Values::of(|last| ThenScope { first: from_the_first(size, 0, ring(size)), then: scoped(size, last) })
        }),
        case("parameters of a scope", 1_000_000, |size| Values::of(|last| scoped(size, last))),
        case("parameters bound for good", 1_000_000, |size| Values::of(|last| sticky(size, last))),
        case("chain of binders", 100_000, |size| {
            Values::of(|last| binders(size, last, |number| number.saturating_sub(1), false))
        }),
        case("ring of binders, each uses its own variable", 100_000, |size| {
            Values::of(|last| binders(size, last, |number| number, true))
        }),
        case("ring of binders, each uses the variable before", 100_000, |size| {
            Values::of(|last| binders(size, last, |number| number.saturating_sub(1), true))
        })
        .quadratic("a walk keeps each node of a cycle by all variables that were consulted in it"),
        case("ring of binders, each uses the first variable", 100_000, |size| {
            Values::of(|last| binders(size, last, |_| 0, true))
        }),
        case("dangling ids", 1_000_000, |size| Values::of(|last| dangling(size, last, |_| false))),
        case("dangling ids, and ids of what leads to such", 1_000_000, |size| {
            Values::of(|last| dangling(size, last, |_| true))
        }),
        case("dangling ids and others in turn", 1_000_000, |size| {
            Values::of(|last| dangling(size, last, |number| number % 2 == 0))
        }),
        case("nodes in pages of their own", 32_768, |size| Values::of(|last| far_away(size, last))),
        case("ten arenas inside each other", 100_000, |size| Values::of(|last| Level0::new(size, last))),
    ]
}

fn functions_and_towers() -> Vec<Case> {
    let case = |name: &str, largest, build: fn(usize) -> Values| Case::new(format!("arenas/{name}"), largest, build);
    vec![
        case("functions of one node", 100_000, |size| {
            Values::of(|last| around((0..size).map(|_| dag_function()).collect(), last))
        }),
        case("functions that share one arena and have another", 100_000, |size| {
            Values::of(|last| sharing_an_arena(size, last))
        }),
        case("functions inside each other", 100_000, |size| Values::of(|last| nested(size, last))),
        case("functions that call two others, each with an arena", 100_000, |size| {
            Values::of(|last| callers(size, last))
        })
        .without(VISITS),
        case("functions that share a tower of the module's ids", 30_000, |size| {
            Values::of(|last| functions(size, last, tower(size, None, Some(DagId(0)))))
        })
        .without(VISITS),
        case("functions that share a dag tower of the module's ids", 30_000, |size| {
            Values::of(|last| functions(size, last, dag_tower(size, None, Some(DagId(0)))))
        })
        .without(VISITS),
        case("functions with scopes that share a tower of the module's ids", 30_000, |size| {
            Values::of(|last| scoped_functions(size, last, tower(size, None, Some(DagId(0)))))
        })
        .without(VISITS),
        case("functions with scopes that share a dag tower of the module's ids", 30_000, |size| {
            Values::of(|last| scoped_functions(size, last, dag_tower(size, None, Some(DagId(0)))))
        })
        .without(VISITS),
        case("ten functions that share a tower of their own ids", 30_000, |size| {
            Values::of(|last| functions(10, last, tower(size, Some(TreeId(0)), Some(DagId(0)))))
        })
        .without(VISITS),
        case("ten functions that share a dag tower of their own ids", 30_000, |size| {
            Values::of(|last| functions(10, last, dag_tower(size, Some(TreeId(0)), Some(DagId(0)))))
        })
        .without(VISITS),
    ]
}
