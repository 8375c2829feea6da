//! The operations on one value or on two. Each holds only what is its own; `rules` holds what they share.
//!
//! - `equal`: two values, a verdict. Asks `rules::relation`;
//! - `hash`: one value, 64 bits or a fingerprint. Asks `rules::numbering`;
//! - `in_context`: which elements that stand in no order belong together, for `equal` and reports.
//!
//! Each implements `Visitor`, mostly in a file of its own, and has others for maps and for names where these need it.
//! Walks and rewritings are operations too, in the public modules `walk` and `rewrite`.
//!
//! **Buffers are left empty.** An operation borrows its buffers (`EqualBuffers`, `HashBuffers`), marks them as in use,
//! and clears them when it is done. If user code panics in between (such as the `Eq` of an opaque field), they stay
//! marked, and the next operation makes new ones. So there is no state to poison.

pub(crate) mod equal;
pub(crate) mod hash;
pub(crate) mod in_context;
mod node;
