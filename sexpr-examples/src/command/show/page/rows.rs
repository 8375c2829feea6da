//! Which lines of two texts are side by side.

use imara_diff::{Algorithm, Diff, InternedInput, Interner};

use super::Side;
use crate::language::{Difference, Kind, PlaceKind};
use crate::text::Source;

/// A line of each text, by its index, as far as there is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) lines: [Option<usize>; 2],
}

/// What a line is to the alignment. Only the layout depends on it: what differs was decided before.
#[derive(PartialEq, Eq, Hash)]
enum Token {
    /// A line that may have a counterpart: its text, with `_` for what may be the name of a variable.
    Line(String),
    /// A line that has none on the other side, since it was removed, inserted or moved: which it is.
    Alone(Side, usize),
}

/// The rows of two texts: lines that were left alone have no counterpart, and the others are aligned by a line diff that
/// does not tell names apart.
pub(super) fn rows(sources: [&Source; 2], keywords: &[&str], differences: &[Difference]) -> Vec<Row> {
    let [left, right] = [(Side::Left, sources[0]), (Side::Right, sources[1])].map(|(side, source)| {
        let alone = alone(source, differences, side);
        let token = |(index, line): (usize, &str)| {
            if alone[index] { Token::Alone(side, index) } else { Token::Line(without_names(line, keywords)) }
        };
        let lines = (1..=source.line_count()).map(|number| &source.text()[source.line(number)]);
        lines.enumerate().map(token).collect::<Vec<_>>()
    });
    let is_alone = |tokens: &[Token]| tokens.iter().map(|token| matches!(token, Token::Alone(..))).collect::<Vec<_>>();
    let are_alone = [is_alone(&left), is_alone(&right)];
    let ends = [left.len(), right.len()];
    let interner = Interner::new(left.len() + right.len());
    let mut input = InternedInput { before: Vec::new(), after: Vec::new(), interner };
    input.update_before(left.into_iter());
    input.update_after(right.into_iter());
    let mut rows = Rows { rows: Vec::new(), next: [0, 0] };
    for hunk in Diff::compute(Algorithm::Histogram, &input).hunks() {
        rows.equal_up_to(hunk.before.start as usize);
        rows.differing_up_to([hunk.before.end as usize, hunk.after.end as usize], &are_alone);
    }
    rows.equal_up_to(ends[0]);
    rows.differing_up_to(ends, &are_alone);
    rows.rows
}

struct Rows {
    rows: Vec<Row>,
    next: [usize; 2],
}

impl Rows {
    fn push(&mut self, has: [bool; 2]) {
        let take = |side: usize| has[side].then(|| self.next[side]);
        self.rows.push(Row { lines: [take(0), take(1)] });
        self.next = [self.next[0] + usize::from(has[0]), self.next[1] + usize::from(has[1])];
    }

    /// Lines that are alike, up to one on the left.
    fn equal_up_to(&mut self, end: usize) {
        while self.next[0] < end {
            self.push([true, true]);
        }
    }

    /// Lines that are not: side by side but for those that are alone.
    fn differing_up_to(&mut self, ends: [usize; 2], are_alone: &[Vec<bool>; 2]) {
        loop {
            let has = [0, 1].map(|side| self.next[side] < ends[side]);
            let is_alone = [0, 1].map(|side| has[side] && are_alone[side][self.next[side]]);
            match (has, is_alone) {
                ([false, false], _) => return,
                (_, [true, _]) => self.push([true, false]),
                (_, [_, true]) => self.push([false, true]),
                (has, _) => self.push(has),
            }
        }
    }
}

/// For each line of one side whether all its text has no counterpart beside it.
fn alone(source: &Source, differences: &[Difference], side: Side) -> Vec<bool> {
    let mut alone = vec![false; source.line_count() as usize];
    for difference in differences {
        let place = side.of(difference);
        let is_alone = match difference.kind {
            Kind::Removed => side == Side::Left,
            Kind::Inserted => side == Side::Right,
            Kind::Moved => true,
            Kind::Replaced | Kind::Binding => false,
        };
        if !is_alone || place.kind != PlaceKind::Here {
            continue;
        }
        let [first, last] = [place.range.start, place.range.end].map(|offset| source.line_column(offset).0);
        for number in first..=last.min(source.line_count()) {
            let line = source.line(number);
            let text = &source.text()[line.clone()];
            let start = line.start + (text.len() - text.trim_start().len());
            let is_covered = place.range.start <= start && line.start + text.trim_end().len() <= place.range.end;
            alone[number as usize - 1] |= is_covered && !text.trim().is_empty();
        }
    }
    alone
}

/// A line with `_` for each name that may be that of a variable: it is no keyword, is not called, and has no dots.
fn without_names(line: &str, keywords: &[&str]) -> String {
    let mut text = String::new();
    let mut rest = line.trim();
    while let Some(c) = rest.chars().next() {
        let length = rest.find(|c: char| !(c.is_alphanumeric() || "_.".contains(c))).unwrap_or(rest.len());
        if length == 0 {
            text.push(c);
            rest = &rest[c.len_utf8()..];
            continue;
        }
        let (word, after) = rest.split_at(length);
        let is_name = !c.is_numeric() && !word.contains('.') && !after.starts_with('(') && !keywords.contains(&word);
        text.push_str(if is_name { "_" } else { word });
        rest = after;
    }
    text
}
