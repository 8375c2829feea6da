//! What is marked in a text: the places of differences, what is missing there, and what binds variables.

use std::ops::Range;

use super::highlight::{Highlight, highlights};
use super::html::Escaped;
use super::{Names, Side};
use crate::language::{AnyLanguage, Bound, Difference, Kind, PlaceKind};
use crate::text::Source;

/// A marked part of a text.
pub(super) struct Mark {
    range: Range<usize>,
    /// The number of the difference, from 1.
    number: usize,
    /// The name for links to it.
    id: String,
    /// The name of what it leads to.
    target: String,
    class: &'static str,
    /// What it says of itself.
    title: String,
}

/// A line with its marks, in HTML.
pub(super) struct Line<'t> {
    pub(super) text: &'t str,
    pub(super) html: String,
    pub(super) is_marked: bool,
}

/// The name of a place of a difference for links.
pub(super) fn place_id(section: &str, side: Side, number: usize) -> String {
    format!("{section}-{}-{number}", side.name())
}

/// All marks of one side.
pub(super) fn marks(differences: &[Difference], names: Names<'_>, side: Side, section: &str) -> Vec<Mark> {
    let mut marks = Vec::new();
    for (number, difference) in (1..).zip(differences) {
        let place = side.of(difference);
        let id = place_id(section, side, number);
        let binder_id = format!("{section}-{}-binder-{number}", side.name());
        let binder = match &place.variable {
            Some(Bound { name, binder: Some((role, range)) }) => Some((name, *role, range)),
            _ => None,
        };
        // A use leads to what binds it, everything else to the other side.
        let target = match binder {
            Some(_) => binder_id.clone(),
            None => place_id(section, side.other(), number),
        };
        let (range, class, what) = match place.kind {
            PlaceKind::Here => (place.range.clone(), difference.kind.name(), String::new()),
            PlaceKind::GapAfter => (place.range.end..place.range.end, gap(difference.kind), gap_title(place.kind)),
            PlaceKind::GapIn => (place.range.start..place.range.start, gap(difference.kind), gap_title(place.kind)),
        };
        let title = format!("{number}. {} {}{what}", difference.kind, names.message(difference));
        marks.push(Mark { range, number, id: id.clone(), target, class, title });
        if let Some((name, role, range)) = binder {
            let title = format!("{number}. {name} is bound here: {role}");
            marks.push(Mark { range: range.clone(), number, id: binder_id, target: id, class: "binder", title });
        }
    }
    marks
}

/// The class of a place where something is missing.
fn gap(kind: Kind) -> &'static str {
    match kind {
        Kind::Inserted => "gap inserted",
        Kind::Removed => "gap removed",
        _ => "gap",
    }
}

fn gap_title(kind: PlaceKind) -> String {
    format!(" ({})", kind.label())
}

/// The lines of a text, with their marks. Takes time linear in the text and in the marks, times the depth to which marks
/// are in others.
pub(super) fn lines<'t>(source: &'t Source, language: &dyn AnyLanguage, mut marks: Vec<Mark>) -> Vec<Line<'t>> {
    let text = source.text();
    // A mark's text does not begin with white space, so that it begins where its line has text.
    for mark in &mut marks {
        let range = mark.range.start.min(text.len())..mark.range.end.min(text.len());
        let marked = text.get(range.clone()).unwrap_or_default();
        let start = range.start + (marked.len() - marked.trim_start().len());
        mark.range =
            if marked.trim().is_empty() { range.start..range.start } else { start..start + marked.trim().len() };
    }
    marks.sort_by_key(|mark| (mark.range.start, std::cmp::Reverse(mark.range.end), mark.number));
    let mut boundaries: Vec<usize> = marks.iter().flat_map(|mark| [mark.range.start, mark.range.end]).collect();
    boundaries.sort_unstable();
    boundaries.dedup();
    let highlights = highlights(text, language);
    let mut sweep =
        Sweep { text, marks: &marks, boundaries: &boundaries, highlights: &highlights, next: 0, open: Vec::new() };
    (1..=source.line_count()).map(|number| sweep.line(source.line(number), number == source.line_count())).collect()
}

/// The way through a text and its marks, both in order.
struct Sweep<'t, 'm> {
    text: &'t str,
    marks: &'m [Mark],
    boundaries: &'m [usize],
    highlights: &'m [Highlight],
    /// The first mark that does not begin before the current place.
    next: usize,
    /// The marks around the current place, the innermost last.
    open: Vec<&'m Mark>,
}

