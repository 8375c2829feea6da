//! Keywords and comments of a text.

use std::ops::Range;

use crate::language::AnyLanguage;

/// A part of a text, and its class.
pub(super) type Highlight = (Range<usize>, &'static str);

/// The keywords and comments of a text, in order.
pub(super) fn highlights(text: &str, language: &dyn AnyLanguage) -> Vec<Highlight> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(next) = text[at..].chars().next() {
        let rest = &text[at..];
        let comment = language.comments().iter().find(|[begin, _]| rest.starts_with(begin));
        let (length, class) = if let Some([begin, end]) = comment {
            (begin.len() + up_to(&rest[begin.len()..], end), Some("comment"))
        } else if next == '"' || next == '\'' {
            (string(rest, next), None)
        } else if next.is_alphabetic() || next == '_' {
            let length = rest.find(|c: char| !c.is_alphanumeric() && !"_.'".contains(c)).unwrap_or(rest.len());
            (length, language.keywords().contains(&&rest[..length]).then_some("keyword"))
        } else {
            (next.len_utf8(), None)
        };
        found.extend(class.map(|class| (at..at + length, class)));
        at += length;
    }
    found
}

/// The length up to the end of this delimiter.
fn up_to(text: &str, delimiter: &str) -> usize {
    text.find(delimiter).map_or(text.len(), |at| at + delimiter.len())
}

/// The length of the string at the beginning of a text, which ends with its line at the latest.
fn string(text: &str, quote: char) -> usize {
    let mut is_escaped = true;
    let end = text.find(|c: char| {
        let ends = c == '\n' || c == quote && !is_escaped;
        is_escaped = c == '\\' && !is_escaped;
        ends
    });
    end.map_or(text.len(), |at| at + 1)
}
