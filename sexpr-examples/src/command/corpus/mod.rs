//! `sexpr corpus`.

#[cfg(feature = "corpus-sql")]
mod classes;
#[cfg(feature = "corpus-sql")]
mod duplicates;
#[cfg(feature = "corpus-sql")]
mod find;
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
    /// Shows which subterms of an index are equal, up to the names of bound variables: those that are not inside larger equal
    /// ones, the largest saving first.
    ///
    /// The saving is the number of nodes that would go, were there only one of the subterms.
    ///
    /// Exit code: 0 if there are any, 1 if there are none, 2 if something went wrong.
    #[cfg(feature = "corpus-sql")]
    Duplicates(duplicates::Arguments),
    /// Shows where in an index subterms occur that equal those of a file, up to the names of bound variables: the largest
    /// first.
    ///
    /// The subterms that are asked about are left out themselves, if the file is named as it was indexed and has not changed
    /// since.
    ///
    /// Exit code: 0 if one occurs, 1 if none does, 2 if something went wrong.
    #[cfg(feature = "corpus-sql")]
    Find(find::Arguments),
}

impl Action {
    /// Whether it reads programs of the language that it is told.
    pub(super) fn takes_language(&self) -> bool {
        match self {
            Self::Index(_) => true,
            #[cfg(feature = "corpus-sql")]
            Self::Find(_) => true,
            #[cfg(feature = "corpus-sql")]
            Self::Duplicates(_) => false,
        }
    }
}

pub(super) fn run(action: &Action, wanted: Option<&str>, console: &mut Console) -> Result<Verdict, Report> {
    match action {
        Action::Index(arguments) => index::run(arguments, wanted, console).map(|()| Verdict::Fine),
        #[cfg(feature = "corpus-sql")]
        Action::Duplicates(arguments) => duplicates::run(arguments, console),
        #[cfg(feature = "corpus-sql")]
        Action::Find(arguments) => find::run(arguments, wanted, console),
    }
}
