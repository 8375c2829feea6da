//! `sexpr optimize`.

use std::path::PathBuf;

use clap::Args;
use clap::builder::PossibleValuesParser;
use miette::{Diagnostic, Report};

use super::pypto_program;
use crate::pypto::check::Reported;
use crate::pypto::optimize::{Options, Pass, optimize};

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

/// Prints the program that passes make, and notes how much each of them removed.
pub(super) fn run(
    arguments: &Arguments,
    wanted: Option<&str>,
    out: &mut String,
    notes: &mut String,
) -> Result<(), Report> {
    let Arguments { file, passes, pure, verify } = arguments;
    let (source, program) = pypto_program(file, wanted)?;
    let passes = match &**passes {
        [] => Pass::ALL.to_vec(),
        // The parser lets only names of passes through.
        named => named.iter().filter_map(|name| name.parse().ok()).collect(),
    };
    let options = Options { passes, pure: pure.iter().cloned().collect(), verify: *verify };
    let optimized = optimize(&program, &options).map_err(|error| IllFormedProgram {
        file: file.display().to_string(),
        message: error.to_string(),
        problems: error.problems.iter().map(|problem| problem.reported(&source)).collect(),
    })?;
    out.push_str(&optimized.program.to_string());
    for (pass, removed) in &optimized.removed {
        let nodes = removed.unsigned_abs();
        let done = if *removed < 0 { "added" } else { "removed" };
        notes.push_str(&format!("{pass}: {nodes} node(s) {done}\n"));
    }
    Ok(())
}
