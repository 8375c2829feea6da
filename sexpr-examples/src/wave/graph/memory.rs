//! Which nodes may be memory, also those to which it comes through loops and placeholders.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::{Instruction, Node, Op, Region};

/// The nodes of a graph that may be memory, as far as they were gone through.
pub(in crate::wave) struct Memory {
    known: HashSet<*const Node>,
    /// For each argument of a loop, what it is at first. In a loop that is well formed, it is memory then or never.
    first: HashMap<*const Node, *const Node>,
}

impl Memory {
    /// For a graph's region, before any of its nodes is gone through.
    pub(in crate::wave) fn new(region: &Region) -> Self {
        let (mut first, mut seen) = (HashMap::new(), HashSet::new());
        let mut waiting = vec![region];
        while let Some(region) = waiting.pop() {
            for node in region.nodes.iter().filter(|node| !node.op.regions().is_empty()) {
                if !seen.insert(Arc::as_ptr(node)) {
                    continue;
                }
                if let Op::Iterate { init, body, .. } = &node.op {
                    let arguments = body.nodes.iter().filter(|node| matches!(node.op, Op::IterArg { .. }));
                    first.extend(arguments.map(Arc::as_ptr).zip(init.iter().map(Arc::as_ptr)));
                }
                waiting.extend(node.op.regions());
            }
        }
        Self { known: HashSet::new(), first }
    }

    /// Goes on to a node, after those that it uses, and says whether it may be memory.
    pub(in crate::wave) fn goes_on_to(&mut self, node: &Arc<Node>) -> bool {
        let may_be = match &node.op {
            // It is known from before, when more was written.
            _ if node.was_found_to_be_memory() => true,
            Op::Placeholder { lifted: Some(outer), .. } => self.may_be(outer),
            Op::IterArg { .. } => {
                let first = self.first.get(&Arc::as_ptr(node));
                first.is_some_and(|first| self.known.contains(first)) || node.says_that_it_may_be_memory()
            }
            Op::GetResult { value, index } => {
                let first = match &value.op {
                    Op::Iterate { init, .. } => init.get(*index),
                    _ => None,
                };
                let last = value.op.region().and_then(|region| region.outputs().get(*index));
                first.into_iter().chain(last).any(|value| self.may_be(value)) || node.says_that_it_may_be_memory()
            }
            // Memory in another form is memory, unless it is written that it is not.
            Op::Do(
                Instruction::Permute { arg, .. }
                | Instruction::Broadcast { arg, .. }
                | Instruction::Bitcast { arg, .. },
            ) if node.ty().is_none() => self.may_be(arg),
            Op::Do(Instruction::Reshape { args, .. }) if node.ty().is_none() => args.iter().any(|arg| self.may_be(arg)),
            Op::Do(Instruction::Select { if_true, if_false, .. }) if node.ty().is_none() => {
                self.may_be(if_true) || self.may_be(if_false)
            }
            _ => node.says_that_it_may_be_memory(),
        };
        if may_be {
            self.known.insert(Arc::as_ptr(node));
        }
        may_be
    }

    /// Whether a node that was gone through may be memory.
    pub(in crate::wave) fn may_be(&self, node: &Arc<Node>) -> bool {
        self.known.contains(&Arc::as_ptr(node))
    }
}
