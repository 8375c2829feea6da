//! Differences as text.

use anstyle::{AnsiColor, Style};
use unicode_width::UnicodeWidthStr;

use super::excerpt::{Mark, excerpts};
use super::screen::Screen;
use crate::language::{Bound, Difference, Differences, Place};

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
        let Difference { message, hints, left, right, .. } = difference;
        let mut text = self.heading(&format!("different: {message}"));
        if left.path == right.path {
            text.push_str(&self.path("  at ", &left.path));
        } else {
            text.push_str(&self.path("  left:  ", &left.path));
            text.push_str(&self.path("  right: ", &right.path));
        }
        for (side, hint) in ["left", "right"].into_iter().zip(hints) {
            if let Some(hint) = hint {
                text.push_str(&format!("  hint ({side}): {hint}\n"));
            }
        }
        let [one, other] = [marks(left, AnsiColor::Red), marks(right, AnsiColor::Green)];
        text.push_str(&excerpts((&left.source, &one), (&right.source, &other), self));
        text
    }

    /// A path behind a word: if there is no room for it on one line, it goes on at a dot.
    fn path(self, front: &str, path: &str) -> String {
        let (mut text, mut column) = (front.to_owned(), front.len());
        for (number, step) in path.split('.').enumerate() {
            let dot = if number == 0 { "" } else { "." };
            let width = dot.len() + step.width();
            if column + width > self.width() && column > front.len() {
                text.push_str(&format!("\n{:1$}", "", front.len()));
                column = front.len();
            }
            text.push_str(&format!("{dot}{step}"));
            column += width;
        }
        text + "\n"
    }
}

/// The place, and what binds the variable there.
fn marks(place: &Place, color: AnsiColor) -> Vec<Mark> {
    let style = Style::new().fg_color(Some(color.into()));
    let variable = place.variable.as_ref();
    let label = match variable.map(|variable| (&variable.name, &variable.binder)) {
        Some((name, Some((role, binder)))) if *binder == place.range => format!("`{name}` is bound here: {role}"),
        Some((name, Some(_))) => format!("`{name}` is used here"),
        Some((name, None)) => format!("`{name}` is free"),
        None => place.kind.label().to_owned(),
    };
    let mut marks = vec![Mark { range: place.range.clone(), label, style }];
    if let Some(Bound { name, binder: Some((role, binder)) }) = variable
        && *binder != place.range
    {
        let label = format!("`{name}` is bound here: {role}");
        marks.push(Mark { range: binder.clone(), label, style: Style::new().bold() });
    }
    marks
}
