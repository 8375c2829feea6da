//! Code that panics or lies where the library calls it, and values that are made to cost as much as they can.

mod arenas;
mod calls;
mod containers;
mod growth;
mod misbehaving;
mod panics;
mod recursive;
mod rewritable_code;
mod rewritings;
mod user_code;
