//! Words and lists, as messages show them.

/// A list in a sentence: `a, b or c`.
pub(crate) fn listed(items: &[String]) -> String {
    match items {
        [] => "something else".to_owned(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// A type or an expression for a message, cut if it is too long.
pub(crate) fn shortened(text: String) -> String {
    const MOST: usize = 400;
    match text.char_indices().nth(MOST) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text,
    }
}

/// A word of a text for a message, cut if it is too long.
pub(crate) fn elided(word: &str) -> String {
    const MOST: usize = 40;
    match word.char_indices().nth(MOST) {
        Some((at, _)) => format!("{}…", &word[..at]),
        None => word.to_owned(),
    }
}
