//! The laws, as properties of random graphs of the conformance types.
//!
//! [`strategies`] says what the graphs of [`sexpr_model::generate`] are made from. Verdicts are compared with those of
//! [`sexpr_model::model`], which knows none of the library's tricks.

mod allocation;
mod corners;
mod cycles;
mod laws;
mod model_agrees;
mod strategies;
