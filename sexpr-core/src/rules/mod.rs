//! The semantics: what binds, which nodes correspond, and which results may be reused. Each rule is in one file, for two
//! values in step and for one.
//!
//! - `variables`: **the rule for variables**, for all operations;
//! - `relation`: **the rules for two nodes**, for equality and reports; `numbering`: the same rules for one node, for
//!   the hash, with `in_arenas`, nodes to which ids lead, and `items`, the items of a hash;
//! - `stacks`: **the rule for scopes**: the bindings of each variable, until its scope is left; with `pairs`, one-to-one
//!   relations;
//! - `var_pairs`: which variables correspond. In it are `bound`, the order of the correspondences that scopes made;
//!   `predeclared`, the variables that are bound when a scope is entered; `in_arenas`, the position of an operation among
//!   arenas and cycles; `in_parts`, the same for unordered parts;
//! - `memo`: **which results may be reused**;
//! - `environments`: **which arenas are in force**; `cycles`: through which nodes cycles may pass, and which variables are
//!   bound where a node is met inside itself;
//! - `bindings`: the bindings of one value, for walks and rewritings;
//! - `entries`, `matching`: the entries of maps, their order, and how they match.

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
