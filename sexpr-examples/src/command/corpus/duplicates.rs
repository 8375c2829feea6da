//! `sexpr corpus duplicates`.

use std::path::PathBuf;

use clap::Args;
use miette::Report;

use super::classes::{Classes, Excerpts};
use crate::command::Verdict;
use crate::command::console::Console;
use crate::corpus::{Index, ask};

#[derive(Args, Debug)]
pub(in crate::command) struct Arguments {
    /// The index: the directory that `sexpr corpus index --out` wrote.
    #[arg(value_name = "DIR")]
    index: PathBuf,
    #[command(flatten)]
    classes: Classes,
}

/// Shows classes of equal subterms.
pub(super) fn run(arguments: &Arguments, console: &mut Console) -> Result<Verdict, Report> {
    let Arguments { index, classes } = arguments;
    let index = Index::open(index)?;
    let progress = |rows| console.progress_of_rows(rows);
    let answer = ask::duplicates(index.parts(), &classes.question(), progress)?;
    Ok(classes.show(&answer, &Excerpts::OfPlaces, "no equal subterms\n", console))
}
