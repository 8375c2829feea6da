//! What a type is: the traits and tables that the derive implements, or that are written by hand in its place.
//!
//! - `structural`: the two traits that every compared type implements; `visitor`: the interface through which a type
//!   lists its contents to an operation;
//! - `info`: the constant tables; `region`: where a variable is bound, by the `def` fields above it; `options`: which
//!   fields are skipped;
//! - `leaf`, `containers`: the traits of leaves, of pointers and containers, and of names in `var` fields;
//! - `keys`: the keys of nodes and of maps, and their encoding; `identity`: identities of nodes, by address or key;
//!   `key_table`: the keys that an operation has met;
//! - `custom`: virtual fields, which a function lists, and parts of erased types; `objects`: trait objects;
//! - `arena`: ids, the arenas that they belong to, and these arenas as operations know them;
//! - `mirror`: types that describe values of other crates;
//! - `reach`, `closed_types`: what a type can reach, at compile time and from its table.
//!
//! `StructuralEq` names `Visitor`, whose methods name the traits of all that it visits, and these name `StructuralEq`. So the
//! imports of `structural`, `visitor`, `containers`, `keys`, `custom` and `arena` are circular; no others are. The room
//! imports `tables`, and in `custom` a few later rooms.

pub(crate) mod arena;
pub(crate) mod closed_types;
pub(crate) mod containers;
pub(crate) mod custom;
pub(crate) mod identity;
pub(crate) mod info;
pub(crate) mod key_table;
pub(crate) mod keys;
pub(crate) mod leaf;
pub(crate) mod mirror;
pub(crate) mod objects;
pub(crate) mod options;
pub(crate) mod reach;
pub(crate) mod region;
pub(crate) mod structural;
pub(crate) mod visitor;
