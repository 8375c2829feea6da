//! The engine: descends into values of any depth, and tracks the path to the present part.
//!
//! - `recursion`: native recursion that can be suspended, and the explicit stack on which it continues;
//! - `frame`: the elements of that stack, with the types erased; unsafe code;
//! - `place`: where a node can be: at the root, inline, or behind a pointer;
//! - `trail`, `path`: the path to the present part of a report or a walk: `trail` during the operation, `path` as users
//!   see it.

#[allow(unsafe_code)]
pub(crate) mod frame;
pub(crate) mod path;
pub(crate) mod place;
pub(crate) mod recursion;
pub(crate) mod trail;
