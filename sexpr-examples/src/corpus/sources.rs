//! The files to be indexed.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use ignore::{DirEntry, WalkBuilder};
use miette::{Diagnostic, Report};

use super::IndexError;
use crate::language::{AnyLanguage, Candidate};

/// A file to be indexed.
#[derive(Clone)]
pub(super) struct SourceFile {
    pub(super) path: PathBuf,
    /// The path as the table has it.
    pub(super) name: String,
    pub(super) language: &'static dyn AnyLanguage,
    pub(super) bytes: u64,
}

/// A file that is passed over.
#[derive(Debug, thiserror::Error, Diagnostic)]
pub(super) enum SourceError {
    #[error("the name of {0} is not UTF-8")]
    #[diagnostic(help("rename it: a table of subterms has names as text"))]
    Name(PathBuf),
    #[error("{0}")]
    #[diagnostic(help("check that you may read it"))]
    Walk(ignore::Error),
}

/// The files in directories, in the order of their names, each once, and what keeps others from being found. What ignore
/// files exclude is left out, and so is the index itself.
pub(super) fn find(
    directories: &[PathBuf],
    index: &Path,
    wanted: Option<&str>,
    mut broken: impl FnMut(Report),
) -> Result<Vec<SourceFile>, IndexError> {
    let mut files = Vec::new();
    let mut known = HashSet::new();
    let index = fs::canonicalize(index).map_err(IndexError::io(index))?;
    for directory in directories {
        let source = |error| IndexError::Source { path: directory.clone(), error };
        fs::metadata(directory).map_err(source)?;
        let index = index.clone();
        let is_index = move |entry: &DirEntry| fs::canonicalize(entry.path()).is_ok_and(|path| path == index);
        let is_wanted = move |entry: &DirEntry| !(is_directory(entry) && is_index(entry));
        let entries = WalkBuilder::new(directory).sort_by_file_name(OsStr::cmp).filter_entry(is_wanted).build();
        for entry in entries {
            let entry = match entry {
                Ok(entry) => entry,
                Err(error) => {
                    broken(SourceError::Walk(error).into());
                    continue;
                }
            };
            if !entry.file_type().is_some_and(|ty| ty.is_file()) {
                continue;
            }
            let Candidate::Program(language) = Candidate::of(entry.path(), wanted) else { continue };
            // Directories may lie in each other.
            let is_new = directories.len() == 1 || fs::canonicalize(entry.path()).is_ok_and(|path| known.insert(path));
            let bytes = entry.metadata().map_or(0, |metadata| metadata.len());
            let path = entry.into_path();
            match path.to_str().map(str::to_owned) {
                Some(name) if is_new => files.push(SourceFile { path, name, language, bytes }),
                Some(_) => {}
                None => broken(SourceError::Name(path).into()),
            }
        }
    }
    Ok(files)
}

fn is_directory(entry: &DirEntry) -> bool {
    entry.file_type().is_some_and(|ty| ty.is_dir())
}
