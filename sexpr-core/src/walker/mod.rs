//! How tables are run: the rules of the semantics, and the operations that follow them.
//!
//! - `relation`: what two values have been found to have in common so far, and every rule about kinds and regions
//!   for a pair of nodes; `numbering` is its one-sided twin, for the hash.
//! - `pairs`: which nodes go together, and in which order they did; `closed_types`: which types need no look inside
//!   where a node meets itself; `closed_terms`: which terms are equal, and which differ, wherever they stand.
//! - `correspondences`: which variables correspond, in stacks of scopes; `bound`: those made for scopes, counted;
//!   `marks`: what they are known by afterwards.
//! - `derivation`, `remembered`, `by_meaning`: what findings were derived from, and when they are used again;
//!   `shared_trees` where they hold for good; `sets` of numbers.
//! - `items`: what becomes of the items of a hash; `keyed_items`: the same under a key that nobody knows; `accumulator`: how 64 bits are made of them.
//! - `equal`, `report`, `hash`: the operations. Each is a [`Visitor`](crate::Visitor) with a stack of its own.
//! - `recursion`: how equality, hash and searches go down into values.
//! - `entries`: how the entries of maps are ordered; `value_order`: those that their keys do not order; `matching`: how
//!   they are matched.
//! - `visits`, `rewriting`: walks over one value and rewritings of it; `nodes`: searches for the nodes of a type;
//!   `bindings`: what the variables of a value are bound to; `findings`: what was found of its shared nodes; `trail`:
//!   the way from the root.
//! - `summaries`: what each node of one value is, up to the names of what it binds.
//! - `frame`, `rewriting/tasks`: what lies on the stacks; the only unsafe code.

mod accumulator;
mod bindings;
mod bound;
mod by_meaning;
mod by_options;
mod closed_terms;
mod closed_types;
mod correspondences;
mod derivation;
mod entries;
mod equal;
mod findings;
#[allow(unsafe_code)]
mod frame;
mod hash;
mod items;
mod keyed_items;
mod marks;
mod matching;
mod nodes;
mod numbering;
mod pairs;
mod place;
mod plain_types;
mod recursion;
mod relation;
mod remembered;
mod report;
mod rewriting;
mod sets;
mod shared_trees;
mod summaries;
mod trail;
mod value_order;
mod visits;

pub(crate) use self::{
    closed_types::TermTypes,
    equal::{Equal, EqualBuffers},
    frame::{PairPart, Places, SinglePart, VirtualPart},
    hash::{Hash, HashBuffers},
    items::{Digested, Summed},
    keyed_items::{Keyed, KeyedHash},
    nodes::NodeSearch,
    plain_types::is_plain,
    report::Report,
    rewriting::{
        Brand, Callbacks, Merging, Moment, Rewriting, State as RewritingState, WantedParts, clone, fixed, look, merge,
        rewrite,
    },
    summaries::{Found, Labels, Sought, Summaries, SummedUp, Ways},
    trail::Mark,
    visits::{Callbacks as VisitCallbacks, Flow, State as VisitState, Visit, Visits, Wanted, walk},
};
#[doc(hidden)]
pub use self::{
    rewriting::Edits,
    value_order::{digest_of_key, shape_of_value},
};
