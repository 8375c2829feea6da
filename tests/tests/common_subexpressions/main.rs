//! Which subterms are common: those that a quadratic definition finds equal, and no others.

mod definition;
mod growth;
mod kinds;
#[path = "../hash_cons/language.rs"]
mod language;
mod random;
mod sound;
