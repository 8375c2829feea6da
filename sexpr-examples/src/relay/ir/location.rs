//! Where nodes are written, and under which names.

use std::fmt;
use std::sync::Arc;

use crate::text::{Place, Source, Span};

/// Where a node is written, and the graph variable that the text binds it to, if it does.
///
/// It takes half the space of a [`Span`]: most of what a module consists of has one.
#[derive(Clone, Default)]
pub struct Location {
    origin: Option<Arc<Origin>>,
    start: u32,
    end: u32,
}

/// What the nodes of a text have in common, and those that are bound to one graph variable.
#[derive(Default)]
struct Origin {
    source: Option<Source>,
    graph_var: Option<Box<str>>,
}

impl Location {
    /// The place of a node that no file holds.
    pub fn unknown() -> Self {
        Self::default()
    }

    /// A whole source file.
    pub(in crate::relay) fn of(source: &Source) -> Self {
        let origin = Origin { source: Some(source.clone()), graph_var: None };
        Self { origin: Some(Arc::new(origin)), start: 0, end: u32::MAX }
    }

    /// Other bytes of the same file. Of one of more than four gigabytes, only the first are told apart.
    pub(in crate::relay) fn at(&self, place: Place) -> Self {
        let byte = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        Self { origin: self.origin.clone(), start: byte(place.start), end: byte(place.end) }
    }

    /// The place of another node of the same file.
    pub(in crate::relay) fn moved_to(&self, other: &Self) -> Self {
        Self { origin: self.origin.clone(), ..*other }
    }

    /// The same place, of what is bound to a graph variable, `%0`: this is how it is printed, and nothing else.
    #[must_use]
    pub fn named(&self, graph_var: &str) -> Self {
        let source = self.origin.as_ref().and_then(|origin| origin.source.clone());
        let origin = Origin { source, graph_var: Some(graph_var.into()) };
        Self { origin: Some(Arc::new(origin)), ..*self }
    }

    /// The graph variable that the node is bound to, without the `%`.
    pub fn graph_var(&self) -> Option<&str> {
        self.origin.as_ref()?.graph_var.as_deref()
    }

    /// Whether no file holds the node.
    pub fn is_unknown(&self) -> bool {
        self.origin.as_ref().is_none_or(|origin| origin.source.is_none())
    }

    /// The lines and columns.
    pub fn span(&self) -> Span {
        let range = self.start as usize..self.end as usize;
        let source = self.origin.as_ref().and_then(|origin| origin.source.as_ref());
        source.map_or_else(Span::unknown, |source| source.span(range))
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.span(), f)
    }
}

debug_as_displayed!(Location);
