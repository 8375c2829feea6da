//! PyPTO: text, nodes, and the way between them.

mod check;
mod document;
mod errors;
mod grammar;
mod limits;
mod locate;
mod names;
mod precedence;
mod programs;
mod robustness;
mod roundtrip;
mod support;
mod typing;
