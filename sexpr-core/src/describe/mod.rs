//! What a type is: what the derive emits, and what is written by hand in its place.

pub(crate) mod any_node;
pub(crate) mod closed_types;
pub(crate) mod containers;
pub(crate) mod custom;
pub(crate) mod identity;
pub(crate) mod info;
pub(crate) mod keys;
pub(crate) mod leaf;
pub(crate) mod mention;
pub(crate) mod names;
pub(crate) mod open;
pub(crate) mod options;
pub(crate) mod reach;
pub(crate) mod refused;
pub(crate) mod region;
pub(crate) mod structural;
pub(crate) mod visitor;
