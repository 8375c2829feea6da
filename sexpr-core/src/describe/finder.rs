//! How an arena finds its nodes, with all types erased.
//!
//! Operations keep the arenas in force of all types in one list. To ask a `dyn Any` twice which type it is, for each id
//! that they follow, costs more than what they do with the node. So a [`Finder`] is made from a reference to an arena
//! that lives for its lifetime, together with a function for exactly its type and that of its ids, and its fields are
//! private to this module. The type of ids is compared when it is asked. So its interface is safe.

#![allow(unsafe_code)]

use core::{any::TypeId, marker::PhantomData, ptr::NonNull};

use crate::describe::arena::{Arena, Id};

/// An arena of an erased type, which is asked for nodes.
#[derive(Clone, Copy)]
pub(crate) struct Finder<'a> {
    /// The type of its ids.
    id: TypeId,
    /// The arena `A` for which `find` was made.
    arena: NonNull<()>,
    find: Find,
    lifetime: PhantomData<&'a ()>,
}

/// Finds a node, given the arena and an id.
type Find = unsafe fn(NonNull<()>, NonNull<()>) -> Option<NonNull<()>>;

impl<'a> Finder<'a> {
    pub(crate) fn new<A: Arena<I>, I: Id>(arena: &'a A) -> Self {
        let id = TypeId::of::<I>();
        Finder { id, arena: NonNull::from(arena).cast(), find: find::<A, I>, lifetime: PhantomData }
    }

    /// The node of an id, if it is one of this arena.
    #[inline(always)]
    pub(crate) fn node<I: Id>(&self, id: &I) -> Option<&'a I::Node> {
        if self.id != TypeId::of::<I>() {
            return None;
        }
        // SAFETY: `new` made `find` for the type of `arena`, which is borrowed for `'a`, and for the type of ids that was
        // compared just now. So `arena` and `id` point to what it takes, and what it returns points to a node of type
        // `I::Node` that is borrowed from the arena, for `'a`.
        unsafe { (self.find)(self.arena, NonNull::from(id).cast()).map(|node| node.cast::<I::Node>().as_ref()) }
    }
}

/// Finds a node.
///
/// # Safety
///
/// The pointers are to an `A` and to an `I`, both of which are borrowed. The node that is returned is borrowed for as long
/// as the arena.
unsafe fn find<A: Arena<I>, I: Id>(arena: NonNull<()>, id: NonNull<()>) -> Option<NonNull<()>> {
    // SAFETY: as said above.
    let (arena, id) = unsafe { (arena.cast::<A>().as_ref(), id.cast::<I>().as_ref()) };
    arena.node(id).map(|node| NonNull::from(node).cast())
}
