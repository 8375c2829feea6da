//! The command `sexpr`: compares, hashes and prints programs of every language of the crate; checks and optimises those
//! of pypto.
//!
//! - `sexpr compare LEFT RIGHT [--all] [--format text|json|html]` says whether two programs are equal, and if not, where
//!   they differ first, or everywhere.
//! - `sexpr hash FILE… [--map-free-vars] [--short]` and `sexpr print FILE…` give fingerprints, and programs in standard
//!   form.
//! - `sexpr check FILE…` shows everything that makes programs of pypto ill-formed, by the rules of
//!   [`crate::pypto::check`](mod@crate::pypto::check). Its exit code is 0 if nothing does, 1 if something does, and 2
//!   if a file cannot be read.
//! - `sexpr optimize FILE [--pass NAME…] [--pure OPERATION…] [--verify]` prints what the passes of
//!   [`crate::pypto::optimize`](mod@crate::pypto::optimize) make of a well-formed program, or with `--explain` what each
//!   of them changed, and writes to the error output how many nodes each removed. What it prints, it leaves as it is.
//! - `sexpr relay check FILE…` infers the types of modules of [`crate::relay`], and shows them, or everything that is
//!   wrong with them, with the same exit codes; `sexpr relay print FILE` is `sexpr print`.
//! - `sexpr wave compare LEFT RIGHT [--all] [--format text|json|html] [--ignore-unset | --directional] [--subs M=128,…]`, `convert FILE`, `check FILE…` and `draw FILE [--against FILE]` are
//!   about graphs of [`crate::wave`], which are written in JSON or as lists of operations.
//! - `sexpr completions SHELL` and `sexpr man DIRECTORY` are for installations.
//!
//! For `hash`, `print` and `check`, a `FILE` may be a directory, a pattern, or `-`, and a bad one does not keep the others from
//! being treated.
//!
//! Without arguments it gives a tour.

mod check;
mod compare;
mod hash;
mod input;
mod optimize;
mod print;
mod relay;
mod setup;
mod show;
mod tour;
mod wave;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::builder::PossibleValuesParser;
use clap::{Parser, Subcommand};
use clap_complete::Shell;
use miette::{Diagnostic, Report};

use self::input::Troubles;
use self::show::{ColorChoice, Screen};
use crate::language::{LANGUAGES, Language, Pypto, language_of};
use crate::pypto::ir::Program;
use crate::text::Source;

/// Compares programs up to the names of bound variables.
///
/// Without arguments: a short tour.
#[derive(Parser, Debug)]
#[command(name = "sexpr", version)]
struct Arguments {
    /// Input language. Default: from the file extension; `compare` and `optimize` take files of unknown ones for pypto.
    #[arg(long, global = true, value_name = "NAME", value_parser = language_names())]
    language: Option<String>,
    /// When to colour text.
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", hide_default_value = true)]
    color: ColorChoice,
    #[command(subcommand)]
    action: Option<Action>,
}

