//! The specification, sentence by sentence: one module a topic.

mod asserts;
mod borrowed;
mod comparer;
mod custom;
mod derive_shapes;
mod generics;
mod hash;
pub(crate) mod hints;
mod identity;
mod keys;
mod kinds;
mod map_order;
mod maps;
mod mismatch;
mod opaque;
mod open_keys;
mod order;
mod own_containers;
mod payload;
mod regions;
mod scopes;
mod sticky;
mod structural_key;
mod type_info;
