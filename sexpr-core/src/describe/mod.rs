//! What a type is: the traits and tables that the derive implements, or that are written by hand in its place.
//!
//! - `structural`: the two traits that every compared type implements; `visitor`: the interface through which a type
//!   lists its contents to an operation;
//! - `info`: the constant tables; `region`: what a `def` field does to its contents; `options`: which fields are
//!   skipped;
//! - `leaf`, `containers`, `names`, `keys`: the traits of leaves, of pointers and containers, of names in `var` fields,
//!   and of map keys; `custom`, `open`: parts that a function lists, and trait objects;
//! - `identity`: what makes two occurrences the same node;
//! - `arena`: ids, and the arenas that they belong to; `erased_arena`: arenas as operations know them;
//!   `id_keys`: ids as keys of maps;
//! - `reach`, `closed_types`: what a type can reach, at compile time and from its table;
//! - `refused`, `mention`: the messages of refusals, and how generated code mentions field types.
//!
//! The traits name each other, so the imports within this room are circular. The room imports `tables` and, for erased
//! parts and generated code, a few later rooms: the chapter "Architecture" lists these imports.

pub(crate) mod arena;
pub(crate) mod closed_types;
pub(crate) mod containers;
pub(crate) mod custom;
pub(crate) mod erased_arena;
pub(crate) mod id_keys;
pub(crate) mod identity;
pub(crate) mod info;
pub(crate) mod keys;
pub(crate) mod leaf;
pub(crate) mod mirror;
pub(crate) mod names;
pub(crate) mod open;
pub(crate) mod options;
pub(crate) mod reach;
pub(crate) mod refused;
pub(crate) mod region;
pub(crate) mod structural;
pub(crate) mod virtual_part;
pub(crate) mod visitor;
