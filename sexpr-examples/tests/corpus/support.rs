//! Directories of programs, and the rows of their indexes.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use arrow_array::cast::AsArray;
use arrow_array::types::{Int32Type, Int64Type};
use arrow_array::{Array, RecordBatch};
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use sexpr_examples::corpus::{Event, Index, IndexError, Indexer, Summary};

use crate::folder::Folder;

/// A row of the table.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Row {
    pub(crate) file: String,
    pub(crate) row: i64,
    pub(crate) last_row: i64,
    pub(crate) language: String,
    pub(crate) type_name: String,
    pub(crate) size: i64,
    /// First line and column, last line and column.
    pub(crate) place: Option<[i32; 4]>,
    pub(crate) fingerprint: Option<u128>,
    pub(crate) fingerprint_map_free_vars: Option<u128>,
    pub(crate) file_fingerprint: Option<u128>,
    pub(crate) content_hash: Option<u128>,
}

/// The rows of a table.
pub(crate) fn rows_of(batch: &RecordBatch) -> Vec<Row> {
    let column = |name: &str| batch.column_by_name(name).expect("the column is there");
    let text = |name, row| column(name).as_string::<i32>().value(row).to_owned();
    let number = |name, row| column(name).as_primitive::<Int64Type>().value(row);
    let place = |name, row| {
        let column = column(name).as_primitive::<Int32Type>();
        column.is_valid(row).then(|| column.value(row))
    };
    let hash = |name, row| {
        let column = column(name).as_fixed_size_binary();
        column.is_valid(row).then(|| u128::from_be_bytes(column.value(row).try_into().expect("it has 16 bytes")))
    };
    let row = |row| Row {
        file: text("file", row),
        row: number("row", row),
        last_row: number("last_row", row),
        language: text("language", row),
        type_name: text("type", row),
        size: number("size", row),
        place: place("start_line", row).map(|start_line| {
            let rest = ["start_column", "end_line", "end_column"].map(|name| place(name, row).expect("it is known"));
            [start_line, rest[0], rest[1], rest[2]]
        }),
        fingerprint: hash("fingerprint", row),
        fingerprint_map_free_vars: hash("fingerprint_map_free_vars", row),
        file_fingerprint: hash("file_fingerprint", row),
        content_hash: hash("content_hash", row),
    };
    (0..batch.num_rows()).map(row).collect()
}

/// A folder with programs, and one for their index.
pub(crate) struct Corpus(pub(crate) Folder);

impl Corpus {
    pub(crate) fn new(name: &str, files: &[(&str, &str)]) -> Self {
        let corpus = Self(Folder::new(&format!("corpus {name}"), &[]));
        fs::create_dir_all(corpus.programs()).expect("the folder can be made");
        files.iter().for_each(|(name, text)| corpus.write(name, text));
        corpus
    }

    pub(crate) fn programs(&self) -> PathBuf {
        self.0.join("programs")
    }

    /// The folder of the index.
    pub(crate) fn out(&self) -> PathBuf {
        self.0.join("index")
    }

    /// Writes a program.
    pub(crate) fn write(&self, name: &str, text: &str) {
        self.0.write(&format!("programs/{name}"), text);
    }

    pub(crate) fn remove(&self, name: &str) {
        fs::remove_file(self.programs().join(name)).expect("the file is there");
    }

    /// Indexes all subterms; returns what was done, and the messages about broken files.
    pub(crate) fn index(&self) -> Result<(Summary, Vec<String>), IndexError> {
        let mut messages = Vec::new();
        let directories = [self.programs()];
        let summary = Indexer::new(&directories, &self.out()).min_size(1).run(|event| {
            if let Event::Broken(report) = event {
                messages.push(format!("{report:?}"));
            }
        })?;
        Ok((summary, messages))
    }

    /// The same where nothing is broken.
    #[track_caller]
    pub(crate) fn index_all(&self) -> Summary {
        let (summary, messages) = self.index().expect("the index can be written");
        assert_eq!(messages, Vec::<String>::new());
        summary
    }

    /// The rows of the index, sorted, with paths from the directory of programs.
    pub(crate) fn rows(&self) -> Vec<Row> {
        let index = Index::open(&self.out()).expect("the index can be read");
        let mut rows: Vec<Row> = index.parts().iter().flat_map(|part| rows_of_part(part)).collect();
        assert_eq!(rows.len() as u64, index.rows(), "the list has the number of rows");
        for row in &mut rows {
            let relative = Path::new(&row.file).strip_prefix(self.programs()).expect("it is below");
            row.file = relative.to_str().expect("it is text").to_owned();
        }
        rows.sort();
        rows
    }

    /// The names of the files that have rows.
    pub(crate) fn files(&self) -> Vec<String> {
        let mut files: Vec<String> = self.rows().into_iter().map(|row| row.file).collect();
        files.dedup();
        files
    }

    /// The names in the directory of the index.
    pub(crate) fn index_files(&self) -> Vec<String> {
        let entries = fs::read_dir(self.out()).expect("the index is there");
        let mut names: Vec<String> =
            entries.map(|entry| entry.expect("it can be read").file_name().into_string().expect("text")).collect();
        names.sort();
        names
    }
}

fn rows_of_part(part: &Path) -> Vec<Row> {
    let file = File::open(part).expect("the part is there");
    let reader =
        ParquetRecordBatchReaderBuilder::try_new(file).expect("it is complete").build().expect("it is Parquet");
    reader.flat_map(|batch| rows_of(&batch.expect("it can be read"))).collect()
}
