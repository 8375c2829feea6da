//! Hostile conditions: input and user code that attack the library, deep values, poor hashes, many threads. And what
//! all of this may allocate.
//!
//! Allocations are counted by `allocation_counter`, on each thread for itself, so tests can run side by side.

mod adversaries;
mod allocations;
mod concurrency;
mod depth;
mod hash_quality;
