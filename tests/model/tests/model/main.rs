//! The library against the reference model of [`sexpr_model::model`], on the fuzzers' corpora, and against the verdicts of
//! another implementation. And the model with mistakes, each of which must be caught.
//!
//! `laws` compares the library with the model on random graphs that shrink.

mod conformance;
mod corpora;
mod mutants;
