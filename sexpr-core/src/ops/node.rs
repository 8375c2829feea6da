//! `Node`: what equality and hash ask about a node, whatever its type is.
//!
//! For each type, the compiler makes the code that runs for every node of a tree. What is done with nodes that may be met
//! again, are no trees, or lie in arenas is compiled once: it takes a `Node`, and a function that goes on with what is in
//! it.

use crate::describe::{
    closed_types::Closedness,
    identity::{Identity, Keys, address},
    info::Kind,
    structural::StructuralEq,
};

/// A node of any type.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) kind: Kind,
    /// What it is known by: its key, if it has one.
    pub(super) identity: Identity,
    /// What it is known by where it lies.
    pub(super) place: Identity,
    pub(super) address: usize,
    pub(super) closedness: Closedness,
}

impl Node {
    #[inline(always)]
    pub(super) fn of<T: StructuralEq + ?Sized>(node: &T, kind: Kind, keys: &mut Keys) -> Node {
        Node {
            kind,
            identity: keys.identify(node),
            place: Identity::address(node),
            address: address(node),
            closedness: Closedness::of(node),
        }
    }
}
