//! Arenas of the standard library: `Vec<T>` and `Box<[T]>`, by index; and pointers to arenas.

use alloc::{boxed::Box, rc::Rc, sync::Arc, vec::Vec};

use crate::{
    describe::{
        arena::{Arena, Columns, Id},
        mirror::{cast::As, ids::IdTo},
    },
    rewritable,
    rewrite::rewritable::Rewritable,
};

/// An arena: how it finds the node of an id, how it lists all, and how it hands them out to be rewritten.
macro_rules! arena {
    (
        [$($generics:tt)*] $arena:ty, of $id:ty,
        node: |$of:ident, $one:ident| $node:expr, nodes: |$all:ident| $nodes:expr,
        nodes_mut: |$all_mut:ident| $nodes_mut:expr
    ) => {
        impl<$($generics)*> $crate::describe::arena::Arena<$id> for $arena {
            const NODES_MUT: Option<$crate::describe::arena::NodesMut<Self, $id>> =
                Some(|$all_mut| $nodes_mut.collect());

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

arena!(
    [I: Id] Vec<I::Node>, of I,
    node: |arena, id| at_index(arena, id), nodes: |arena| arena.iter(), nodes_mut: |arena| arena.iter_mut()
);
arena!(
    [I: Id] Box<[I::Node]>, of I,
    node: |arena, id| at_index(arena, id), nodes: |arena| arena.iter(), nodes_mut: |arena| arena.iter_mut()
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
