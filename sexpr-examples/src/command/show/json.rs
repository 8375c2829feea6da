//! Reports as JSON. The formats are those of `schema/`.

use std::ops::Range;

use miette::{Diagnostic, Report};
use serde::Serialize;

use super::Compared;
use crate::language::{Bound, Difference, Place, PlaceKind};
use crate::text::Source;

/// The version of the formats. What reads one version must be able to read all that is written of it, so a change other
/// than a new reason takes a new version, and a new schema.
pub(super) const VERSION: u32 = 1;

/// The version of the formats of `check` and `hash`.
const VERSION_OF_CHECK_AND_HASH: u32 = 2;

/// Characters of an excerpt.
pub(super) const EXCERPT: usize = 400;

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
pub(super) struct Position {
    pub(super) line: u32,
    pub(super) column: u32,
}

#[derive(Serialize)]
struct Passes<'c> {
    version: u32,
    file: &'c str,
    passes: Vec<Pass<'c>>,
}

#[derive(Serialize)]
struct Pass<'c> {
    pass: &'c str,
    round: usize,
    comparison: Comparison<'c>,
}

#[derive(Serialize)]
struct Check<'c> {
    version: u32,
    file: &'c str,
    language: Option<&'c str>,
    well_formed: bool,
    problems: Vec<Problem>,
}

#[derive(Serialize)]
struct Problem {
    message: String,
    help: Option<String>,
    start: Option<Position>,
    end: Option<Position>,
}

#[derive(Serialize)]
struct Hash<'c> {
    version: u32,
    file: &'c str,
    hash: Option<&'c str>,
    problem: Option<Problem>,
}

/// A comparison as a JSON object, with a line end.
pub(in crate::command) fn json(compared: &Compared) -> serde_json::Result<String> {
    serde_json::to_string_pretty(&Comparison::new(compared)).map(|text| text + "\n")
}

/// What passes changed, each by its name in a round, as a JSON object with a line end.
pub(in crate::command) fn json_of_passes(
    file: &str,
    changes: &[(&'static str, usize, Compared)],
) -> serde_json::Result<String> {
    let of_change = |change| {
        let &(pass, round, ref compared): &(&'static str, usize, Compared) = change;
        Pass { pass, round, comparison: Comparison::new(compared) }
    };
    let passes = changes.iter().map(of_change).collect();
    serde_json::to_string_pretty(&Passes { version: VERSION, file, passes }).map(|text| text + "\n")
}

/// What is wrong with a program of a language, or why the file is no program, as a JSON object on one line.
pub(in crate::command) fn json_of_check(
    file: &str,
    language: Option<&str>,
    problems: &[Report],
) -> serde_json::Result<String> {
    let problems: Vec<Problem> = problems.iter().map(|problem| Problem::new(&**problem)).collect();
    let check =
        Check { version: VERSION_OF_CHECK_AND_HASH, file, language, well_formed: problems.is_empty(), problems };
    serde_json::to_string(&check).map(|text| text + "\n")
}

/// A program's hash, or why it has none, as a JSON object on one line.
pub(in crate::command) fn json_of_hash(file: &str, hash: Result<&String, &Report>) -> serde_json::Result<String> {
    let problem = hash.err().map(|report| Problem::new(&**report));
    let hash = Hash { version: VERSION_OF_CHECK_AND_HASH, file, hash: hash.ok().map(String::as_str), problem };
    serde_json::to_string(&hash).map(|text| text + "\n")
}

impl<'c> Comparison<'c> {
    fn new(compared: &'c Compared) -> Self {
        let Compared { language, left, right, is_all, differences } = compared;
        Self {
            version: VERSION,
            language: language.name(),
            left: File { file: left.name() },
            right: File { file: right.name() },
            equal: differences.all.is_empty(),
            all: *is_all,
            complete: differences.are_complete,
            edits: differences.all.iter().map(Edit::new).collect(),
        }
    }
}

impl Problem {
    fn new(problem: &dyn Diagnostic) -> Self {
        let range = problem.labels().and_then(|mut labels| labels.next());
        let range = range.map(|label| [label.offset(), label.offset() + label.len()]);
        let [start, end] = [0, 1].map(|which| {
            let contents = problem.source_code()?.read_span(&range?[which].into(), 0, 0).ok()?;
            let [line, column] = [contents.line(), contents.column()].map(|n| u32::try_from(n).unwrap_or(u32::MAX));
            Some(Position { line: line.saturating_add(1), column: column.saturating_add(1) })
        });
        Self { message: problem.to_string(), help: problem.help().map(|help| help.to_string()), start, end }
    }
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
