//! Ids and arenas: an id means the node that the arena in force gives for it.

mod acyclic;
mod cyclic;
mod properties;
mod reference;
