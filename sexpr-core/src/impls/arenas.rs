//! Arenas of the standard library: `Vec<T>` and `Box<[T]>`, by index; and pointers to arenas.

use alloc::{boxed::Box, rc::Rc, sync::Arc, vec::Vec};

use crate::{
    describe::{
        arena::{Arena, Columns, Id},
        arena_mut::{ArenaMut, FromIndex},
        mirror::{cast::As, ids::IdTo},
    },
    rewritable,
    rewrite::rewritable::Rewritable,
};

/// An arena: how it finds the node of an id, and how it lists all.
macro_rules! arena {
    (
        [$($generics:tt)*] $arena:ty, of $id:ty,
        node: |$of:ident, $one:ident| $node:expr, nodes: |$all:ident| $nodes:expr
    ) => {
        impl<$($generics)*> $crate::describe::arena::Arena<$id> for $arena {
            fn node(&self, $one: &$id) -> Option<&<$id as $crate::describe::arena::Id>::Node> {
                let $of = self;
                $node
            }
            fn nodes(&self) -> impl Iterator<Item = &<$id as $crate::describe::arena::Id>::Node> {
                let $all = self;
                $nodes
            }
        }
    };
}

arena!([I: Id] Vec<I::Node>, of I, node: |arena, id| at_index(arena, id), nodes: |arena| arena.iter());
arena!([I: Id] Box<[I::Node]>, of I, node: |arena, id| at_index(arena, id), nodes: |arena| arena.iter());

/// An arena whose nodes are rewritten.
macro_rules! arena_mut {
    (
        [$($generics:tt)*] $arena:ty, of $id:ty,
        node: |$of:ident, $one:ident| $node:expr, allocate: |$to:ident, $new:ident| $allocate:expr,
        ids: |$all:ident| $ids:expr
    ) => {
        impl<$($generics)*> $crate::describe::arena_mut::ArenaMut<$id> for $arena {
            fn node_mut(&mut self, $one: &$id) -> Option<&mut <$id as $crate::describe::arena::Id>::Node> {
                let $of = self;
                $node
            }
            fn allocate(&mut self, $new: <$id as $crate::describe::arena::Id>::Node) -> $id {
                let $to = self;
                $allocate
            }
            fn ids(&self) -> impl Iterator<Item = $id> {
                let $all = self;
                $ids
            }
        }
    };
}

arena_mut!(
    [I: FromIndex] Vec<I::Node>, of I,
    node: |arena, id| arena.get_mut(usize::try_from(id.index()).ok()?),
    allocate: |arena, node| {
        arena.push(node);
        I::from_index(arena.len() - 1)
    },
    ids: |arena| (0..arena.len()).map(I::from_index)
);
arena_mut!(
    [I: FromIndex] Box<[I::Node]>, of I,
    node: |arena, id| arena.get_mut(usize::try_from(id.index()).ok()?),
    allocate: |arena, node| {
        let mut nodes = core::mem::take(arena).into_vec();
        let id = ArenaMut::<I>::allocate(&mut nodes, node);
        *arena = nodes.into_boxed_slice();
        id
    },
    ids: |arena| (0..arena.len()).map(I::from_index)
);

/// The node of an id in a slice.
fn at_index<'s, I: Id>(slice: &'s [I::Node], id: &I) -> Option<&'s I::Node>
where
    I::Node: Sized,
{
    slice.get(usize::try_from(id.index()).ok()?)
}

macro_rules! arena_behind {
    ($($pointer:ident),*) => {
        $(
            impl<I: Id, A: Arena<I>> Arena<I> for $pointer<A> {
                const COLUMNS: Option<Columns<Self, I>> = match A::COLUMNS {
                    Some(_) => Some(|pointer, id, fields| {
                        if let Some(list) = A::COLUMNS {
                            list(pointer, id, fields);
                        }
                    }),
                    None => None,
                };

                fn node(&self, id: &I) -> Option<&I::Node> {
                    A::node(self, id)
                }
                fn nodes(&self) -> impl Iterator<Item = &I::Node> {
                    A::nodes(self)
                }
                fn place(&self) -> *const () {
                    A::place(self)
                }
            }
        )*
    };
}
arena_behind!(Box, Rc, Arc);

macro_rules! rewritable_numbers {
    ($($number:ty)*) => {$(
        rewritable!(id As<IdTo<N>, $number>, [N: Rewritable]);
        rewritable!(id As<IdTo<N>, core::num::NonZero<$number>>, [N: Rewritable]);
    )*};
}
rewritable_numbers! { u8 u16 u32 u64 usize }

macro_rules! arena_mut_behind {
    ($([$($clone:ident)?] $pointer:ident, |$arena:ident| $own:expr;)*) => {
        $(
            impl<I: Id, A: ArenaMut<I> $(+ $clone)?> ArenaMut<I> for $pointer<A> {
                fn node_mut(&mut self, id: &I) -> Option<&mut I::Node> {
                    let $arena = self;
                    A::node_mut($own, id)
                }
                fn allocate(&mut self, node: I::Node) -> I {
                    let $arena = self;
                    A::allocate($own, node)
                }
                fn ids(&self) -> impl Iterator<Item = I> {
                    A::ids(self)
                }
            }
        )*
    };
}
arena_mut_behind! {
    [] Box, |arena| arena;
    [Clone] Rc, |arena| Rc::make_mut(arena);
    [Clone] Arc, |arena| Arc::make_mut(arena);
}
