//! Source files and places in them.

use std::fmt;
use std::io::Read;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use miette::{Diagnostic, MietteSpanContents, NamedSource, SourceSpan};

/// The place of a node in a source file. Lines and columns count from 1, columns in characters; the end is behind the
/// last character.
///
/// ```
/// use sexpr_examples::text::Span;
///
/// let span = Span::new("example.py", 10, 5, 10, 20);
/// assert_eq!(span.to_string(), "example.py:10:5");
/// assert!(Span::unknown().is_unknown());
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Span {
    /// The file's name; empty where it is unknown.
    pub filename: Arc<str>,
    /// The first character's line.
    pub begin_line: u32,
    /// The first character's column.
    pub begin_column: u32,
    /// The line of the place after the last character.
    pub end_line: u32,
    /// The column of the place after the last character.
    pub end_column: u32,
}

impl Span {
    /// A span from its parts.
    pub fn new(
        filename: impl Into<Arc<str>>,
        begin_line: u32,
        begin_column: u32,
        end_line: u32,
        end_column: u32,
    ) -> Self {
        Self { filename: filename.into(), begin_line, begin_column, end_line, end_column }
    }

    /// The span of a node that no file holds.
    pub fn unknown() -> Self {
        Self::new("", 0, 0, 0, 0)
    }

    /// Whether no file holds the node.
    pub fn is_unknown(&self) -> bool {
        self.begin_line == 0
    }

    /// Whether `inner` lies within this span, in the same file.
    pub fn contains(&self, inner: &Self) -> bool {
        self.filename == inner.filename
            && (self.begin_line, self.begin_column) <= (inner.begin_line, inner.begin_column)
            && (inner.end_line, inner.end_column) <= (self.end_line, self.end_column)
    }
}

impl Default for Span {
    fn default() -> Self {
        Self::unknown()
    }
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_unknown() {
            f.write_str("unknown place")
        } else {
            write!(f, "{}:{}:{}", self.filename, self.begin_line, self.begin_column)
        }
    }
}

debug_as_displayed!(Span);

/// What some editors put at the start of a file.
const BYTE_ORDER_MARK: &str = "\u{feff}";

/// A file's name and text, with what is needed to turn byte offsets into lines and columns and back.
/// Cheap to clone.
#[derive(Clone, Debug)]
pub struct Source(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    name: Arc<str>,
    text: String,
    /// The offset of each line's first byte.
    lines: Vec<usize>,
    /// For each character that takes several bytes: the offset after it, and how many bytes
    /// there are beyond one a character up to there.
    wide: Vec<(usize, usize)>,
}

impl Source {
    /// A source from its name and text. A byte order mark at the start of the text is dropped, and a last line that is
    /// not ended is ended, so that every place can be shown.
    pub fn new(name: impl Into<Arc<str>>, text: impl Into<String>) -> Self {
        let mut text = text.into();
        if text.starts_with(BYTE_ORDER_MARK) {
            text.drain(..BYTE_ORDER_MARK.len());
        }
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        let mut lines = vec![0];
        let mut wide = Vec::new();
        let mut excess = 0;
        for (at, c) in text.char_indices() {
            if c == '\n' {
                lines.push(at + 1);
            }
            if c.len_utf8() > 1 {
                excess += c.len_utf8() - 1;
                wide.push((at + c.len_utf8(), excess));
            }
        }
        Self(Arc::new(Inner { name: name.into(), text, lines, wide }))
    }

    /// Reads a file.
    ///
    /// # Errors
    ///
    /// The file cannot be read, it has more than [`MOST_BYTES`](Self::MOST_BYTES), or it is not UTF-8 text.
    pub fn read(path: &Path) -> Result<Self, ReadError> {
        let name = path.display().to_string();
        match std::fs::File::open(path) {
            Ok(file) => Self::read_from(name, file),
            Err(error) => Err(ReadError::Io { name, error }),
        }
    }

