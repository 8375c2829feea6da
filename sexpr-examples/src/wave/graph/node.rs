//! The nodes of a graph, and what is compared of them.

use std::sync::Arc;

use sexpr_core::{StructuralEq, custom::VirtualFields, reflect::Def};

use super::{Attributes, Call, Instruction, Region, Space, Type};
use crate::wave::index::roles::split;
use crate::wave::index::{Condition, Index, IndexExpr, IndexSequence, Role, Symbol};

/// A node. It is known by being this one: two that are alike are two, and what uses one of them differs from what uses
/// both.
///
/// Compared are the operation with its fields, and each attribute that counts, under its name. The index of a matrix
/// product is compared by what it is for each of its operands, however that is written.
#[derive(StructuralEq, Clone, Debug)]
#[seq(kind = "dag", with = parts)]
pub struct Node {
    /// What it is called, which does not count.
    pub name: String,
    /// What it does.
    pub op: Op,
    /// What else is known of it.
    pub attributes: Attributes,
    /// What was found out of it for a comparison.
    pub(super) found: Option<Found>,
}

/// What is compared of a node that it does not say itself.
#[derive(Clone, Debug)]
pub(in crate::wave) struct Found {
    /// How many regions are around it: what it does may depend on the step of a loop, so it is another thing within the
    /// loop than before it. Nothing, if that does not count.
    pub(in crate::wave) level: Option<u32>,
    /// Whether it may be memory.
    pub(in crate::wave) may_be_memory: bool,
    /// Of a matrix product: what its index is for each operand along each dimension.
    pub(in crate::wave) entries: Vec<(String, IndexSequence)>,
}

/// What a node does.
#[derive(StructuralEq, Clone, Debug)]
pub enum Op {
    /// An argument of the graph; in a region, one that stands for a node around it.
    Placeholder {
        /// Its type, if that is known.
        ty: Option<Type>,
        /// The node that it stands for.
        lifted: Option<Arc<Node>>,
    },
    /// A value that a loop carries from one iteration to the next: the first one is the first of the loop's.
    IterArg {
        /// Its type, if that is known.
        ty: Option<Type>,
    },
    /// One of the values of a node that has several, or a region.
    GetResult {
        /// The node.
        value: Arc<Node>,
        /// Which of them, from 0.
        index: usize,
    },
    /// What a region gives. It is its last node.
    Output {
        /// The values.
        values: Vec<Arc<Node>>,
    },
    /// A loop along a dimension, whose region is done once for each step.
    Iterate {
        /// The dimension.
        axis: Symbol,
        /// What the carried values are at first.
        init: Vec<Arc<Node>>,
        /// What is done.
        body: Region,
        /// The nodes that the region uses, as far as someone has kept this list. It is no source of truth:
        /// [`captures`](crate::wave::captures::captures) finds them.
        #[seq(ignore)]
        implicit_captures: Vec<Arc<Node>>,
    },
    /// A region that is done where a condition holds.
    Conditional {
        /// The condition.
        guard: Guard,
        /// What is done.
        body: Region,
        /// The nodes that the region uses, as far as someone has kept this list.
        #[seq(ignore)]
        implicit_captures: Vec<Arc<Node>>,
    },
    /// An operation without a region.
    Do(Instruction<Arc<Node>>),
    /// An operation that is not in the list of instructions.
    Call(Call),
}

/// What decides whether a region is done.
#[derive(StructuralEq, Clone, Debug)]
pub enum Guard {
    /// A value.
    Value(Arc<Node>),
    /// A condition of symbols.
    Symbols(#[seq(opaque)] Condition),
}

/// What the virtual field is called that says how many regions are around a node.
pub(in crate::wave) const LEVEL: &str = "op: regions around it";

fn parts<'a>(node: &'a Node, fields: &mut VirtualFields<'a>) {
    fields.field("op", Def::Inherit, &node.op);
    if let Some(level) = node.level() {
        fields.leaf(LEVEL, level);
    }
    for (name, attribute) in node.attributes.semantic() {
        match (node.index_of_product(), &node.found) {
            (Some(index), found) if name == "index" => {
                // It is there, also if it says nothing of any operand.
                fields.leaf("index", true);
                match found {
                    Some(found) => {
                        for (entry, sequence) in &found.entries {
                            fields.field(entry.as_str(), Def::Inherit, sequence);
                        }
                    }
                    None => {
                        for (entry, sequence) in entries_of_product(index, |_, _| true) {
                            fields.leaf(entry, normal_text(&sequence));
                        }
                    }
                }
            }
            _ => fields.field(name, Def::Inherit, attribute),
        }
    }
}

