//! The laws, as properties of random graphs of the conformance types.
//!
//! [`generate`] makes graphs, [`vary`] variations of a graph that should make no difference or a known one, and
//! [`places`] puts two terms into several places. Verdicts are compared with those of [`sexpr_tests::oracle`], which
//! knows none of the library's tricks.

mod de_bruijn;
mod follow;
mod generate;
mod laws;
mod leaf_variables;
mod named;
mod oracle_agrees;
mod places;
mod vary;
