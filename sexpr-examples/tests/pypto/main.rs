//! PyPTO: text, nodes, and the way between them.

#[macro_use]
#[path = "../common/cases.rs"]
mod cases;

mod assigned_once;
mod calls;
mod check;
mod commutative;
mod constants;
mod document;
mod errors;
mod exporter;
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
mod results;
mod robustness;
mod roundtrip;
mod support;
mod typing;

#[path = "../common/python.rs"]
mod python;
#[path = "../common/texts.rs"]
mod texts;
