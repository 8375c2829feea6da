//! What the queries answer, read from the engine's rows.

use datafusion::arrow::array::{Array, AsArray, RecordBatch};
use datafusion::arrow::datatypes::{DataType, Decimal128Type, Int32Type, Int64Type, UInt64Type};
use datafusion::arrow::error::ArrowError;
use sexpr_core::Fingerprint;

use super::engine::AskError;

/// The columns of places: line and column of the start, and of the end.
const FOUND: [[&str; 2]; 2] = [["start_line", "start_column"], ["end_line", "end_column"]];
const ASKED: [[&str; 2]; 2] = [["asked_start_line", "asked_start_column"], ["asked_end_line", "asked_end_column"]];

/// Classes of equal subterms.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// The classes, in the order of the query.
    pub classes: Vec<Class>,
    /// How many classes there are, with those beyond the limit.
    pub total: u64,
}

/// Equal subterms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    /// What they have in common.
    pub fingerprint: Fingerprint,
    /// The type of each.
    pub type_name: String,
    /// The number of nodes of each.
    pub size: u64,
    /// How many there are.
    pub occurrences: u64,
    /// How many nodes there would be less, were there only one. `None` for what was asked about.
    pub saving: Option<u128>,
    /// Line and column at which the subterm that was asked about starts and ends. `None` if the query is about all, or the
    /// place is not known.
    pub asked: Option<[(u32, u32); 2]>,
    /// Where they are, in the order of files and rows, up to the limit.
    pub places: Vec<Place>,
}

/// Where a subterm is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file's path, as it was indexed.
    pub file: String,
    /// The number of the row in its file.
    pub row: u64,
    /// Line and column at which it starts and ends, if they are known.
    pub span: Option<[(u32, u32); 2]>,
    /// The hash of the file's content, when it was indexed.
    pub content_hash: u128,
}

impl Answer {
    /// Reads rows that are sorted by classes.
    pub(super) fn new(batches: &[RecordBatch]) -> Result<Self, AskError> {
        let mut answer = Self::default();
        let mut last = None;
        for batch in batches {
            let rows = Rows::new(batch);
            for row in 0..batch.num_rows() {
                let class = rows.number("class", row)?;
                if last != class {
                    last = class;
                    answer.total = rows.count("classes", row)?;
                    answer.classes.push(rows.class(row)?);
                }
                if let Some(class) = answer.classes.last_mut() {
                    class.places.push(rows.place(row)?);
                }
            }
        }
        Ok(answer)
    }
}

/// A batch, from which values are read by the names of columns.
struct Rows<'b> {
    batch: &'b RecordBatch,
}

impl<'b> Rows<'b> {
    fn new(batch: &'b RecordBatch) -> Self {
        Self { batch }
    }

    fn class(&self, row: usize) -> Result<Class, ArrowError> {
        Ok(Class {
            fingerprint: Fingerprint::from_u128(self.hash("fingerprint", row)?),
            type_name: self.text("type", row)?,
            size: self.count("size", row)?,
            occurrences: self.count("occurrences", row)?,
            saving: self.number("saving", row)?.and_then(|saving| u128::try_from(saving).ok()),
            asked: self.span(ASKED, row)?,
            places: Vec::new(),
        })
    }

    fn place(&self, row: usize) -> Result<Place, ArrowError> {
        Ok(Place {
            file: self.text("file", row)?,
            row: self.count("row", row)?,
            span: self.span(FOUND, row)?,
            content_hash: self.hash("content_hash", row)?,
        })
    }

    /// Where something starts and ends, if both are known.
    fn span(&self, [start, end]: [[&str; 2]; 2], row: usize) -> Result<Option<[(u32, u32); 2]>, ArrowError> {
        let [start, end] = [self.position(start, row)?, self.position(end, row)?];
        Ok(start.zip(end).map(|(start, end)| [start, end]))
    }

    /// A line and a column, if there are both.
    fn position(&self, names: [&str; 2], row: usize) -> Result<Option<(u32, u32)>, ArrowError> {
        let [line, column] = names.map(|name| self.number(name, row));
        let at = |number: i128| u32::try_from(number).unwrap_or(u32::MAX);
        Ok(line?.zip(column?).map(|(line, column)| (at(line), at(column))))
    }

    /// A whole number; `None` if there is none, or no such column.
    fn number(&self, name: &str, row: usize) -> Result<Option<i128>, ArrowError> {
        let Some(column) = self.batch.column_by_name(name).filter(|column| column.is_valid(row)) else {
            return Ok(None);
        };
        Ok(Some(match column.data_type() {
            DataType::Int32 => column.as_primitive::<Int32Type>().value(row).into(),
            DataType::Int64 => column.as_primitive::<Int64Type>().value(row).into(),
            DataType::UInt64 => column.as_primitive::<UInt64Type>().value(row).into(),
            DataType::Decimal128(_, 0) => column.as_primitive::<Decimal128Type>().value(row),
            _ => return Err(unexpected(name)),
        }))
    }

    /// A number that counts something.
    fn count(&self, name: &str, row: usize) -> Result<u64, ArrowError> {
        let number = self.number(name, row)?.and_then(|number| u64::try_from(number).ok());
        number.ok_or_else(|| unexpected(name))
    }

    fn text(&self, name: &str, row: usize) -> Result<String, ArrowError> {
        let column = self.batch.column_by_name(name).and_then(|column| column.as_string_opt::<i32>());
        column.map(|column| column.value(row).to_owned()).ok_or_else(|| unexpected(name))
    }

    /// A hash, whose most significant byte comes first.
    fn hash(&self, name: &str, row: usize) -> Result<u128, ArrowError> {
        let column = self.batch.column_by_name(name).and_then(|column| column.as_fixed_size_binary_opt());
        let bytes = column.and_then(|column| column.value(row).try_into().ok());
        bytes.map(u128::from_be_bytes).ok_or_else(|| unexpected(name))
    }
}

/// A query has other columns than are read here.
fn unexpected(name: &str) -> ArrowError {
    ArrowError::SchemaError(format!("the query's column `{name}` has an unexpected type or value"))
}
