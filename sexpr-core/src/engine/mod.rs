//! How an operation descends into values of any depth, and how it knows where it is.
//!
//! - `recursion`: native recursion that can be suspended, and the explicit stack that it continues on;
//! - `frame`: what lies on that stack, with the types erased; the list of operations; unsafe code;
//! - `place`: where a node can be: at the root, inline, or behind a pointer;
//! - `trail`, `path`: the path to where a report or a walk is, under way and as users see it.

#[allow(unsafe_code)]
pub(crate) mod frame;
pub(crate) mod path;
pub(crate) mod place;
pub(crate) mod recursion;
pub(crate) mod trail;
