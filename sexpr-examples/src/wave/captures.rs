//! What regions use from around them: explicitly, through placeholders that stand for outer nodes, or directly.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use sexpr_core::structural_equal;

use super::graph::{Graph, Node, Op, Rebuild, Rebuilt, Region, Type};

/// The nodes around a region that it uses, in the order of their first use, each once. Those that placeholders stand
/// for are among them, and those that regions within use.
///
/// This looks at the region itself; lists that nodes keep of what their regions use are not looked at.
pub fn captures(region: &Region) -> Vec<Arc<Node>> {
    let mut search = Search::default();
    search.region(region);
    search.found
}

#[derive(Default)]
struct Search {
    listed: HashSet<*const Node>,
    seen: HashSet<*const Node>,
    found: Vec<Arc<Node>>,
}

impl Search {
    fn region(&mut self, region: &Region) {
        self.nodes(region.nodes.iter());
    }

    fn nodes<'n>(&mut self, nodes: impl Iterator<Item = &'n Arc<Node>>) {
        for node in nodes {
            for (_, used) in node.op.operands() {
                let pointer = Arc::as_ptr(used);
                if !self.listed.contains(&pointer) && self.seen.insert(pointer) {
                    self.found.push(used.clone());
                }
            }
            node.op.regions().iter().for_each(|inside| self.region(inside));
            self.listed.insert(Arc::as_ptr(node));
        }
    }
}

/// The graph without placeholders that stand for outer nodes: what used them uses the outer nodes directly.
///
/// As in the compiler's own pass, what is erased goes from the list of captures, too, although the region still uses
/// it. So after this, these lists say less than [`captures`] finds. A placeholder's attributes are lost.
pub fn hoist(graph: &Graph) -> Graph {
    // For each placeholder that is erased, the node that it stands for in the copy.
    let mut erased: HashMap<*const Node, *const Node> = HashMap::new();
    let mut rebuild = Rebuild::new(|original: &Arc<Node>, mut node: Node, _: u32| {
        if let Op::Placeholder { lifted: Some(outer), .. } = &node.op {
            erased.insert(Arc::as_ptr(original), Arc::as_ptr(outer));
            return Rebuilt::Replaced(outer.clone());
        }
        if let Op::Iterate { implicit_captures, .. } | Op::Conditional { implicit_captures, .. } = &mut node.op {
            let inside = original.op.region().into_iter().flat_map(|region| &region.nodes);
            let gone: HashSet<*const Node> =
                inside.filter_map(|node| erased.get(&Arc::as_ptr(node)).copied()).collect();
            implicit_captures.retain(|outer| !gone.contains(&Arc::as_ptr(outer)));
        }
        Rebuilt::Listed(node)
    });
    let body = rebuild.region(&graph.body);
    Graph { name: graph.name.clone(), body }
}

/// The node that a placeholder stands for, if nothing is lost with it: unless it has another attribute than its node,
/// or another type than is known there.
pub(super) fn stands_for(placeholder: &Node) -> Option<&Arc<Node>> {
    let Op::Placeholder { ty, lifted: Some(outer) } = &placeholder.op else { return None };
    let is_known =
        |(name, attribute)| outer.attributes.get(name).is_some_and(|known| structural_equal(attribute, known));
    (Type::agree(ty.as_ref(), outer.known_type().as_ref()) && placeholder.attributes.semantic().all(is_known))
        .then_some(outer)
}

/// The node for which a placeholder stands, whatever else it says.
pub(super) fn stood_for(node: &Node) -> Option<&Arc<Node>> {
    match &node.op {
        Op::Placeholder { lifted, .. } => lifted.as_ref(),
        _ => None,
    }
}

/// The graph with placeholders, at the beginnings of regions, for all outer nodes that these use directly. Lists of
/// captures become what [`captures`] finds.
pub fn lift(graph: &Graph) -> Graph {
    let mut rebuild = Rebuild::new(|_: &Arc<Node>, mut node: Node, _: u32| {
        if let Op::Iterate { body, implicit_captures, .. } | Op::Conditional { body, implicit_captures, .. } =
            &mut node.op
        {
            *body = lifted(body);
            *implicit_captures = captures(body);
        }
        if let Op::Call(call) = &mut node.op {
            call.regions = call.regions.iter().map(lifted).collect();
        }
        Rebuilt::Listed(node)
    });
    let body = rebuild.region(&graph.body);
    Graph { name: graph.name.clone(), body }
}

/// A region whose direct uses of outer nodes go through placeholders.
fn lifted(region: &Region) -> Region {
    // What these stand for stays outside. One that stands for a node already may have attributes of its own, and is not
    // used where the node is.
    let is_lifted = |node: &&Arc<Node>| matches!(&node.op, Op::Placeholder { lifted: Some(_), .. });
    let own: HashSet<*const Node> = region.nodes.iter().filter(is_lifted).map(Arc::as_ptr).collect();
    let mut search = Search { listed: own.clone(), ..Search::default() };
    search.nodes(region.nodes.iter().filter(|node| !own.contains(&Arc::as_ptr(node))));
    let mut rebuild = Rebuild::new(|original: &Arc<Node>, mut node: Node, _: u32| {
        if own.contains(&Arc::as_ptr(original)) {
            node.op = original.op.clone();
        }
        Rebuilt::Listed(node)
    });
    let mut placeholders = Vec::new();
    for outer in search.found {
        // What has several values is no value.
        if outer.op.has_value() {
            let op = Op::Placeholder { ty: outer.ty(), lifted: Some(outer.clone()) };
            let placeholder = Node::new(outer.name.clone(), op);
            rebuild.replace(&outer, placeholder.clone());
            placeholders.push(placeholder);
        }
    }
    let mut inside = rebuild.region(region);
    placeholders.append(&mut inside.nodes);
    Region { nodes: placeholders }
}
