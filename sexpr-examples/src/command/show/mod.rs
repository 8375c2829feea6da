//! How the command shows what it finds: as text, as JSON, as a page.

#[cfg(feature = "corpus-sql")]
mod classes;
mod excerpt;
mod json;
mod page;
mod screen;
mod text;

use std::io;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use miette::{Diagnostic, Report};

#[cfg(feature = "corpus-sql")]
pub(super) use self::classes::{Excerpt, json_of_class, text_of_class};
pub(super) use self::json::{json, json_of_check, json_of_hash, json_of_passes};
pub(super) use self::page::{page, page_of_graphs, page_of_passes};
pub(super) use self::screen::{ColorChoice, Screen};

use super::console::Console;
use crate::language::{AnyLanguage, Differences};
use crate::text::Source;

/// Two programs, and what differs between them.
pub(super) struct Compared {
    pub(super) language: &'static dyn AnyLanguage,
    pub(super) left: Source,
    pub(super) right: Source,
    /// Whether all differences were asked for.
    pub(super) is_all: bool,
    pub(super) differences: Differences,
}

/// How wide excerpts are.
#[derive(Args, Debug)]
pub(super) struct Width {
    /// The width for excerpts: side by side where both fit. Default: the terminal's width, else 100.
    #[arg(long, value_name = "COLUMNS", value_parser = columns)]
    width: Option<u16>,
}

/// Reads a number of columns.
fn columns(text: &str) -> Result<u16, String> {
    let columns = text.parse().ok().filter(|columns| (20..=10_000).contains(columns));
    columns.ok_or_else(|| "expected a number of columns from 20 to 10000".to_owned())
}

/// Only text has a width.
#[derive(Debug, thiserror::Error, Diagnostic)]
#[error("`--width` is for `--format text`")]
#[diagnostic(help("leave out `--width`, or leave out `--format`"))]
struct WidthOfNoText;

/// A format of differences.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Format {
    /// For people: sentences and excerpts.
    #[default]
    Text,
    /// For programs: an object as `schema/compare-1.json` describes it, or of passes `schema/explain-1.json`.
    Json,
    /// For browsers: a page with both programs side by side, in one file. Graphs are drawn.
    Html,
}

/// A format of reports on several files.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Lines {
    /// For people.
    #[default]
    Text,
    /// For programs: an object a line, as the files in `schema/` describe it.
    Json,
}

/// Where output goes.
#[derive(Args, Debug)]
pub(super) struct Destination {
    /// Write to this file instead of the standard output, which is `-`.
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// The output would take the place of a program.
#[derive(Debug, thiserror::Error, Diagnostic)]
#[error("{0} is read, and would be overwritten")]
#[diagnostic(help("write to another file, or to the standard output: `--output -`"))]
struct Overwritten(String);

/// A file cannot be written.
#[derive(Debug, thiserror::Error, Diagnostic)]
#[error("{file}: {error}")]
#[diagnostic(help("check that there is room, and that you may write files there"))]
struct NotWritten {
    file: String,
    error: io::Error,
}

impl Width {
    /// Refuses a width for what is no text.
    pub(super) fn check(&self, is_text: bool) -> Result<(), Report> {
        if self.width.is_some() && !is_text { Err(WidthOfNoText.into()) } else { Ok(()) }
    }

    /// The screen with the width that was asked for.
    pub(super) fn of(&self, screen: Screen) -> Screen {
        screen.with_width(self.width)
    }
}

impl Destination {
    fn file(&self) -> Option<&Path> {
        self.output.as_deref().filter(|file| file.as_os_str() != "-")
    }

    /// Refuses a file that is read.
    pub(super) fn check<'i>(&self, inputs: impl IntoIterator<Item = &'i PathBuf>) -> Result<(), Report> {
        let Some(file) = self.file() else { return Ok(()) };
        let Ok(written) = file.canonicalize() else { return Ok(()) };
        match inputs.into_iter().any(|input| input.canonicalize().is_ok_and(|input| input == written)) {
            true => Err(Overwritten(file.display().to_string()).into()),
            false => Ok(()),
        }
    }

    /// What the text is shown on.
    pub(super) fn screen(&self, stdout: Screen) -> Screen {
        if self.is_console() { stdout } else { stdout.file() }
    }

    /// Whether it is the standard output.
    pub(super) fn is_console(&self) -> bool {
        self.file().is_none()
    }

    /// Writes a text to the file, or to the output.
    pub(super) fn write(&self, text: &str, console: &mut Console) -> Result<(), Report> {
        match self.file() {
            None => console.print(text),
            Some(file) => {
                std::fs::write(file, text).map_err(|error| NotWritten { file: file.display().to_string(), error })?
            }
        }
        Ok(())
    }
}
