//! Random graphs of the conformance types.
//!
//! [`Recipe`] makes a graph, [`Variation`], [`Mutation`] and [`Renaming`] another one that should be equal or is nearly
//! so, and [`Places`] puts two terms into several places. All of them are plain data; [`Pair::from_bytes`] makes two
//! nodes to be compared out of any bytes.

mod draw;
mod pair;
mod places;
mod recipe;
mod renaming;
mod vary;

pub use draw::Draw;
pub use pair::Pair;
pub use places::{Places, Wrapper};
pub use recipe::{Ingredient, NAMES, Recipe, Style, has_duplicate_keys, reached, remove_duplicate_keys};
pub use renaming::Renaming;
pub use vary::{IDENTITY, Mutation, Variation, change_leaf};
