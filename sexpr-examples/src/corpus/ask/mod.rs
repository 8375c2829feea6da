//! Asking a corpus: which subterms are equal, and where those of a file occur.
//!
//! [`duplicates`] and [`find`] ask the files of an [`Index`](super::Index). All of it is SQL, in `sql/`: what is grouped,
//! joined and ranked is said there, and [DataFusion] runs it here, in the process. Other engines run the same files: see
//! the chapter on corpora. A question reads the table a few times, and sorts the rows whose fingerprint occurs again; what has
//! no room in the memory that it is given goes to temporary files.
//!
//! ```
//! use sexpr_examples::corpus::ask::{Question, duplicates, find, is_asked};
//! use sexpr_examples::corpus::{Index, Indexer, rows};
//! use sexpr_examples::language::of_path;
//!
//! # let directory = std::env::temp_dir().join(format!("sexpr-ask-{}", std::process::id()));
//! # let (programs, out) = (directory.join("programs"), directory.join("index"));
//! # std::fs::create_dir_all(&programs)?;
//! std::fs::write(programs.join("one.lam"), "\\f. \\x. f (f x)")?;
//! std::fs::write(programs.join("other.lam"), "(\\g. \\y. g (g y)) (\\z. z)")?;
//! Indexer::new(&[programs.clone()], &out).min_size(3).run(drop)?;
//! let index = Index::open(&out)?;
//! let question = Question { map_free_vars: false, max_classes: 10, max_places: 10, memory: 64 << 20 };
//!
//! let answer = duplicates(index.parts(), &question, drop)?;
//! assert_eq!(answer.total, 1);
//! assert_eq!(answer.classes[0].occurrences, 2);
//!
//! // The rows of a text that the index does not have: what begins at its first line occurs in two places.
//! let file = programs.join("asked.lam");
//! let language = of_path(&file).expect("`.lam` is the ending of a language");
//! let asked = rows(language, "asked.lam", b"\\a. \\b. a (a b)".to_vec(), index.min_size())?;
//! assert!(is_asked(asked.clone(), Some(1), &question)?);
//! assert_eq!(find(index.parts(), asked, Some(1), &question, drop)?.classes[0].occurrences, 2);
//! # std::fs::remove_dir_all(directory)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [DataFusion]: https://datafusion.apache.org

mod answer;
mod engine;

use std::path::PathBuf;
use std::sync::Arc;

use datafusion::arrow::array::{ArrayRef, BooleanArray, Int64Array, RecordBatch};

pub use self::answer::{Answer, Class, Place};
pub use self::engine::AskError;

use self::engine::Engine;
use super::schema;

const TERMS: &str = include_str!("../sql/terms.sql");
const TERMS_MAP_FREE_VARS: &str = include_str!("../sql/terms_map_free_vars.sql");
const DUPLICATES: &str = include_str!("../sql/duplicates.sql");
const WANTED: &str = include_str!("../sql/wanted.sql");
const FIND: &str = include_str!("../sql/find.sql");

/// How a corpus is asked.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// Whether free variables count up to renaming, or as themselves.
    pub map_free_vars: bool,
    /// How many classes the answer has, at most.
    pub max_classes: u64,
    /// How many places each class has, at most.
    pub max_places: u64,
    /// How many bytes of memory the engine takes for its tables. What has no room there goes to temporary files.
    pub memory: usize,
}

/// Classes of equal subterms that are not inside larger equal ones, the largest saving first. `parts` are the files of an
/// [`Index`](super::Index). `progress` is called from time to time, with the number of rows that were scanned.
///
/// # Errors
///
/// A file is not there or cannot be read, or the memory does not suffice.
pub fn duplicates(parts: &[PathBuf], question: &Question, progress: impl FnMut(u64)) -> Result<Answer, AskError> {
    let engine = engine(parts, question)?;
    engine.add_rows("settings", settings(question, None)?)?;
    Answer::new(&engine.run(DUPLICATES, progress)?)
}

/// Where the subterms of a file occur, the largest first: those that begin at a line, or all that are not inside larger ones
/// that occur. `asked` are the file's rows, as an index has them. `progress` is called from time to time, with the number of
/// rows that were scanned.
///
/// # Errors
///
/// A file is not there or cannot be read, or the memory does not suffice.
pub fn find(
    parts: &[PathBuf],
    asked: RecordBatch,
    line: Option<u32>,
    question: &Question,
    progress: impl FnMut(u64),
) -> Result<Answer, AskError> {
    let engine = engine(parts, question)?;
    ask_about(&engine, asked, line, question)?;
    Answer::new(&engine.run(FIND, progress)?)
}

/// Whether [`find`] has something to look for: a subterm that has a fingerprint and, if a line is given, begins there.
///
/// # Errors
///
/// The memory does not suffice, or a thread cannot be started.
pub fn is_asked(asked: RecordBatch, line: Option<u32>, question: &Question) -> Result<bool, AskError> {
    let engine = Engine::new(question.memory)?;
    ask_about(&engine, asked, line, question)?;
    let rows = engine.run("SELECT row FROM wanted LIMIT 1", |_| ())?;
    Ok(rows.iter().any(|rows| rows.num_rows() > 0))
}

/// An engine with the view that both questions read.
fn engine(parts: &[PathBuf], question: &Question) -> Result<Engine, AskError> {
    let mut engine = Engine::new(question.memory)?;
    engine.add_files("subterms", parts, &schema())?;
    engine.add_view("terms", if question.map_free_vars { TERMS_MAP_FREE_VARS } else { TERMS })?;
    Ok(engine)
}

/// Adds the view of what is asked about.
fn ask_about(engine: &Engine, asked: RecordBatch, line: Option<u32>, question: &Question) -> Result<(), AskError> {
    engine.add_rows("asked", asked)?;
    engine.add_rows("settings", settings(question, line)?)?;
    engine.add_view("wanted", WANTED)
}

/// The table `settings`, of one row.
fn settings(question: &Question, line: Option<u32>) -> Result<RecordBatch, AskError> {
    let number = |number: Option<u64>| -> ArrayRef {
        Arc::new(Int64Array::from(vec![number.map(|number| i64::try_from(number).unwrap_or(i64::MAX))]))
    };
    let columns: [(&str, ArrayRef, bool); 4] = [
        ("map_free_vars", Arc::new(BooleanArray::from(vec![question.map_free_vars])), false),
        ("line", number(line.map(u64::from)), true),
        ("max_classes", number(Some(question.max_classes)), false),
        ("max_places", number(Some(question.max_places)), false),
    ];
    Ok(RecordBatch::try_from_iter_with_nullable(columns)?)
}
