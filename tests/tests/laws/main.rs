//! The laws, as properties of random graphs of the conformance types.
//!
//! [`strategies`] says what the graphs of [`sexpr_tests::generate`] are made from. Verdicts are compared with those of
//! [`sexpr_tests::model`], which knows none of the library's tricks.

mod allocation;
mod corners;
mod cycles;
mod de_bruijn;
mod laws;
mod leaf_variables;
mod model_agrees;
mod named;
mod strategies;
mod terms_as_keys;
