//! The command `sexpr`: compares, hashes, checks and prints programs of every language of the crate.
//!
//! - `sexpr compare LEFT RIGHT [--all] [--format text|json|html]` shows where two programs differ first, or everywhere.
//!   For graphs of [`crate::wave`], `--ignore-unset`, `--directional` and `--subs M=128,…` say what counts as equal.
//!   For programs of [`crate::pypto`] and [`crate::relay`], `--commutative` lets operands count in any order.
//! - `sexpr hash FILE… [--map-free-vars] [--commutative] [--short]` prints fingerprints, and `sexpr print FILE…` programs
//!   in standard form.
//! - `sexpr check FILE…` lists everything that makes programs ill-formed.
//! - `sexpr optimize FILE [--pass NAME,…] [--pure OPERATION,…] [--verify]` prints the result of the passes of
//!   [`crate::pypto::optimize`](mod@crate::pypto::optimize) on a well-formed program, or with `--explain` what each of
//!   them changed. The error output says how many nodes each pass removed. The file is not changed.
//! - `sexpr relay types FILE…` prints the types of the constructors and definitions of modules of [`crate::relay`], and
//!   `sexpr relay fuse FILE` the module with its operators fused, or with `--explain` what was changed.
//! - `sexpr wave convert FILE` and `draw FILE [--against FILE]` convert and draw graphs of [`crate::wave`];
//!   `permutations FILE` shows what their mappings do, and `reference [SECTION]` prints the reference of their JSON.
//! - `sexpr corpus index DIR… --out DIR`, with the feature `corpus`, writes tables of all subterms of many files.
//!   With the feature `corpus-sql`, `sexpr corpus duplicates DIR` and `find FILE[:LINE] DIR` say which of them are equal.
//! - `sexpr completions SHELL` and `sexpr man DIRECTORY` are for installations.
//!
//! For `hash`, `check`, `print` and `relay types`, a `FILE` may be a directory, a pattern, or `-`. Files are read in parallel, and a bad one
//! does not keep the others from being treated.
//!
//! Without arguments the command gives a tour.

mod check;
mod compare;
mod console;
#[cfg(feature = "corpus")]
mod corpus;
mod explain;
mod fragment;
mod free_variables;
mod hash;
mod input;
mod operands;
mod optimize;
mod print;
mod relay;
mod setup;
mod show;
mod tour;
mod wave;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::builder::PossibleValuesParser;
use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, Subcommand};
use clap_complete::Shell;
use miette::{Diagnostic, Report};

use self::console::Console;
use self::fragment::Fragment;
use self::show::{ColorChoice, Screen};
use crate::language::LANGUAGES;

/// Compares programs up to the names of bound variables.
///
/// Without arguments: a short tour.
#[derive(Parser, Debug)]
#[command(name = "sexpr", version)]
struct Arguments {
    /// Input language. Default: from the file extension.
    #[arg(long, global = true, value_name = "NAME", value_parser = language_names())]
    language: Option<String>,
    /// When to colour text.
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", hide_default_value = true)]
    color: ColorChoice,
    /// Print only results, differences and problems: no `equal` or `well formed`, no notes, no progress.
    #[arg(short, long, global = true)]
    quiet: bool,
    #[command(subcommand)]
    action: Option<Action>,
}

