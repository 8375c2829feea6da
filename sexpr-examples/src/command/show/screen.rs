//! What text is shown on: its width, and whether it has colours.

use std::io::{self, IsTerminal};

use anstyle::Style;
use clap::ValueEnum;
use miette::{Diagnostic, GraphicalReportHandler, GraphicalTheme};

/// When text is coloured.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::command) enum ColorChoice {
    /// On terminals, unless `NO_COLOR` is set; elsewhere if `CLICOLOR_FORCE` is. Not in files.
    #[default]
    Auto,
    /// Everywhere.
    Always,
    /// Nowhere.
    Never,
}

/// What text is shown on.
#[derive(Clone, Copy, Debug)]
pub(in crate::command) struct Screen {
    color: ColorChoice,
    /// Whether there are colours.
    colours: bool,
    width: usize,
}

impl ColorChoice {
    fn applies_to(self, stream: &impl anstream::stream::RawStream) -> bool {
        match self {
            Self::Auto => anstream::AutoStream::choice(stream) != anstream::ColorChoice::Never,
            Self::Always => true,
            Self::Never => false,
        }
    }
}

impl Screen {
    /// The width where no terminal says another one.
    const WIDTH: usize = 100;

    /// The standard output.
    pub(in crate::command) fn stdout(color: ColorChoice) -> Self {
        let stdout = io::stdout();
        let width = if stdout.is_terminal() { terminal_size::terminal_size_of(&stdout) } else { None };
        let width = width.map_or(Self::WIDTH, |(terminal_size::Width(columns), _)| columns.into());
        Self { color, colours: color.applies_to(&stdout), width }
    }

    /// The standard error output.
    pub(in crate::command) fn stderr(color: ColorChoice) -> Self {
        Self { color, colours: color.applies_to(&io::stderr()), width: Self::WIDTH }
    }

    /// A file instead, for which colours are only if they are asked for.
    pub(in crate::command) fn file(self) -> Self {
        Self { colours: self.color == ColorChoice::Always, width: Self::WIDTH, ..self }
    }

    /// The same with another width, if one is given.
    pub(in crate::command) fn with_width(self, width: Option<u16>) -> Self {
        Self { width: width.map_or(self.width, Into::into), ..self }
    }

    /// The number of columns.
    pub(super) fn width(self) -> usize {
        self.width
    }

    /// A mistake, with its excerpt.
    pub(in crate::command) fn trouble(self, diagnostic: &dyn Diagnostic) -> String {
        let theme = if self.colours { GraphicalTheme::unicode() } else { GraphicalTheme::unicode_nocolor() };
        // How lines are wrapped would depend on which features other crates of the build ask of the wrapping crate.
        let handler = GraphicalReportHandler::new_themed(theme).with_wrap_lines(false).with_links(false);
        let mut text = String::new();
        match handler.render_report(&mut text, diagnostic) {
            Ok(()) => text,
            Err(_) => format!("{diagnostic}\n"),
        }
    }

    /// A line that stands out.
    pub(in crate::command) fn heading(self, text: &str) -> String {
        format!("{}\n", self.styled(Style::new().bold(), text))
    }

    /// A text in a style.
    pub(super) fn styled(self, style: Style, text: &str) -> String {
        if self.colours { format!("{style}{text}{style:#}") } else { text.to_owned() }
    }
}
