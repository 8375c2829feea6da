//! What holds a node in one way or another, and leaves.

use sexpr_core::{StructuralEq, custom::DynStructural};

use super::{Caseless, Node};

/// A dag node that is known by its name.
#[derive(StructuralEq)]
#[seq(kind = "dag")]
pub struct NDag {
    #[seq(key)]
    pub(super) name: String,
    pub(super) value: Node,
}

/// Containers.
#[derive(StructuralEq)]
pub struct Shapes {
    pub(super) pair: (i64, Node),
    pub(super) result: Result<Node, String>,
    pub(super) nested: Option<Option<Node>>,
    pub(super) array: [Node; 2],
    #[allow(clippy::redundant_allocation, reason = "pointers are what is held")]
    pub(super) boxed: Box<Box<Node>>,
}

/// What stands behind trait objects.
pub trait Object: DynStructural {}
sexpr_core::open!(Object);

/// A tree node.
#[derive(StructuralEq)]
pub(super) struct OpenTree {
    pub(super) value: Node,
}
impl Object for OpenTree {}

/// A dag node.
#[derive(StructuralEq)]
#[seq(kind = "dag")]
pub(super) struct OpenDag {
    pub(super) value: Node,
}
impl Object for OpenDag {}

/// A variable.
#[derive(StructuralEq)]
#[seq(kind = "var")]
pub(super) struct OpenVar {
    pub(super) value: Node,
}
impl Object for OpenVar {}

/// A trait object of its own.
#[derive(StructuralEq)]
pub struct Boxed {
    pub(super) object: Box<dyn Object>,
}

/// Leaves in their roles.
#[derive(StructuralEq)]
pub struct Tensor {
    pub(super) shape: Vec<i64>,
    #[seq(payload)]
    pub(super) data: Vec<i64>,
    #[seq(opaque)]
    pub(super) name: Caseless,
    #[seq(payload, opaque)]
    pub(super) blob: Caseless,
    #[seq(ignore)]
    #[allow(dead_code, reason = "left out of comparisons")]
    pub(super) note: String,
}
