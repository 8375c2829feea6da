//! What scopes predeclare, for equality and hash.
//!
//! It is found over lists of parts, in a later room.

pub(crate) use crate::reflect::declarations::DeclarationSearch;
