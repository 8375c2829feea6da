//! Graphs with some nodes changed.

use std::sync::Arc;

use sexpr_examples::wave::Graph;
use sexpr_examples::wave::graph::{Call, Guard, Node, Op, Region};

/// The graph with the node of this name changed.
pub(crate) fn with_node(graph: &Graph, name: &str, change: &dyn Fn(&mut Node)) -> Graph {
    with_nodes_before(graph, name, &[], change)
}

/// The graph with the node of this name changed, and others listed before it.
pub(crate) fn with_nodes_before(graph: &Graph, name: &str, before: &[Arc<Node>], change: &dyn Fn(&mut Node)) -> Graph {
    let mut copies = Copies::new();
    Graph { name: graph.name.clone(), body: region_with(&graph.body, &Edit { name, before, change }, &mut copies) }
}

/// The graph with these nodes listed before all others.
pub(crate) fn with_nodes_first(graph: &Graph, first: &[&Arc<Node>]) -> Graph {
    let nodes = first.iter().copied().chain(&graph.body.nodes).cloned().collect();
    Graph { name: graph.name.clone(), body: Region { nodes } }
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

/// What is to be done at the node of a name.
struct Edit<'e> {
    name: &'e str,
    before: &'e [Arc<Node>],
    change: &'e dyn Fn(&mut Node),
}

type Copies = std::collections::HashMap<*const Node, Arc<Node>>;

fn region_with(region: &Region, edit: &Edit<'_>, copies: &mut Copies) -> Region {
    let mut nodes = Vec::new();
    for node in &region.nodes {
        let is_edited = node.name == edit.name;
        let before = edit.before.iter().filter(|_| is_edited);
        for original in before.chain([node]) {
            let mut copy = (**original).clone();
            if is_edited && Arc::ptr_eq(original, node) {
                (edit.change)(&mut copy);
            }
            copy.op = op_with(&copy.op, edit, copies);
            let copy = Arc::new(copy);
            copies.insert(Arc::as_ptr(original), copy.clone());
            nodes.push(copy);
        }
    }
    Region { nodes }
}

fn op_with(op: &Op, edit: &Edit<'_>, copies: &mut Copies) -> Op {
    let get = |used: &Arc<Node>, copies: &Copies| copies.get(&Arc::as_ptr(used)).unwrap_or(used).clone();
    let all = |used: &[Arc<Node>], copies: &Copies| used.iter().map(|used| get(used, copies)).collect::<Vec<_>>();
    match op {
        Op::Placeholder { ty, lifted } => {
            Op::Placeholder { ty: ty.clone(), lifted: lifted.as_ref().map(|used| get(used, copies)) }
        }
        Op::IterArg { ty } => Op::IterArg { ty: ty.clone() },
        Op::GetResult { value, index } => Op::GetResult { value: get(value, copies), index: *index },
        Op::Output { values } => Op::Output { values: all(values, copies) },
        Op::Iterate { axis, init, body, implicit_captures } => Op::Iterate {
            axis: axis.clone(),
            init: all(init, copies),
            implicit_captures: all(implicit_captures, copies),
            body: region_with(body, edit, copies),
        },
        Op::Conditional { guard, body, implicit_captures } => Op::Conditional {
            guard: match guard {
                Guard::Value(used) => Guard::Value(get(used, copies)),
                symbols => symbols.clone(),
            },
            implicit_captures: all(implicit_captures, copies),
            body: region_with(body, edit, copies),
        },
        Op::Do(instruction) => Op::Do(instruction.map(|used| get(used, copies))),
        Op::Call(call) => Op::Call(Call {
            operands: all(&call.operands, copies),
            regions: call.regions.iter().map(|region| region_with(region, edit, copies)).collect(),
            ..call.clone()
        }),
    }
}
