//! `Place`: the kinds of places where a node can be. They are the root, inline, behind an owning or a shared pointer,
//! in an arena, or a name in its namespace.

use alloc::string::String;
use core::marker::PhantomData;

use crate::describe::{
    containers::{Namespace, OwningPointer, SharedPointer, assert_addressable},
    identity::Identity,
    key_table::Keys,
    keys::{KeyReader, KeyValue},
    structural::StructuralEq,
};

/// A kind of place of a node: the type of its holder, and whether the node may be met again.
pub(crate) trait Place {
    /// Whether ids lead to the node.
    const IS_BEHIND_ID: bool = false;
    /// Whether the type of the holder owns the node uniquely, whatever the current number of pointers.
    const IS_OWNED: bool = false;
    /// Whether the node is a name: a variable that is identified by its value, and has no parts.
    const IS_NAME: bool = false;
    /// The type of the pointer to the node, or of the node itself if it is held inline.
    type Holder;
    /// The type of the node.
    type Node: StructuralEq + ?Sized;
    /// The node in the holder.
    fn node(holder: &Self::Holder) -> &Self::Node;
    /// Whether the holder is known to be the only pointer to the node.
    #[inline(always)]
    fn is_unique(_: &Self::Holder) -> bool {
        Self::IS_OWNED
    }
    /// The address of the node; `None` if the node is held inline.
    #[inline(always)]
    fn elsewhere(_: &Self::Holder) -> Option<*const u8> {
        None
    }
    /// The identity of the node.
    fn identify(node: &Self::Node, keys: &mut Keys) -> Identity {
        keys.identify(node)
    }
    /// The key or the name of the node, as reports show it.
    fn text(node: &Self::Node) -> Option<String> {
        KeyReader::text_of_node(node)
    }
}

/// Behind a shared pointer.
pub(crate) struct Pointee<P>(PhantomData<P>);

impl<P: SharedPointer> Place for Pointee<P> {
    type Holder = P;
    type Node = P::Target;

    #[inline(always)]
    fn node(holder: &P) -> &P::Target {
        const { assert_addressable::<P::Target>(P::DISTINCT) };
        holder.target()
    }
    #[inline(always)]
    fn is_unique(holder: &P) -> bool {
        holder.is_unique()
    }
    #[inline(always)]
    fn elsewhere(holder: &P) -> Option<*const u8> {
        Some(core::ptr::from_ref(holder.target()).cast())
    }
}

/// Held inline. Such a node is met again only below a shared node.
pub(crate) type Inline<T> = Direct<T, true, false>;

/// Behind a reference that the listing of the node made.
pub(crate) type Referred<T> = Direct<T, false, false>;

/// In an arena, where ids lead to the node.
pub(crate) type Behind<T> = Direct<T, false, true>;

/// A place without a pointer type of its own. Unless the node is owned, its address identifies the node.
pub(crate) struct Direct<T, const IS_OWNED: bool, const IS_BEHIND_ID: bool>(PhantomData<T>);

impl<T: StructuralEq, const IS_OWNED: bool, const IS_BEHIND_ID: bool> Place for Direct<T, IS_OWNED, IS_BEHIND_ID> {
    const IS_OWNED: bool = IS_OWNED;
    const IS_BEHIND_ID: bool = IS_BEHIND_ID;
    type Holder = T;
    type Node = T;

    #[inline(always)]
    fn node(holder: &T) -> &T {
        const {
            if !IS_OWNED {
                assert_addressable::<T>(false);
            }
        }
        holder
    }
}

/// Behind a pointer that owns the node uniquely. Such a node is met again only below a shared node.
pub(crate) struct Owned<P>(PhantomData<P>);

impl<P: OwningPointer> Place for Owned<P> {
    const IS_OWNED: bool = true;
    type Holder = P;
    type Node = P::Target;

    #[inline(always)]
    fn node(holder: &P) -> &P::Target {
        holder.target()
    }
    #[inline(always)]
    fn elsewhere(holder: &P) -> Option<*const u8> {
        Some(core::ptr::from_ref(holder.target()).cast())
    }
}

/// A name in its namespace.
pub(crate) struct Named<T, N>(PhantomData<(T, N)>);

impl<T: KeyValue, N: Namespace> Place for Named<T, N> {
    const IS_OWNED: bool = true;
    const IS_NAME: bool = true;
    type Holder = T;
    type Node = T;

    #[inline(always)]
    fn node(holder: &T) -> &T {
        holder
    }
    fn identify(name: &T, keys: &mut Keys) -> Identity {
        keys.identify_name::<T, N>(name)
    }
    fn text(name: &T) -> Option<String> {
        Some(KeyReader::text_of_value(name))
    }
}

/// The root of an operation, which the caller passes by reference.
pub(crate) struct Root<'r, T: ?Sized>(PhantomData<&'r T>);

impl<'r, T: StructuralEq + ?Sized> Place for Root<'r, T> {
    const IS_OWNED: bool = true;
    type Holder = &'r T;
    type Node = T;

    #[inline(always)]
    fn node<'h>(holder: &'h &'r T) -> &'h T {
        const { assert_addressable::<T>(false) };
        holder
    }
}
