//! PyPTO: text, nodes, and the way between them.

mod check;
mod document;
mod errors;
mod generator;
mod grammar;
mod interpreter;
mod limits;
mod locate;
mod meaning;
mod names;
mod optimize;
mod precedence;
mod programs;
mod robustness;
mod roundtrip;
mod support;
mod typing;

#[path = "../common/texts.rs"]
mod texts;
