//! `sexpr optimize`.

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};
use miette::{Diagnostic, Report};
use sexpr_core::structural_equal;

use super::pypto_program;
use super::show::{Compared, Destination, Screen, Width, page_of_sections};
use crate::language::{Language, Pypto};
use crate::pypto::check::Reported;
use crate::pypto::optimize::{Options, Pass, optimize_observed};
use crate::text::Source;

/// What `sexpr optimize` is told.
#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// The program.
    file: PathBuf,
    /// Run only these passes, in this order.
    #[arg(long = "pass", value_name = "NAME", num_args = 1.., value_parser = pass_names())]
    passes: Vec<String>,
    /// Take these operations for pure: they give the same result for the same arguments and attributes, and do nothing
    /// else. Then calls of them may be removed and merged.
    #[arg(long, value_name = "OPERATION", num_args = 1..)]
    pure: Vec<String>,
    /// Check that the program is well formed after each pass.
    #[arg(long)]
    verify: bool,
    /// Show what each pass changed, instead of the program.
    #[arg(long)]
    explain: bool,
    /// The format of what `--explain` shows.
    #[arg(long, value_enum, default_value_t, requires = "explain")]
    format: Format,
    #[command(flatten)]
    width: Width,
    #[command(flatten)]
    destination: Destination,
}

/// A format of what the passes changed.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Format {
    /// For people: sentences and excerpts.
    #[default]
    Text,
    /// For browsers: a page with a list of the passes, in one file.
    Html,
}

fn pass_names() -> PossibleValuesParser {
    PossibleValuesParser::new(Pass::ALL.map(Pass::name))
}

/// A program is ill-formed, with all that is wrong with it.
#[derive(Debug, thiserror::Error, Diagnostic)]
#[error("{file}: {message}")]
#[diagnostic(help("only what programs mean that are well formed is known"))]
struct IllFormedProgram {
    file: String,
    message: String,
    #[related]
    problems: Vec<Reported>,
}

/// Prints the program that passes make, or what each of them changed, and notes how much each removed.
pub(super) fn run(
    arguments: &Arguments,
    wanted: Option<&str>,
    out: &mut String,
    notes: &mut String,
    screen: Screen,
) -> Result<(), Report> {
    let Arguments { file, passes, pure, verify, explain, format, width, destination } = arguments;
    let (source, program) = pypto_program(file, wanted)?;
    let passes = match &**passes {
        [] => Pass::ALL.to_vec(),
        // The parser lets only names of passes through.
        named => named.iter().filter_map(|name| name.parse().ok()).collect(),
    };
    let options = Options { passes, pure: pure.iter().cloned().collect(), verify: *verify };
    let mut changes = Vec::new();
    let optimized = optimize_observed(&program, &options, |run| {
        if *explain && !structural_equal(run.before, run.after) {
            changes.push((run.pass, run.round, [run.before, run.after].map(ToString::to_string)));
        }
    })
    .map_err(|error| IllFormedProgram {
        file: file.display().to_string(),
        message: error.to_string(),
        problems: error.problems.iter().map(|problem| problem.reported(&source)).collect(),
    })?;
    let text = if *explain {
        let changes = changes.into_iter().map(compared).collect::<Result<Vec<_>, _>>()?;
        match format {
            Format::Text => explained(&changes, width.of(destination.screen(screen))),
            Format::Html => page_of_sections(&format!("{}, pass by pass", source.name()), &changes),
        }
    } else {
        optimized.program.to_string()
    };
    destination.write(&text, out)?;
    for (pass, removed) in &optimized.removed {
        let nodes = removed.unsigned_abs();
        let done = if *removed < 0 { "added" } else { "removed" };
        notes.push_str(&format!("{pass}: {nodes} node(s) {done}\n"));
    }
    Ok(())
}

/// Compares what a pass was given with what it made. Programs that passes make have no text, so both are printed first.
fn compared((pass, round, texts): (Pass, usize, [String; 2])) -> Result<(String, Compared), Report> {
    let heading = if round == 1 { pass.to_string() } else { format!("{pass}, round {round}") };
    let [left, right] = ["before", "after"].map(|when| format!("{when} {heading}"));
    let [before, after] = texts;
    let (left, right) = (Source::new(left, before), Source::new(right, after));
    let differences = Pypto::session().differences(&left, &right, &sexpr_core::Options::new())?;
    Ok((heading, Compared { language: Pypto::NAME, left, right, is_all: true, differences }))
}

/// What passes changed, one after the other.
fn explained(changes: &[(String, Compared)], screen: Screen) -> String {
    if changes.is_empty() {
        return "no pass changed anything\n".to_owned();
    }
    let shown = |(heading, compared): &(String, Compared)| {
        format!("{}\n{}", screen.heading(&format!("{heading}:")), screen.differences(&compared.differences))
    };
    changes.iter().map(shown).collect::<Vec<_>>().join("\n")
}
