//! Laws of terms of other types than those of the conformance cases, as properties of random terms.

mod de_bruijn;
mod leaf_variables;
mod terms_as_keys;
