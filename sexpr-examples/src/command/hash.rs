//! `sexpr hash`.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use clap::Args;
use miette::Report;

use super::Verdict;
use super::console::Console;
use super::free_variables::FreeVariables;
use super::input::{Input, each_input};
use super::operands::Operands;
use super::show::{Lines, json_of_hash};
use crate::language::{AnyLanguage, Session};

#[derive(Args, Debug)]
#[command(mut_arg("map_free_vars", |option| option.help(MAP_FREE_VARS)))]
pub(super) struct Arguments {
    /// The programs: files, directories, patterns, or `-` for the standard input.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    free: FreeVariables,
    #[command(flatten)]
    operands: Operands,
    /// Print 64-bit hashes instead, which every program has. A free variable has the same hash in all files of one call
    /// of the command, but not in another call, unless the language identifies variables by name, as lambda does, or
    /// `--map-free-vars` is given.
    #[arg(long)]
    short: bool,
    /// The format.
    #[arg(long, value_enum, default_value_t)]
    format: Lines,
}

/// What `--map-free-vars` means here.
const MAP_FREE_VARS: &str = "Treat free variables like bound ones: programs that `compare --map-free-vars` says are equal \
                             have equal fingerprints";

/// Hashes files. Those of one language share their free variables, where hashes of these depend on the call.
pub(super) fn run(arguments: &Arguments, wanted: Option<&str>, console: &mut Console) -> Verdict {
    let Arguments { files, free, operands, short, format } = arguments;
    let sessions: Mutex<HashMap<&str, Box<dyn Session>>> = Mutex::default();
    // Held only to find the session: files are read and hashed beside one another.
    let shared = |language: &dyn AnyLanguage, session: Box<dyn Session>| {
        let mut sessions = sessions.lock().unwrap_or_else(PoisonError::into_inner);
        sessions.entry(language.name()).or_insert(session).another()
    };
    let hash = |input: &Input| -> Result<Result<String, Report>, Report> {
        let language = input.language(wanted)?;
        let (options, mut session) = (free.options(language, input)?, operands.session(language, input)?);
        let source = input.read()?;
        if *short {
            return Ok(Ok(format!("{:016x}", shared(language, session).hash(&source, &options)?)));
        }
        let fingerprint = session.fingerprint(&source, &options)?;
        Ok(fingerprint.map(|fingerprint| fingerprint.to_string()).map_err(Report::from))
    };
    let mut verdict = Verdict::Fine;
    each_input(files, wanted, console, hash, |console, file, _, hash| {
        if matches!(hash, Ok(Err(_))) {
            verdict = Verdict::Amiss;
        }
        match (format, hash) {
            (Lines::Json, Ok(Ok(hash))) => console.print_json(json_of_hash(file, Ok(hash))),
            (Lines::Json, Ok(Err(none)) | Err(none)) => console.print_json(json_of_hash(file, Err(none))),
            (Lines::Text, Ok(Ok(hash))) => console.print(&format!("{hash}  {file}\n")),
            (Lines::Text, Ok(Err(none))) => console.remark(none),
            (Lines::Text, Err(_)) => {}
        }
    });
    verdict
}
