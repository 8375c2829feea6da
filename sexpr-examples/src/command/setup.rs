//! `sexpr completions` and `sexpr man`: what an installation puts beside the command.

use std::fs;
use std::io;
use std::path::Path;

use clap::CommandFactory;
use clap_complete::Shell;
use miette::Diagnostic;

use super::Arguments;

/// The manual pages cannot be written.
#[derive(Debug, thiserror::Error, Diagnostic)]
#[error("the manual pages cannot be written to {directory}: {error}")]
#[diagnostic(help("name a directory in which you may create files"))]
pub(super) struct PagesLost {
    directory: String,
    error: io::Error,
}

/// The script that completes arguments of the command in a shell.
pub(super) fn completions(shell: Shell) -> String {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "sexpr", &mut script);
    String::from_utf8_lossy(&script).into_owned()
}

/// Writes a manual page for the command and one for each of its subcommands. The directory is made if it is not there.
///
/// # Errors
///
/// They cannot be written.
pub(super) fn manual(directory: &Path) -> Result<(), PagesLost> {
    let written =
        fs::create_dir_all(directory).and_then(|()| clap_mangen::generate_to(Arguments::command(), directory));
    written.map_err(|error| PagesLost { directory: directory.display().to_string(), error })
}
