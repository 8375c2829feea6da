//! How an operation goes down into values, whatever their depth.

#[allow(unsafe_code)]
pub(crate) mod frame;
pub(crate) mod path;
pub(crate) mod place;
pub(crate) mod recursion;
pub(crate) mod trail;
