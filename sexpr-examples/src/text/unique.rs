//! Names that must differ.

use std::collections::HashMap;

use super::{Mistake, Place, SyntaxError, elided};

/// Names of one kind that must differ, and the place of each.
#[derive(Debug)]
pub(crate) struct Unique<'s> {
    what: &'static str,
    places: HashMap<&'s str, Place>,
}

impl<'s> Unique<'s> {
    /// No names yet; messages call them so.
    pub(crate) fn new(what: &'static str) -> Self {
        Self { what, places: HashMap::new() }
    }

    /// Adds a name; one that was added before is a mistake.
    pub(crate) fn add<E: From<SyntaxError>>(&mut self, name: &'s str, place: Place) -> Result<(), Mistake<E>> {
        let Some(first) = self.places.insert(name, place.clone()) else { return Ok(()) };
        let kind = SyntaxError::Duplicate { what: self.what, name: elided(name) };
        Err(Mistake::new(kind.into(), place).with(first, "the first one"))
    }
}
