//! The node types of the cases, as types that derive `StructuralEq`, and the builders of graphs.
//!
//! There are several mirrors of the same types, which must not make a difference: with structs behind three
//! kinds of pointers, and as one enum whose variants have kinds of their own.

use sexpr_core::{Field, StructuralEq};

use super::NodeSpec;

pub mod variants;

/// Structs behind `Arc`; `Custom` lists its virtual fields.
pub mod arc {
    use std::sync::Arc;

    /// The pointer.
    pub type P<T> = Arc<T>;
    const CUSTOM_BY_TRAIT: bool = false;
    fn pointer<T>(value: T) -> P<T> {
        Arc::new(value)
    }

    #[path = "nodes.rs"]
    pub mod nodes;
}

/// Structs behind `Rc`; `Custom` implements `CustomStructural`.
pub mod rc {
    use std::rc::Rc;

    /// The pointer.
    pub type P<T> = Rc<T>;
    const CUSTOM_BY_TRAIT: bool = true;
    fn pointer<T>(value: T) -> P<T> {
        Rc::new(value)
    }

    #[path = "nodes.rs"]
    pub mod nodes;
}

/// Structs behind plain references, which have no reference counts.
pub mod borrowed {
    /// The pointer.
    pub type P<T> = &'static T;
    const CUSTOM_BY_TRAIT: bool = false;
    /// Leaks the value: a run of the cases takes a few megabytes.
    fn pointer<T>(value: T) -> P<T> {
        Box::leak(Box::new(value))
    }

    #[path = "nodes.rs"]
    pub mod nodes;
}

/// The node types of the cases as Rust types.
pub trait Mirror {
    /// A reference to a node of any type.
    type Node: StructuralEq + Field + Clone;
    /// What the mirror is called in reports.
    const NAME: &'static str;
    /// Builds a graph: one object for each index, children before parents.
    fn build(specs: &[NodeSpec]) -> Vec<Self::Node>;
}

/// Builds a graph with `node`, which is given those built so far.
fn build_in_order<N>(specs: &[NodeSpec], node: impl Fn(&[N], &NodeSpec) -> N) -> Vec<N> {
    let mut built = Vec::with_capacity(specs.len());
    for spec in specs {
        let next = node(&built, spec);
        built.push(next);
    }
    built
}
