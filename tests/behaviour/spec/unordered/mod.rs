//! Sequences whose elements have no order.

mod brute_force;
mod examples;
mod language;
mod laws;
mod operands;
mod resources;
