//! Correspondences and pairs of dag nodes whose making is awaited, and where it took place.

use crate::{
    describe::info::Kind, engine::path::Path, reflect::report::Asked, rules::pairs::Ordinal, tables::index::Table,
};

/// What is awaited, and where it was made last.
#[derive(Default)]
pub(super) struct Watched(Table<(Kind, Ordinal), Option<Made>>);

/// Where a correspondence was made, or a pair of dag nodes.
#[derive(Clone)]
pub(super) struct Made {
    pub(super) left: Path,
    pub(super) right: Path,
    /// Whether a variable was bound there. Otherwise a free one was met.
    pub(super) binds: bool,
}

impl Watched {
    pub(super) fn watch(&mut self, asked: Asked) {
        let Some((kind, ordinals)) = asked else { return };
        self.0.extend(ordinals.into_iter().flatten().map(|ordinal| ((kind, ordinal), None)));
    }

    /// Whether anything is awaited.
    pub(super) fn is_watching(&self) -> bool {
        !self.0.is_empty()
    }

    pub(super) fn wants(&self, kind: Kind, ordinal: Ordinal) -> bool {
        self.0.contains_key(&(kind, ordinal))
    }

    /// Of several with one ordinal, which followed each other, the last one counts.
    pub(super) fn note(&mut self, kind: Kind, ordinal: Ordinal, made: Made) {
        self.0.insert((kind, ordinal), Some(made));
    }

    /// Where what was asked for was made.
    pub(super) fn made(&self, asked: Asked) -> [Option<Made>; 2] {
        let Some((kind, ordinals)) = asked else { return [None, None] };
        ordinals.map(|ordinal| self.0.get(&(kind, ordinal?))?.clone())
    }

    /// The same is awaited, for a comparison that starts over.
    pub(super) fn anew(mut self) -> Self {
        self.0.values_mut().for_each(|made| *made = None);
        self
    }
}
