//! `sexpr relay`.

use std::path::PathBuf;

use clap::Subcommand;
use miette::{Diagnostic, Report};
use sexpr_core::structural_equal;

use super::Verdict;
use super::console::Console;
use super::explain::{Change, Explain};
use super::input::{Input, each_input};
use crate::language::{Language, Relay};
use crate::relay;
use crate::relay::fuse::FuseError;
use crate::relay::infer::{Inferred, Problems};
use crate::text::Source;

#[derive(Subcommand, Debug)]
pub(super) enum Action {
    /// Infers the types of modules, and prints those of their constructors and definitions, or everything that is wrong.
    ///
    /// Nothing is known of the types of `meta[…][…]`: these agree with everything.
    ///
    /// Exit code: 0 if all modules are well typed, 1 if one is not, 2 if something went wrong.
    Types {
        /// The modules: files, directories, patterns, or `-` for the standard input.
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Groups operators into primitive functions by the rules of operator fusion, and prints the module.
    ///
    /// Types decide on what is fused: an operator whose result has an unknown dimension, `?`, stays alone. The types of the
    /// definitions are checked to be as before.
    ///
    /// Exit code: 0, 1 if the module is not well typed, 2 if something went wrong.
    Fuse {
        /// The module, or `-` for the standard input.
        file: PathBuf,
        #[command(flatten)]
        explain: Explain,
    },
}

/// The types of the module are not those of the module before: a bug.
#[derive(Debug, thiserror::Error, Diagnostic)]
#[error("{file}: {message}")]
#[diagnostic(help("this is a mistake in the command, and no fault of the file: report it with the file"))]
struct NotFused {
    file: String,
    message: String,
}

pub(super) fn run(action: &Action, console: &mut Console) -> Result<Verdict, Report> {
    match action {
        Action::Types { files } => Ok(types(files, console)),
        Action::Fuse { file, explain } => fuse(file, explain, console),
    }
}

/// Prints the module with its operators fused, or what was changed.
fn fuse(file: &PathBuf, explain: &Explain, console: &mut Console) -> Result<Verdict, Report> {
    explain.check(file)?;
    let input = Input::new(file);
    let source = input.read_as(Relay::NAME)?;
    let module = Relay::parse(&source, &mut ())?;
    let fused = match relay::fuse(&module) {
        Ok(fused) => fused,
        Err(FuseError::IllTyped(problems)) => {
            console.print(&shown(&problems, &source, console));
            return Ok(Verdict::Amiss);
        }
        Err(error) => return Err(NotFused { file: input.to_string(), message: error.to_string() }.into()),
    };
    let mut changes = Vec::new();
    if explain.is_wanted() && !structural_equal(&module, &fused) {
        changes.push(Change { pass: "fusion", round: 1, texts: [&module, &fused].map(relay::print) });
    }
    explain.write::<Relay>(source.name(), &fused, changes, console)?;
    Ok(Verdict::Fine)
}

/// Problems with excerpts, and how many there are.
fn shown(problems: &Problems, source: &Source, console: &Console) -> String {
    let problems: Vec<Report> = problems.all().iter().map(|problem| problem.reported(source).into()).collect();
    format!("{}\n{}: {} problem(s)\n", console.screen().mistakes(&problems), source.name(), problems.len())
}

/// Prints the types of modules.
fn types(files: &[PathBuf], console: &mut Console) -> Verdict {
    let infer = |input: &Input| -> Result<(Source, Result<Inferred, Problems>), Report> {
        let source = input.read_as(Relay::NAME)?;
        let module = Relay::parse(&source, &mut ())?;
        Ok((source, relay::infer(&module)))
    };
    let mut verdict = Verdict::Fine;
    each_input(files, Some(Relay::NAME), console, infer, |console, input, are_several, module| {
        let Ok((source, inferred)) = module else { return };
        if are_several {
            console.print(&format!("{input}:\n"));
        }
        match inferred {
            Ok(inferred) => {
                let constructors = inferred.constructors().iter().map(|(name, ty)| format!("{name} : {ty}\n"));
                console.print(&(constructors.collect::<String>() + &inferred.to_string()));
            }
            Err(problems) => {
                verdict = Verdict::Amiss;
                console.print(&shown(problems, source, console));
            }
        }
    });
    verdict
}
