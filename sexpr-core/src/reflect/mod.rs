//! Reflection: nodes of any type with their parts as data, and the tables that describe types.
//!
//! [`TypeInfo`] has a type's names, kind and roles. [`Traversal`] lists the parts of any node: printers, exporters and
//! statistics can be written as plain code over these lists, without a type parameter for each node type.

// The modules:
//
// - `node`: a node of any type, and a pair of nodes of one type, with unsafe code; `node_ref`: a node for users;
// - `lister`: the visitor, and the parts that it lists; `visitor`: the listing of each kind of part;
// - `containers`: sequences, unordered parts and maps of any type; `text`: the encoding of leaves;
// - `reading`: the parts of one value, with ids followed to the arenas in force, and entries in order;
// - `traversal`: the parts of one value for users, and the nodes on a path;
// - `search`: searches for nodes of a type, and for the variables that a scope predeclares;
// - `report`: the first difference of two values, or all differences; the first obstacle to a fingerprint;
// - `summary`: summaries of subterms, for common subexpressions, hash-consing and fingerprints.

pub(crate) mod containers;
pub(crate) mod lister;
#[allow(unsafe_code)]
pub(crate) mod node;
pub(crate) mod node_ref;
pub(crate) mod reading;
pub(crate) mod report;
pub(crate) mod search;
pub(crate) mod summary;
pub(crate) mod text;
mod traversal;
mod visitor;

pub use self::{
    node_ref::{NodeIdentity, NodeRef},
    traversal::{Part, PartValue, Traversal},
};
pub use crate::describe::info::{Def, FieldInfo, Kind, Roles, Shape, TypeInfo, VariantInfo};
