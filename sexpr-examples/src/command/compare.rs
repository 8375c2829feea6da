//! `sexpr compare`.

use std::path::PathBuf;

use clap::Args;
use miette::{Diagnostic, Report};

use super::Verdict;
use super::console::Console;
use super::fragment::Fragment;
use super::free_variables::FreeVariables;
use super::input::Input;
use super::operands::Operands;
use super::show::{Compared, Destination, Format, Width, json, page};
use super::wave::HowGraphs;
use crate::language::{AnyLanguage, Differences, Wave};

/// What `sexpr compare` is told.
#[derive(Args, Debug)]
#[command(mut_arg("fragment", |option| option.conflicts_with("commutative")))]
pub(super) struct Arguments {
    /// The first program, or `-` for the standard input.
    left: PathBuf,
    /// The second program, or `-` for the standard input.
    right: PathBuf,
    #[command(flatten)]
    free: FreeVariables,
    #[command(flatten)]
    operands: Operands,
    #[command(flatten)]
    fragment: Fragment,
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
    #[command(flatten)]
    graphs: HowGraphs,
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

/// Options for graphs of Wave do not apply to other programs.
#[derive(Debug, thiserror::Error, Diagnostic)]
#[error("`--ignore-unset`, `--directional` and `--subs` are for graphs of wave, and {file} is written in {language}")]
#[diagnostic(help("leave them out, or compare graphs"))]
struct NoGraphs {
    file: String,
    language: &'static str,
}

/// The standard input cannot be both programs.
#[derive(Debug, thiserror::Error, Diagnostic)]
#[error("both programs are the standard input")]
#[diagnostic(help("name a file for one of them"))]
struct SameInput;

/// Shows where two programs differ.
pub(super) fn run(arguments: &Arguments, wanted: Option<&str>, console: &mut Console) -> Result<Verdict, Report> {
    let inputs = [&arguments.left, &arguments.right].map(|file| Input::new(file));
    if inputs == [Input::StandardInput, Input::StandardInput] {
        return Err(SameInput.into());
    }
    arguments.width.check(arguments.format == Format::Text)?;
    arguments.destination.check([&arguments.left, &arguments.right])?;
    let language = common_language(&inputs, wanted)?;
    let compared = compared(arguments, &inputs, language)?;
    let is_equal = compared.differences.all.is_empty();
    let destination = &arguments.destination;
    let text = match arguments.format {
        Format::Text if is_equal => "equal\n".to_owned(),
        Format::Text => arguments.width.of(destination.screen(console.screen())).differences(&compared.differences),
        Format::Json => json(&compared).map_err(|error| miette::miette!("{error}"))?,
        Format::Html if language.name() == Wave::NAME => arguments.graphs.page(&compared)?,
        Format::Html => page(&compared),
    };
    if is_equal && arguments.format == Format::Text && destination.is_console() {
        console.print_success(&text);
    } else {
        destination.write(&text, console)?;
    }
    Ok(if is_equal { Verdict::Fine } else { Verdict::Amiss })
}

/// The language of both programs.
fn common_language([left, right]: &[Input; 2], wanted: Option<&str>) -> Result<&'static dyn AnyLanguage, Report> {
    let (language, other) = (left.language(wanted)?, right.language(wanted)?);
    if language.name() == other.name() {
        return Ok(language);
    }
    Err(TwoLanguages {
        left: left.to_string(),
        left_language: language.name(),
        right: right.to_string(),
        right_language: other.name(),
    }
    .into())
}

/// Both programs with the differences that are asked for: all, or the first.
fn compared(
    arguments: &Arguments,
    [left, right]: &[Input; 2],
    language: &'static dyn AnyLanguage,
) -> Result<Compared, Report> {
    let are_graphs = language.name() == Wave::NAME;
    if arguments.graphs.are_given() && !are_graphs {
        return Err(NoGraphs { file: left.to_string(), language: language.name() }.into());
    }
    let fragments = arguments.fragment.session(language, left)?;
    let mut session = if let Some(fragments) = fragments {
        fragments
    } else if are_graphs && !arguments.operands.are_commutative() {
        Wave::session(arguments.graphs.comparison()?)
    } else {
        arguments.operands.session(language, left)?
    };
    let options = arguments.free.options(language, left)?;
    let (left, right) = (left.read()?, right.read()?);
    arguments.graphs.check([&left, &right])?;
    let differences = if arguments.all {
        session.differences(&left, &right, &options)?
    } else {
        let first = session.compare(&left, &right, &options)?;
        Differences { all: first.into_iter().collect(), are_complete: true }
    };
    Ok(Compared { language, left, right, is_all: arguments.all, differences })
}
