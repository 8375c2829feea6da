//! Places of nodes in source files.

use std::fmt;

use crate::text::{Place, Source, Span};

/// The place of a node, in half the space that a [`Span`] takes: most of what a module consists of has one.
#[derive(Clone, Default)]
pub struct Location {
    source: Option<Source>,
    start: u32,
    end: u32,
}

impl Location {
    /// The place of a node that no file holds.
    pub fn unknown() -> Self {
        Self::default()
    }

    /// The bytes of a source file. Of a file of more than four gigabytes, only the first are told apart.
    pub(in crate::relay) fn new(source: &Source, place: Place) -> Self {
        let byte = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        Self { source: Some(source.clone()), start: byte(place.start), end: byte(place.end) }
    }

    /// Whether no file holds the node.
    pub fn is_unknown(&self) -> bool {
        self.source.is_none()
    }

    /// The lines and columns.
    pub fn span(&self) -> Span {
        let range = self.start as usize..self.end as usize;
        self.source.as_ref().map_or_else(Span::unknown, |source| source.span(range))
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.span(), f)
    }
}

impl fmt::Debug for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
