//! Which nodes can be reached from one, each of them once.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    Mistake,
    describe::{Content, Description, EntryKey, Identity, Kind, Order, describe},
};
use crate::conformance::NodeSpec;

/// The nodes that can be reached from one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reach {
    /// Which they are, in the order in which they are met first.
    pub nodes: Vec<usize>,
    /// Whether that order hangs on none in which a container happens to give its entries.
    pub is_ordered: bool,
}

/// What can be reached from a node; nothing, if that hangs on which of two nodes with one key is met first, and this on
/// the order of a container.
pub(super) fn reach(nodes: &[NodeSpec], root: usize, mistake: Option<Mistake>) -> Option<Reach> {
    let known = BTreeMap::new();
    let mut search = Search { specs: nodes, mistake, known, nodes: vec![], is_ordered: true, twins: false };
    search.node(root);
    let Search { nodes, is_ordered, twins, .. } = search;
    (is_ordered || !twins).then_some(Reach { nodes, is_ordered })
}

struct Search<'a> {
    specs: &'a [NodeSpec],
    mistake: Option<Mistake>,
    /// What was met, and as which nodes.
    known: BTreeMap<Identity, BTreeSet<Option<usize>>>,
    nodes: Vec<usize>,
    is_ordered: bool,
    /// Whether two nodes with one key were met.
    twins: bool,
}

impl Search<'_> {
    fn is_new(&mut self, identity: Identity, node: Option<usize>) -> bool {
        let known = self.known.entry(identity).or_default();
        let is_new = known.is_empty();
        known.insert(node);
        self.twins |= known.len() > 1;
        is_new
    }

    fn node(&mut self, node: usize) {
        let identity = match self.mistake {
            Some(Mistake::SearchesGoByAddress) => Identity::Object(node),
            _ => Identity::of(self.specs, node),
        };
        if self.is_new(identity, Some(node)) {
            self.nodes.push(node);
            self.inside(describe(self.specs, node, None));
        }
    }

    fn inside(&mut self, description: Description<'_>) {
        if description.kind == Kind::Singleton {
            return;
        }
        for field in description.fields {
            match field.content {
                // Names are no nodes of the graph.
                Content::Leaf(_) | Content::Leaves(_) | Content::Node(None) | Content::Names(..) => {}
                Content::Node(Some(node)) => self.node(node),
                Content::Nodes(nodes) => nodes.iter().for_each(|node| self.node(*node)),
                Content::Inside(_, inside) => self.inside(inside),
                Content::Map(entries, order) => {
                    self.is_ordered &= order == Order::Container || entries.len() < 2;
                    for entry in entries {
                        self.key(entry.key);
                        entry.value.into_iter().for_each(|value| self.node(value));
                    }
                }
            }
        }
    }

    fn key(&mut self, key: EntryKey) {
        match key {
            _ if self.mistake == Some(Mistake::SearchesPassKeysOver) => {}
            EntryKey::Variable(_, Some(node)) => self.node(node),
            EntryKey::Keyed(name) => _ = self.is_new(Identity::Singleton(name), None),
            EntryKey::Variable(_, None) | EntryKey::Content(_) | EntryKey::Pair(..) | EntryKey::Structural(_) => {}
        }
    }
}
