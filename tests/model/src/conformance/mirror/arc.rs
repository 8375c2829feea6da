//! Structs behind `Arc`; `Custom` lists its virtual fields.

use std::sync::Arc;

/// The pointer.
pub type P<T> = Arc<T>;
const CUSTOM_BY_TRAIT: bool = false;

fn pointer<T>(value: T) -> P<T> {
    Arc::new(value)
}

#[path = "nodes.rs"]
#[allow(clippy::duplicate_mod, reason = "the same types behind another pointer")]
pub mod nodes;
