//! A leaf with an `Eq` and a `Hash` of its own.

use std::hash::{Hash, Hasher};

/// A string whose letters' case does not matter to it.
#[derive(Clone, Debug)]
pub struct Caseless(pub String);

impl PartialEq for Caseless {
    fn eq(&self, other: &Self) -> bool {
        self.0.to_lowercase() == other.0.to_lowercase()
    }
}

impl Eq for Caseless {}

impl Hash for Caseless {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.to_lowercase().hash(state);
    }
}
