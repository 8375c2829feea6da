//! Reflection: the tables that describe types, and nodes of any type with their parts as data.
//!
//! [`TypeInfo`] has a type's names, kind and roles. [`Traversal`] lists the parts of any node: printers, exporters and
//! statistics can be written as plain code over these lists, without a type parameter for each node type.

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
pub use crate::describe::info::{Def, FieldInfo, Kind, Roles, Shape, Style, TypeInfo, TypeRef, VariantInfo};
