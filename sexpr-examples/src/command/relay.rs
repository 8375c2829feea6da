//! `sexpr relay`.

use std::path::PathBuf;

use clap::Subcommand;
use miette::Report;

use super::Verdict;
use super::console::Console;
use super::input::{Input, each_input};
use crate::language::{Language, Relay};
use crate::relay;
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
}

pub(super) fn run(action: &Action, console: &mut Console) -> Verdict {
    let Action::Types { files } = action;
    let infer = |input: &Input| -> Result<(Source, Result<Inferred, Problems>), Report> {
        let source = input.read()?;
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
                let problems: Vec<Report> =
                    problems.all().iter().map(|problem| problem.reported(source).into()).collect();
                let shown = console.screen().mistakes(&problems);
                console.print(&format!("{shown}\n{input}: {} problem(s)\n", problems.len()));
            }
        }
    });
    verdict
}
