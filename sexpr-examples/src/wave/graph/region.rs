//! Nodes in order.

use std::sync::Arc;

use sexpr_core::{StructuralEq, custom::VirtualFields, reflect::Def};

use super::node::Rank;
use super::{Node, Op};

/// The nodes of a graph, or of what a node does, in the order in which they are done.
///
/// Each node that is used is listed before, here or around. Compared are its [roots](Self::roots), in order, with all
/// that these use: the order of what has no effect does not count, and neither does what nobody uses.
///
/// Nodes are dropped from the last to the first, so that a chain of nodes that are listed takes no stack. Regions within
/// regions do, here and wherever a graph is gone through.
#[derive(StructuralEq, Clone, Debug, Default)]
#[seq(with = roots)]
pub struct Region {
    /// The nodes.
    pub nodes: Vec<Arc<Node>>,
}

fn roots<'a>(region: &'a Region, fields: &mut VirtualFields<'a>) {
    for (index, node) in region.roots().enumerate() {
        fields.field(format!("{ROOT}{index}"), Def::Inherit, node);
    }
}

/// How the names of the virtual fields begin that a region has.
pub(in crate::wave) const ROOT: &str = "root ";

impl Region {
    /// The nodes that are compared by themselves: first a loop's arguments, then placeholders, then the others, each in
    /// order.
    pub fn roots(&self) -> impl Iterator<Item = &Arc<Node>> {
        let of = |rank| self.nodes.iter().filter(move |node| node.rank() == Some(rank));
        of(Rank::IterArg).chain(of(Rank::Placeholder)).chain(of(Rank::Effect))
    }

    /// What it gives.
    pub fn outputs(&self) -> &[Arc<Node>] {
        match self.nodes.last().map(|node| &node.op) {
            Some(Op::Output { values }) => values,
            _ => &[],
        }
    }
}

impl Drop for Region {
    fn drop(&mut self) {
        // A node is freed while those that it uses are still listed.
        while self.nodes.pop().is_some() {}
    }
}
