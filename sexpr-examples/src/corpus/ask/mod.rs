//! Asking a corpus: which subterms are equal, and where those of a file occur.
//!
//! [`duplicates`] and [`find`] ask the files of an [`Index`](super::Index). All of it is SQL, in `sql/`: what is grouped,
//! joined and ranked is said there, and [DataFusion] runs it here, in the process. Other engines run the same files: see
//! the chapter on corpora.
//!
//! [DataFusion]: https://datafusion.apache.org

mod answer;
mod engine;

use std::path::PathBuf;
use std::sync::Arc;

use datafusion::arrow::array::{Array, ArrayRef, AsArray, BooleanArray, Int64Array, RecordBatch};
use datafusion::arrow::datatypes::Int32Type;

pub use self::answer::{Answer, Class, Place};
pub use self::engine::AskError;

use self::engine::Engine;
use super::schema;

const TERMS: &str = include_str!("../sql/terms.sql");
const TERMS_MAP_FREE_VARS: &str = include_str!("../sql/terms_map_free_vars.sql");
const DUPLICATES: &str = include_str!("../sql/duplicates.sql");
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
    let engine = engine(parts, question, None)?;
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
    let engine = engine(parts, question, line)?;
    engine.add_rows("asked", asked)?;
    Answer::new(&engine.run(FIND, progress)?)
}

/// Whether there is something to ask about: a row that begins at the line, or any, and has the fingerprint that is asked for.
/// These are the rows that `find.sql` wants: an empty answer does not say whether there were any.
pub fn is_asked(asked: &RecordBatch, line: Option<u32>, map_free_vars: bool) -> bool {
    let lines = asked.column_by_name("start_line").and_then(|column| column.as_primitive_opt::<Int32Type>());
    let begins_at = |row: usize, line: u32| {
        lines.is_some_and(|lines| lines.is_valid(row) && i64::from(lines.value(row)) == i64::from(line))
    };
    let fingerprint = if map_free_vars { "fingerprint_map_free_vars" } else { "fingerprint" };
    let fingerprints = asked.column_by_name(fingerprint);
    (0..asked.num_rows()).any(|row| {
        line.is_none_or(|line| begins_at(row, line))
            && fingerprints.is_some_and(|fingerprints| fingerprints.is_valid(row))
    })
}

/// An engine with the tables that both questions read.
fn engine(parts: &[PathBuf], question: &Question, line: Option<u32>) -> Result<Engine, AskError> {
    let mut engine = Engine::new(question.memory)?;
    engine.add_files("subterms", parts, &schema())?;
    engine.add_view("terms", if question.map_free_vars { TERMS_MAP_FREE_VARS } else { TERMS })?;
    engine.add_rows("settings", settings(question, line)?)?;
    Ok(engine)
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
