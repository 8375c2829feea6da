//! How the command shows what it finds: as text, as JSON, as a page.

#[cfg(feature = "corpus-sql")]
mod classes;
mod excerpt;
mod json;
mod page;
mod screen;
mod text;

use std::io;
use std::path::PathBuf;

use clap::builder::RangedU64ValueParser;
use clap::{Args, ValueEnum};
use miette::{Diagnostic, Report};

#[cfg(feature = "corpus-sql")]
pub(super) use self::classes::{Excerpt, json_of_class, text_of_class};
pub(super) use self::json::{json, json_of_check, json_of_hash, json_of_passes};
pub(super) use self::page::{page, page_of_graphs, page_of_sections};
pub(super) use self::screen::{ColorChoice, Screen};

use super::console::Console;
use crate::language::Differences;
use crate::text::Source;

/// Two programs, and what differs between them.
pub(super) struct Compared {
    /// The name of both programs' language.
    pub(super) language: &'static str,
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
    #[arg(long, value_name = "COLUMNS", value_parser = RangedU64ValueParser::<u16>::new().range(1..))]
    width: Option<u16>,
}

/// Only text has a width.
#[derive(Debug, thiserror::Error, Diagnostic)]
#[error("`--width` is for `--format text`")]
#[diagnostic(help("leave out `--width`, or leave out `--format`"))]
struct WidthOfNoText;

/// A format of reports on several files.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Lines {
    /// For people.
    #[default]
    Text,
    /// For programs: an object a line for each file, or class of equal subterms, as the files in `schema/` describe it.
    Json,
}

/// Where output goes.
#[derive(Args, Debug)]
pub(super) struct Destination {
    /// Write to this file instead of the standard output.
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
}

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
    /// What the text is shown on.
    pub(super) fn screen(&self, stdout: Screen) -> Screen {
        if self.output.is_some() { stdout.file() } else { stdout }
    }

    /// Whether it is the standard output.
    pub(super) fn is_console(&self) -> bool {
        self.output.is_none()
    }

    /// Writes a text to the file, or to the output.
    pub(super) fn write(&self, text: &str, console: &mut Console) -> Result<(), Report> {
        match &self.output {
            None => console.print(text),
            Some(file) => {
                std::fs::write(file, text).map_err(|error| NotWritten { file: file.display().to_string(), error })?
            }
        }
        Ok(())
    }
}
