//! The list of the parts that count.

use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::IndexError;
use super::part::{Footer, Part};

/// The file with the list.
const MANIFEST: &str = "index.json";

/// The version of the columns, of the list and of the parts' footers. To be raised when old ones would be misread,
/// and when fingerprints or rows change while the version of the crate stays: otherwise old parts are kept beside new ones.
const FORMAT: u32 = 1;

/// What has to agree for two tables to be compared: the format, and the version of the crate, on which fingerprints depend.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Version {
    format: u32,
    version: String,
}

impl Version {
    pub(super) fn this() -> Self {
        Self { format: FORMAT, version: env!("CARGO_PKG_VERSION").to_owned() }
    }

    fn shown(&self) -> String {
        format!("{} (format {})", self.version, self.format)
    }
}

/// An index that can be read: the parts that count.
///
/// Its files are those that counted when it was opened. A run of [`Indexer`](super::Indexer) deletes those that it
/// replaces.
#[derive(Clone, Debug)]
pub struct Index {
    manifest: Manifest,
    parts: Vec<PathBuf>,
}

/// The list, as it is written.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Manifest {
    #[serde(flatten)]
    version: Version,
    min_size: u64,
    files: u64,
    rows: u64,
    parts: Vec<Listed>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Listed {
    file: String,
    files: u64,
    rows: u64,
}

impl Index {
    /// Opens the index in a directory.
    ///
    /// # Errors
    ///
    /// There is none, it was written by another version, or it is damaged.
    ///
    /// ```
    /// use sexpr_examples::corpus::{Index, IndexError};
    ///
    /// let error = Index::open("no/such/directory".as_ref()).unwrap_err();
    /// assert!(matches!(error, IndexError::None(_)));
    /// ```
    pub fn open(directory: &Path) -> Result<Self, IndexError> {
        let Some(manifest) = manifest(directory)? else { return Err(IndexError::None(directory.to_path_buf())) };
        let parts: Vec<PathBuf> = manifest.parts.iter().map(|part| directory.join(&part.file)).collect();
        match parts.iter().find(|part| !part.is_file()) {
            Some(missing) => Err(IndexError::NoPart(missing.clone())),
            None => Ok(Self { manifest, parts }),
        }
    }

    /// The Parquet files that count, together all rows.
    pub fn parts(&self) -> &[PathBuf] {
        &self.parts
    }

    /// How many rows there are.
    pub fn rows(&self) -> u64 {
        self.manifest.rows
    }

    /// How many source files were indexed, with those that have no rows.
    pub fn files(&self) -> u64 {
        self.manifest.files
    }

    /// How many nodes a subterm needs to have a row.
    pub fn min_size(&self) -> u64 {
        self.manifest.min_size
    }

    /// The name under which the index has a file, however its path is spelled here; `None` if it does not have it. Relative
    /// names in the index are taken from the working directory. Reads the footer of every part.
    ///
    /// ```
    /// use sexpr_examples::corpus::{Index, Indexer};
    ///
    /// # let directory = std::env::temp_dir().join(format!("sexpr-name-of-{}", std::process::id()));
    /// # let (programs, out) = (directory.join("programs"), directory.join("index"));
    /// # std::fs::create_dir_all(&programs)?;
    /// let file = programs.join("twice.lam");
    /// std::fs::write(&file, "\\f x. f (f x)")?;
    /// Indexer::new(&[programs.clone()], &out).min_size(3).run(drop)?;
    /// let index = Index::open(&out)?;
    /// let again = programs.join("../programs/twice.lam");
    /// assert_eq!(index.name_of(&again), file.to_str().map(str::to_owned));
    /// assert_eq!(index.name_of(&programs.join("other.lam")), None);
    /// # std::fs::remove_dir_all(directory)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn name_of(&self, file: &Path) -> Option<String> {
        let sought = fs::canonicalize(file).ok()?;
        let is_sought = |name: &str| {
            let path = Path::new(name);
            // To resolve a name takes longer than to compare it, and there are many.
            [file, &sought].iter().any(|one| one.file_name() == path.file_name())
                && fs::canonicalize(path).is_ok_and(|path| path == sought)
        };
        let files = self.parts.iter().filter_map(|part| Footer::read(part)).flat_map(|footer| footer.files);
        files.map(|file| file.path).find(|name| is_sought(name))
    }
}

/// The list in a directory, if there is one.
fn manifest(directory: &Path) -> Result<Option<Manifest>, IndexError> {
    let file = directory.join(MANIFEST);
    let bytes = match fs::read(&file) {
        Ok(bytes) => bytes,
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => return Ok(None),
        Err(error) => return Err(IndexError::io(&file)(error)),
    };
    // Another format may have other fields.
    let (found, expected): (Version, _) = match serde_json::from_slice(&bytes) {
        Ok(found) => (found, Version::this()),
        Err(error) => return Err(IndexError::Foreign { file, error }),
    };
    if found != expected {
        let directory = directory.to_path_buf();
        return Err(IndexError::OtherVersion { directory, found: found.shown(), expected: expected.shown() });
    }
    serde_json::from_slice(&bytes).map(Some).map_err(|error| IndexError::Foreign { file, error })
}

/// The names of the parts that are listed, if they are of this version: whatever else is there may be replaced, but for a
/// file that is no list.
pub(super) fn listed(directory: &Path) -> Result<Vec<String>, IndexError> {
    match manifest(directory) {
        Ok(None) | Err(IndexError::OtherVersion { .. }) => Ok(Vec::new()),
        Ok(Some(manifest)) => Ok(manifest.parts.into_iter().map(|part| part.file).collect()),
        Err(error) => Err(error),
    }
}

/// Writes the list of the parts that count from now on.
pub(super) fn write(directory: &Path, min_size: u64, parts: &[Part]) -> Result<(), IndexError> {
    let listed = |part: &Part| Listed { file: part.name.clone(), files: part.files(), rows: part.rows() };
    let parts: Vec<Listed> = parts.iter().map(listed).collect();
    let manifest = Manifest {
        version: Version::this(),
        min_size,
        files: parts.iter().map(|part| part.files).sum(),
        rows: parts.iter().map(|part| part.rows).sum(),
        parts,
    };
    let path = directory.join(MANIFEST);
    let temporary = directory.join("index.tmp");
    let write = || {
        let mut file = File::create(&temporary)?;
        file.write_all(&serde_json::to_vec_pretty(&manifest)?)?;
        file.write_all(b"\n")?;
        file.sync_all()?;
        fs::rename(&temporary, &path)
    };
    write().map_err(IndexError::io(&path))
}