/// What the index of a matrix product is for each of its operands, along each dimension of the index that counts for it.
pub(in crate::wave) fn entries_of_product(
    index: &Index,
    counts: impl Fn(Role, &Symbol) -> bool,
) -> Vec<(String, IndexSequence)> {
    let parts = split(index);
    let of = |(role, name): (Role, &str)| -> Vec<(String, IndexSequence)> {
        let entry = parts.of(role).iter().filter(|(dim, _)| counts(role, dim));
        entry.map(|(dim, sequence)| (format!("index of {name} along {dim}"), sequence.clone())).collect()
    };
    [(Role::Lhs, "lhs"), (Role::Rhs, "rhs"), (Role::Acc, "acc")].into_iter().flat_map(of).collect()
}

/// A text that two sequences share exactly if they are equal.
fn normal_text(sequence: &IndexSequence) -> String {
    sequence.components().map(IndexExpr::normal_text).join(" : ")
}

impl Node {
    /// A node without attributes.
    pub fn new(name: impl Into<String>, op: Op) -> Arc<Self> {
        Self::with(name, op, Attributes::new())
    }

    /// The same, with attributes.
    pub fn with(name: impl Into<String>, op: Op, attributes: Attributes) -> Arc<Self> {
        Arc::new(Self { name: name.into(), op, attributes, found: None })
    }

    /// The type of its value, where that is written.
    pub fn ty(&self) -> Option<Type> {
        self.op.ty().or_else(|| self.attributes.ty().cloned())
    }

    /// The type of its value, where that is written of it, or of what it stands for where nothing is written of it.
    pub(in crate::wave) fn known_type(&self) -> Option<Type> {
        let mut node = self;
        loop {
            match (node.ty(), &node.op) {
                (None, Op::Placeholder { lifted: Some(outer), .. }) => node = outer,
                (ty, _) => return ty,
            }
        }
    }

    /// The index of a matrix product.
    pub(in crate::wave) fn index_of_product(&self) -> Option<&Index> {
        match &self.op {
            Op::Do(instruction) if instruction.is_product() => self.attributes.index(),
            _ => None,
        }
    }

    /// What counts of the index of a matrix product, in parts.
    pub(in crate::wave) fn entries_of_index(&self) -> Vec<(String, IndexSequence)> {
        match (&self.found, self.index_of_product()) {
            (Some(found), Some(_)) => found.entries.clone(),
            (None, Some(index)) => entries_of_product(index, |_, _| true),
            (_, None) => Vec::new(),
        }
    }

    /// How many regions are around it, if that was found out, and counts.
    pub(in crate::wave) fn level(&self) -> Option<u32> {
        self.found.as_ref().and_then(|found| found.level)
    }

    /// Notes what was found out of it for a comparison.
    pub(in crate::wave) fn note(&mut self, found: Found) {
        self.found = Some(found);
    }

    /// What it is among the nodes of a region that count by themselves. Others count where they are used.
    pub(super) fn rank(&self) -> Option<Rank> {
        match &self.op {
            Op::IterArg { .. } => Some(Rank::IterArg),
            Op::Placeholder { lifted: None, .. } => Some(Rank::Placeholder),
            Op::Output { .. } | Op::Iterate { .. } | Op::Conditional { .. } | Op::Call(_) => Some(Rank::Effect),
            Op::Placeholder { lifted: Some(_), .. } | Op::GetResult { .. } => None,
            // What looks at memory depends on when it does, whatever it is.
            Op::Do(instruction) => {
                let looks = || instruction.operands().iter().any(|(_, used)| used.may_be_memory());
                (instruction.touches_memory() || looks()).then_some(Rank::Effect)
            }
        }
    }

    /// Whether it was found out that it may be memory.
    pub(in crate::wave) fn was_found_to_be_memory(&self) -> bool {
        self.found.as_ref().is_some_and(|found| found.may_be_memory)
    }

    /// Whether it may be memory, for all that was found out of it, or that it says itself.
    fn may_be_memory(&self) -> bool {
        let mut node = self;
        loop {
            node = match (&node.found, &node.op) {
                (Some(found), _) => return found.may_be_memory,
                (None, Op::Placeholder { lifted: Some(outer), .. }) => outer,
                (None, _) => return node.says_that_it_may_be_memory(),
            };
        }
    }

