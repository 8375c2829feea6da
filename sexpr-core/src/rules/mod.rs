//! The semantics: what binds, what corresponds, and what may be used again.

pub(crate) mod binding_ids;
pub(crate) mod binding_memo;
pub(crate) mod bindings;
pub(crate) mod bound;
pub(crate) mod by_options;
pub(crate) mod closed_terms;
pub(crate) mod correspondences;
pub(crate) mod derivation;
pub(crate) mod entries;
pub(crate) mod items;
pub(crate) mod matching;
pub(crate) mod numbering;
pub(crate) mod occurrence;
pub(crate) mod pairs;
pub(crate) mod rebindable_memo;
pub(crate) mod relation;
pub(crate) mod remembered;
pub(crate) mod shared_trees;
pub(crate) mod value_order;