    /// The most bytes that are read of a file. What is made of a text takes up to fifty times its bytes.
    pub const MOST_BYTES: usize = 10_000_000;

    /// Reads an open file to its end.
    ///
    /// # Errors
    ///
    /// As for [`read`](Self::read).
    pub fn read_from(name: String, file: impl Read) -> Result<Self, ReadError> {
        let mut bytes = Vec::new();
        match file.take(Self::MOST_BYTES as u64 + 1).read_to_end(&mut bytes) {
            Ok(_) => Self::from_bytes(name, bytes),
            Err(error) => Err(ReadError::Io { name, error }),
        }
    }

    /// A source from the bytes of a file.
    ///
    /// # Errors
    ///
    /// There are more than [`MOST_BYTES`](Self::MOST_BYTES), or they are not UTF-8 text.
    pub fn from_bytes(name: impl Into<Arc<str>>, bytes: Vec<u8>) -> Result<Self, ReadError> {
        let name = name.into();
        if bytes.len() > Self::MOST_BYTES {
            return Err(ReadError::TooLarge { name: name.to_string() });
        }
        let error = match String::from_utf8(bytes) {
            Ok(text) => return Ok(Self::new(name, text)),
            Err(error) => error,
        };
        let bytes = error.as_bytes();
        let valid = error.utf8_error().valid_up_to();
        let byte = bytes[valid];
        let source = Self::new(name, String::from_utf8_lossy(bytes));
        let dropped = if bytes.starts_with(BYTE_ORDER_MARK.as_bytes()) { BYTE_ORDER_MARK.len() } else { 0 };
        let at = valid - dropped;
        let (line, column) = source.line_column(at);
        let text = NamedSource::new(source.name(), source.clone());
        Err(ReadError::NotUtf8 { byte, line, column, at: (at, char::REPLACEMENT_CHARACTER.len_utf8()).into(), text })
    }

    /// The file's name as it was given.
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.0.text
    }

    /// Line and column, from 1, of a byte offset.
    pub fn line_column(&self, offset: usize) -> (u32, u32) {
        let line = self.0.lines.partition_point(|&start| start <= offset) - 1;
        let start = self.0.lines[line];
        let column = (offset - start) - (self.excess(offset) - self.excess(start));
        (saturate(line + 1), saturate(column + 1))
    }

    /// How many lines there are; at least one.
    pub fn line_count(&self) -> u32 {
        // What follows the last line end is no line.
        saturate((self.0.lines.len() - 1).max(1))
    }

    /// The bytes of a line, from 1, without its end; nothing at the text's end if there is no such line.
    pub fn line(&self, number: u32) -> Range<usize> {
        let start = |line: usize| self.0.lines.get(line).copied();
        let index = (number as usize).saturating_sub(1);
        let end = start(index + 1).map_or(self.text().len(), |next| next - 1);
        start(index).map_or(end..end, |start| start..end)
    }

    /// The span of a range of bytes.
    pub fn span(&self, range: Range<usize>) -> Span {
        let (begin_line, begin_column) = self.line_column(range.start);
        let (end_line, end_column) = self.line_column(range.end);
        Span { filename: self.0.name.clone(), begin_line, begin_column, end_line, end_column }
    }

    /// The bytes of a span, which need not be of this source: what lies outside is cut off.
    pub fn range(&self, span: &Span) -> Range<usize> {
        let start = self.offset(span.begin_line, span.begin_column);
        let end = self.offset(span.end_line, span.end_column);
        start..end.max(start)
    }

    /// Where a word first occurs in a range of bytes.
    pub fn word(&self, range: Range<usize>, wanted: &str) -> Option<Range<usize>> {
        let within = self.text().get(range.clone()).filter(|_| !wanted.is_empty())?;
        let continues = |c: char| c.is_alphanumeric() || "_'$".contains(c);
        let (at, _) = within.match_indices(wanted).find(|(at, _)| {
            !within[..*at].ends_with(continues) && !within[at + wanted.len()..].starts_with(continues)
        })?;
        Some(range.start + at..range.start + at + wanted.len())
    }

    fn offset(&self, line: u32, column: u32) -> usize {
        let Some(line) = (line as usize).checked_sub(1) else {
            return 0;
        };
        let Some(&start) = self.0.lines.get(line) else {
            return self.0.text.len();
        };
        let end = self.0.lines.get(line + 1).map_or(self.0.text.len(), |next| next - 1);
        let text = &self.0.text[start..end];
        let within = text.char_indices().nth((column as usize).saturating_sub(1)).map_or(text.len(), |(at, _)| at);
        start + within
    }

    fn excess(&self, offset: usize) -> usize {
        let before = self.0.wide.partition_point(|&(end, _)| end <= offset);
        before.checked_sub(1).map_or(0, |last| self.0.wide[last].1)
    }
}

