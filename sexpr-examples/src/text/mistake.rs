//! Mistakes in texts, with excerpts.

use std::fmt;
use std::ops::Range;

use miette::{Diagnostic, LabeledSpan, NamedSource, SourceCode};

use super::{Source, Span};

/// A kind of mistake. It displays as its message, without the place.
pub trait MistakeKind: fmt::Display + fmt::Debug {
    /// How to correct it, if that can be guessed.
    fn help(&self) -> Option<String>;

    /// The label of the marked place in the excerpt: what was expected there and what was found, where that is short.
    fn label(&self) -> String {
        String::new()
    }
}

/// A mistake in a program's text, which cannot be read, or is ill-formed. It displays as one line with file, line and
/// column; as a [`miette::Diagnostic`], with an excerpt in which the place is marked.
///
/// ```
/// use sexpr_examples::pypto;
///
/// let error = pypto::parse("double.py", "def double(x: pi.Int64):\n    y = x +\n").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "double.py:2:12: expected an expression, found the end of the line",
/// );
/// ```
#[derive(Debug)]
pub struct ParseError<K>(Box<Inner<K>>);

#[derive(Debug)]
struct Inner<K> {
    kind: K,
    range: Range<usize>,
    also: Option<(Range<usize>, &'static str)>,
    span: Span,
    source: NamedSource<Source>,
}

impl<K> ParseError<K> {
    pub(crate) fn new(source: &Source, mistake: Mistake<K>) -> Self {
        let Mistake { kind, range, also } = mistake;
        let span = source.span(range.clone());
        let source = NamedSource::new(source.name(), source.clone());
        Self(Box::new(Inner { kind, range, also, span, source }))
    }

    /// What is wrong.
    pub fn kind(&self) -> &K {
        &self.0.kind
    }

    /// Where it is wrong.
    pub fn span(&self) -> &Span {
        &self.0.span
    }
}

impl<K: MistakeKind> fmt::Display for ParseError<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.0.span, self.0.kind)
    }
}

impl<K: MistakeKind> std::error::Error for ParseError<K> {}

impl<K: MistakeKind> Diagnostic for ParseError<K> {
    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.0.kind.help().map(|help| Box::new(help) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&self.0.source)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let main = LabeledSpan::new_primary_with_span(Some(self.0.kind.label()), self.0.range.clone());
        let also = self
            .0
            .also
            .iter()
            .map(|(range, label)| LabeledSpan::new_with_span(Some((*label).to_owned()), range.clone()));
        Some(Box::new(std::iter::once(main).chain(also)))
    }
}

/// A mistake and its place, not yet tied to a source.
#[derive(Debug)]
pub(crate) struct Mistake<K> {
    pub(crate) kind: K,
    pub(crate) range: Range<usize>,
    /// Another place to show, and what it is.
    also: Option<(Range<usize>, &'static str)>,
}

impl<K> Mistake<K> {
    pub(crate) fn new(kind: K, range: Range<usize>) -> Self {
        Self { kind, range, also: None }
    }

    pub(crate) fn with(mut self, range: Range<usize>, label: &'static str) -> Self {
        self.also = Some((range, label));
        self
    }
}
