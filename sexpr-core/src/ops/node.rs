//! `Node`: the facts about a node of any type that equality and hash need.
//!
//! The code that runs for every node of a tree is compiled for each type. The code for nodes that may be met again, are no
//! trees, or lie in arenas is compiled once: it takes a `Node`, and a function that goes on with the node's contents.

use crate::describe::{
    closed_types::Closedness,
    identity::{Identity, Keys},
    info::Kind,
    structural::StructuralEq,
};

/// A node of any type.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) kind: Kind,
    /// Its key, if it has one; its place otherwise.
    pub(super) identity: Identity,
    /// Its address and type.
    pub(super) place: Identity,
    pub(super) closedness: Closedness,
}

impl Node {
    #[inline(always)]
    pub(super) fn of<T: StructuralEq + ?Sized>(node: &T, kind: Kind, keys: &mut Keys) -> Node {
        Node { kind, identity: keys.identify(node), place: Identity::address(node), closedness: Closedness::of(node) }
    }
}