#[derive(Subcommand, Debug)]
enum Action {
    /// Says whether two programs are equal, and if not, where they differ first, or with `--all` everywhere.
    ///
    /// Exit code: 0 if they are equal, 1 if they differ, 2 if something went wrong.
    Compare(compare::Arguments),
    /// Prints the fingerprint of each program: equal programs have equal fingerprints, in every call.
    ///
    /// A program in which a variable is free has none, unless the language knows variables by their names, as lambda
    /// does, or `--map-free-vars` is given.
    ///
    /// Exit code: 0 if all have one, 1 if one has none, 2 if something went wrong.
    Hash(hash::Arguments),
    /// Prints programs in standard form.
    ///
    /// Exit code: 0, or 2 if something went wrong.
    Print {
        /// The programs: files, directories, patterns, or `-` for the standard input.
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Says whether programs are well formed, and if not, everything that is wrong with them.
    ///
    /// Names must be bound before they are used, types must agree and have the numbers that are written, and blocks must
    /// yield as many values as statements take. Programs of pypto only.
    ///
    /// Exit code: 0 if all are well formed, 1 if one is not, 2 if something went wrong.
    Check {
        /// The programs: files, directories, patterns, or `-` for the standard input.
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Prints a program in a smaller form that means the same.
    ///
    /// Integers are two's complement at their types' widths; `//` and `%` round down. Operations that can trap are
    /// kept: a division by zero, a shift by the width or more, a power with a negative exponent, a loop whose step is 0. So
    /// do calls of operations, unless `--pure` names these. Passes are run until they change nothing; to the error
    /// output is written how many statements and expressions each of them removed. Programs of pypto only.
    Optimize(optimize::Arguments),
    /// Infers the types of modules of Relay, or prints them.
    #[command(subcommand)]
    Relay(relay::Action),
    /// Compares, converts, checks and draws graphs of Wave: in JSON, or, where the file's name ends with `.mlir`, as a list
    /// of operations.
    #[command(subcommand)]
    Wave(wave::Action),
    /// Prints a script that has a shell complete the command's arguments.
    Completions {
        /// The shell.
        shell: Shell,
    },
    /// Writes the manual pages of the command and its subcommands.
    Man {
        /// Where to.
        directory: PathBuf,
    },
}

fn language_names() -> PossibleValuesParser {
    PossibleValuesParser::new(LANGUAGES.iter().map(|language| language.name()))
}

/// What the exit code tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    /// All is well: programs are equal, or well formed.
    Fine,
    /// Programs differ, or are ill-formed.
    Amiss,
}

/// Only programs of one language can be treated so.
#[derive(Debug, thiserror::Error, Diagnostic)]
#[error("{file} is written in {language}, and this is for programs of pypto only")]
#[diagnostic(help("if it is a program of pypto, say so with `--language pypto`"))]
struct OtherLanguage {
    file: String,
    language: &'static str,
}

/// What was found cannot be written.
#[derive(Debug, thiserror::Error, Diagnostic)]
#[error("the output cannot be written: {0}")]
#[diagnostic(help("is there room where it goes to?"))]
struct OutputLost(io::Error);

/// Runs the command with the process's arguments.
pub fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let (mut out, mut notes, mut troubles) = (String::new(), String::new(), Troubles::default());
    let outcome = run(&arguments, &mut out, &mut notes, &mut troubles, Screen::stdout(arguments.color));
    // What was found is printed also where something goes wrong afterwards.
    let written = io::stdout().write_all(out.as_bytes()).and_then(|()| io::stdout().flush());
    let outcome = match written {
        // Nobody has to read it to the end.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => outcome.and(Err(OutputLost(error).into())),
        _ => outcome,
    };
    let _ = io::stderr().write_all(notes.as_bytes());
    for report in troubles.reports() {
        let text = Screen::stderr(arguments.color).trouble(&**report);
        let _ = io::stderr().write_all(text.as_bytes());
    }
    match outcome {
        Ok(_) if troubles.are_serious() => ExitCode::from(2),
        Ok(Verdict::Fine) => ExitCode::SUCCESS,
        Ok(Verdict::Amiss) => ExitCode::from(1),
        Err(report) => {
            let text = Screen::stderr(arguments.color).trouble(&*report);
            let _ = io::stderr().write_all(text.as_bytes());
            ExitCode::from(2)
        }
    }
}

/// Does what is asked for. What is found goes to the output, and notes about it, and what is wrong with some of the files,
/// to the error output.
fn run(
    arguments: &Arguments,
    out: &mut String,
    notes: &mut String,
    troubles: &mut Troubles,
    screen: Screen,
) -> Result<Verdict, Report> {
    let wanted = arguments.language.as_deref();
    match &arguments.action {
        None => tour::tour(out, screen).map(|()| Verdict::Fine),
        Some(Action::Compare(arguments)) => compare::run(arguments, wanted, out, screen),
        Some(Action::Hash(arguments)) => Ok(hash::run(arguments, wanted, out, troubles)),
        Some(Action::Print { files }) => {
            print::run(files, wanted, out, troubles);
            Ok(Verdict::Fine)
        }
        Some(Action::Check { files }) => Ok(check::check(files, wanted, out, troubles, screen)),
        Some(Action::Completions { shell }) => {
            setup::completions(*shell, out);
            Ok(Verdict::Fine)
        }
        Some(Action::Man { directory }) => setup::manual(directory).map(|()| Verdict::Fine).map_err(Report::from),
        Some(Action::Relay(action)) => relay::run(action, out, screen),
        Some(Action::Wave(action)) => wave::run(action, out),
        Some(Action::Optimize(arguments)) => {
            optimize::run(arguments, wanted, out, notes, screen).map(|()| Verdict::Fine)
        }
    }
}

/// Reads a program of pypto.
fn pypto_program(file: &Path, wanted: Option<&str>) -> Result<(Source, Program), Report> {
    let language = language_of(file, wanted);
    if language.name() != Pypto::NAME {
        return Err(OtherLanguage { file: file.display().to_string(), language: language.name() }.into());
    }
    let source = Source::read(file)?;
    let program = Pypto::parse(&source, &mut Default::default())?;
    Ok((source, program))
}
