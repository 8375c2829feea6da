//! The semantics of the case types once more: recursive, over the graph's description, without any of the
//! library's tricks. To be read beside the specification.
//!
//! `describe` says what the types are, `scopes` what it is to be bound, `predeclared` what a scope declares, `entries` how the keys of maps are ordered;
//! `equal` compares two nodes, `hash` writes down what a hash is made of, and `rename` makes a term that is equal, by
//! the same rules; `cycles` has what `equal` does differently where ids lead from node to node. `walk` lists what a walk meets (`met`), `reach` what can be reached. `follow` finds what a mismatch's
//! path leads to. `mutants` lists the mistakes that `equal`, `hash`, `walk` and `reach` make if asked.

mod cycles;
mod describe;
mod entries;
mod equal;
mod follow;
mod hash;
mod met;
mod mutants;
mod predeclared;
mod reach;
mod rename;
mod scopes;
mod walk;

pub use follow::{Reached, follow};
pub use hash::Item;
pub use met::{How, Met, Occurrence};
pub use mutants::Mistake;
pub use reach::Reach;

use crate::conformance::NodeSpec;

/// The options under which nodes are compared and hashed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Whether free variables may correspond to others.
    pub map_free_vars: bool,
    /// Whether payload is left out.
    pub skip_payload: bool,
}

impl Options {
    /// The options of this meaning of the library.
    pub fn of_the_library(self) -> sexpr_core::Options {
        sexpr_core::Options::new().map_free_vars(self.map_free_vars).skip_payload(self.skip_payload)
    }
}

/// What the model says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Whether the nodes are equal.
    pub equal: bool,
    /// Whether a map was met whose values come in the order of addresses, which a description lacks.
    pub hangs_on_addresses: bool,
    /// Whether the verdict hangs on the order in which hashes of values put entries, which another mirror puts otherwise.
    pub hangs_on_ranks: bool,
}

/// Compares two nodes of a graph.
pub fn compare(nodes: &[NodeSpec], lhs: usize, rhs: usize, options: Options) -> Verdict {
    equal::compare(nodes, lhs, rhs, options, None)
}

/// What [`compare`] would say if it made a mistake.
pub fn compare_with(mistake: Mistake, nodes: &[NodeSpec], lhs: usize, rhs: usize, options: Options) -> Verdict {
    equal::compare(nodes, lhs, rhs, options, Some(mistake))
}

/// Compares two nodes of a graph whose nodes refer to each other by ids, so that there may be cycles; nothing, if that seems
/// not to end.
pub fn compare_by_ids(nodes: &[NodeSpec], lhs: usize, rhs: usize, options: Options) -> Option<bool> {
    equal::compare_by_ids(nodes, lhs, rhs, options, None)
}

/// What [`compare_by_ids`] would say if it made a mistake.
pub fn compare_by_ids_with(
    mistake: Mistake,
    nodes: &[NodeSpec],
    lhs: usize,
    rhs: usize,
    options: Options,
) -> Option<bool> {
    equal::compare_by_ids(nodes, lhs, rhs, options, Some(mistake))
}

/// Which nodes of a graph lie on cycles.
pub fn on_cycles(nodes: &[NodeSpec]) -> Vec<bool> {
    cycles::on_cycles(nodes)
}

/// What the hash of a node is made of: the same for equal nodes.
pub fn items(nodes: &[NodeSpec], root: usize, options: Options) -> Item {
    hash::items(nodes, root, options, None)
}

/// What [`items`] would say if it made a mistake.
pub fn items_with(mistake: Mistake, nodes: &[NodeSpec], root: usize, options: Options) -> Item {
    hash::items(nodes, root, options, Some(mistake))
}

/// What a walk over a node meets; nothing, if the order hangs on addresses. Also says whether it is the order of one
/// mirror, that with `Arc`, since it hangs on hashes.
pub fn walk(nodes: &[NodeSpec], root: usize, options: Options, how: How) -> Option<(Vec<Met>, bool)> {
    walk_of(nodes, root, options, how, None)
}

/// What [`walk`] would say if it made a mistake.
pub fn walk_with(mistake: Mistake, nodes: &[NodeSpec], root: usize, options: Options, how: How) -> Option<Vec<Met>> {
    walk_of(nodes, root, options, how, Some(mistake)).map(|(met, _)| met)
}

fn walk_of(
    nodes: &[NodeSpec],
    root: usize,
    options: Options,
    how: How,
    mistake: Option<Mistake>,
) -> Option<(Vec<Met>, bool)> {
    let (met, ranks) = walk::walk(nodes, root, options, how, mistake);
    (!ranks.hangs_on_addresses && !ranks.keys_hang_on_addresses).then_some((met, ranks.decided))
}

/// What can be reached from a node, each node once; nothing, if that hangs on the order in which a container gives its
/// entries.
pub fn reach(nodes: &[NodeSpec], root: usize) -> Option<Reach> {
    reach::reach(nodes, root, None)
}

/// What [`reach`] would say if it made a mistake.
pub fn reach_with(mistake: Mistake, nodes: &[NodeSpec], root: usize) -> Option<Reach> {
    reach::reach(nodes, root, Some(mistake))
}

/// Appends the same term with other variables to a graph, scope by scope, and answers with its root; nothing, if that
/// takes too many nodes.
///
/// `decide` is called with a number for each decision, and answers with one below it. Bound variables get names and
/// objects of their own, unless the renaming is `careless`: then some keep theirs or get another's, which may capture.
pub fn rename(
    nodes: &mut Vec<NodeSpec>,
    root: usize,
    options: Options,
    careless: bool,
    decide: &mut dyn FnMut(usize) -> usize,
) -> Option<usize> {
    rename::rename(nodes, root, options, careless, decide)
}
