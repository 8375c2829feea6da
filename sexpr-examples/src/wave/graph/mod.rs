//! Graphs of nodes, as tracing makes them: what a node does, with declared fields, and what was found out about it, as
//! attributes by name.

mod attributes;
mod call;
mod formula;
mod functions;
mod instruction;
mod memory;
mod node;
mod rebuild;
mod region;
mod types;

pub(super) use self::attributes::TYPE;
pub use self::attributes::{Attribute, Attributes, NOT_SEMANTIC, Size, is_semantic};
pub use self::call::Call;
pub use self::formula::{Formula, Term};
pub(in crate::wave) use self::functions::of_function;
pub use self::functions::{Binary, Reduction, Unary};
pub use self::instruction::Instruction;
pub(super) use self::memory::Memory;
pub(super) use self::node::{Found, LEVEL, entries_of_product};
pub use self::node::{Guard, Node, Op};
pub use self::rebuild::{Rebuild, Rebuilt};
pub(super) use self::region::ROOT;
pub use self::region::Region;
pub use self::types::{Space, TensorType, Type};
pub(super) use self::types::{integers, is_data_type, is_integer_type};
use sexpr_core::StructuralEq;

/// A kernel: a graph with a name, which does not count when it is compared.
#[derive(StructuralEq, Clone, Debug, Default)]
pub struct Graph {
    /// What it is called.
    #[seq(ignore)]
    pub name: String,
    /// What it does.
    pub body: Region,
}

impl Graph {
    /// How many nodes there are, those of regions within included.
    pub fn length(&self) -> usize {
        fn length(region: &Region) -> usize {
            let inside = region.nodes.iter().flat_map(|node| node.op.regions());
            region.nodes.len() + inside.map(length).sum::<usize>()
        }
        length(&self.body)
    }
}
