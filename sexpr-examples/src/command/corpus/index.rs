//! `sexpr corpus index`.

use std::path::PathBuf;

use clap::Args;
use miette::Report;

use super::super::console::Console;
use crate::corpus::{Event, Indexer, MIN_SIZE, Summary};

#[derive(Args, Debug)]
pub(in crate::command) struct Arguments {
    /// The directories in which the programs are. Their names are part of the index: name them in the same way each time.
    #[arg(required = true, value_name = "DIR")]
    directories: Vec<PathBuf>,
    /// The directory of the index. It is made if it is not there.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Leave out subterms with fewer nodes. Most subterms are small, and many of those are equal by chance.
    #[arg(long, value_name = "N", default_value_t = MIN_SIZE)]
    min_size: u64,
}

/// Indexes directories, and says what was done.
pub(super) fn run(arguments: &Arguments, wanted: Option<&str>, console: &mut Console) -> Result<(), Report> {
    let Arguments { directories, out, min_size } = arguments;
    let indexer = Indexer::new(directories, out).min_size(*min_size).language(wanted);
    let summary = indexer.run(|event| match event {
        Event::Broken(report) => console.fail(&report),
        Event::Done { files, of } => console.progress(files, of),
    })?;
    let Summary { files, unchanged, broken, rows, parts } = summary;
    let broken = if broken == 0 { String::new() } else { format!(", {broken} left out") };
    console.print_success(&format!(
        "{}: {rows} subterm(s) of {files} file(s) in {parts} part(s); {unchanged} unchanged{broken}\n",
        out.display()
    ));
    Ok(())
}
