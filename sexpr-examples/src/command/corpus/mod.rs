//! `sexpr corpus`.

mod index;

use clap::Subcommand;
use miette::Report;

use super::Verdict;
use super::console::Console;

#[derive(Subcommand, Debug)]
pub(super) enum Action {
    /// Writes a table of the subterms of all programs in directories, with fingerprints: Parquet files, which other tools
    /// read as well.
    ///
    /// Hidden files, and those that `.gitignore` and `.ignore` exclude, are left out. Files that have not changed since the
    /// last call are not read as programs again, and an interrupted call is taken up where it was. A file that cannot be read
    /// is reported and left out.
    ///
    /// Exit code: 0, or 2 if something went wrong.
    Index(index::Arguments),
}

pub(super) fn run(action: &Action, wanted: Option<&str>, console: &mut Console) -> Result<Verdict, Report> {
    match action {
        Action::Index(arguments) => index::run(arguments, wanted, console)?,
    }
    Ok(Verdict::Fine)
}
