//! Where and why two graphs differ.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use sexpr_core::{
    Mismatch, Path,
    report::{Edit, EditKind, Step},
};

use super::found::Found;
use super::part::{Part, PartOf};
use crate::text::{elided, shortened};
use crate::wave::graph::{Graph, LEVEL, Node, ROOT, Region};
use crate::wave::json::attribute_text;

/// Where and why two graphs differ first. It displays as a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The node of the left graph; nothing, where it has none.
    pub left: Option<String>,
    /// The node of the right graph; nothing, where it has none.
    pub right: Option<String>,
    /// The field or attribute of these in which they differ; nothing, where they differ as a whole.
    pub part: Option<Part>,
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
    /// There are two values, as texts.
    Values {
        /// That of the left one.
        left: String,
        /// That of the right one.
        right: String,
    },
    /// Two operands are exchanged, and nothing else is different that the node uses.
    Swapped {
        /// The fields that hold them, or their numbers.
        fields: [String; 2],
        /// The nodes that the left one uses there.
        left: [String; 2],
        /// The nodes that the right one uses there.
        right: [String; 2],
    },
    /// Something else, in words.
    Other(String),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::LostOnTheRight => f.write_str("lost on the right"),
            Self::NotSetOnTheLeft => f.write_str("not set on the left"),
            Self::More => f.write_str("the other graph does nothing there"),
            Self::Values { left, right } => f.write_str(&shortened(format!("{left} differs from {right}"))),
            Self::Swapped { fields: [one, other], left, right } => {
                let pair = |[one, other]: &[String; 2]| format!("`{}` and `{}`", elided(one), elided(other));
                let (left, right) = (pair(left), pair(right));
                write!(f, "operands {one} and {other} are swapped: {left} on the left, {right} on the right")
            }
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
            write!(f, ", {}", shortened(part.to_string()))?;
        }
        write!(f, ": {}", self.reason)
    }
}

/// A difference, and what is known of the way to it.
pub(super) struct Finding {
    pub(super) difference: Difference,
    /// The names of the left graph's nodes on the way.
    pub(super) nodes: Vec<String>,
    /// The last two nodes on the way of which an operand is there, and which operand that is.
    pub(super) operand: Option<([String; 2], usize)>,
}

/// Where two graphs differ, and why, in the words of comparison.
#[derive(Clone, Copy)]
struct Place<'m> {
    paths: [&'m Path; 2],
    reason: &'m sexpr_core::Reason,
}

impl Difference {
    /// A sentence that names the part: "`vector_shapes` differs at K: 16 and 8".
    pub fn sentence(&self) -> String {
        let of = |part: &Part| format!("{}{}", part.name(), part.place());
        match (&self.reason, &self.part) {
            (Reason::Values { left, right }, Some(part)) => {
                shortened(format!("{} differs{}: {left} and {right}", part.name(), part.place()))
            }
            (reason @ (Reason::LostOnTheRight | Reason::NotSetOnTheLeft), Some(part)) => {
                format!("{} is {reason}", of(part))
            }
            (reason, _) => reason.to_string(),
        }
    }
}

impl Finding {
    /// Whether the left graph's node of this name is the last one of which an operand is on the way.
    pub(super) fn operand_of(&self, name: &str) -> bool {
        self.operand.as_ref().is_some_and(|([user, _], _)| user == name)
    }

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
        Self::between(one, &other, Reason::Other(edit.kind().to_string()))
    }

    fn between(one: Found<'_>, other: &Found<'_>, reason: Reason) -> Self {
        let operand = one.operand.zip(other.operand);
        Self {
            nodes: one.nodes.iter().map(|node| node.name.clone()).collect(),
            operand: operand.map(|((left, at), (right, _))| ([left.name.clone(), right.name.clone()], at)),
            difference: Difference { left: one.name(), right: other.name(), part: one.part, reason },
        }
    }

    fn new(left: &Graph, right: &Graph, place: Place<'_>) -> Self {
        // What two nodes list is about the nodes, and not about the fields that hold them.
        let listed = match place.reason {
            sexpr_core::Reason::VirtualFields { lhs, rhs, .. } => Some((lhs.as_deref(), rhs.as_deref())),
            _ => None,
        };
        let one = Found::at(&left.body, place.paths[0].steps(), listed.is_some());
        let other = Found::at(&right.body, place.paths[1].steps(), listed.is_some());
        let reason = match place.reason {
            sexpr_core::Reason::Leaves { lhs, rhs, .. } => {
                Reason::Values { left: lhs.to_string(), right: rhs.to_string() }
            }
            reason => Reason::Other(reason.to_string()),
        };
        let (regions, nodes) = (one.region.zip(other.region), one.node().zip(other.node()));
        let mut finding = Self::between(one, &other, reason);
        let difference = &mut finding.difference;
        match (listed, regions) {
            (Some((lhs, rhs)), Some((left, right))) => {
                // One region has come to its end.
                let root = |region: &Region, name: Option<&str>| {
                    let number = name?.strip_prefix(ROOT)?.parse().ok()?;
                    region.roots().nth(number).map(|node| node.name.clone())
                };
                (difference.left, difference.right) = (root(left, lhs), root(right, rhs));
                (difference.part, difference.reason) = (None, Reason::More);
            }
            (Some(_), None) => {
                if let Some((part, reason)) = nodes.and_then(|(one, other)| unmatched(one, other)) {
                    (difference.part, difference.reason) = (Some(part), reason);
                }
            }
            (None, _) => difference.explain(left, right, place, nodes),
        }
        finding
    }
}

