//! Writes an index, and brings it up to date.

use std::collections::{HashMap, HashSet};
use std::fs::{self, File, TryLockError};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use miette::{Diagnostic, Report};

use super::part::{IndexedFile, Part, PartWriter, is_part, is_temporary};
use super::rows::{content_hash, rows_and_hash};
use super::sources::{self, SourceFile};
use super::{IndexError, MIN_SIZE, index};
use crate::parallel;
use crate::text::ReadError;

/// The files of a part are at most so many, and their texts have about so many bytes: when one of them changes, all are
/// read again, and fewer in a part would make more parts.
const FILES: usize = 64;
const BYTES: u64 = 4 << 20;

/// Parts of fewer files, and of fewer bytes, are small. If there are more such parts, they are written anew, as larger ones.
const FEW_FILES: usize = FILES / 4;
const FEW_BYTES: u64 = BYTES / 4;
const SMALL_PARTS: usize = 8;

/// Writes the index of directories, or brings it up to date.
///
/// Works on as many threads as the machine has cores, and takes memory for the programs and the rows of one file for each of
/// these, for a row group, and for the names of all files.
///
/// ```
/// use sexpr_examples::corpus::{Event, Index, Indexer};
///
/// # let directory = std::env::temp_dir().join(format!("sexpr-corpus-{}", std::process::id()));
/// # let (programs, out) = (directory.join("programs"), directory.join("index"));
/// # std::fs::create_dir_all(&programs)?;
/// std::fs::write(programs.join("twice.lam"), "\\f x. f (f x)")?;
/// let summary = Indexer::new(&[programs], &out).min_size(3).run(|event| {
///     if let Event::Broken(report) = event {
///         eprintln!("{report:?}");
///     }
/// })?;
/// assert_eq!(Index::open(&out)?.rows(), summary.rows);
/// # std::fs::remove_dir_all(directory)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Indexer<'a> {
    directories: &'a [PathBuf],
    out: &'a Path,
    min_size: u64,
    wanted: Option<&'a str>,
}

/// What happens in a run.
#[derive(Debug)]
pub enum Event {
    /// A file cannot be indexed, and is left out.
    Broken(Report),
    /// So many files are done, of so many that are to be read.
    Done {
        /// Those that are done.
        files: usize,
        /// All that are to be read.
        of: usize,
    },
}

/// What an index has after a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// How many files it has.
    pub files: u64,
    /// How many of these were not read as programs, since they and all others of their part are unchanged.
    pub unchanged: u64,
    /// How many files were left out.
    pub broken: u64,
    /// How many rows it has.
    pub rows: u64,
    /// In how many parts.
    pub parts: usize,
}

/// Reading a file panicked.
#[derive(Debug, thiserror::Error, Diagnostic)]
#[error("the work on {0} panicked")]
#[diagnostic(help("this is a mistake in the command, and no fault of the file: report it with the message above"))]
struct Panicked(String);

/// What became of the files of a part.
type Written = Result<(Option<Part>, Vec<Report>), IndexError>;

impl<'a> Indexer<'a> {
    /// An indexer of the programs in directories, which writes to the directory `out`.
    pub fn new(directories: &'a [PathBuf], out: &'a Path) -> Self {
        Self { directories, out, min_size: MIN_SIZE, wanted: None }
    }

    /// Subterms of at least so many nodes; [`MIN_SIZE`] if nothing else is said.
    pub fn min_size(self, min_size: u64) -> Self {
        Self { min_size, ..self }
    }

    /// Programs of this language only.
    pub fn language(self, wanted: Option<&'a str>) -> Self {
        Self { wanted, ..self }
    }

    /// Writes the index. What happens is told to `on_event`, in this thread.
    ///
    /// # Errors
    ///
    /// A directory of programs is not there, the index cannot be written, or another process is writing it. The index is
    /// as it was then, and what was written so far is used by the next run.
    pub fn run(&self, mut on_event: impl FnMut(Event)) -> Result<Summary, IndexError> {
        fs::create_dir_all(self.out).map_err(IndexError::io(self.out))?;
        let _lock = self.lock()?;
        let listed = index::listed(self.out)?;
        let mut broken = 0;
        let files = sources::find(self.directories, self.out, self.wanted, |report| {
            broken += 1;
            on_event(Event::Broken(report));
        })?;
        let mut parts = self.kept(listed, &files)?;
        let kept: HashSet<&str> = names(&parts).collect();
        let unchanged = kept.len() as u64;
        let changed: Vec<SourceFile> = files.into_iter().filter(|file| !kept.contains(file.name.as_str())).collect();
        drop(kept);

        let groups = groups(&changed);
        let numbered: Vec<_> = groups.iter().enumerate().collect();
        let (mut done, mut failed) = (0, None);
        let write = |(number, files): &(usize, &&[SourceFile])| self.write(*number, files);
        parallel::in_order(&numbered, write, |taken, written| {
            match written.unwrap_or_else(|panic| std::panic::resume_unwind(panic)) {
                Ok((part, reports)) => {
                    parts.extend(part);
                    broken += reports.len() as u64;
                    reports.into_iter().for_each(|report| on_event(Event::Broken(report)));
                    done += groups[taken - 1].len();
                    on_event(Event::Done { files: done, of: changed.len() });
                    ControlFlow::Continue(())
                }
                Err(error) => {
                    failed = Some(error);
                    ControlFlow::Break(())
                }
            }
        });
        if let Some(error) = failed {
            return Err(error);
        }
        index::write(self.out, self.min_size, &parts)?;
        self.delete_others(&parts)?;
        Ok(Summary {
            files: parts.iter().map(Part::files).sum(),
            unchanged,
            broken,
            rows: parts.iter().map(Part::rows).sum(),
            parts: parts.len(),
        })
    }

