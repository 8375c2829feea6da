//! The node types of the cases, as types that derive `StructuralEq`, and the builders of graphs.
//!
//! There are several mirrors of the same types, which must not make a difference: [`arc`], [`rc`] and [`borrowed`]
//! are the structs of `nodes.rs` (and of the files named there) behind three kinds of pointers; [`variants`] is one enum whose variants have kinds
//! of their own.

use sexpr_core::{Field, StructuralEq};

use super::NodeSpec;

pub mod arc;
pub mod borrowed;
mod caseless;
pub mod rc;
pub mod variants;

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
