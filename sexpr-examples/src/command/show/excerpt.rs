//! Excerpts: the lines of a text around the places that are marked in it.

use std::collections::BTreeMap;
use std::ops::Range;
use std::str;

use anstyle::Style;
use miette::{Diagnostic, LabeledSpan, MietteError, SourceCode};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::screen::Screen;
use crate::text::Source;

/// A place in a text, with what is said of it.
pub(super) struct Mark {
    pub(super) range: Range<usize>,
    pub(super) label: String,
    pub(super) style: Style,
}

/// The lines of a text that are shown.
struct Shown<'t> {
    name: String,
    /// By their numbers, each with the offset of its first byte.
    lines: BTreeMap<u32, (usize, &'t str)>,
}

/// A block of text.
struct Block {
    /// Each with the number of its columns.
    lines: Vec<(String, usize)>,
    columns: usize,
    /// Whether the first mark's line is shown whole, and so is every label.
    is_whole: bool,
}

/// Excerpts of two texts: side by side if what is marked has room there, else one above the other.
pub(super) fn excerpts(left: (&Source, &[Mark]), right: (&Source, &[Mark]), screen: Screen) -> String {
    let column = screen.width().saturating_sub(BETWEEN) / 2;
    let texts = [left, right].map(|(source, marks)| (Shown::around(source, marks), marks));
    let [one, other] = texts.each_ref().map(|(shown, marks)| shown.excerpt(marks, screen, column));
    if one.is_whole && other.is_whole {
        return one.beside(&other);
    }
    texts.iter().map(|(shown, marks)| shown.excerpt(marks, screen, screen.width()).text()).collect()
}

/// An excerpt of the text that a mistake is in; nothing if no text is known.
pub(super) fn excerpt_of_mistake(mistake: &dyn Diagnostic, style: Style, screen: Screen) -> String {
    let (Some(code), Some(labels)) = (mistake.source_code(), mistake.labels()) else { return String::new() };
    let labels: Vec<LabeledSpan> = labels.collect();
    let Ok(shown) = Shown::around_labels(code, &labels) else { return String::new() };
    let mark = |label: &LabeledSpan| Mark {
        range: label.offset()..label.offset() + label.len(),
        label: label.label().unwrap_or_default().to_owned(),
        style: if label.primary() { style } else { Style::new().bold() },
    };
    let marks: Vec<Mark> = labels.iter().map(mark).collect();
    shown.excerpt(&marks, screen, screen.width()).text()
}

/// How many lines of a range are shown.
#[cfg(feature = "corpus-sql")]
const MOST_LINES: u32 = 8;

/// The first lines of a range, with their numbers. Wider lines are cut.
#[cfg(feature = "corpus-sql")]
pub(super) fn lines_of(source: &Source, range: Range<usize>, screen: Screen) -> String {
    let [first, last] = [range.start, range.end.saturating_sub(1).max(range.start)]
        .map(|offset| source.line_column(offset).0.min(source.line_count()));
    let shown = first..=last.min(first.saturating_add(MOST_LINES - 1));
    let gutter = shown.end().to_string().len();
    let room = screen.width().saturating_sub(gutter + 5).max(BEFORE);
    let mut text = String::new();
    for number in shown.clone() {
        let range = source.line(number);
        let line = Window::new(&source.text()[range.clone()], range.start, None, room).text();
        let front = screen.styled(Style::new().dimmed(), &format!("  {number:>gutter$} │"));
        text.push_str(format!("{front} {line}").trim_end());
        text.push('\n');
    }
    if *shown.end() < last {
        text.push_str(&screen.styled(Style::new().dimmed(), &format!("  {:gutter$} ⋮\n", "")));
    }
    text
}

/// Lines before and after a mark that are shown with it.
const AROUND: u32 = 1;

/// Columns between two excerpts that are side by side.
const BETWEEN: usize = 3;

/// Columns before a mark that are shown of a line that is too long.
const BEFORE: usize = 20;

