//! What is measured, and how.
//!
//! Types and the terms made of them, one file for each idea; [`by_hand`], the baselines that a good engineer writes for
//! one of them, and [`memoized`], those for terms that share nodes; and [`measure`], which runs contenders in turns. The
//! crate `sexpr-benches` puts the library beside its baselines.
//!
//! Types here derive `PartialEq` without `Eq`: with it, the comparison of two `Arc`s looks at their addresses first,
//! which is not what is compared here.

pub mod alternating;
pub mod boxes;
pub mod by_hand;
pub mod chains;
pub mod flat;
pub mod floats;
pub mod maps;
pub mod measure;
pub mod memoized;
pub mod references;
pub mod relay;
pub mod scoped;
pub mod strings;
pub mod sums;
pub mod towers;
pub mod vectors;
pub mod visitor;
pub mod wave;
