//! The operations, as users call them.

pub(crate) mod assert;
pub(crate) mod by_identity;
pub(crate) mod comparer;
pub(crate) mod fingerprint;
pub(crate) mod functions;
pub(crate) mod kept;
pub(crate) mod structural_key;
