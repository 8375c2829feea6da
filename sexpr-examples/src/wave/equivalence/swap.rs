//! Whether two graphs differ in that operands are swapped.

use std::sync::Arc;

use super::difference::{Difference, Finding, Reason};
use super::part::Part;
use crate::wave::graph::{Graph, Node, Op, Rebuild, Rebuilt, Region};

/// The greatest number of swaps that are tried: each takes a comparison.
const TRIES: usize = 16;

/// What one comparison finds.
pub(super) struct Findings {
    pub(super) all: Vec<Finding>,
    pub(super) are_complete: bool,
}

/// Finds swapped operands, by the comparison of graphs in which they are swapped back. Returns these differences, and what is
/// found without them.
pub(super) fn find(
    left: &Graph,
    right: &Graph,
    compare: impl Fn(&Graph, &Graph) -> Findings,
) -> (Vec<Difference>, Findings) {
    let (mut swaps, mut findings) = (Vec::new(), compare(left, right));
    let mut left = left.clone();
    let mut tries = 0;
    let mut at = 0;
    while let Some(finding) = findings.all.get(at)
        && tries < TRIES
    {
        at += 1;
        let Some((names @ [name, _], first)) = &finding.operand else { continue };
        let Some(users) = node(&left.body, name).zip(node(&right.body, &names[1])) else { continue };
        for second in first + 1..users.0.op.operands().len() {
            let Some(graph) = swapped(&left, users.0, *first, second) else { continue };
            tries += 1;
            let after = compare(&graph, right);
            // The node may differ in its attributes, too, but in nothing that it uses.
            let is_used = |other: &Finding| match other.nodes.split_last() {
                Some((last, before)) => before.contains(name) || last == name && other.operand_of(name),
                None => false,
            };
            if after.all.iter().any(is_used) {
                continue;
            }
            swaps.extend(difference(users, [*first, second]));
            (left, findings, at) = (graph, after, 0);
            break;
        }
    }
    (swaps, findings)
}

fn difference((left, right): (&Node, &Node), positions: [usize; 2]) -> Option<Difference> {
    let [one, other] = [left.op.operands(), right.op.operands()];
    let used = |operands: &[(&str, &Arc<Node>)]| -> Option<[String; 2]> {
        let [first, second] = positions.map(|position| operands.get(position).map(|(_, used)| used.name.clone()));
        Some([first?, second?])
    };
    let field = |position: usize| one.get(position).map_or_else(String::new, |(field, _)| format!("`{field}`"));
    let [first, second] = positions.map(field);
    let fields = if first == second { positions.map(|position| position.to_string()) } else { [first, second] };
    let reason = Reason::Swapped { fields, left: used(&one)?, right: used(&other)? };
    Some(Difference {
        left: Some(left.name.clone()),
        right: Some(right.name.clone()),
        part: Some(Part::operation()),
        reason,
    })
}

/// The first node of this name.
fn node<'g>(region: &'g Region, name: &str) -> Option<&'g Node> {
    region.nodes.iter().find_map(|listed| {
        let inside = || listed.op.regions().iter().find_map(|region| node(region, name));
        if listed.name == name { Some(&**listed) } else { inside() }
    })
}

/// The graph with two operands of an instruction or call swapped; `None` of another node, and of operands that are the same.
fn swapped(graph: &Graph, user: &Node, first: usize, second: usize) -> Option<Graph> {
    let operands = user.op.operands();
    let is_same = Arc::ptr_eq(operands.get(first)?.1, operands.get(second)?.1);
    if is_same || !matches!(user.op, Op::Do(_) | Op::Call(_)) {
        return None;
    }
    let mut rebuild = Rebuild::new(|original: &Arc<Node>, mut node: Node, _| {
        if std::ptr::eq(&raw const **original, user) {
            let mut operands: Vec<Arc<Node>> = node.op.operands().into_iter().map(|(_, used)| used.clone()).collect();
            operands.swap(first, second);
            match &mut node.op {
                Op::Call(call) => call.operands = operands,
                Op::Do(instruction) => {
                    let mut operands = operands.into_iter();
                    *instruction = instruction.map(|used| operands.next().unwrap_or_else(|| used.clone()));
                }
                _ => {}
            }
        }
        Rebuilt::Listed(node)
    });
    Some(Graph { name: graph.name.clone(), body: rebuild.region(&graph.body) })
}
