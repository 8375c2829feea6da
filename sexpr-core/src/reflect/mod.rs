//! The reflective lane: nodes of any type, and their parts as data.
//!
//! One visitor, [`Lister`](lister::Lister), lists the parts of each type. Whatever is not compiled for each type is plain
//! code over these lists.
//!
//! - `node`: a node of any type, and two of one type; unsafe code;
//! - `part`: what a node lists; `elements`, `maps`: elements in no order, and entries; `text`: what leaves are written to;
//! - `lister`: the lister, with `virtual_parts`, the parts that functions list;
//! - `arenas`: the arenas in force for one value;
//! - `search`: a search for nodes; `declarations`: what a scope predeclares.

pub(crate) mod arenas;
pub(crate) mod declarations;
pub(crate) mod elements;
pub(crate) mod lister;
pub(crate) mod maps;
#[allow(unsafe_code)]
pub(crate) mod node;
pub(crate) mod part;
pub(crate) mod search;
pub(crate) mod text;
mod virtual_parts;
