//! Sequences whose elements have no order.

mod brute_force;
mod examples;
mod language;
mod operands;
mod resources;
