//! The types of the standard library and of the crates behind optional features, as all that the other rooms ask of a
//! type: how they are compared, rewritten and dropped.
//!
//! One file for each family, with a macro that says everything of a type in one line:
//!
//! - `leaves`: leaves, and the types that are refused;
//! - `containers`: sequences, maps, sets and arenas;
//! - `pointers`: shared and owning pointers;
//! - `sums`: `Option`, `Result`, tuples and wrappers, the crate's own `ByIdentity` and `StructuralKey` among them;
//! - `mirrors`: the same pointers and containers, holding mirrors;
//! - `foreign`: the types of other crates, each by the macro of its family;
//! - `mention`: how generated code mentions the type of a field, and the messages of refusals;
//! - `prelude`: the names and macros that these files share.
//!
//! No room imports this one.

// Macros are known from where they are written: the order matters.
#[macro_use]
mod prelude;
#[macro_use]
mod leaves;
#[macro_use]
mod containers;
mod mirrors;
#[macro_use]
mod pointers;
mod foreign;
pub(crate) mod mention;
mod sums;
