//! Random graphs of the conformance types.
//!
//! [`Recipe`] makes a graph, [`Variation`], [`Mutation`] and [`Renaming`] another one that should be equal or is nearly
//! so, and [`Places`] puts two terms into several places. [`Cyclic`] has three graphs with cycles, varied likewise. All of them are plain data; [`Pair::from_bytes`] makes two
//! nodes to be compared out of any bytes.

mod cyclic;
mod draw;
mod keys;
mod pair;
mod places;
mod recipe;
mod renaming;
mod style;
mod vary;

pub use cyclic::{Cyclic, Redirection};
pub use draw::Draw;
pub use keys::{has_contradictory_keys, has_duplicate_keys, remove_duplicate_keys};
pub use pair::Pair;
pub use places::{Places, Wrapper};
pub use recipe::{Ingredient, NAMES, Recipe, reached};
pub use renaming::Renaming;
pub use style::Style;
pub use vary::{IDENTITY, Mutation, Variation, change_leaf};
