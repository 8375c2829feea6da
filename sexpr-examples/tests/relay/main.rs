//! Relay: its text, and what the annotations make of its nodes.

#[macro_use]
#[path = "../common/cases.rs"]
mod cases;

mod commutative;
mod dumps;
mod errors;
mod expressions;
mod fuse;
mod generator;
mod graphs;
mod limits;
mod locate;
mod modules;
mod names;
mod programs;
mod random;
mod snippets;
mod support;
mod types;

#[path = "../common/texts.rs"]
mod texts;
