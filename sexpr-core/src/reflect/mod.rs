//! The reflective lane: nodes of any type, and their parts as data.
//!
//! One visitor lists the parts of each type. Whatever is not compiled for each type is plain code over these lists. So are
//! printers, exporters and statistics of your own: see [`Traversal`].

// Of what is not public:
//
// - `node`: a node of any type, and two of one type; unsafe code; `node_ref`: the same for users;
// - `traversal`: a value's parts for users; `follow`: the nodes on a path;
// - `part`: what a node lists; `elements`, `maps`: elements in no order, and entries; `text`: what leaves are written to;
// - `lister`: what waits, and what is wanted; `visitor`, `virtual_parts`: what is done with what types and functions list;
// - `arenas`: the arenas in force for one value; `reading`: its parts, with ids followed and entries in order;
// - `search`: a search for nodes; `declarations`: what a scope predeclares;
// - `report`: the first difference of two values, or all; what stands in the way of a fingerprint;
// - `summary`: summaries of subterms, for common subexpressions, sharing, and fingerprints.

pub(crate) mod arenas;
pub(crate) mod declarations;
pub(crate) mod elements;
mod follow;
pub(crate) mod lister;
pub(crate) mod maps;
#[allow(unsafe_code)]
pub(crate) mod node;
pub(crate) mod node_ref;
pub(crate) mod part;
mod reading;
pub(crate) mod report;
pub(crate) mod search;
pub(crate) mod summary;
pub(crate) mod text;
mod traversal;
mod virtual_parts;
mod visitor;

pub use self::{
    node_ref::{NodeIdentity, NodeRef},
    traversal::{Part, PartValue, Traversal},
};