    /// Whether it may be memory, for all that it says itself.
    pub(super) fn says_that_it_may_be_memory(&self) -> bool {
        match &self.op {
            Op::Placeholder { ty, .. } => ty.as_ref().is_none_or(Type::is_memory),
            Op::Do(Instruction::Allocate { space, .. }) if *space != Space::Register => true,
            Op::GetResult { value, index } => {
                let among = match value.attributes.ty() {
                    Some(Type::Tuple(types)) => types.get(*index),
                    _ => None,
                };
                among.into_iter().chain(self.attributes.ty()).any(Type::is_memory)
            }
            _ => self.ty().is_some_and(|ty| ty.is_memory()),
        }
    }
}

/// What a node is that counts by itself.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Rank {
    /// A value that a loop carries.
    IterArg,
    /// Something from outside.
    Placeholder,
    /// It has to do with memory, holds a region, or ends one: its place among others matters.
    Effect,
}

impl Op {
    /// The nodes that it uses, with the names of the fields that hold them, in order; not those that its region uses.
    pub fn operands(&self) -> Vec<(&'static str, &Arc<Node>)> {
        match self {
            Self::Placeholder { lifted, .. } => lifted.iter().map(|node| ("lifted", node)).collect(),
            Self::IterArg { .. } => Vec::new(),
            Self::GetResult { value, .. } => vec![("value", value)],
            Self::Output { values } => values.iter().map(|node| ("values", node)).collect(),
            Self::Iterate { init, .. } => init.iter().map(|node| ("init", node)).collect(),
            Self::Conditional { guard: Guard::Value(node), .. } => vec![("guard", node)],
            Self::Conditional { guard: Guard::Symbols(_), .. } => Vec::new(),
            Self::Do(instruction) => instruction.operands(),
            Self::Call(call) => call.operands.iter().map(|node| ("operands", node)).collect(),
        }
    }

    /// Its regions, in order.
    pub fn regions(&self) -> &[Region] {
        match self {
            Self::Iterate { body, .. } | Self::Conditional { body, .. } => std::slice::from_ref(body),
            Self::Call(call) => &call.regions,
            _ => &[],
        }
    }

    /// Whether what it gives is taken by `get_result` only.
    pub fn is_taken_apart(&self) -> bool {
        match self {
            Self::Iterate { .. } | Self::Conditional { .. } => true,
            Self::Call(call) => call.results != 1,
            _ => false,
        }
    }

    /// Whether it has a value that others can use.
    pub fn has_value(&self) -> bool {
        match self {
            Self::Output { .. } => false,
            Self::Do(instruction) => instruction.has_value(),
            _ => !self.is_taken_apart(),
        }
    }

    /// The region of a loop or conditional.
    pub fn region(&self) -> Option<&Region> {
        match self {
            Self::Iterate { body, .. } | Self::Conditional { body, .. } => Some(body),
            _ => None,
        }
    }

    /// Its value's type, where that is one of its fields.
    pub fn ty(&self) -> Option<Type> {
        match self {
            Self::Placeholder { ty, .. } | Self::IterArg { ty } => ty.clone(),
            Self::Do(Instruction::Register { ty, .. }) => Some(ty.clone().into()),
            _ => None,
        }
    }

    /// Whether its value's type is one of its fields, and no attribute of the node.
    pub fn says_its_type(&self) -> bool {
        matches!(self, Self::Placeholder { .. } | Self::IterArg { .. } | Self::Do(Instruction::Register { .. }))
    }

    /// The list of captures that is kept for its region.
    pub fn implicit_captures(&self) -> &[Arc<Node>] {
        match self {
            Self::Iterate { implicit_captures, .. } | Self::Conditional { implicit_captures, .. } => implicit_captures,
            _ => &[],
        }
    }

    /// What it is called in texts and messages.
    pub fn name(&self) -> &str {
        match self {
            Self::Placeholder { .. } => "placeholder",
            Self::IterArg { .. } => "iter_arg",
            Self::GetResult { .. } => "get_result",
            Self::Output { .. } => "output",
            Self::Iterate { .. } => "iterate",
            Self::Conditional { .. } => "conditional",
            Self::Do(instruction) => instruction.name(),
            Self::Call(call) => &call.name,
        }
    }
}
