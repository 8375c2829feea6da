//! Data structures that know nothing of terms.

pub(crate) mod index;
pub(crate) mod poly_hash;
pub(crate) mod sets;
