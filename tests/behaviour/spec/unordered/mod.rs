//! Sequences whose elements have no order.

mod brute_force;
mod coarse;
mod examples;
mod language;
mod merging;
mod model;
mod model_agrees;
mod operands;
mod resources;
mod sequences_if;
mod sharing;
