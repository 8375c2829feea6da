//! Structs behind plain references, which have no reference counts.

/// The pointer.
pub type P<T> = &'static T;
const CUSTOM_BY_TRAIT: bool = false;

/// Leaks the value: a run of the cases takes a few megabytes.
fn pointer<T>(value: T) -> P<T> {
    Box::leak(Box::new(value))
}

#[path = "nodes.rs"]
#[allow(clippy::duplicate_mod, reason = "the same types behind another pointer")]
pub mod nodes;
