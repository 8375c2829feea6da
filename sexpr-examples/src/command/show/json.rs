//! Differences as JSON: the format of `schema/compare-1.json`.

use std::ops::Range;

use serde::Serialize;

use super::Compared;
use crate::language::{Bound, Difference, Place, PlaceKind};
use crate::text::Source;

/// The version of the format. What reads one version must be able to read all that is written of it, so a change other
/// than a new reason takes a new version, and a new schema.
const VERSION: u32 = 1;

/// Characters of an excerpt.
const EXCERPT: usize = 400;

#[derive(Serialize)]
struct Comparison<'c> {
    version: u32,
    language: &'c str,
    left: File<'c>,
    right: File<'c>,
    equal: bool,
    all: bool,
    complete: bool,
    edits: Vec<Edit<'c>>,
}

#[derive(Serialize)]
struct File<'c> {
    file: &'c str,
}

#[derive(Serialize)]
struct Edit<'c> {
    kind: &'static str,
    reason: Option<&'static str>,
    message: &'c str,
    size: Option<usize>,
    left: PlaceInText<'c>,
    right: PlaceInText<'c>,
}

#[derive(Serialize)]
struct PlaceInText<'c> {
    path: &'c str,
    gap: Option<&'static str>,
    #[serde(flatten)]
    extent: Extent,
    excerpt: String,
    variable: Option<Variable<'c>>,
}

#[derive(Serialize)]
struct Variable<'c> {
    name: &'c str,
    binder: Option<Binder>,
}

#[derive(Serialize)]
struct Binder {
    role: &'static str,
    #[serde(flatten)]
    extent: Extent,
}

#[derive(Serialize)]
struct Extent {
    start: Position,
    end: Position,
}

#[derive(Serialize)]
struct Position {
    line: u32,
    column: u32,
}

/// A comparison as a JSON object, with a line end.
pub(in crate::command) fn json(compared: &Compared) -> serde_json::Result<String> {
    let Compared { language, left, right, is_all, differences } = compared;
    let comparison = Comparison {
        version: VERSION,
        language,
        left: File { file: left.name() },
        right: File { file: right.name() },
        equal: differences.all.is_empty(),
        all: *is_all,
        complete: differences.are_complete,
        edits: differences.all.iter().map(Edit::new).collect(),
    };
    serde_json::to_string_pretty(&comparison).map(|text| text + "\n")
}

impl<'c> Edit<'c> {
    fn new(difference: &'c Difference) -> Self {
        let Difference { kind, reason, message, size, hints: _, left, right } = difference;
        Self {
            kind: kind.name(),
            reason: *reason,
            message,
            size: *size,
            left: PlaceInText::new(left),
            right: PlaceInText::new(right),
        }
    }
}

impl<'c> PlaceInText<'c> {
    fn new(place: &'c Place) -> Self {
        let Place { source, path, range, kind, variable } = place;
        let variable = variable.as_ref().map(|Bound { name, binder }| Variable {
            name,
            binder: binder.as_ref().map(|(role, range)| Binder { role, extent: Extent::new(source, range) }),
        });
        let gap = match kind {
            PlaceKind::Here => None,
            PlaceKind::GapAfter => Some("after"),
            PlaceKind::GapIn => Some("in"),
        };
        let text = source.text().get(range.clone()).unwrap_or_default();
        let mut excerpt: String = text.chars().take(EXCERPT).collect();
        if excerpt.len() < text.len() {
            excerpt.push('…');
        }
        Self { path, gap, extent: Extent::new(source, range), excerpt, variable }
    }
}

impl Extent {
    fn new(source: &Source, range: &Range<usize>) -> Self {
        let [start, end] = [range.start, range.end].map(|offset| {
            let (line, column) = source.line_column(offset);
            Position { line, column }
        });
        Self { start, end }
    }
}
