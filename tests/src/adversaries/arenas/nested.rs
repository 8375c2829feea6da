//! Arenas inside each other.

use sexpr_core::{StructuralEq, arena::Id};

use super::{
    dismantled,
    functions::{Around, around, leaf},
    graphs::{DagId, Tree, TreeId},
    ids, of,
};
use crate::adversaries::Case;

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
        #[derive(Clone, StructuralEq)]
        #[seq(rewrite, dismantle)]
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
        #[derive(Clone, StructuralEq)]
        #[seq(rewrite, dismantle)]
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
        #[derive(Clone, StructuralEq)]
        #[seq(rewrite, dismantle)]
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

fn nested(depth: usize, last: i64) -> Around<Nested> {
    let level = |inner, _| Some(Box::new(Nested { own: leaf(), dag: DagId(0), tree: TreeId(0), inner }));
    around((0..depth).fold(None, level).map(|nested| *nested).into_iter().collect(), last)
}

/// The cases.
pub fn cases() -> Vec<Case> {
    vec![
        dismantled("ten arenas inside each other", 100_000, Level0::new),
        of("functions inside each other", 100_000, nested),
    ]
}
