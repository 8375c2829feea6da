//! `sexpr corpus find`.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use miette::{Diagnostic, Report};

use super::classes::{Classes, Excerpts};
use crate::command::Verdict;
use crate::command::console::Console;
use crate::command::input::Input;
use crate::corpus::ask::{self, Question};
use crate::corpus::{self, Index};
use crate::text::{ReadError, Source};

#[derive(Args, Debug)]
pub(in crate::command) struct Arguments {
    /// The program, and a line of it: only subterms that begin there are asked about. Without a line, all are that are not
    /// inside larger ones that occur.
    #[arg(value_name = "FILE[:LINE]")]
    asked: PathBuf,
    /// The index: the directory that `sexpr corpus index --out` wrote.
    #[arg(value_name = "DIR")]
    index: PathBuf,
    #[command(flatten)]
    classes: Classes,
}

/// No subterm can be looked up where one is asked about.
#[derive(Debug, thiserror::Error, Diagnostic)]
enum NothingAsked {
    #[error("no subterm of at least {min_size} nodes that has a fingerprint begins at {place}")]
    #[diagnostic(help(
        "name a line where an expression begins that large; `sexpr corpus index --min-size N` indexes smaller ones"
    ))]
    NoSubterm { min_size: u64, place: String },
    #[error("the subterms that begin at {0} have free variables, and so no fingerprint")]
    #[diagnostic(help("add `--map-free-vars`, which finds them up to the names of free variables"))]
    FreeVariables(String),
}

/// Shows where subterms of a file occur.
pub(super) fn run(arguments: &Arguments, wanted: Option<&str>, console: &mut Console) -> Result<Verdict, Report> {
    let Arguments { asked, index, classes } = arguments;
    let index = Index::open(index)?;
    let (file, line) = file_and_line(asked);
    let name = file.display().to_string();
    let language = Input::File(file.clone()).language(wanted)?;
    let bytes = fs::read(&file).map_err(|error| ReadError::Io { name: name.clone(), error })?;
    // What is asked about is known by its place in the index, and is no occurrence of itself.
    let indexed = index.name_of(&file).unwrap_or_else(|| name.clone());
    let rows = corpus::rows(language, &indexed, bytes.clone(), index.min_size())?;
    let place = line.map_or_else(|| name.clone(), |line| format!("{name}:{line}"));
    let question = classes.question();
    if !ask::is_asked(rows.clone(), line, &question)? {
        let mapped = Question { map_free_vars: true, ..question };
        let has_free_variables = !question.map_free_vars && ask::is_asked(rows, line, &mapped)?;
        return Err(match has_free_variables {
            true => NothingAsked::FreeVariables(place),
            false => NothingAsked::NoSubterm { min_size: index.min_size(), place },
        }
        .into());
    }
    let progress = |rows| console.progress_of_rows(rows);
    let answer = ask::find(index.parts(), rows, line, &question, progress)?;
    let source = Source::from_bytes(name, bytes)?;
    let nothing = format!("nothing in the index equals a subterm of {place}\n");
    Ok(classes.show(&answer, &Excerpts::OfAsked(&source), &nothing, console))
}

/// What stands before a last `:`, and the number after it; no number in the name of a file that exists.
fn file_and_line(argument: &Path) -> (PathBuf, Option<u32>) {
    let parts = argument.to_str().filter(|_| !argument.exists()).and_then(|text| text.rsplit_once(':'));
    let parts = parts.and_then(|(file, line)| line.parse().ok().map(|line| (PathBuf::from(file), Some(line))));
    parts.unwrap_or_else(|| (argument.to_path_buf(), None))
}
