//! Where a path through a graph leads.

use std::sync::Arc;

use sexpr_core::report::Step;

use super::part::{PARTS, Part, PartOf};
use crate::wave::graph::{Node, Op, ROOT, Region};

/// Where a path leads to.
pub(super) struct Found<'g> {
    /// The nodes on it.
    pub(super) nodes: Vec<&'g Arc<Node>>,
    /// What is there of the last node.
    pub(super) part: Option<Part>,
    /// The last node of which an operand is on it, and which operand that is.
    pub(super) operand: Option<(&'g Arc<Node>, usize)>,
    /// The region at which it ends, if it does.
    pub(super) region: Option<&'g Region>,
}

impl<'g> Found<'g> {
    /// The last node.
    pub(super) fn node(&self) -> Option<&'g Arc<Node>> {
        self.nodes.last().copied()
    }

    pub(super) fn name(&self) -> Option<String> {
        self.node().map(|node| node.name.clone())
    }

    /// Follows a path from a region. If it is about a node as a whole, and ends at a field that holds one, it leads
    /// there.
    pub(super) fn at(region: &'g Region, steps: &[Step], is_about_nodes: bool) -> Self {
        let mut found = Self { nodes: Vec::new(), part: None, operand: None, region: Some(region) };
        let mut steps = steps.iter().peekable();
        let mut is_op = false;
        while let Some(step) = steps.next() {
            // The others are the places of variants' only fields.
            let Step::Field { name, .. } = step else { continue };
            if let (Some(of), Some(number)) = (found.region, name.strip_prefix(ROOT)) {
                found.nodes.extend(number.parse::<usize>().ok().and_then(|number| of.roots().nth(number)));
                (found.part, found.operand, found.region) = (None, None, None);
                is_op = false;
                continue;
            }
            let Some(node) = found.node() else { continue };
            if !is_op {
                is_op = name == "op";
                if is_op {
                    found.part = Some(Part::operation());
                    continue;
                }
                found.part = Some(Part { of: PartOf::Attribute(name.to_string()), at: within(steps) });
                return found;
            }
            let index = match steps.peek() {
                Some(Step::Index(index)) => *index,
                _ => 0,
            };
            let goes_on = is_about_nodes || steps.clone().any(|step| matches!(step, Step::Field { .. }));
            let own = match (&node.op, steps.peek()) {
                (Op::Call(_), Some(Step::Key(key) | Step::MissingKey(key))) if name == "fields" => key.as_str(),
                _ => None,
            };
            if let Some(field) = own {
                let at = within(steps.skip(1));
                found.part = Some(Part { of: PartOf::OwnField(field.to_owned()), at });
                return found;
            }
            let is_region = name == "body" || name == "regions";
            let operands = node.op.operands();
            let mut named = operands.iter().enumerate().filter(|(_, (field, _))| field == name);
            let operand = named.nth(index).map(|(position, (_, operand))| (position, *operand));
            match (node.op.regions().get(index), operand) {
                (Some(body), _) if is_region => {
                    found.part = Some(Part::field(name));
                    found.region = Some(body);
                }
                (_, Some((position, operand))) if goes_on => {
                    found.nodes.push(operand);
                    (found.part, found.operand, found.region) = (None, Some((node, position)), None);
                    is_op = false;
                }
                (_, operand) => {
                    found.part = Some(Part::field(if name == "ty" { "type" } else { name }));
                    found.operand = operand.map(|(position, _)| (node, position)).or(found.operand);
                    return found;
                }
            }
        }
        found
    }
}

/// Where in an attribute steps lead: to a dimension, a part of an index, an element.
fn within<'s>(steps: impl Iterator<Item = &'s Step>) -> Vec<String> {
    let word = |step: &Step| match step {
        Step::Key(key) | Step::MissingKey(key) => Some(key.text().trim_matches('"').to_owned()),
        Step::Index(index) | Step::MissingIndex(index) => Some(index.to_string()),
        Step::Field { name, .. } if PARTS.contains(&name.as_ref()) => Some(name.to_string()),
        _ => None,
    };
    steps.filter_map(word).collect()
}
