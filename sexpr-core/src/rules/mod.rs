//! The semantics: what binds, which nodes correspond, and what may be reused. Each rule is in one file, for two values in step
//! and for one.
//!
//! - `variables`: **the rule for variables**, for all operations;
//! - `relation`: **the rules for two nodes**, for equality and reports; `numbering`: the same rules for one node, for
//!   the hash, with `items`, what a hash is made of;
//! - `stacks`: **the rule for scopes**: what variables are bound to, until a scope is left; with `pairs`, one-to-one
//!   relations, and `predeclared`, what is bound when a scope is entered;
//! - `correspondences`: which variables correspond, with `bound`, which of them scopes made, and `binding_ids`, what
//!   they are known by;
//! - `reuse`: **which results may be reused**, with `dependencies`, `remembered`, `rebindable_memo`: what a result in
//!   scopes depends on, and where it holds; `shared_trees`: results that hold for good;
//! - `environments`: **which arenas are in force**, with `last_found`, those that were found last; `cycles`: through
//!   which nodes cycles may pass, and what is bound where a node is met inside itself; `in_place`: adjacent nodes of an
//!   arena, and their numbers. The modules `in_arenas` of `relation`, `numbering` and `correspondences` have the rules
//!   for nodes that ids lead to;
//! - `bindings`, `occurrence`, `binding_memo`: what the variables of one value are bound to, and results that hold
//!   while they are, for walks and rewritings;
//! - `entries`, `matching`, `value_order`: the entries of maps, how they match, and their order;
//! - `closed_terms`, `by_options`: results on closed terms, and what holds under each set of options.

pub(crate) mod binding_ids;
pub(crate) mod binding_memo;
pub(crate) mod bindings;
pub(crate) mod bound;
pub(crate) mod by_options;
pub(crate) mod closed_terms;
pub(crate) mod cycles;
pub(crate) mod dependencies;
pub(crate) mod entries;
pub(crate) mod environments;
pub(crate) mod in_place;
pub(crate) mod items;
pub(crate) mod last_found;
pub(crate) mod matching;
pub(crate) mod numbering;
pub(crate) mod occurrence;
pub(crate) mod pairs;
pub(crate) mod predeclared;
pub(crate) mod rebindable_memo;
pub(crate) mod relation;
pub(crate) mod remembered;
pub(crate) mod reuse;
pub(crate) mod shared_trees;
pub(crate) mod stacks;
pub(crate) mod value_order;
pub(crate) mod var_pairs;
pub(crate) mod variables;
