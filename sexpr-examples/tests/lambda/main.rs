//! The functional language: text, nodes, and what the annotations make of its names.

mod depth;
mod errors;
mod grammar;
mod locate;
mod names;
mod oracle;
mod programs;
mod random;
mod robustness;
mod support;