impl<'t> Shown<'t> {
    /// The lines that have marks, and those around them.
    fn around(source: &'t Source, marks: &[Mark]) -> Self {
        let count = source.line_count();
        let around = |mark: &Mark| {
            let line = source.line_column(mark.range.start).0.min(count);
            line.saturating_sub(AROUND).max(1)..=line.saturating_add(AROUND).min(count)
        };
        let line = |number| {
            let range = source.line(number);
            (number, (range.start, &source.text()[range]))
        };
        Self { name: source.name().to_owned(), lines: marks.iter().flat_map(around).map(line).collect() }
    }

    /// The lines that have labels, and those around them.
    fn around_labels(code: &'t dyn SourceCode, labels: &[LabeledSpan]) -> Result<Self, MietteError> {
        let mut shown = Self { name: String::new(), lines: BTreeMap::new() };
        for label in labels {
            let contents = code.read_span(&(label.offset(), 0).into(), AROUND as usize, AROUND as usize)?;
            shown.name = contents.name().unwrap_or_default().to_owned();
            let mut start = contents.span().offset();
            let text = str::from_utf8(contents.data()).unwrap_or_default();
            for (number, line) in (contents.line() + 1..).zip(text.split_inclusive('\n')) {
                let number = u32::try_from(number).unwrap_or(u32::MAX);
                shown.lines.insert(number, (start, line.trim_end_matches('\n')));
                start += line.len();
            }
        }
        if shown.lines.is_empty() {
            shown.lines.insert(1, (0, ""));
        }
        Ok(shown)
    }

    /// The number of the line that a mark starts on.
    fn line_of(&self, mark: &Mark) -> u32 {
        let before = self.lines.iter().rev().find(|(_, (start, _))| *start <= mark.range.start);
        before.map_or(1, |(number, _)| *number)
    }

    /// The lines with the marks under them. The head names the place of the first mark. Wider lines are cut.
    fn excerpt(&self, marks: &[Mark], screen: Screen, columns: usize) -> Block {
        let mut block = Block { lines: Vec::new(), columns, is_whole: true };
        let Some(first) = marks.first() else { return block };
        let line = self.line_of(first);
        let Some(&(start, text)) = self.lines.get(&line) else { return block };
        let gutter = self.lines.last_key_value().map_or(1, |(last, _)| last.to_string().len());
        let dim = |text: &str| screen.styled(Style::new().dimmed(), text);
        let before = text.floor_char_boundary(first.range.start.saturating_sub(start));
        let column = text[..before].chars().count() + 1;
        let head = format!("{:gutter$} ╭─[{}:{line}:{column}]", "", self.name);
        block.push_styled(&head, &dim(&head));
        let mut last_shown = None;
        for (&number, &(start, text)) in &self.lines {
            if last_shown.is_some_and(|last| last + 1 < number) {
                let gap = format!("{:gutter$} ⋮", "");
                block.push_styled(&gap, &dim(&gap));
            }
            last_shown = Some(number);
            let mut on_line: Vec<&Mark> = marks.iter().filter(|mark| self.line_of(mark) == number).collect();
            on_line.sort_by_key(|mark| mark.range.start);
            let room = columns.saturating_sub(gutter + 3).max(BEFORE);
            let center = if number == line { Some(first) } else { on_line.first().copied() };
            let window = Window::new(text, start, center, room);
            let text = window.text();
            let front = format!("{number:>gutter$} │{}", if text.is_empty() { "" } else { " " });
            block.push_styled(&format!("{front}{text}"), &format!("{}{text}", dim(&front)));
            block.is_whole &= number != line || window.is_cut == [false; 2];
            for mark in on_line {
                let (start, under) = window.underlined(mark);
                let front = format!("{:gutter$} · ", "");
                let plain = format!("{front}{:start$}{under}", "");
                block
                    .push_styled(&plain, &format!("{}{:start$}{}", dim(&front), "", screen.styled(mark.style, &under)));
            }
        }
        let foot = format!("{:gutter$} ╰────", "");
        block.push_styled(&foot, &dim(&foot));
        block
    }
}

/// As much of a line as there is room for.
struct Window<'t> {
    /// The part of the line, and the byte of the source at which it starts.
    part: &'t str,
    start: usize,
    /// Whether something is left out before and after it.
    is_cut: [bool; 2],
    room: usize,
}

