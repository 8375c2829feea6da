//! Operations of names that the list of instructions does not have.

use std::collections::BTreeMap;
use std::sync::Arc;

use sexpr_core::StructuralEq;

use super::{Attribute, Node, Region};

/// An operation of which only the form is known. Compared are its name, its operands by position, its fields by name,
/// its regions by position, and how many results it has. It may do anything to memory, so its place among other effects
/// matters, and it counts also where nobody uses it.
#[derive(StructuralEq, Clone, Debug)]
pub struct Call {
    /// What it is called.
    pub name: String,
    /// The nodes that it uses.
    pub operands: Vec<Arc<Node>>,
    /// What else it is given.
    pub fields: BTreeMap<String, Attribute>,
    /// Its regions. Their arguments are nodes like those of loops.
    pub regions: Vec<Region>,
    /// How many results it has. The only one is the node's value; of several, each is taken by a node.
    pub results: usize,
}

impl Call {
    /// A call without fields and regions that has one result.
    pub fn new(name: impl Into<String>, operands: impl IntoIterator<Item = Arc<Node>>) -> Self {
        let (name, operands) = (name.into(), operands.into_iter().collect());
        Self { name, operands, fields: BTreeMap::new(), regions: Vec::new(), results: 1 }
    }
}
