//! Mistakes in programs that were read or built, at nodes.

use thiserror::Error;

use super::{Mistake, MistakeKind, ParseError, Source, Span};

/// Something that makes a program ill-formed. It displays as one line with file, line and column.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{span}: {kind}")]
pub struct Problem<K: MistakeKind> {
    kind: K,
    span: Span,
    also: Option<(Span, &'static str)>,
}

impl<K: MistakeKind> Problem<K> {
    pub(crate) fn new(kind: K, span: Span) -> Self {
        Self { kind, span, also: None }
    }

    pub(crate) fn with(mut self, span: Span, label: &'static str) -> Self {
        self.also = Some((span, label));
        self
    }

    /// What is wrong.
    pub fn kind(&self) -> &K {
        &self.kind
    }

    /// Where it is wrong.
    pub fn span(&self) -> &Span {
        &self.span
    }

    /// The problem with an excerpt of the text that the program was read from.
    pub fn reported(&self, source: &Source) -> ParseError<K>
    where
        K: Clone,
    {
        let mistake = Mistake::new(self.kind.clone(), source.range(&self.span));
        let mistake = match &self.also {
            Some((span, label)) if !span.is_unknown() => mistake.with(source.range(span), label),
            _ => mistake,
        };
        ParseError::new(source, mistake)
    }
}
