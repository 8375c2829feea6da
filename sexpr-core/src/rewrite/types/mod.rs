//! The types of the standard library, and of the crates behind optional features, as they are rewritten.

mod foreign;
mod leaves;
mod maps;
mod pointers;
mod sequences;
mod sums;

pub use self::leaves::same_name;
