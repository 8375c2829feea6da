//! `sexpr relay`.

use std::path::PathBuf;

use clap::Subcommand;
use miette::Report;

use super::Verdict;
use super::show::Screen;
use crate::language::{Language, Relay};
use crate::relay;
use crate::text::Source;

#[derive(Subcommand, Debug)]
pub(super) enum Action {
    /// Infers the types of modules, and prints those of their definitions, or everything that is wrong.
    ///
    /// Nothing is known of the types of `meta[…][…]`: these agree with everything.
    ///
    /// Exit code: 0 if all modules are well typed, 1 if one is not, 2 if something went wrong.
    Check {
        /// The modules.
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Prints a module in standard form.
    ///
    /// What graph bindings share, `%0 = …;`, is bound to numbers where it is used first. Comments are left out, and so are
    /// attributes at their defaults.
    Print {
        /// The module.
        file: PathBuf,
    },
}

pub(super) fn run(action: &Action, out: &mut String, screen: Screen) -> Result<Verdict, Report> {
    match action {
        Action::Check { files } => check(files, out, screen),
        Action::Print { file } => {
            out.push_str(&relay::print(&Relay::parse(&Source::read(file)?, &mut ())?));
            Ok(Verdict::Fine)
        }
    }
}

fn check(files: &[PathBuf], out: &mut String, screen: Screen) -> Result<Verdict, Report> {
    let mut verdict = Verdict::Fine;
    for file in files {
        let source = Source::read(file)?;
        let module = Relay::parse(&source, &mut ())?;
        if files.len() > 1 {
            out.push_str(&format!("{}:\n", file.display()));
        }
        match relay::infer(&module) {
            Ok(inferred) => out.push_str(&inferred.to_string()),
            Err(problems) => {
                verdict = Verdict::Amiss;
                for problem in problems.all() {
                    out.push_str(&screen.trouble(&problem.reported(&source)));
                }
                out.push_str(&format!("{}: {} problem(s)\n", file.display(), problems.all().len()));
            }
        }
    }
    Ok(verdict)
}
