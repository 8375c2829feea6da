//! Which subterms are common: those that a quadratic definition finds equal, and no others.

mod arenas;
mod definition;
mod growth;
mod kinds;
mod random;
