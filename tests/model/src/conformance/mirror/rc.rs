//! Structs behind `Rc`; `Custom` implements `CustomStructural`.

use std::rc::Rc;

/// The pointer.
pub type P<T> = Rc<T>;
const CUSTOM_BY_TRAIT: bool = true;

fn pointer<T>(value: T) -> P<T> {
    Rc::new(value)
}

#[path = "nodes.rs"]
#[allow(clippy::duplicate_mod, reason = "the same types behind another pointer")]
pub mod nodes;
