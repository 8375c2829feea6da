//! Two graphs without the attributes that only one of them has.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use petgraph::unionfind::UnionFind;

use crate::wave::captures::stood_for;
use crate::wave::graph::{Found, Graph, Node, Op, Rebuild, Rebuilt, Region, Type, is_semantic};

/// Copies of two graphs in which nodes that meet have the same attributes: those that all of them have. As in Hopcroft
/// and Karp's equivalence of automata, as many pairs are gone into as there are nodes. Nodes meet as both graphs are
/// walked over together, from what they do to what that uses. A node may meet several, which meet others.
///
/// If only the right one may have more, the left one is left as it is.
pub(super) fn without_unset(left: &Graph, right: &Graph, is_directional: bool) -> (Graph, Graph) {
    let nothing = HashMap::new();
    let (mut left, mut right) = (left.clone(), right.clone());
    let mut meeting = Meeting::of(&left, &right, is_directional);
    let memory = meeting.memory();
    if !memory.is_empty() {
        // There are more effects than was known, so that others meet.
        (left, right) = (with_only(&left, &nothing, false, &memory), with_only(&right, &nothing, false, &memory));
        meeting = Meeting::of(&left, &right, is_directional);
    }
    let (common, memory) = (meeting.common(), meeting.memory());
    let of_left = if is_directional { &nothing } else { &common };
    (with_only(&left, of_left, false, &memory), with_only(&right, &common, is_directional, &memory))
}

#[derive(Default)]
struct Meeting {
    /// Whether only the attributes that the left ones have are common, whether or not the right ones have them.
    is_directional: bool,
    /// In that case, the nodes of the right graph.
    right: HashSet<*const Node>,
    waiting: Vec<(Arc<Node>, Arc<Node>)>,
    /// Those that have met, also through others.
    groups: UnionFind<usize>,
    /// The nodes of both graphs, by number.
    nodes: Vec<Arc<Node>>,
    numbers: HashMap<*const Node, usize>,
    /// Placeholders, and nodes whose attributes they may have.
    limits: HashSet<(usize, usize)>,
    /// Of nodes that have several results, those that take them, one for each.
    results: HashMap<*const Node, BTreeMap<usize, Arc<Node>>>,
}

impl Meeting {
    /// Walks over both graphs.
    fn of(left: &Graph, right: &Graph, is_directional: bool) -> Self {
        let mut meeting = Self { is_directional, ..Self::default() };
        for (graph, is_right) in [(left, false), (right, true)] {
            for node in nodes(&graph.body) {
                if is_right && is_directional {
                    meeting.right.insert(Arc::as_ptr(node));
                }
                if let Op::GetResult { value, index } = &node.op {
                    meeting.results.entry(Arc::as_ptr(value)).or_default().insert(*index, node.clone());
                }
            }
        }
        meeting.regions(&left.body, &right.body);
        while let Some((left, right)) = meeting.waiting.pop() {
            meeting.uses(&left, &right);
        }
        meeting
    }

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

    fn uses(&mut self, left: &Arc<Node>, right: &Arc<Node>) {
        for ((_, left), (_, right)) in left.op.operands().into_iter().zip(right.op.operands()) {
            self.meet(left, right);
        }
        for (left, right) in left.op.regions().iter().zip(right.op.regions()) {
            self.regions(left, right);
        }
        let of = |node: &Arc<Node>| self.results.get(&Arc::as_ptr(node)).cloned().unwrap_or_default();
        let (one, other) = (of(left), of(right));
        for (index, left) in &one {
            if let Some(right) = other.get(index) {
                self.meet(left, right);
            }
        }
    }

    /// The nodes that were not found to be memory, and met one that may be: its type may be written on one side only.
    fn memory(&self) -> HashSet<*const Node> {
        let numbered = || self.nodes.iter().enumerate();
        let memory = numbered().filter(|(_, node)| node.was_found_to_be_memory());
        let memory: HashSet<usize> = memory.map(|(number, _)| self.groups.find(number)).collect();
        let of = |(number, node): (usize, &Arc<Node>)| {
            let is_new = memory.contains(&self.groups.find(number)) && !node.was_found_to_be_memory();
            is_new.then_some(Arc::as_ptr(node))
        };
        numbered().filter_map(of).collect()
    }

