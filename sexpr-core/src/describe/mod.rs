//! Descriptions of types: the traits and constant tables that the derive generates, or that a user writes by hand.
//!
//! - `structural`: the two traits that every compared type implements; `visitor`: the interface through which a type
//!   lists its contents to an operation;
//! - `info`: the constant tables; `region`: whether variables bind below a `def` field, and in which scope; `options`:
//!   the options of a comparison;
//! - `leaf`, `containers`: the traits of leaves, of pointers and containers, and of names in `var` fields;
//! - `keys`: the keys of nodes and of maps, and their encoding; `identity`: identities of nodes, by address or key;
//!   `key_table`: the numbers of the keys in one operation;
//! - `custom`: virtual fields, which a function lists, and parts of erased types; `objects`: trait objects;
//! - `arena`: ids and arenas, and arenas of erased types for operations;
//! - `mirror`: types that describe values of other crates;
//! - `reach`, `closed_types`: what a type can reach, at compile time and from its table.
//!
//! The imports of `structural`, `visitor`, `containers`, `keys`, `custom` and `arena` are circular, and no others are:
//! `StructuralEq` names `Visitor`, the methods of `Visitor` name the traits of the values that they visit, and these
//! traits name `StructuralEq`. The room imports `tables`; `custom` also imports from a few later rooms.

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
