//! `sexpr optimize`.

use std::collections::BTreeSet;
use std::path::PathBuf;

use clap::Args;
use clap::builder::PossibleValuesParser;
use miette::{Diagnostic, Report};
use sexpr_core::structural_equal;
use sexpr_core::walk::nodes;

use super::console::Console;
use super::explain::{Change, Explain};
use super::input::Input;
use crate::language::{Language, Pypto};
use crate::pypto::check::Reported;
use crate::pypto::ir::{Op, Program};
use crate::pypto::optimize::{Options, Pass, optimize_observed};
use crate::text::Source;

/// What `sexpr optimize` is told.
#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// The program, or `-` for the standard input.
    file: PathBuf,
    /// Run only these passes, in this order: `--pass inlining,dead-code`.
    #[arg(long = "pass", value_name = "NAME,…", value_delimiter = ',', value_parser = pass_names())]
    passes: Vec<String>,
    /// Take these operations for pure: they give the same result for the same arguments and attributes, and do nothing
    /// else. Then calls of them may be removed and merged.
    #[arg(long, value_name = "OPERATION,…", value_delimiter = ',')]
    pure: Vec<String>,
    /// Check that the program is well formed after each pass.
    #[arg(long)]
    verify: bool,
    #[command(flatten)]
    explain: Explain,
}

fn pass_names() -> PossibleValuesParser {
    PossibleValuesParser::new(Pass::ALL.map(Pass::name))
}

/// Only programs of pypto can be optimized.
#[derive(Debug, thiserror::Error, Diagnostic)]
#[error("{file} is written in {language}, and this is for programs of pypto only")]
#[diagnostic(help("if it is a program of pypto, say so with `--language pypto`"))]
struct OtherLanguage {
    file: String,
    language: &'static str,
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

/// An operation is said to be pure, and is not called.
#[derive(Debug, thiserror::Error, Diagnostic)]
#[error("`--pure` names `{0}`, and the program calls no operation of this name")]
#[diagnostic(help("{}", called(.1)))]
struct NotCalled(String, BTreeSet<String>);

/// The operations that a program calls.
fn called(operations: &BTreeSet<String>) -> String {
    match operations.is_empty() {
        true => "the program calls no operations: leave out `--pure`".to_owned(),
        false => format!("the program calls {}", operations.iter().map(String::as_str).collect::<Vec<_>>().join(", ")),
    }
}

/// Prints the program that passes make, or what each of them changed, and notes how much each removed.
pub(super) fn run(arguments: &Arguments, wanted: Option<&str>, console: &mut Console) -> Result<(), Report> {
    let Arguments { file, passes, pure, verify, explain } = arguments;
    explain.check(file)?;
    let (source, program) = program(&Input::new(file), wanted)?;
    let called: BTreeSet<String> = nodes::<Op>(&program).map(|op| op.name.to_string()).collect();
    if let Some(name) = pure.iter().find(|name| !called.contains(*name)) {
        return Err(NotCalled(name.clone(), called).into());
    }
    let passes = match &**passes {
        [] => Pass::ALL.to_vec(),
        // The parser lets only names of passes through.
        named => named.iter().filter_map(|name| name.parse().ok()).collect(),
    };
    let options = Options { passes, pure: pure.iter().cloned().collect(), verify: *verify };
    let mut changes = Vec::new();
    let optimized = optimize_observed(&program, &options, |run| {
        if explain.is_wanted() && !structural_equal(run.before, run.after) {
            let texts = [run.before, run.after].map(ToString::to_string);
            changes.push(Change { pass: run.pass.name(), round: run.round, texts });
        }
    })
    .map_err(|error| IllFormedProgram {
        file: file.display().to_string(),
        message: error.to_string(),
        problems: error.problems.iter().map(|problem| problem.reported(&source)).collect(),
    })?;
    explain.write::<Pypto>(source.name(), &optimized.program, changes, console)?;
    for (pass, removed) in &optimized.removed {
        let nodes = removed.unsigned_abs();
        let done = if *removed < 0 { "added" } else { "removed" };
        console.note(&format!("{pass}: {nodes} node(s) {done}\n"));
    }
    Ok(())
}

/// Reads a program of pypto.
fn program(input: &Input, wanted: Option<&str>) -> Result<(Source, Program), Report> {
    let language = input.language(wanted)?;
    if language.name() != Pypto::NAME {
        return Err(OtherLanguage { file: input.to_string(), language: language.name() }.into());
    }
    let source = input.read()?;
    let program = Pypto::parse(&source, &mut Default::default())?;
    Ok((source, program))
}
