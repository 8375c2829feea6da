//! Where and why two graphs differ.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use sexpr_core::{Edit, EditKind, Mismatch, Path, Step};

use crate::text::{elided, shortened};
use crate::wave::graph::{Attribute, Graph, LEVEL, Node, Op, ROOT, Region};
use crate::wave::index::Symbol;

/// Where and why two graphs differ first. It displays as a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The node of the left graph; nothing, where it has none.
    pub left: Option<String>,
    /// The node of the right graph; nothing, where it has none.
    pub right: Option<String>,
    /// The field or attribute of these in which they differ; nothing, where they differ as a whole.
    pub part: Option<String>,
    /// Why.
    pub reason: Reason,
}

/// All differences of two graphs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Differences {
    /// In the order in which both graphs are walked over.
    pub all: Vec<Difference>,
    /// Whether there are no others. Graphs that have nothing in common are not compared to the end.
    pub are_complete: bool,
}

/// Why two graphs differ.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// The left node has an attribute that the right one has not.
    LostOnTheRight,
    /// The right node has an attribute that the left one has not.
    NotSetOnTheLeft,
    /// One graph, or a region in it, does more than the other.
    More,
    /// Something else, in words.
    Other(String),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::LostOnTheRight => f.write_str("lost on the right"),
            Self::NotSetOnTheLeft => f.write_str("not set on the left"),
            Self::More => f.write_str("the other graph does nothing there"),
            Self::Other(reason) => f.write_str(&shortened(reason.clone())),
        }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.left, &self.right) {
            (Some(left), Some(right)) => write!(f, "`{}` and `{}`", elided(left), elided(right))?,
            (Some(left), None) => write!(f, "`{}` on the left", elided(left))?,
            (None, Some(right)) => write!(f, "`{}` on the right", elided(right))?,
            (None, None) => f.write_str("the graphs")?,
        }
        if let Some(part) = &self.part {
            write!(f, ", {}", shortened(part.clone()))?;
        }
        write!(f, ": {}", self.reason)
    }
}

/// Where two graphs differ, and why, in the words of comparison.
#[derive(Clone, Copy)]
struct Place<'m> {
    paths: [&'m Path; 2],
    reason: &'m sexpr_core::Reason,
}

impl Difference {
    pub(super) fn of_mismatch(left: &Graph, right: &Graph, mismatch: &Mismatch) -> Self {
        Self::new(left, right, Place { paths: [mismatch.lhs(), mismatch.rhs()], reason: mismatch.reason() })
    }

    pub(super) fn of_edit(left: &Graph, right: &Graph, edit: &Edit) -> Self {
        let paths = [edit.lhs(), edit.rhs()];
        if let EditKind::Replaced(reason) = edit.kind() {
            return Self::new(left, right, Place { paths, reason });
        }
        let [one, other] =
            [Found::at(&left.body, paths[0].steps(), false), Found::at(&right.body, paths[1].steps(), false)];
        let reason = Reason::Other(edit.kind().to_string());
        Self { left: one.name(), right: other.name(), part: one.part, reason }
    }

    fn new(left: &Graph, right: &Graph, place: Place<'_>) -> Self {
        // What two nodes list is about the nodes, and not about the fields that hold them.
        let listed = match place.reason {
            sexpr_core::Reason::VirtualFields { lhs, rhs, .. } => Some((lhs.as_deref(), rhs.as_deref())),
            _ => None,
        };
        let one = Found::at(&left.body, place.paths[0].steps(), listed.is_some());
        let other = Found::at(&right.body, place.paths[1].steps(), listed.is_some());
        let reason = Reason::Other(place.reason.to_string());
        let mut difference = Self { left: one.name(), right: other.name(), part: one.part.clone(), reason };
        match (listed, one.region, other.region) {
            (Some((lhs, rhs)), Some(left), Some(right)) => {
                // One region has come to its end.
                let root = |region: &Region, name: Option<&str>| {
                    let number = name?.strip_prefix(ROOT)?.parse().ok()?;
                    region.roots().nth(number).map(|node| node.name.clone())
                };
                (difference.left, difference.right) = (root(left, lhs), root(right, rhs));
                (difference.part, difference.reason) = (None, Reason::More);
            }
            (Some(_), ..) => {
                if let Some((part, reason)) = one.node.zip(other.node).and_then(|(one, other)| unmatched(one, other)) {
                    (difference.part, difference.reason) = (Some(part), reason);
                }
            }
            _ => difference.explain(left, right, place, one.node.zip(other.node)),
        }
        difference
    }

