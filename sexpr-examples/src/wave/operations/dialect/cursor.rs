//! A place in a text, and what is read there.

use crate::text::elided;
use crate::wave::json::Position;

/// A text is no function of the dialect.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{position}: {message}")]
pub struct DialectError {
    /// Where.
    pub position: Position,
    /// What is wrong.
    pub message: String,
}

pub(super) type Result<T> = std::result::Result<T, DialectError>;

/// A text that is read from its beginning to its end.
pub(super) struct Cursor<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Cursor<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { text, at: 0 }
    }

    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// A mistake at a byte.
    pub(super) fn mistake<T>(&self, at: usize, message: impl Into<String>) -> Result<T> {
        Err(DialectError { position: Position::of(self.text, at), message: message.into() })
    }

    /// Something else was expected here.
    pub(super) fn expected<T>(&mut self, what: &str) -> Result<T> {
        self.skip();
        let found = match self.word_here() {
            "" => self.rest().chars().next().map(|found| found.escape_debug().to_string()),
            word => Some(elided(word)),
        };
        let found = found.map_or_else(|| "the end of the text".to_owned(), |found| format!("`{found}`"));
        self.mistake(self.at, format!("expected {what}, found {found}"))
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// Goes on to what is no layout and no comment.
    pub(super) fn skip(&mut self) {
        loop {
            self.at = self.text.len() - self.rest().trim_start().len();
            if !self.rest().starts_with("//") {
                return;
            }
            self.at += self.rest().find('\n').unwrap_or(self.rest().len());
        }
    }

    pub(super) fn is(&mut self, what: &str) -> bool {
        self.skip();
        self.rest().starts_with(what)
    }

    pub(super) fn is_end(&mut self) -> bool {
        self.skip();
        self.rest().is_empty()
    }

    /// Takes a symbol, if it is here.
    pub(super) fn takes(&mut self, symbol: &str) -> bool {
        let is_here = self.is(symbol);
        if is_here {
            self.at += symbol.len();
        }
        is_here
    }

    pub(super) fn take(&mut self, symbol: &str) -> Result<()> {
        if self.takes(symbol) { Ok(()) } else { self.expected(&format!("`{symbol}`")) }
    }

    fn word_here(&self) -> &'t str {
        let continues = |c: char| c.is_ascii_alphanumeric() || "_$.".contains(c);
        let length = self.rest().find(|c| !continues(c)).unwrap_or(self.rest().len());
        &self.rest()[..length]
    }

    /// Takes a word, if it is here and ends here.
    pub(super) fn takes_word(&mut self, word: &str) -> bool {
        self.skip();
        let is_here = self.word_here() == word;
        if is_here {
            self.at += word.len();
        }
        is_here
    }

    /// Letters, digits, `_`, `$` and `.`.
    pub(super) fn word(&mut self, what: &str) -> Result<&'t str> {
        self.skip();
        let word = self.word_here();
        if word.is_empty() {
            return self.expected(what);
        }
        self.at += word.len();
        Ok(word)
    }

    /// A word, or any text in quotes.
    pub(super) fn name(&mut self, what: &str) -> Result<String> {
        if self.is("\"") { self.string() } else { self.word(what).map(str::to_owned) }
    }

    /// A text in quotes, as JSON has them.
    pub(super) fn string(&mut self) -> Result<String> {
        self.skip();
        let start = self.at;
        let mut end = start + 1;
        loop {
            match self.text.as_bytes().get(end) {
                None | Some(b'\n') => return self.mistake(start, "this text has no closing `\"` on its line"),
                Some(b'"') => break,
                Some(b'\\') => end += 2,
                Some(_) => end += 1,
            }
        }
        let Some(read) = self.text.get(start..=end).and_then(|text| serde_json::from_str(text).ok()) else {
            return self.mistake(start, "this text has an escape that is not known, or a control character");
        };
        self.at = end + 1;
        Ok(read)
    }

    /// What stands between commas, up to this symbol.
    pub(super) fn list<T>(&mut self, end: &str, mut item: impl FnMut(&mut Self) -> Result<T>) -> Result<Vec<T>> {
        let mut items = Vec::new();
        while !self.takes(end) {
            if !items.is_empty() {
                self.take(",")?;
            }
            items.push(item(self)?);
        }
        Ok(items)
    }

    /// A number: its text.
    pub(super) fn number(&mut self) -> Result<&'t str> {
        self.skip();
        let continues = |c: char| c.is_ascii_alphanumeric() || "+-.".contains(c);
        let length = self.rest().find(|c| !continues(c)).unwrap_or(self.rest().len());
        if length == 0 {
            return self.expected("a number");
        }
        let number = &self.rest()[..length];
        self.at += length;
        Ok(number)
    }

    /// What is in brackets, of which the opening one is taken, up to the closing one, which is taken, too; and where it
    /// begins.
    pub(super) fn within(&mut self, opening: char, closing: char) -> Result<(usize, &'t str)> {
        let start = self.at;
        let mut depth = 1_usize;
        for (at, c) in self.rest().char_indices() {
            if c == opening {
                depth += 1;
            } else if c == closing {
                depth -= 1;
            }
            if depth == 0 {
                let inside = &self.rest()[..at];
                self.at += at + closing.len_utf8();
                return Ok((start, inside));
            }
        }
        self.mistake(start.saturating_sub(1), format!("`{opening}` is never closed"))
    }
}

/// The parts of a text between commas that are not in brackets, with their places in it.
pub(super) fn parts(text: &str) -> Vec<(usize, &str)> {
    let (mut parts, mut start, mut depth) = (Vec::new(), 0, 0_usize);
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                parts.push((start, &text[start..at]));
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push((start, &text[start..]));
    parts
}
