//! The functional language: text, nodes, and what the annotations make of its names.

mod depth;
mod errors;
mod grammar;
mod locate;
mod model;
mod names;
mod programs;
mod random;
mod robustness;
mod support;

#[path = "../common/texts.rs"]
mod texts;
