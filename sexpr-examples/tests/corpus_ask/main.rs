//! Asking corpora.

mod corpus;
mod laws;
