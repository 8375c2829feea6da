//! How the command shows what it finds: as text, as JSON, as a page.

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

pub(super) use screen::{ColorChoice, Screen};

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

/// A format of output.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Format {
    /// For people: sentences and excerpts.
    #[default]
    Text,
    /// For programs: an object as `schema/compare-1.json` describes it.
    Json,
    /// For browsers: a page with both programs side by side, in one file.
    Html,
}

/// How differences are shown, and where.
#[derive(Args, Debug)]
pub(super) struct Output {
    /// The format.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// The width for excerpts: side by side where both fit. Default: the terminal's width, else 100.
    #[arg(long, value_name = "COLUMNS", value_parser = RangedU64ValueParser::<u16>::new().range(1..))]
    width: Option<u16>,
    /// Write to this file instead of the standard output.
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// A file cannot be written.
#[derive(Debug, thiserror::Error, Diagnostic)]
#[error("{file}: {error}")]
#[diagnostic(help("is there room, and may files be written there?"))]
struct NotWritten {
    file: String,
    error: io::Error,
}

impl Output {
    /// Shows a comparison.
    pub(super) fn show(&self, compared: &Compared, out: &mut String, screen: Screen) -> Result<(), Report> {
        let text = match self.format {
            Format::Text if compared.differences.all.is_empty() => "equal\n".to_owned(),
            Format::Text => screen.with_width(self.width).differences(&compared.differences),
            Format::Json => json::json(compared).map_err(|error| miette::miette!("{error}"))?,
            Format::Html => page::page(compared),
        };
        match &self.output {
            None => out.push_str(&text),
            Some(file) => {
                std::fs::write(file, text).map_err(|error| NotWritten { file: file.display().to_string(), error })?
            }
        }
        Ok(())
    }
}
