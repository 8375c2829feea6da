//! `sexpr hash`.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use clap::Args;
use miette::Report;
use sexpr_core::Options;

use super::Verdict;
use super::console::Console;
use super::input::{Input, each_input};
use super::operands::Operands;
use super::show::{Lines, json_of_hash};
use crate::language::{NoFingerprint, Session};

#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// The programs: files, directories, patterns, or `-` for the standard input.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Treat free variables like bound ones: programs that `compare --map-free-vars` says are equal have equal
    /// fingerprints.
    #[arg(long)]
    map_free_vars: bool,
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

/// Hashes files. Those of one language share their free variables, where hashes of these depend on the call.
pub(super) fn run(arguments: &Arguments, wanted: Option<&str>, console: &mut Console) -> Verdict {
    let Arguments { files, map_free_vars, operands, short, format } = arguments;
    let options = Options::new().map_free_vars(*map_free_vars);
    let sessions: Mutex<HashMap<&str, Box<dyn Session>>> = Mutex::default();
    let hash = |input: &Input| -> Result<Result<String, NoFingerprint>, Report> {
        let (language, source) = (input.language(wanted)?, input.read()?);
        let session = operands.session(language, input)?;
        if *short {
            let mut sessions = sessions.lock().unwrap_or_else(PoisonError::into_inner);
            let session = sessions.entry(language.name()).or_insert(session);
            return Ok(Ok(format!("{:016x}", session.hash(&source, &options)?)));
        }
        let mut session = session;
        let fingerprint = session.fingerprint(&source, &options)?;
        Ok(fingerprint.map(|fingerprint| fingerprint.to_string()))
    };
    let mut verdict = Verdict::Fine;
    each_input(files, wanted, console, hash, |console, input, _, hash| {
        if hash.is_err() {
            verdict = Verdict::Amiss;
        }
        match (format, hash) {
            (Lines::Json, hash) => console.print_json(json_of_hash(&input.to_string(), hash.as_ref())),
            (Lines::Text, Ok(hash)) => console.print(&format!("{hash}  {input}\n")),
            (Lines::Text, Err(none)) => console.remark(&none.into()),
        }
    });
    verdict
}
