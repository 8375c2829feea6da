//! What a type is: the traits and tables that the derive implements, or that are written by hand in its place.
//!
//! - `structural`: the two traits that every compared type implements; `visitor`: the interface through which a type
//!   lists its contents to an operation;
//! - `info`: the constant tables; `region`: where a variable is bound, by the `def` fields above it; `options`: which
//!   fields are skipped;
//! - `leaf`, `containers`, `names`: the traits of leaves, of pointers and containers, and of names in `var` fields;
//! - `keys`: the keys of nodes and of maps, and their encoding; `identity`: identities of nodes, by address or key;
//! - `custom`: virtual fields, which a function lists, and trait objects; `virtual_part`: a part of an erased type, with
//!   the operations that are compiled for it;
//! - `arena`: ids, and the arenas that they belong to; `erased_arena`: arenas as operations know them;
//! - `mirror`: types that describe values of other crates;
//! - `reach`, `closed_types`: what a type can reach, at compile time and from its table.
//!
//! The traits name each other in their signatures: so the imports of `structural`, `visitor`, `containers`, `names`, `keys`,
//! `identity`, `custom`, `virtual_part`, `arena` and `erased_arena` are circular. The room imports `tables`, and in
//! `virtual_part` a few later rooms.

pub(crate) mod arena;
pub(crate) mod closed_types;
pub(crate) mod containers;
pub(crate) mod custom;
pub(crate) mod erased_arena;
pub(crate) mod identity;
pub(crate) mod info;
pub(crate) mod keys;
pub(crate) mod leaf;
pub(crate) mod mirror;
pub(crate) mod names;
pub(crate) mod options;
pub(crate) mod reach;
pub(crate) mod region;
pub(crate) mod structural;
pub(crate) mod virtual_part;
pub(crate) mod visitor;
