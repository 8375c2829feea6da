//! Ids and arenas: an id means the node that the arena in force gives for it.

mod columns;
mod corners;
mod cyclic;
mod declared;
mod foreign;
mod keys;
mod modules;
mod properties;
mod reference;
mod rows;
mod without_scopes;