    /// For each node that met another one, the names of the attributes that all of those have that it has to do with.
    fn common(&self) -> HashMap<*const Node, BTreeSet<String>> {
        let groups = &self.groups;
        let is_right = |node: &Arc<Node>| self.is_directional && self.right.contains(&Arc::as_ptr(node));
        let mut common: HashMap<usize, BTreeSet<String>> = HashMap::new();
        for (number, node) in self.nodes.iter().enumerate().filter(|(_, node)| !is_right(node)) {
            let own = names(node, self.is_directional);
            common
                .entry(groups.find(number))
                .and_modify(|names| names.retain(|name| own.contains(name)))
                .or_insert(own);
        }
        // What met only placeholders, or is one that met only others, is in a group of its own.
        for (number, node) in self.nodes.iter().enumerate().filter(|(_, node)| is_right(node)) {
            common.entry(groups.find(number)).or_insert_with(|| names(node, true));
        }
        // Placeholders are in no group with other nodes, so that what limits them is known.
        for (placeholder, by) in &self.limits {
            if self.is_directional && !is_right(&self.nodes[*placeholder]) {
                continue;
            }
            let [limited, limit] = [placeholder, by].map(|number| groups.find(*number));
            let mut names = common.remove(&limited).unwrap_or_default();
            names.retain(|name| common[&limit].contains(name));
            common.insert(limited, names);
        }
        let of = |(number, node): (usize, &Arc<Node>)| (Arc::as_ptr(node), common[&groups.find(number)].clone());
        self.nodes.iter().enumerate().map(of).collect()
    }
}

/// How the type that is a field of an operation is called among attributes.
const OWN_TYPE: &str = "op: type";

/// The names of a node's attributes, and maybe of its own type.
fn names(node: &Node, with_type: bool) -> BTreeSet<String> {
    let own = node.attributes.semantic().map(|(name, _)| name.to_owned());
    let is_typed = with_type && own_type(&node.op).is_some_and(Option::is_some);
    own.chain(is_typed.then(|| OWN_TYPE.to_owned())).collect()
}

/// The type of an argument, which may be left out.
fn own_type(op: &Op) -> Option<&Option<Type>> {
    match op {
        // That of one that stands for a node is compared with the node's.
        Op::Placeholder { ty, lifted: None } | Op::IterArg { ty } => Some(ty),
        _ => None,
    }
}

/// The nodes of a region, and of those within.
fn nodes(region: &Region) -> Vec<&Arc<Node>> {
    let (mut found, mut waiting) = (Vec::new(), vec![region]);
    while let Some(region) = waiting.pop() {
        for node in &region.nodes {
            found.push(node);
            waiting.extend(node.op.regions());
        }
    }
    found
}

/// The graph with only these attributes of those nodes that have met others. What may be memory is noted.
fn with_only(
    graph: &Graph,
    common: &HashMap<*const Node, BTreeSet<String>>,
    with_type: bool,
    memory: &HashSet<*const Node>,
) -> Graph {
    let mut rebuild = Rebuild::new(|original: &Arc<Node>, mut node: Node, _: u32| {
        if memory.contains(&Arc::as_ptr(original)) {
            node.note(Found { level: None, may_be_memory: true, entries: Vec::new() });
        }
        if let Some(names) = common.get(&Arc::as_ptr(original)) {
            let is_kept = |name: &str| !is_semantic(name) || names.contains(name);
            let kept = node.attributes.iter().filter(|(name, _)| is_kept(name));
            node.attributes = kept.map(|(name, attribute)| (name.to_owned(), attribute.clone())).collect();
            if let Op::Placeholder { ty, lifted: None } | Op::IterArg { ty } = &mut node.op
                && with_type
                && !names.contains(OWN_TYPE)
            {
                *ty = None;
            }
        }
        Rebuilt::Listed(node)
    });
    let body = rebuild.region(&graph.body);
    Graph { name: graph.name.clone(), body }
}
