//! Relay: tensor programs with shapes as types, type relations and algebraic data types.

pub mod ir;
