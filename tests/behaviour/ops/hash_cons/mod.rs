//! Hash-consing: equal terms come to be shared, nothing else changes.

mod bindings;
mod examples;
mod random;
