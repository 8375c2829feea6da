//! The types of the standard library and of the crates behind optional features, as all that the other rooms ask of a
//! type: how they are compared, rewritten and dropped.
//!
//! One file for each family, with a macro that says everything of a type in one line:
//!
//! - `leaves`: leaves, and the types that are refused;
//! - `sequences`, `maps`, `pointers`, `sums`: containers and pointers; `sums` has `Option`, `Result` and tuples;
//! - `mirrors`: the pointers and containers of these files, holding mirrors;
//! - `arenas`: arenas, which ids belong to;
//! - `keys`: the crate's own `ByIdentity` and `StructuralKey`, as far as earlier rooms do not say it;
//! - `foreign`: the types of other crates, each by the macro of its family;
//! - `mention`: how generated code mentions the type of a field;
//! - `prelude`: what these files share.
//!
//! No room imports this one.

// Macros are known from where they are written: the order matters.
#[macro_use]
mod prelude;
#[macro_use]
mod leaves;
#[macro_use]
mod sequences;
#[macro_use]
mod maps;
mod mirrors;
#[macro_use]
mod pointers;
#[macro_use]
mod arenas;
mod foreign;
mod keys;
pub(crate) mod mention;
mod sums;