    /// Says in the words of graphs what differs, where those of comparison are about how nodes are annotated.
    fn explain(&mut self, left: &Graph, right: &Graph, place: Place<'_>, nodes: Option<(&Arc<Node>, &Arc<Node>)>) {
        let Some((one, other)) = nodes else { return };
        let is_of_level = |step: &Step| matches!(step, Step::Field(name) if name == LEVEL);
        let part = self.part.as_deref().unwrap_or_default();
        match place.reason {
            // There may be an attribute of this name, which is not a number of regions.
            sexpr_core::Reason::Leaves { lhs, rhs, .. }
                if one.level() != other.level() && place.paths[0].steps().iter().any(is_of_level) =>
            {
                self.part = None;
                self.reason = Reason::Other(format!("regions around it: {lhs} on the left, {rhs} on the right"));
            }
            sexpr_core::Reason::Variants { .. } if part == "operation" && one.op.name() != other.op.name() => {
                self.reason = Reason::Other(format!("`{}` differs from `{}`", one.op.name(), other.op.name()));
            }
            // Both are calls.
            sexpr_core::Reason::Leaves { .. } if part == "field `name`" => {
                self.part = Some("operation".to_owned());
                self.reason = Reason::Other(format!("`{}` differs from `{}`", one.op.name(), other.op.name()));
            }
            sexpr_core::Reason::MissingKey => {
                let of = |node: &Node| part.strip_prefix("attribute `")?.strip_suffix('`').map(|name| dims(node, name));
                if let Some((one, other)) = of(one).zip(of(other))
                    && let Some(dim) = one.symmetric_difference(&other).next()
                {
                    self.part = Some(format!("{part} along {dim}"));
                    self.reason = if one.contains(dim) { Reason::LostOnTheRight } else { Reason::NotSetOnTheLeft };
                }
            }
            sexpr_core::Reason::Sharing { lhs, rhs, .. } => {
                let at = |graph: &Graph, path: &Path| Found::at(&graph.body, path.steps(), true).name();
                let used = (at(left, place.paths[0]), at(right, place.paths[1]));
                let (Some(one), Some(other)) = used else { return };
                let before = |with: Option<String>| {
                    with.map_or_else(|| "for the first time".to_owned(), |with| format!("with `{with}` before"))
                };
                self.reason = Reason::Other(format!(
                    "`{one}` was met {}, and `{other}` {}",
                    before(lhs.as_ref().and_then(|path| at(right, path))),
                    before(rhs.as_ref().and_then(|path| at(left, path))),
                ));
            }
            _ => {}
        }
    }
}

/// The dimensions of which an attribute says something.
fn dims(node: &Node, name: &str) -> BTreeSet<Symbol> {
    match node.attributes.get(name) {
        Some(Attribute::Index(index)) => index.keys().cloned().collect(),
        Some(Attribute::Sizes(sizes)) => sizes.keys().cloned().collect(),
        _ => BTreeSet::new(),
    }
}

/// The first attribute, or part of one, that only one of two nodes has.
fn unmatched(left: &Node, right: &Node) -> Option<(String, Reason)> {
    let (one, other) = (listed(left), listed(right));
    let part = one.symmetric_difference(&other).next()?;
    let reason = if one.contains(part) { Reason::LostOnTheRight } else { Reason::NotSetOnTheLeft };
    Some((format!("attribute `{part}`"), reason))
}

/// The names of what counts of a node's attributes, an index of a matrix product in parts.
fn listed(node: &Node) -> BTreeSet<String> {
    let mut names: BTreeSet<String> = node.attributes.semantic().map(|(name, _)| name.to_owned()).collect();
    names.extend(node.entries_of_index().into_iter().map(|(entry, _)| entry));
    names
}

/// Where a path leads to.
struct Found<'g> {
    /// The last node on it.
    node: Option<&'g Arc<Node>>,
    /// What is there of the node.
    part: Option<String>,
    /// The region at which it ends, if it does.
    region: Option<&'g Region>,
}

impl<'g> Found<'g> {
    fn name(&self) -> Option<String> {
        self.node.map(|node| node.name.clone())
    }

    /// Follows a path from a region. If it is about a node as a whole, and ends at a field that holds one, it leads
    /// there.
    fn at(region: &'g Region, steps: &[Step], is_about_nodes: bool) -> Self {
        let mut found = Self { node: None, part: None, region: Some(region) };
        let mut steps = steps.iter().peekable();
        let mut is_op = false;
        while let Some(step) = steps.next() {
            // The others are the places of variants' only fields.
            let Step::Field(name) = step else { continue };
            if let (Some(of), Some(number)) = (found.region, name.strip_prefix(ROOT)) {
                let root = number.parse::<usize>().ok().and_then(|number| of.roots().nth(number));
                found = Self { node: root.or(found.node), part: None, region: None };
                is_op = false;
                continue;
            }
            let Some(node) = found.node else { continue };
            if !is_op {
                is_op = name == "op";
                found.part = Some(if is_op { "operation".to_owned() } else { format!("attribute `{name}`") });
                if is_op {
                    continue;
                }
                return found;
            }
            let operands = node.op.operands();
            let mut named = operands.iter().filter(|(field, _)| field == name).map(|(_, operand)| *operand);
            let index = match steps.peek() {
                Some(Step::Index(index)) => *index,
                _ => 0,
            };
            let goes_on = is_about_nodes || steps.clone().any(|step| matches!(step, Step::Field(_)));
            let own = match (&node.op, steps.peek()) {
                (Op::Call(_), Some(Step::Key(key) | Step::MissingKey(key))) if name == "fields" => key.as_str(),
                _ => None,
            };
            if let Some(field) = own {
                found.part = Some(format!("field `{field}`"));
                return found;
            }
            let is_region = name == "body" || name == "regions";
            match (node.op.regions().get(index), named.nth(index)) {
                (Some(body), _) if is_region => {
                    found.part = Some(format!("field `{name}`"));
                    found.region = Some(body);
                }
                (_, Some(operand)) if goes_on => {
                    found = Self { node: Some(operand), part: None, region: None };
                    is_op = false;
                }
                _ => {
                    let name = if name == "ty" { "type" } else { name };
                    found.part = Some(format!("field `{name}`"));
                    return found;
                }
            }
        }
        found
    }
}
