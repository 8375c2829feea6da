//! Which nodes of a dataflow graph become one function.

use std::collections::{HashMap, HashSet};

use super::dataflow::Dataflow;
use super::pattern::Pattern;

/// A group has no more nodes, so that no function gets too large for a code generator.
const LIMIT: usize = 256;

/// The groups of several nodes, each by its last node: the only one that is used elsewhere.
pub(super) struct Groups(HashMap<usize, HashSet<usize>>);

impl Groups {
    /// The groups of a graph, by the rules of the [module](super).
    pub(super) fn of(graph: &Dataflow<'_>) -> Self {
        let sets = graph.nodes.iter().enumerate().map(|(number, node)| Set {
            parent: number,
            pattern: node.pattern,
            size: 1,
            has_anchor: node.pattern == Pattern::OutFusable,
        });
        let mut fusion = Fusion { graph, sets: sets.collect() };
        for phase in [Phase::First, Phase::Injective] {
            for number in 0..graph.nodes.len() {
                fusion.visit(number, phase);
            }
        }
        let mut groups: HashMap<usize, HashSet<usize>> = HashMap::new();
        for number in 0..graph.nodes.len() {
            groups.entry(fusion.root(number)).or_default().insert(number);
        }
        groups.retain(|_, members| members.len() > 1);
        Self(groups)
    }

    /// Whether there are none.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The group whose last node this is.
    pub(super) fn ending_with(&self, number: usize) -> Option<&HashSet<usize>> {
        self.0.get(&number)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// Everything but what begins with an injective operator.
    First,
    /// What begins with one: not before convolutions and the like have the operators behind them.
    Injective,
}

/// A node as a member of a set of nodes.
struct Set {
    /// The node whose set this one's is a part of; itself, if it is the last node of its set.
    parent: usize,
    /// Of the whole, if it is the last node.
    pattern: Pattern,
    size: usize,
    /// Whether the set has an out-fusable node, which decides on its pattern.
    has_anchor: bool,
}

struct Fusion<'g, 'e> {
    graph: &'g Dataflow<'e>,
    sets: Vec<Set>,
}

impl Fusion<'_, '_> {
    fn root(&self, mut number: usize) -> usize {
        while self.sets[number].parent != number {
            number = self.sets[number].parent;
        }
        number
    }

    /// Fuses a node with its immediate post-dominator, if the rules permit it.
    fn visit(&mut self, number: usize, phase: Phase) {
        let Some((sink, edge)) = self.graph.nodes[number].dominator else { return };
        if self.root(number) == self.root(sink) {
            return;
        }
        // The greatest patterns of what is between, and of what is at the end.
        let (begins, between, at_sink) = match self.sets[number].pattern {
            Pattern::Elementwise | Pattern::Broadcast => {
                (edge <= Pattern::Reduction, Pattern::Injective, Pattern::OutFusable)
            }
            Pattern::Injective => (phase == Phase::Injective, Pattern::Injective, Pattern::Injective),
            Pattern::OutFusable => {
                (phase == Phase::First && edge == Pattern::Elementwise, Pattern::Broadcast, Pattern::Broadcast)
            }
            Pattern::Reduction | Pattern::Opaque => return,
        };
        if !begins {
            return;
        }
        let Some(path) = self.path(number, sink) else { return };
        let pattern = |node: usize| self.sets[self.root(node)].pattern;
        let mut inner = path.iter().filter(|node| **node != sink && **node != number);
        if pattern(sink) <= at_sink && inner.all(|node| pattern(*node) <= between) {
            self.merge(&path, sink);
        }
    }

    /// The nodes on the paths from one to its post-dominator, both included; nothing if their sets are too large.
    fn path(&self, from: usize, sink: usize) -> Option<HashSet<usize>> {
        let (mut path, mut open) = (HashSet::from([from, sink]), vec![from]);
        while let Some(node) = open.pop() {
            open.extend(self.graph.nodes[node].uses.iter().map(|(user, _)| *user).filter(|user| path.insert(*user)));
            if path.len() > LIMIT {
                return None;
            }
        }
        let sets: HashSet<usize> = path.iter().map(|node| self.root(*node)).collect();
        (sets.iter().map(|set| self.sets[*set].size).sum::<usize>() <= LIMIT).then_some(path)
    }

    /// Makes the sets of nodes one.
    fn merge(&mut self, path: &HashSet<usize>, sink: usize) {
        let whole = self.root(sink);
        for &node in path {
            let part = self.root(node);
            if part == whole {
                continue;
            }
            self.sets[part].parent = whole;
            self.sets[whole].size += self.sets[part].size;
            if self.sets[part].has_anchor {
                self.sets[whole].has_anchor = true;
                self.sets[whole].pattern = self.sets[whole].pattern.max(self.sets[part].pattern);
            }
        }
    }
}
