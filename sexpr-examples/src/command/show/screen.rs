//! What text is shown on: its width, and whether it has colours.

use std::io::{self, IsTerminal};

use anstyle::{AnsiColor, Style};
use clap::ValueEnum;
use miette::{Diagnostic, Report};

use super::excerpt::excerpt_of_mistake;

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

    /// Mistakes, one after the other.
    pub(in crate::command) fn mistakes(self, mistakes: &[Report]) -> String {
        let texts: Vec<String> = mistakes.iter().map(|mistake| self.mistake(&**mistake)).collect();
        texts.join("\n")
    }

    /// A mistake, with its excerpt, the way out, and the mistakes that it consists of.
    pub(in crate::command) fn mistake(self, mistake: &dyn Diagnostic) -> String {
        let style = Style::new().fg_color(Some(AnsiColor::Red.into()));
        let mut text = format!("{} {}", self.styled(style, "×"), self.heading(&mistake.to_string()));
        text.push_str(&excerpt_of_mistake(mistake, style, self));
        if let Some(help) = mistake.help() {
            text.push_str(&format!("  help: {}\n", help.to_string().replace('\n', "\n        ")));
        }
        for related in mistake.related().into_iter().flatten() {
            text.push_str(&format!("\n{}", self.mistake(related)));
        }
        text
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