/// A file cannot be read.
#[derive(Debug, thiserror::Error, Diagnostic)]
pub enum ReadError {
    /// There is no such file, or it may not be read.
    #[error("{name}{}", trouble(error))]
    #[diagnostic(help("{}", remedy(error)))]
    Io {
        /// The file.
        name: String,
        /// What is wrong with it.
        error: std::io::Error,
    },
    /// The file is larger than what is read.
    #[error("{name}: the file has more than {} MB", Source::MOST_BYTES / 1_000_000)]
    #[diagnostic(help("split it into files of at most 10 MB: a program takes many times its text in memory"))]
    TooLarge {
        /// The file.
        name: String,
    },
    /// The file is not text.
    #[error("{}:{line}:{column}: the file is not UTF-8 text, since it has the byte {byte:#04x}", text.name())]
    #[diagnostic(help("save the file as UTF-8"))]
    NotUtf8 {
        /// The first byte that is wrong.
        byte: u8,
        /// Its line.
        line: u32,
        /// Its column.
        column: u32,
        /// Where it is in the text.
        #[label]
        at: SourceSpan,
        /// The text, as far as it is one.
        #[source_code]
        text: NamedSource<Source>,
    },
}

/// What is wrong with a file that cannot be read, behind its name.
fn trouble(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::IsADirectory => " is a directory, but a file is expected here".to_owned(),
        _ => format!(": {error}"),
    }
}

/// What to do about a file that cannot be read.
fn remedy(error: &std::io::Error) -> &'static str {
    match error.kind() {
        std::io::ErrorKind::NotFound => "is this the file's name, seen from the current directory?",
        std::io::ErrorKind::PermissionDenied => "you may not read it: change its permissions, or read a copy",
        std::io::ErrorKind::IsADirectory => "name a file in the directory",
        _ => "check that it can be read",
    }
}

fn saturate(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

/// Excerpts, found by the table of lines.
impl miette::SourceCode for Source {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        lines_before: usize,
        lines_after: usize,
    ) -> Result<Box<dyn miette::SpanContents<'a> + 'a>, miette::MietteError> {
        let end = span.offset() + span.len();
        if end > self.text().len() {
            return Err(miette::MietteError::OutOfBounds);
        }
        let [(first, column), (last, _)] = [span.offset(), end].map(|offset| self.line_column(offset));
        let [before, after] = [lines_before, lines_after].map(saturate);
        let (start, column) = if before == 0 {
            (span.offset(), column as usize - 1)
        } else {
            (self.line(first.saturating_sub(before).max(1)).start, 0)
        };
        let end = if after == 0 { end } else { self.line(last.saturating_add(after)).end.max(end) };
        let (data, window) = (&self.text().as_bytes()[start..end], (start, end - start).into());
        let line = first.saturating_sub(before).max(1) as usize - 1;
        Ok(Box::new(MietteSpanContents::new(data, window, line, column, self.0.lines.len())))
    }
}
