//! `sexpr compare`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use miette::{Diagnostic, Report};
use sexpr_core::Options;

use super::Verdict;
use super::show::{Compared, Destination, Screen, Width, json, page};
use crate::language::{AnyLanguage, Differences, language_of};
use crate::text::Source;

/// What `sexpr compare` is told.
#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// The first program.
    left: PathBuf,
    /// The second program.
    right: PathBuf,
    /// Let free variables correspond to one another like bound ones. Otherwise a free variable is equal only to the one
    /// of the same name.
    #[arg(long)]
    map_free_vars: bool,
    /// Show all differences: what was inserted, removed, moved and changed.
    #[arg(long)]
    all: bool,
    /// The format.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    #[command(flatten)]
    width: Width,
    #[command(flatten)]
    destination: Destination,
}

/// A format of output.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Format {
    /// For people: sentences and excerpts.
    #[default]
    Text,
    /// For programs: an object as `schema/compare-1.json` describes it.
    Json,
    /// For browsers: a page with both programs side by side, in one file.
    Html,
}

/// Two programs cannot be compared.
#[derive(Debug, thiserror::Error, Diagnostic)]
#[error("{left} is written in {left_language}, and {right} in {right_language}")]
#[diagnostic(help("compare files of one language, or say which one with `--language NAME`"))]
struct TwoLanguages {
    left: String,
    left_language: &'static str,
    right: String,
    right_language: &'static str,
}

/// Shows where two programs differ.
pub(super) fn run(
    arguments: &Arguments,
    wanted: Option<&str>,
    out: &mut String,
    screen: Screen,
) -> Result<Verdict, Report> {
    let compared = compared(arguments, common_language(arguments, wanted)?)?;
    let text = match arguments.format {
        Format::Text if compared.differences.all.is_empty() => "equal\n".to_owned(),
        Format::Text => arguments.width.of(arguments.destination.screen(screen)).differences(&compared.differences),
        Format::Json => json(&compared).map_err(|error| miette::miette!("{error}"))?,
        Format::Html => page(&compared),
    };
    arguments.destination.write(&text, out)?;
    Ok(if compared.differences.all.is_empty() { Verdict::Fine } else { Verdict::Amiss })
}

/// The language of both programs.
fn common_language(arguments: &Arguments, wanted: Option<&str>) -> Result<&'static dyn AnyLanguage, TwoLanguages> {
    let Arguments { left, right, .. } = arguments;
    let (language, other) = (language_of(left, wanted), language_of(right, wanted));
    if language.name() == other.name() {
        return Ok(language);
    }
    Err(TwoLanguages {
        left: left.display().to_string(),
        left_language: language.name(),
        right: right.display().to_string(),
        right_language: other.name(),
    })
}

/// Both programs with the differences that are asked for: all, or the first.
fn compared(arguments: &Arguments, language: &dyn AnyLanguage) -> Result<Compared, Report> {
    let (left, right) = (Source::read(&arguments.left)?, Source::read(&arguments.right)?);
    let options = Options::new().map_free_vars(arguments.map_free_vars);
    let mut session = language.session();
    let differences = if arguments.all {
        session.differences(&left, &right, &options)?
    } else {
        let first = session.compare(&left, &right, &options)?;
        Differences { all: first.into_iter().collect(), are_complete: true }
    };
    Ok(Compared { language: language.name(), left, right, is_all: arguments.all, differences })
}