    /// Keeps others from writing, until it is dropped, or the process ends.
    fn lock(&self) -> Result<File, IndexError> {
        let path = self.out.join(".lock");
        let file = File::create(&path).map_err(IndexError::io(&path))?;
        match file.try_lock() {
            Ok(()) => Ok(file),
            Err(TryLockError::WouldBlock) => Err(IndexError::Locked(self.out.to_path_buf())),
            Err(TryLockError::Error(error)) => Err(IndexError::io(&path)(error)),
        }
    }

    /// The parts that are there and can be kept: those all of whose files are unchanged. Those that are listed come first,
    /// if several have the same file.
    fn kept(&self, listed: Vec<String>, files: &[SourceFile]) -> Result<Vec<Part>, IndexError> {
        let mut names = listed;
        let known: HashSet<String> = names.iter().cloned().collect();
        names.extend(self.own_files()?.into_iter().filter(|name| is_part(name) && !known.contains(name)));
        let parts = names.into_iter().filter_map(|name| Part::read(self.out, name));
        let parts: Vec<Part> = parts.filter(|part| part.footer.min_size == self.min_size).collect();

        let wanted: HashSet<&str> = self::names(&parts).collect();
        let hashed: Vec<&SourceFile> = files.iter().filter(|file| wanted.contains(file.name.as_str())).collect();
        let mut contents = HashMap::new();
        let hash = |file: &&SourceFile| fs::read(&file.path).ok().map(|bytes| content_hash(&bytes));
        parallel::in_order(&hashed, hash, |taken, content| {
            let file = hashed[taken - 1];
            if let Ok(Some(content)) = content {
                contents.insert(file.name.as_str(), (file.language.name(), format!("{content:032x}")));
            }
            ControlFlow::Continue(())
        });
        // Each file's rows are taken from one part.
        let mut is_kept = |part: &Part| {
            let is_unchanged = |file: &IndexedFile| {
                contents
                    .get(file.path.as_str())
                    .is_some_and(|(language, content)| *language == file.language && *content == file.content)
            };
            let is_kept = part.footer.files.iter().all(is_unchanged);
            if is_kept {
                part.footer.files.iter().for_each(|file| _ = contents.remove(file.path.as_str()));
            }
            is_kept
        };
        let mut kept: Vec<Part> = parts.into_iter().filter(|part| is_kept(part)).collect();
        let is_small = |part: &Part| part.footer.files.len() < FEW_FILES && part.bytes() < FEW_BYTES;
        if kept.iter().filter(|part| is_small(part)).count() > SMALL_PARTS {
            kept.retain(|part| !is_small(part));
        }
        Ok(kept)
    }

    /// Writes the rows of files as a part.
    fn write(&self, number: usize, files: &[SourceFile]) -> Written {
        let mut writer = PartWriter::create(self.out, number, self.min_size)?;
        let mut broken = Vec::new();
        for SourceFile { path, name, language, .. } in files {
            let rows = || {
                let bytes = fs::read(path).map_err(|error| ReadError::Io { name: name.clone(), error })?;
                let length = bytes.len() as u64;
                rows_and_hash(*language, name, bytes, self.min_size).map(|(rows, content)| (rows, content, length))
            };
            match catch_unwind(AssertUnwindSafe(rows)) {
                Ok(Ok((rows, content, bytes))) => {
                    let file = IndexedFile::new(name, language.name(), content, bytes, rows.num_rows() as u64);
                    writer.add(file, &rows)?;
                }
                Ok(Err(report)) => broken.push(report),
                Err(_) => broken.push(Panicked(name.clone()).into()),
            }
        }
        Ok((writer.finish()?, broken))
    }

    /// Deletes parts that do not count any more, and what interrupted runs left.
    fn delete_others(&self, parts: &[Part]) -> Result<(), IndexError> {
        let kept: HashSet<&str> = parts.iter().map(|part| part.name.as_str()).collect();
        for name in self.own_files()? {
            if !kept.contains(name.as_str()) {
                let path = self.out.join(name);
                fs::remove_file(&path).map_err(IndexError::io(&path))?;
            }
        }
        Ok(())
    }

    /// The parts in the directory of the index, complete or not.
    fn own_files(&self) -> Result<Vec<String>, IndexError> {
        let mut names = Vec::new();
        for entry in fs::read_dir(self.out).map_err(IndexError::io(self.out))? {
            let entry = entry.map_err(IndexError::io(self.out))?;
            names.extend(entry.file_name().into_string().ok().filter(|name| is_part(name) || is_temporary(name)));
        }
        names.sort();
        Ok(names)
    }
}

/// The names of the files in parts.
fn names(parts: &[Part]) -> impl Iterator<Item = &str> {
    parts.iter().flat_map(|part| &part.footer.files).map(|file| file.path.as_str())
}

/// The files of each part, in order.
fn groups(files: &[SourceFile]) -> Vec<&[SourceFile]> {
    let mut groups = Vec::new();
    let (mut begin, mut bytes) = (0, 0);
    for (index, file) in files.iter().enumerate() {
        if index > begin && (index - begin == FILES || bytes + file.bytes > BYTES) {
            groups.push(&files[begin..index]);
            (begin, bytes) = (index, 0);
        }
        bytes += file.bytes;
    }
    groups.extend(Some(&files[begin..]).filter(|rest| !rest.is_empty()));
    groups
}
