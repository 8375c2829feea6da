//! `sexpr hash`.

use std::collections::HashMap;
use std::path::PathBuf;

use clap::Args;
use miette::Report;
use sexpr_core::Options;

use super::Verdict;
use super::input::{Input, Troubles, inputs};
use crate::language::Session;

#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// The programs: files, directories, patterns, or `-` for the standard input.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Treat free variables like bound ones: programs that `compare --map-free-vars` says are equal have equal
    /// fingerprints.
    #[arg(long)]
    map_free_vars: bool,
    /// Print hashes of 64 bits instead, which every program has. A free variable's hash is the same in all files of one
    /// call of the command, but not in another call, unless the language knows variables by their names, as lambda
    /// does, or `--map-free-vars` is given.
    #[arg(long)]
    short: bool,
}

/// Hashes files in order. Those of one language share their free variables.
pub(super) fn run(arguments: &Arguments, wanted: Option<&str>, out: &mut String, troubles: &mut Troubles) -> Verdict {
    let Arguments { files, map_free_vars, short } = arguments;
    let options = Options::new().map_free_vars(*map_free_vars);
    let mut sessions: HashMap<&str, Box<dyn Session>> = HashMap::new();
    let mut hash = |input: &Input| -> Result<Result<String, Report>, Report> {
        let language = input.language(wanted)?;
        let session = sessions.entry(language.name()).or_insert_with(|| language.session());
        let source = input.read()?;
        if *short {
            return Ok(Ok(format!("{:016x}", session.hash(&source, &options)?)));
        }
        let fingerprint = session.fingerprint(&source, &options)?;
        Ok(fingerprint.map(|fingerprint| fingerprint.to_string()).map_err(Report::from))
    };
    let mut verdict = Verdict::Fine;
    for input in inputs(files, |_| true) {
        let hashed = input.map_err(Report::from).and_then(|input| Ok((hash(&input)?, input)));
        let Some((hash, input)) = troubles.note(hashed) else { continue };
        match hash {
            Ok(hash) => out.push_str(&format!("{hash}  {input}\n")),
            Err(none) => {
                verdict = Verdict::Amiss;
                troubles.remark(none);
            }
        }
    }
    verdict
}
