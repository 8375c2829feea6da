//! The semantics: the rules for binding, for the correspondence of nodes, and for the reuse of results. Each rule is
//! written once, for two values in step and for one value.
//!
//! - `variables`: **the rule for variables**, for all operations;
//! - `relation`: **the rules for two nodes**, for equality and reports. `numbering`: the same rules for one node, for
//!   the hash; its `in_arenas` has the nodes to which ids lead. `items`: the items of a hash;
//! - `stacks`: **the rule for scopes**: the bindings of each variable, until its scope is left; with `pairs`, one-to-one
//!   relations;
//! - `var_pairs`: the correspondences of variables. Its `bound` has the order of the correspondences that were made for
//!   scopes; `predeclared`, the variables that are bound when a scope is entered; `in_arenas`, the position of an
//!   operation among arenas and cycles; `in_parts`, its position among unordered parts;
//! - `memo`: **which results may be reused**;
//! - `environments`: **which arenas are in force**. `cycles`: the nodes through which cycles may pass, and the
//!   variables that are bound where a node is met inside itself;
//! - `bindings`: the bindings of one value, for walks and rewritings;
//! - `entries`, `matching`: the entries of maps, their order, and their partners.

pub(crate) mod bindings;
pub(crate) mod cycles;
pub(crate) mod entries;
pub(crate) mod environments;
pub(crate) mod items;
pub(crate) mod matching;
pub(crate) mod memo;
pub(crate) mod numbering;
pub(crate) mod pairs;
pub(crate) mod relation;
pub(crate) mod stacks;
pub(crate) mod var_pairs;
pub(crate) mod variables;
