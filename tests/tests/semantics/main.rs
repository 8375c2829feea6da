//! The specification, sentence by sentence: one module a topic.

mod asserts;
mod borrowed;
mod comparer;
mod generics;
mod identity;
mod keys;
mod kinds;
mod maps;
mod mismatch;
mod opaque;
mod order;
mod payload;
mod regions;
mod sticky;
mod structural_key;
mod threads;
