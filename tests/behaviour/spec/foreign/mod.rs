//! Types of other crates: mirrors, and fields that count as what a function makes of them.

mod containers;
mod arenas;
mod mirrors;
mod via;
