//! What is wrong with an index, or keeps one from being written.

use std::io;
use std::path::{Path, PathBuf};

use miette::Diagnostic;
use parquet::errors::ParquetError;

/// An index cannot be read or written.
#[derive(Debug, thiserror::Error, Diagnostic)]
pub enum IndexError {
    /// The directory has no index.
    #[error("{0} has no index")]
    #[diagnostic(help("write one with `sexpr corpus index DIR… --out INDEX`; if that was interrupted, call it again"))]
    None(PathBuf),
    /// The file is not a list of parts.
    #[error("{file} is no list of the parts of an index: {error}")]
    #[diagnostic(help("name another directory, or remove the file if nothing else needs it"))]
    Foreign {
        /// The file.
        file: PathBuf,
        /// What is wrong with it.
        error: serde_json::Error,
    },
    /// The index was written by another version, whose fingerprints may be others.
    #[error("{directory} was written by version {found} of the command, and this is {expected}")]
    #[diagnostic(help("fingerprints may differ between versions: call `sexpr corpus index` again"))]
    OtherVersion {
        /// The directory of the index.
        directory: PathBuf,
        /// The version that wrote it.
        found: String,
        /// This version.
        expected: String,
    },
    /// A part that is listed is not there.
    #[error("{0} is listed in the index, and is not there")]
    #[diagnostic(help("call `sexpr corpus index` again: it writes what is missing"))]
    NoPart(PathBuf),
    /// Another process writes the index.
    #[error("another call of the command is writing {0}")]
    #[diagnostic(help("wait until it ends, and call this again"))]
    Locked(PathBuf),
    /// A directory of programs is not there, or cannot be read.
    #[error("{path}: {error}")]
    #[diagnostic(help("is this the name of a directory, seen from the current one? The index is as it was"))]
    Source {
        /// The directory.
        path: PathBuf,
        /// What is wrong with it.
        error: io::Error,
    },
    /// A file of the index cannot be read or written.
    #[error("{path}: {error}")]
    #[diagnostic(help("check that the directory of the index can be written to, and that there is room"))]
    Io {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: io::Error,
    },
    /// A part cannot be written.
    #[error("{path}: {error}")]
    #[diagnostic(help("check that the directory of the index can be written to, and that there is room"))]
    Part {
        /// The part.
        path: PathBuf,
        /// What is wrong with it.
        error: ParquetError,
    },
}

impl IndexError {
    /// Makes an error of one about a file of the index.
    pub(super) fn io(path: &Path) -> impl FnOnce(io::Error) -> Self {
        |error| Self::Io { path: path.to_path_buf(), error }
    }

    /// The same for a part.
    pub(super) fn part(path: &Path) -> impl FnOnce(ParquetError) -> Self {
        |error| Self::Part { path: path.to_path_buf(), error }
    }
}
