//! Classes of equal subterms, as text and as JSON.

use std::fmt::Write as _;
use std::ops::Range;

use serde::Serialize;

use super::excerpt::lines_of;
use super::json::{EXCERPT, Position, VERSION};
use super::screen::Screen;
use crate::corpus::ask::{Class, Place};
use crate::text::Source;

/// A subterm's text, or why it cannot be shown.
pub(in crate::command) type Excerpt = Result<(Source, Range<usize>), String>;

/// The format of `schema/duplicates-1.json` and `schema/find-1.json`.
#[derive(Serialize)]
struct JsonClass<'c> {
    version: u32,
    fingerprint: String,
    #[serde(rename = "type")]
    type_name: &'c str,
    size: u64,
    occurrences: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    saving: Option<u128>,
    #[serde(skip_serializing_if = "Option::is_none")]
    asked: Option<Asked>,
    excerpt: Option<String>,
    obstacle: Option<&'c str>,
    places: Vec<JsonPlace<'c>>,
}

#[derive(Serialize)]
struct Asked {
    start: Option<Position>,
    end: Option<Position>,
}

#[derive(Serialize)]
struct JsonPlace<'c> {
    file: &'c str,
    start: Option<Position>,
    end: Option<Position>,
}

/// A class as a JSON object on one line.
pub(in crate::command) fn json_of_class(class: &Class, excerpt: &Excerpt) -> serde_json::Result<String> {
    let asked = class.saving.is_none().then(|| {
        let [start, end] = positions(class.asked);
        Asked { start, end }
    });
    let of_place = |place| {
        let Place { file, span, .. }: &Place = place;
        let [start, end] = positions(*span);
        JsonPlace { file, start, end }
    };
    let text = excerpt.as_ref().ok().map(|(source, range)| {
        let text = source.text().get(range.clone()).unwrap_or_default();
        let mut cut: String = text.chars().take(EXCERPT).collect();
        if cut.len() < text.len() {
            cut.push('…');
        }
        cut
    });
    let class = JsonClass {
        version: VERSION,
        fingerprint: class.fingerprint.to_string(),
        type_name: &class.type_name,
        size: class.size,
        occurrences: class.occurrences,
        saving: class.saving,
        asked,
        excerpt: text,
        obstacle: excerpt.as_ref().err().map(String::as_str),
        places: class.places.iter().map(of_place).collect(),
    };
    serde_json::to_string(&class).map(|text| text + "\n")
}

/// A class for people: what is equal, where it is, and its text.
pub(in crate::command) fn text_of_class(class: &Class, excerpt: &Excerpt, screen: Screen) -> String {
    let Class { type_name, size, occurrences, .. } = class;
    let head = match class.saving {
        Some(saving) => format!("{occurrences} equal subterms of {size} nodes ({type_name}), saving {saving}"),
        None => {
            let place = class.asked.map_or("?".to_owned(), |[(line, column), _]| format!("{line}:{column}"));
            format!("{size} nodes ({type_name}) at {place} occur {}", times(*occurrences))
        }
    };
    let mut text = screen.heading(&head);
    for Place { file, span, .. } in &class.places {
        let place = span.map_or(String::new(), |[(line, column), _]| format!(":{line}:{column}"));
        let _ = writeln!(text, "  {file}{place}");
    }
    let more = occurrences.saturating_sub(class.places.len() as u64);
    if more > 0 {
        let _ = writeln!(text, "  … and {more} more: show them with `--places N`");
    }
    match excerpt {
        Ok((source, range)) => text.push_str(&lines_of(source, range.clone(), screen)),
        Err(obstacle) => {
            let _ = writeln!(text, "  no excerpt: {obstacle}");
        }
    }
    text.push('\n');
    text
}

fn times(count: u64) -> String {
    if count == 1 { "once".to_owned() } else { format!("{count} times") }
}

fn positions(span: Option<[(u32, u32); 2]>) -> [Option<Position>; 2] {
    let positions = span.map(|places| places.map(|(line, column)| Position { line, column }));
    positions.map_or([None, None], |positions| positions.map(Some))
}
