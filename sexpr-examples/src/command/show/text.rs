//! Differences as text.

use std::ops::Range;

use anstyle::{AnsiColor, Style};

use super::excerpt::{Mark, excerpts};
use super::screen::Screen;
use crate::language::{Bound, Difference, Differences, Kind, Place};

impl Screen {
    /// All differences, one after the other.
    pub(in crate::command) fn differences(self, differences: &Differences) -> String {
        let texts: Vec<String> = differences.all.iter().map(|difference| self.difference(difference)).collect();
        let mut text = texts.join("\n");
        if !differences.are_complete {
            text.push_str("what comes after this was not compared: the programs differ too much\n");
        }
        text
    }

    /// What differs, and for both programs the way to the place and an excerpt: side by side where there is room.
    pub(in crate::command) fn difference(self, difference: &Difference) -> String {
        let Difference { kind, message, hints, left, right, .. } = difference;
        let mut text = self.heading(&format!("different: {message}"));
        if left.path == right.path {
            text.push_str(&format!("  at {}\n", left.path));
        } else {
            text.push_str(&format!("  left:  {}\n  right: {}\n", left.path, right.path));
        }
        for (side, hint) in ["left", "right"].into_iter().zip(hints) {
            if let Some(hint) = hint {
                text.push_str(&format!("  hint ({side}): {hint}\n"));
            }
        }
        let [one, other] = [left, right].map(|place| marks(place, *kind));
        text.push_str(&excerpts((&left.source, &one), (&right.source, &other), self));
        text
    }
}

/// The place, and what binds the variable there.
fn marks(place: &Place, kind: Kind) -> Vec<Mark> {
    let style = Style::new().fg_color(Some(colour(kind).into()));
    let variable = place.variable.as_ref();
    let label = match variable.map(|variable| (&variable.name, &variable.binder)) {
        Some((name, Some((role, binder)))) if *binder == place.range => format!("`{name}` is bound here: {role}"),
        Some((name, Some(_))) => format!("`{name}` is used here"),
        Some((name, None)) => format!("`{name}` is free"),
        None => place.kind.label().to_owned(),
    };
    let mut marks = vec![Mark { range: first_line(place, &place.range), label, style }];
    if let Some(Bound { name, binder: Some((role, binder)) }) = variable
        && *binder != place.range
    {
        let label = format!("`{name}` is bound here: {role}");
        marks.push(Mark { range: first_line(place, binder), label, style: Style::new().bold() });
    }
    marks
}

/// As much of a range as is on its first line.
fn first_line(place: &Place, range: &Range<usize>) -> Range<usize> {
    let length = place.source.text().get(range.clone()).and_then(|text| text.find('\n'));
    range.start..length.map_or(range.end, |length| range.start + length)
}

/// The colour of a kind of difference.
fn colour(kind: Kind) -> AnsiColor {
    match kind {
        Kind::Replaced => AnsiColor::Yellow,
        Kind::Removed => AnsiColor::Red,
        Kind::Inserted => AnsiColor::Green,
        Kind::Moved => AnsiColor::Blue,
        Kind::Binding => AnsiColor::Magenta,
    }
}
