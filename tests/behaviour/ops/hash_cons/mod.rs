//! Hash-consing: equal terms come to be shared, nothing else changes.

mod bindings;
mod complete;
mod examples;
mod random;