impl<'t> Window<'t> {
    /// The part of a line, which starts at an offset, around a mark.
    fn new(line: &'t str, line_start: usize, mark: Option<&Mark>, room: usize) -> Self {
        // Wide characters take few bytes, so that a line of many bytes need not be read to the end.
        if line.len() <= room || line.len() <= 4 * room && width(line) <= room {
            return Self { part: line, start: line_start, is_cut: [false; 2], room };
        }
        let mark = mark.map_or(0, |mark| line.floor_char_boundary(mark.range.start.saturating_sub(line_start)));
        let room_for_text = room.saturating_sub(2);
        let mut start = mark - fitting(line[..mark].chars().rev(), BEFORE.min(room_for_text));
        let end = mark + fitting(line[mark..].chars(), room_for_text - width(&line[start..mark]));
        start -= fitting(line[..start].chars().rev(), room_for_text - width(&line[start..end]));
        Self { part: &line[start..end], start: line_start + start, is_cut: [start > 0, end < line.len()], room }
    }

    fn text(&self) -> String {
        let [before, after] = self.is_cut.map(|is_cut| if is_cut { "…" } else { "" });
        let part: String = self.part.chars().map(shown).collect();
        format!("{before}{part}{after}").trim_end().to_owned()
    }

    /// A line under a mark and the label, and the column at which that starts. The label is before the line if it has room
    /// only there.
    fn underlined(&self, mark: &Mark) -> (usize, String) {
        let (start, columns) = self.columns(mark);
        let (line, label) = ("─".repeat(columns), &mark.label);
        if label.is_empty() {
            return (start, line);
        }
        let beside = label.width() + 1;
        match start.checked_sub(beside) {
            Some(before) if start + columns + beside > self.room => (before, format!("{label} {line}")),
            _ => (start, format!("{line} {label}")),
        }
    }

    /// The column at which a mark starts, and how many it takes; at least one. Of a mark that was cut off, that of `…`.
    fn columns(&self, mark: &Mark) -> (usize, usize) {
        let [is_cut_before, is_cut_after] = self.is_cut;
        if is_cut_before && mark.range.end <= self.start {
            return (0, 1);
        }
        if is_cut_after && mark.range.start >= self.start + self.part.len() {
            return (usize::from(is_cut_before) + width(self.part), 1);
        }
        let at = |offset: usize| self.part.floor_char_boundary(offset.saturating_sub(self.start));
        let (start, end) = (at(mark.range.start), at(mark.range.end));
        let column = usize::from(is_cut_before) + width(&self.part[..start]);
        let columns = width(&self.part[start..end.max(start)]);
        (column, columns.clamp(1, self.room.saturating_sub(column).max(1)))
    }
}

/// What stands for a character that a terminal might obey.
fn shown(c: char) -> char {
    match c {
        '\t' => ' ',
        c if c.is_control() => char::REPLACEMENT_CHARACTER,
        c => c,
    }
}

/// The bytes of as many characters as have room.
fn fitting(chars: impl Iterator<Item = char>, columns: usize) -> usize {
    let (mut bytes, mut left) = (0, columns);
    for c in chars {
        let Some(less) = left.checked_sub(char_width(c)) else { break };
        left = less;
        bytes += c.len_utf8();
    }
    bytes
}

fn char_width(c: char) -> usize {
    shown(c).width().unwrap_or(0)
}

fn width(text: &str) -> usize {
    text.chars().map(char_width).sum()
}

impl Block {
    fn push_styled(&mut self, plain: &str, styled: &str) {
        let columns = plain.width();
        self.is_whole &= columns <= self.columns;
        self.lines.push((styled.to_owned(), columns));
    }

    fn text(&self) -> String {
        self.lines.iter().flat_map(|(line, _)| [line.as_str(), "\n"]).collect()
    }

    /// Both blocks, side by side.
    fn beside(&self, other: &Self) -> String {
        let mut text = String::new();
        let no_line = (String::new(), 0);
        for row in 0..self.lines.len().max(other.lines.len()) {
            let (line, width) = self.lines.get(row).unwrap_or(&no_line);
            text.push_str(line);
            if let Some((beside, _)) = other.lines.get(row) {
                text.push_str(&" ".repeat(self.columns + BETWEEN - width));
                text.push_str(beside);
            }
            text.push('\n');
        }
        text
    }
}
