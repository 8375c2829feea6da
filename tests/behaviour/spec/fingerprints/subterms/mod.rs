//! Fingerprints of all subterms of a value, each as a term of its own.

mod agreement;
mod language;
mod resources;
mod rules;