impl<'t, 'm> Sweep<'t, 'm> {
    fn line(&mut self, range: Range<usize>, is_last: bool) -> Line<'t> {
        let mut line = Line { text: &self.text[range.clone()], html: String::new(), is_marked: false };
        let first = self.boundaries.partition_point(|&at| at <= range.start);
        let last = self.boundaries.partition_point(|&at| at < range.end);
        let inner = self.boundaries.get(first..last).unwrap_or_default();
        let starts = std::iter::once(range.start).chain(inner.iter().copied());
        let ends = inner.iter().copied().chain(std::iter::once(range.end));
        for (mut start, end) in starts.zip(ends) {
            let begun = self.go_to(start, &mut line);
            if start == range.start && begun.is_empty() {
                // The indentation is in no mark that began before.
                let text = &self.text[start..end];
                let indentation = text.len() - text.trim_start().len();
                line.html.push_str(&Escaped(&text[..indentation]).to_string());
                start += indentation;
            }
            self.segment(start..end, &begun, &mut line);
        }
        // What is after the last line is shown at its end.
        let end = if is_last { usize::MAX } else { range.end };
        let begun = self.go_to(end, &mut line);
        debug_assert!(begun.is_empty(), "no mark begins with a line end");
        line
    }

    /// Ends and begins marks up to a place; returns those that begin there and have text. Marks without text are written.
    fn go_to(&mut self, place: usize, line: &mut Line<'_>) -> Vec<&'m Mark> {
        self.open.retain(|mark| mark.range.end > place);
        let mut begun = Vec::new();
        while let Some(mark) = self.marks.get(self.next)
            && mark.range.start <= place
        {
            self.next += 1;
            if mark.range.is_empty() {
                line.is_marked = true;
                line.html.push_str(&mark.opening(&[mark], true));
                line.html.push_str("</a>");
            } else {
                self.open.push(mark);
                begun.push(mark);
            }
        }
        begun
    }

    /// A part of a line that is in the same marks from its beginning to its end.
    fn segment(&self, range: Range<usize>, begun: &[&Mark], line: &mut Line<'_>) {
        let text = self.highlighted(range.clone());
        let Some(innermost) = self.open.last().filter(|_| !range.is_empty()) else {
            line.html.push_str(&text);
            return;
        };
        line.is_marked = true;
        let is_new = |mark: &Mark| begun.iter().any(|begun| begun.id == mark.id);
        let outer: Vec<_> = begun.iter().filter(|mark| mark.id != innermost.id).collect();
        for mark in &outer {
            line.html.push_str(&format!("<span id=\"{}\">", Escaped(&mark.id)));
        }
        line.html.push_str(&innermost.opening(&self.open, is_new(innermost)));
        line.html.push_str(&text);
        line.html.push_str("</a>");
        line.html.push_str(&"</span>".repeat(outer.len()));
    }

    /// A part of a line with its keywords and comments.
    fn highlighted(&self, range: Range<usize>) -> String {
        let mut html = String::new();
        let mut at = range.start;
        let first = self.highlights.partition_point(|(highlight, _)| highlight.end <= range.start);
        for (highlight, class) in self.highlights[first..].iter().take_while(|(it, _)| it.start < range.end) {
            let (start, end) = (highlight.start.max(at), highlight.end.min(range.end));
            let (before, text) = (Escaped(&self.text[at..start]), Escaped(&self.text[start..end]));
            html.push_str(&format!("{before}<span class=\"{class}\">{text}</span>"));
            at = end;
        }
        html + &Escaped(&self.text[at..range.end]).to_string()
    }
}

impl Mark {
    /// The tag that begins a part of the mark, which is in all of these marks.
    fn opening(&self, around: &[&Self], is_first: bool) -> String {
        let mut numbers: Vec<String> = around.iter().map(|mark| mark.number.to_string()).collect();
        numbers.dedup();
        let id = if is_first { format!(" id=\"{}\"", Escaped(&self.id)) } else { String::new() };
        format!(
            "<a{id} class=\"{}\" href=\"#{}\" data-edits=\"{}\" title=\"{}\">",
            self.class,
            Escaped(&self.target),
            numbers.join(" "),
            Escaped(&self.title),
        )
    }
}
