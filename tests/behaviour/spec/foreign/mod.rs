//! Types of other crates: mirrors, and fields that count as what a function makes of them.

mod arenas;
mod containers;
mod mirrors;
mod via;