#[derive(Subcommand, Debug)]
enum Action {
    /// Shows the first difference of two programs, or with `--all` every difference.
    ///
    /// Exit code: 0 if they are equal, 1 if they differ, 2 if something went wrong.
    Compare(compare::Arguments),
    /// Prints the fingerprint of each program: equal programs have equal fingerprints, in every call.
    ///
    /// A program in which a variable is free has none, unless the language identifies variables by name, as lambda
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
        #[command(flatten)]
        fragment: Fragment,
    },
    /// Lists everything that makes programs ill-formed.
    ///
    /// In pypto, names must be bound before they are used, types must agree and have the numbers that are written, and
    /// blocks must yield as many values as statements take. In relay, types must be inferred. In wave, nodes must be listed
    /// before they are used, and types must agree. In lambda, every program that can be read is well formed.
    ///
    /// Exit code: 0 if all are well formed, 1 if one is not, 2 if something went wrong.
    Check(check::Arguments),
    /// Prints a smaller program with the same meaning.
    ///
    /// Integers are two's complement at their types' widths; `//` and `%` round down. Operations that can trap are
    /// kept: a division by zero, a shift by the width or more, a power with a negative exponent, a loop whose step is 0. So
    /// do calls of operations, unless `--pure` names these. Passes are run until they change nothing; the error
    /// output says how many statements and expressions each of them removed. Programs of pypto only.
    Optimize(optimize::Arguments),
    /// Infers the types of modules of Relay, and fuses their operators.
    #[command(subcommand)]
    Relay(relay::Action),
    /// Converts, draws and documents graphs of Wave: in JSON, or, where the file's name ends with `.mlir`, as a list of operations.
    #[command(subcommand)]
    Wave(wave::Action),
    /// Indexes the subterms of many files, and asks which are equal.
    #[cfg(feature = "corpus")]
    #[command(subcommand)]
    Corpus(corpus::Action),
    /// Prints a script for a shell that completes the command's arguments.
    Completions {
        /// The shell.
        shell: Shell,
    },
    /// Writes the manual pages of the command and its subcommands.
    Man {
        /// The directory to write them to.
        directory: PathBuf,
    },
}

fn language_names() -> PossibleValuesParser {
    PossibleValuesParser::new(LANGUAGES.iter().map(|language| language.name()))
}

impl Action {
    /// Whether it reads programs of the language that it is told.
    fn takes_language(&self) -> bool {
        match self {
            Self::Relay(_) | Self::Wave(_) | Self::Completions { .. } | Self::Man { .. } => false,
            #[cfg(feature = "corpus")]
            Self::Corpus(action) => action.takes_language(),
            _ => true,
        }
    }
}

/// The result that the exit code reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    /// Programs are equal, or well formed.
    Fine,
    /// Programs differ, or are ill-formed.
    Amiss,
}

/// Runs the command with the process's arguments.
pub fn main() -> ExitCode {
    let arguments = Arguments::parse();
    if arguments.language.is_some() && !arguments.action.as_ref().is_some_and(Action::takes_language) {
        const MESSAGE: &str = "the argument '--language <NAME>' cannot be used here: there is nothing to read, or its \
                               language is known";
        Arguments::command().error(ErrorKind::ArgumentConflict, MESSAGE).exit();
    }
    let mut console = Console::new(arguments.color, arguments.quiet);
    let outcome = run(&arguments, &mut console);
    console.exit_code(outcome)
}

/// A mistake as the command shows it, without colours.
pub fn rendered(mistake: &dyn Diagnostic) -> String {
    Screen::stderr(ColorChoice::Never).mistake(mistake)
}

/// Does what is asked for.
fn run(arguments: &Arguments, console: &mut Console) -> Result<Verdict, Report> {
    let wanted = arguments.language.as_deref();
    match &arguments.action {
        None => console.print(&tour::tour(console.screen())?),
        Some(Action::Compare(arguments)) => return compare::run(arguments, wanted, console),
        Some(Action::Hash(arguments)) => return Ok(hash::run(arguments, wanted, console)),
        Some(Action::Print { files, fragment }) => print::run(files, fragment, wanted, console),
        Some(Action::Check(arguments)) => return Ok(check::run(arguments, wanted, console)),
        Some(Action::Optimize(arguments)) => optimize::run(arguments, wanted, console)?,
        Some(Action::Relay(action)) => return relay::run(action, console),
        Some(Action::Wave(action)) => wave::run(action, console)?,
        #[cfg(feature = "corpus")]
        Some(Action::Corpus(action)) => return corpus::run(action, wanted, console),
        Some(Action::Completions { shell }) => console.print(&setup::completions(*shell)),
        Some(Action::Man { directory }) => setup::manual(directory)?,
    }
    Ok(Verdict::Fine)
}
