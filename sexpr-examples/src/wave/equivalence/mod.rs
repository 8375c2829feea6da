//! Whether two graphs do the same: structural equality, once both are in one form.
//!
//! - Placeholders that stand for outer nodes, and direct uses of these, are one form: both sides are compared without
//!   such placeholders, as far as these say nothing that their nodes do not say. A placeholder's type says nothing where
//!   no type is written of its node, whose value has one all the same.
//! - Two nodes that take the same result are one.
//! - Lists of captures are not compared. What a region uses is, where it uses it.
//! - A node that is used in a region may be listed there or around. It counts where, since the step of a loop may be in
//!   what it does; of those that take a result it does not, since they are where the result is.
//!
//! The rest is [`Node`](super::graph::Node)'s and [`Region`](super::graph::Region)'s annotations. Graphs are to be well
//! formed, as [`check`](fn@super::check) says: what a graph means in which a node is used that is not listed, nobody knows.

mod difference;
mod unset;

use std::collections::HashMap;
use std::sync::Arc;

use sexpr_core::{first_structural_mismatch, structural_equal, structural_hash};

pub use self::difference::{Difference, Reason};
use super::captures::{stands_for, stood_for};
use super::graph::{Attribute, Found, Graph, Memory, Node, Op, Rebuild, Rebuilt, entries_of_product};

/// How graphs are compared.
#[derive(Clone, Copy, Debug, Default)]
pub struct Comparison {
    ignore_unset: bool,
}

impl Comparison {
    /// Attributes that one side has and the other has not make graphs differ.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes no notice of attributes that only one side has: of each two nodes that meet, as both graphs are walked
    /// over together, only those are compared that both have. Where a node meets several, those are compared that it
    /// and all of these have. There is no hash that goes with this, since it is about two graphs.
    pub fn ignore_unset(self, ignore_unset: bool) -> Self {
        Self { ignore_unset }
    }

    /// The first difference; nothing, if the graphs are equivalent. It takes time in proportion to their nodes.
    pub fn first_difference(&self, left: &Graph, right: &Graph) -> Option<Difference> {
        let (left, right) = if self.ignore_unset {
            let (left, right) = unset::without_unset(&comparable(left), &comparable(right));
            (canonical(&left), canonical(&right))
        } else {
            (canonical(left), canonical(right))
        };
        let mismatch = first_structural_mismatch(&left, &right)?;
        Some(Difference::new(&left, &right, &mismatch))
    }

    /// Whether the graphs are equivalent.
    pub fn equivalent(&self, left: &Graph, right: &Graph) -> bool {
        self.first_difference(left, right).is_none()
    }
}

/// Whether two graphs are equivalent, [`Comparison::new`] by default.
pub fn equivalent(left: &Graph, right: &Graph) -> bool {
    structural_equal(&canonical(left), &canonical(right))
}

/// A hash that is the same for equivalent graphs.
pub fn graph_hash(graph: &Graph) -> u64 {
    structural_hash(&canonical(graph))
}

/// The graph in the form in which graphs are compared.
fn canonical(graph: &Graph) -> Graph {
    let mut memory = Memory::new(&graph.body);
    // Of those that take one result: the first of each that say the same.
    let mut taken: HashMap<(*const Node, usize, u64), Vec<Arc<Node>>> = HashMap::new();
    let mut rebuild = Rebuild::new(|original: &Arc<Node>, mut node: Node, level: u32| {
        let level = (!matches!(node.op, Op::GetResult { .. })).then_some(level);
        let entries = node.index_of_product().map(entries_of_product).unwrap_or_default();
        node.note(Found { level, may_be_memory: memory.goes_on_to(original), entries });
        if let Some(outer) = stands_for(&node) {
            return Rebuilt::Replaced(outer.clone());
        }
        let Op::GetResult { value, index } = &node.op else { return Rebuilt::Listed(node) };
        let own = semantic(&node);
        let others = taken.entry((Arc::as_ptr(value), *index, structural_hash(&own))).or_default();
        if let Some(other) = others.iter().find(|other| structural_equal(&semantic(other), &own)) {
            return Rebuilt::Replaced(other.clone());
        }
        let node = Arc::new(node);
        others.push(node.clone());
        Rebuilt::Shared(node)
    });
    let body = rebuild.region(&graph.body);
    Graph { name: graph.name.clone(), body }
}

/// The graph in a form in which it can be walked over together with another one: it is known what may be memory, and so
/// what has effects, and placeholders that stand for others say something.
fn comparable(graph: &Graph) -> Graph {
    let mut memory = Memory::new(&graph.body);
    let mut rebuild = Rebuild::new(|original: &Arc<Node>, mut node: Node, _: u32| {
        node.note(Found { level: None, may_be_memory: memory.goes_on_to(original), entries: Vec::new() });
        if let Op::Placeholder { ty, lifted: Some(outer) } = &mut node.op {
            // One without a type has that of what it stands for. Where no type is written of the node at the end of
            // a chain, none in the chain says anything.
            *ty = outer.op.ty().map(|written| ty.take().unwrap_or_else(|| written.clone()));
        }
        // Of a chain of placeholders, each says something. So two chains have as many where they say the same.
        match stands_for(&node) {
            Some(outer) if stood_for(outer).is_some() => Rebuilt::Replaced(outer.clone()),
            _ => Rebuilt::Listed(node),
        }
    });
    let body = rebuild.region(&graph.body);
    Graph { name: graph.name.clone(), body }
}

fn semantic(node: &Node) -> Vec<(String, Attribute)> {
    node.attributes.semantic().map(|(name, attribute)| (name.to_owned(), attribute.clone())).collect()
}