impl Difference {
    /// Says in the words of graphs what differs, where those of comparison are about how nodes are annotated.
    fn explain(&mut self, left: &Graph, right: &Graph, place: Place<'_>, nodes: Option<(&Arc<Node>, &Arc<Node>)>) {
        let Some((one, other)) = nodes else { return };
        let is_of_level = |step: &Step| matches!(step, Step::Field { name, .. } if name == LEVEL);
        let of = self.part.as_ref().map(|part| &part.of);
        let operations = |one: &Node, other: &Node| {
            let [left, right] = [one, other].map(|node| format!("`{}`", node.op.name()));
            Reason::Values { left, right }
        };
        match place.reason {
            // There may be an attribute of this name, which is not a number of regions.
            sexpr_core::Reason::Leaves { lhs, rhs, .. }
                if one.level() != other.level() && place.paths[0].steps().iter().any(is_of_level) =>
            {
                self.part = None;
                self.reason = Reason::Other(format!("regions around it: {lhs} on the left, {rhs} on the right"));
            }
            sexpr_core::Reason::Variants { .. }
                if of == Some(&PartOf::Operation) && one.op.name() != other.op.name() =>
            {
                self.reason = operations(one, other);
            }
            // Both are calls.
            sexpr_core::Reason::Leaves { .. } if of == Some(&PartOf::Field("name".to_owned())) => {
                self.part = Some(Part::operation());
                self.reason = operations(one, other);
            }
            // Attributes of different forms.
            sexpr_core::Reason::Variants { .. } => {
                let Some(PartOf::Attribute(name)) = of else { return };
                if let (Some(one), Some(other)) = (one.attributes.get(name), other.attributes.get(name)) {
                    let [left, right] = [one, other].map(|attribute| attribute_text(name, attribute));
                    self.reason = Reason::Values { left, right };
                }
            }
            sexpr_core::Reason::MissingKey => {
                let lacks = |path: &Path| matches!(path.steps().last(), Some(Step::MissingKey(_)));
                self.reason = if lacks(place.paths[1]) { Reason::LostOnTheRight } else { Reason::NotSetOnTheLeft };
            }
            sexpr_core::Reason::Sharing { lhs, rhs, .. } => {
                let at = |graph: &Graph, path: &Path| Found::at(&graph.body, path.steps(), true).name();
                let used = (at(left, place.paths[0]), at(right, place.paths[1]));
                let (Some(one), Some(other)) = used else { return };
                if one != other {
                    self.reason = Reason::Values { left: format!("`{one}`"), right: format!("`{other}`") };
                    return;
                }
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

/// The first attribute, or part of one, that only one of two nodes has.
fn unmatched(left: &Node, right: &Node) -> Option<(Part, Reason)> {
    let (one, other) = (listed(left), listed(right));
    let part = one.symmetric_difference(&other).next()?;
    let reason = if one.contains(part) { Reason::LostOnTheRight } else { Reason::NotSetOnTheLeft };
    Some((Part::attribute(part), reason))
}

/// The names of what counts of a node's attributes, an index of a matrix product in parts.
fn listed(node: &Node) -> BTreeSet<String> {
    let mut names: BTreeSet<String> = node.attributes.semantic().map(|(name, _)| name.to_owned()).collect();
    names.extend(node.entries_of_index().into_iter().map(|(entry, _)| entry));
    names
}
