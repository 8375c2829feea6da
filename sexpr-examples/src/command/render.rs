//! Differences and mistakes as text.

use std::fmt;

use miette::{Diagnostic, GraphicalReportHandler, GraphicalTheme, LabeledSpan, NamedSource, Severity, SourceCode};

use crate::language::{Difference, Place};
use crate::text::Source;

/// How text is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    Colours,
    Plain,
}

impl Style {
    /// A mistake, with its excerpt.
    pub(super) fn trouble(self, diagnostic: &dyn Diagnostic) -> String {
        self.rendered(diagnostic)
    }

    /// Why two programs differ, and for each the way to the place and an excerpt.
    pub(super) fn difference(self, difference: &Difference) -> String {
        let Difference { reason, left, right } = difference;
        let mut text = self.heading(&format!("different: {reason}"));
        for place in [left, right] {
            text.push('\n');
            text.push_str(&self.rendered(&Excerpt::new(place)));
        }
        text
    }

    /// A line that stands out.
    pub(super) fn heading(self, text: &str) -> String {
        format!("{}\n", self.strong(text))
    }

    fn strong(self, text: &str) -> String {
        match self {
            Self::Colours => format!("\x1b[1m{text}\x1b[0m"),
            Self::Plain => text.to_owned(),
        }
    }

    fn rendered(self, diagnostic: &dyn Diagnostic) -> String {
        let theme = match self {
            Self::Colours => GraphicalTheme::unicode(),
            Self::Plain => GraphicalTheme::unicode_nocolor(),
        };
        // How lines are wrapped would depend on which features other crates of the build ask of the wrapping crate.
        let handler = GraphicalReportHandler::new_themed(theme).with_wrap_lines(false).with_links(false);
        let mut text = String::new();
        match handler.render_report(&mut text, diagnostic) {
            Ok(()) => text,
            Err(_) => format!("{diagnostic}\n"),
        }
    }
}

/// A place as a diagnostic whose message is the way to it.
#[derive(Debug)]
struct Excerpt<'p> {
    place: &'p Place,
    source: NamedSource<Source>,
}

impl<'p> Excerpt<'p> {
    fn new(place: &'p Place) -> Self {
        Self { place, source: NamedSource::new(place.source.name(), place.source.clone()) }
    }
}

impl fmt::Display for Excerpt<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.place.path)
    }
}

impl std::error::Error for Excerpt<'_> {}

impl Diagnostic for Excerpt<'_> {
    fn severity(&self) -> Option<Severity> {
        Some(Severity::Advice)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&self.source)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let label = self.place.label.to_owned();
        let span = LabeledSpan::new_primary_with_span(Some(label), self.place.source.marked(self.place.range.clone()));
        Some(Box::new(std::iter::once(span)))
    }
}
