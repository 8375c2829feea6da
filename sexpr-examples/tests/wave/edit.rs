//! Graphs with some nodes changed.

use std::sync::Arc;

use sexpr_examples::wave::Graph;
use sexpr_examples::wave::graph::{Guard, Node, Op, Rebuild, Rebuilt, Region};

/// The graph with the node of this name changed.
pub(crate) fn with_node(graph: &Graph, name: &str, change: &dyn Fn(&mut Node)) -> Graph {
    let mut rebuild = Rebuild::new(|original: &Arc<Node>, mut copy: Node, _| {
        if original.name == name {
            change(&mut copy);
        } else if original.op.operands().is_empty() && original.op.regions().is_empty() {
            return Rebuilt::Shared(original.clone());
        }
        Rebuilt::Listed(copy)
    });
    Graph { name: graph.name.clone(), body: rebuild.region(&graph.body) }
}

/// The graph with others listed before the node of this name. They may use nodes that use none.
pub(crate) fn with_nodes_before(graph: &Graph, name: &str, before: &[Arc<Node>]) -> Graph {
    let insert = |region: &mut Region| {
        if let Some(at) = region.nodes.iter().position(|node| node.name == name) {
            region.nodes.splice(at..at, before.iter().cloned());
        }
    };
    let has_name = |region: &Region| region.nodes.iter().any(|node| node.name == name);
    let around = all_nodes(&graph.body).find(|node| node.op.regions().iter().any(has_name));
    let Some(around) = around else {
        let mut graph = with_node(graph, "", &|_| {});
        insert(&mut graph.body);
        return graph;
    };
    with_node(graph, &around.name, &|node| match &mut node.op {
        Op::Iterate { body, .. } | Op::Conditional { body, .. } => insert(body),
        Op::Call(call) => call.regions.iter_mut().for_each(insert),
        _ => {}
    })
}

/// The graph with these nodes listed before all others.
pub(crate) fn with_nodes_first(graph: &Graph, first: &[&Arc<Node>]) -> Graph {
    let nodes = first.iter().copied().chain(&graph.body.nodes).cloned().collect();
    Graph { name: graph.name.clone(), body: Region { nodes } }
}

/// The nodes of a region, and of the regions within it.
pub(crate) fn all_nodes(region: &Region) -> Box<dyn Iterator<Item = &Arc<Node>> + '_> {
    Box::new(
        region.nodes.iter().flat_map(|node| std::iter::once(node).chain(node.op.regions().iter().flat_map(all_nodes))),
    )
}

/// Has a node use another one in place of an operand, which is given by its place among all of them.
pub(crate) fn set_operand(op: &mut Op, place: usize, by: &Arc<Node>) {
    match op {
        Op::GetResult { value, .. } => *value = by.clone(),
        Op::Output { values } => values[place] = by.clone(),
        Op::Iterate { init, .. } => init[place] = by.clone(),
        Op::Conditional { guard, .. } => *guard = Guard::Value(by.clone()),
        Op::Placeholder { lifted, .. } => *lifted = Some(by.clone()),
        Op::Do(instruction) => {
            let mut places = 0..;
            *instruction = instruction.map(|used| if places.next() == Some(place) { by.clone() } else { used.clone() });
        }
        Op::Call(call) => call.operands[place] = by.clone(),
        Op::IterArg { .. } => {}
    }
}
