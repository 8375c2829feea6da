//! Corpora of programs of lambda, with random programs.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use datafusion::arrow::array::{ArrayRef, FixedSizeBinaryArray, Int32Array, Int64Array, RecordBatch, StringArray};
use datafusion::parquet::arrow::ArrowWriter;
use sexpr_core::terms::{Subterm, Subterms};
use sexpr_core::{Fingerprint, Options};
use sexpr_examples::corpus::ask::Question;
use sexpr_examples::corpus::schema;
use sexpr_examples::lambda::ast::Expr;

/// All of the answer.
pub(crate) const EVERYTHING: Question =
    Question { map_free_vars: false, max_classes: u64::MAX, max_places: u64::MAX, memory: 256 << 20 };

/// The parts of an index, in a folder that goes with it.
pub(crate) struct Corpus {
    folder: PathBuf,
    pub(crate) parts: Vec<PathBuf>,
}

impl Corpus {
    /// A corpus of programs, each in a file of a name, in parts of one file each.
    pub(crate) fn new<'p>(programs: impl IntoIterator<Item = (&'p str, &'p Expr)>) -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let name = format!("corpus {} {}", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed));
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::create_dir_all(&folder).expect("the folder can be made");
        let parts = programs.into_iter().enumerate().map(|(number, (file, program))| {
            let part = folder.join(format!("part {number}.parquet"));
            let rows = rows(file, program);
            let written = fs::File::create(&part).expect("the file can be written");
            let mut writer = ArrowWriter::try_new(written, rows.schema(), None).expect("the schema is one of Parquet");
            writer.write(&rows).expect("rows can be written");
            writer.close().expect("the file can be written");
            part
        });
        let parts = parts.collect();
        Self { folder, parts }
    }
}

impl Drop for Corpus {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// The rows of a program: the line of each is the number of its row.
pub(crate) fn rows(file: &str, program: &Expr) -> RecordBatch {
    let [plain, mapped] =
        [false, true].map(|map| Subterms::new().options(Options::new().map_free_vars(map)).fingerprints(program));
    let paths: Vec<_> = plain.iter().map(|(subterm, _)| subterm.path()).collect();
    let last = |row: usize| {
        let is_inside = |other: &usize| paths[*other].steps().starts_with(paths[row].steps());
        (row..paths.len()).take_while(is_inside).last().unwrap_or(row) as i64
    };
    let count = paths.len();
    let texts = |text: &str| -> ArrayRef { Arc::new(StringArray::from(vec![text; count])) };
    let places =
        |place: fn(usize) -> i32| -> ArrayRef { Arc::new(Int32Array::from_iter_values((0..count).map(place))) };
    let fingerprints = |found: &[(Subterm<'_>, Option<Fingerprint>)]| -> ArrayRef {
        let bytes = found.iter().map(|(_, fingerprint)| fingerprint.map(|it| it.to_u128().to_be_bytes()));
        Arc::new(FixedSizeBinaryArray::try_from_sparse_iter_with_size(bytes, 16).expect("16 bytes each"))
    };
    let same = |bytes: [u8; 16]| -> ArrayRef {
        Arc::new(FixedSizeBinaryArray::try_from_iter(vec![bytes; count].into_iter()).expect("16 bytes each"))
    };
    let columns: Vec<ArrayRef> = vec![
        texts(file),
        Arc::new(Int64Array::from_iter_values(0..count as i64)),
        Arc::new(Int64Array::from_iter_values((0..count).map(last))),
        texts("lambda"),
        Arc::new(StringArray::from_iter_values(plain.iter().map(|it| it.node().type_info().name()))),
        Arc::new(Int64Array::from_iter_values(plain.iter().map(|subterm| subterm.size() as i64))),
        places(|row| row as i32 + 1),
        places(|_| 1),
        places(|row| row as i32 + 1),
        places(|_| 2),
        fingerprints(&plain),
        fingerprints(&mapped),
        same([1; 16]),
        same([2; 16]),
    ];
    RecordBatch::try_new(schema(), columns).expect("columns of the schema")
}

/// Decisions from which programs are made; with none left, each is the simplest.
pub(crate) struct Decisions {
    pub(crate) choices: Vec<u8>,
    /// The names of variables.
    pub(crate) names: [&'static str; 3],
}

impl Decisions {
    fn choose(&mut self, count: usize) -> usize {
        self.choices.pop().map_or(0, |byte| usize::from(byte) % count)
    }

    fn name(&mut self) -> &'static str {
        self.names[self.choose(self.names.len())]
    }

    /// An expression, whose variables may be free.
    pub(crate) fn expr(&mut self, depth: usize) -> Expr {
        match self.choose(if depth == 0 { 2 } else { 8 }) {
            0 => Expr::variable(self.name()),
            1 => Expr::integer(self.choose(2) as i64),
            2..=4 => self.expr(depth - 1).apply(self.expr(depth - 1)),
            5 => {
                let params = [self.name()];
                Expr::lambda(params, self.expr(depth - 1))
            }
            6 => Expr::let_in(self.name(), self.expr(depth - 1), self.expr(depth - 1)),
            _ => {
                let names = if self.choose(2) == 0 { &self.names[..1] } else { &self.names[1..] }.to_vec();
                let bindings: Vec<_> = names.into_iter().map(|name| (name, self.expr(depth - 1))).collect();
                Expr::letrec(bindings, self.expr(depth - 1))
            }
        }
    }

    /// An expression in which no variable is free.
    pub(crate) fn closed(&mut self, depth: usize) -> Expr {
        let body = self.expr(depth);
        Expr::lambda(self.names, body)
    }
}
