//! Two graphs without the attributes that only one of them has.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use petgraph::unionfind::UnionFind;

use crate::wave::captures::stood_for;
use crate::wave::graph::{Graph, Node, Rebuild, Rebuilt, Region, is_semantic};

/// Copies of two graphs in which nodes that meet have the same attributes: those that all of them have. As in Hopcroft
/// and Karp's equivalence of automata, as many pairs are gone into as there are nodes. Nodes meet as both graphs are
/// walked over together, from what they do to what that uses. A node may meet several, which meet others.
pub(super) fn without_unset(left: &Graph, right: &Graph) -> (Graph, Graph) {
    let mut meeting = Meeting::default();
    meeting.regions(&left.body, &right.body);
    while let Some((left, right)) = meeting.waiting.pop() {
        meeting.uses(&left, &right);
    }
    let common = meeting.common();
    (with_only(left, &common), with_only(right, &common))
}

#[derive(Default)]
struct Meeting {
    waiting: Vec<(Arc<Node>, Arc<Node>)>,
    /// Those that have met, also through others.
    groups: UnionFind<usize>,
    /// The nodes of both graphs, by number.
    nodes: Vec<Arc<Node>>,
    numbers: HashMap<*const Node, usize>,
    /// Placeholders, and nodes whose attributes they may have.
    limits: HashSet<(usize, usize)>,
}

impl Meeting {
    fn number(&mut self, node: &Arc<Node>) -> usize {
        *self.numbers.entry(Arc::as_ptr(node)).or_insert_with(|| {
            self.nodes.push(node.clone());
            self.groups.new_set()
        })
    }

    /// Two nodes meet. Where only one of them is a placeholder for a node, that node meets the other one in its place;
    /// of its attributes, the placeholder keeps those that the other one has, too.
    fn meet(&mut self, left: &Arc<Node>, right: &Arc<Node>) {
        let (mut left, mut right) = (left, right);
        loop {
            let (placeholder, by) = match (stood_for(left), stood_for(right)) {
                (Some(outer), None) => (std::mem::replace(&mut left, outer), right),
                (None, Some(outer)) => (std::mem::replace(&mut right, outer), left),
                _ => return self.meet_alike(left, right),
            };
            let limit = (self.number(placeholder), self.number(by));
            if !self.limits.insert(limit) {
                return;
            }
        }
    }

    /// Two nodes meet that are both placeholders for others, or are both none.
    fn meet_alike(&mut self, left: &Arc<Node>, right: &Arc<Node>) {
        // Nodes of different operations have no attributes in common.
        let is_alike = left.op.name() == right.op.name();
        let (one, other) = (self.number(left), self.number(right));
        // Where two have met through others, what they use has met, too: each step makes one group of two.
        if is_alike && self.groups.union(one, other) {
            self.waiting.push((left.clone(), right.clone()));
        }
    }

    fn regions(&mut self, left: &Region, right: &Region) {
        for (left, right) in left.roots().zip(right.roots()) {
            self.meet(left, right);
        }
    }

    fn uses(&mut self, left: &Node, right: &Node) {
        for ((_, left), (_, right)) in left.op.operands().into_iter().zip(right.op.operands()) {
            self.meet(left, right);
        }
        if let (Some(left), Some(right)) = (left.op.region(), right.op.region()) {
            self.regions(left, right);
        }
    }

    /// For each node that met another one, the names of the attributes that all of those have that it has to do with.
    fn common(&self) -> HashMap<*const Node, BTreeSet<String>> {
        let groups = &self.groups;
        let mut common: HashMap<usize, BTreeSet<String>> = HashMap::new();
        for (number, node) in self.nodes.iter().enumerate() {
            let own: BTreeSet<String> = node.attributes.semantic().map(|(name, _)| name.to_owned()).collect();
            common
                .entry(groups.find(number))
                .and_modify(|names| names.retain(|name| own.contains(name)))
                .or_insert(own);
        }
        // Placeholders are in no group with other nodes, so that what limits them is known.
        for (placeholder, by) in &self.limits {
            let [limited, limit] = [placeholder, by].map(|number| groups.find(*number));
            let mut names = common.remove(&limited).unwrap_or_default();
            names.retain(|name| common[&limit].contains(name));
            common.insert(limited, names);
        }
        let of = |(number, node): (usize, &Arc<Node>)| (Arc::as_ptr(node), common[&groups.find(number)].clone());
        self.nodes.iter().enumerate().map(of).collect()
    }
}

fn with_only(graph: &Graph, common: &HashMap<*const Node, BTreeSet<String>>) -> Graph {
    let mut rebuild = Rebuild::new(|original: &Arc<Node>, mut node: Node, _: u32| {
        if let Some(names) = common.get(&Arc::as_ptr(original)) {
            let is_kept = |name: &str| !is_semantic(name) || names.contains(name);
            let kept = node.attributes.iter().filter(|(name, _)| is_kept(name));
            node.attributes = kept.map(|(name, attribute)| (name.to_owned(), attribute.clone())).collect();
        }
        Rebuilt::Listed(node)
    });
    let body = rebuild.region(&graph.body);
    Graph { name: graph.name.clone(), body }
}
