//! From a text to its rows.

use std::sync::Arc;

use arrow_array::builder::FixedSizeBinaryBuilder;
use arrow_array::{ArrayRef, Int32Array, Int64Array, RecordBatch, StringArray};
use arrow_schema::ArrowError;
use miette::Report;
use sexpr_core::Fingerprint;
use twox_hash::XxHash3_128;

use super::schema::{HASH_SIZE, schema};
use crate::language::{AnyLanguage, Subterm, Subterms};
use crate::text::{Source, Span};

/// The least size of subterms that are indexed unless another one is asked for. Most subterms are smaller, and many of those
/// are equal by chance.
pub const MIN_SIZE: u64 = 8;

/// The hash of a file's bytes, by which unchanged files are known: that of XXH3.
pub fn content_hash(bytes: &[u8]) -> u128 {
    XxHash3_128::oneshot(bytes)
}

/// The rows of one text: its subterms of at least `min_size` nodes, with the columns of [`schema`]. `file` is how the table
/// names the text. Nothing is read from a disk.
///
/// Takes the time and memory of [`Subterms::fingerprints`](sexpr_core::terms::Subterms::fingerprints).
///
/// # Errors
///
/// The bytes are not UTF-8, or the text is no program.
///
/// ```
/// use sexpr_examples::{corpus, language};
///
/// let lambda = language::of_path("twice.lam".as_ref()).expect("`.lam` is the ending of a language");
/// let rows = corpus::rows(lambda, "twice.lam", b"\\f x. f (f x)".to_vec(), 1)?;
/// assert_eq!(rows.schema(), corpus::schema());
/// # Ok::<(), miette::Report>(())
/// ```
pub fn rows(language: &dyn AnyLanguage, file: &str, bytes: Vec<u8>, min_size: u64) -> Result<RecordBatch, Report> {
    rows_and_hash(language, file, bytes, min_size).map(|(rows, _)| rows)
}

/// The rows, and the hash of the bytes.
pub(super) fn rows_and_hash(
    language: &dyn AnyLanguage,
    file: &str,
    bytes: Vec<u8>,
    min_size: u64,
) -> Result<(RecordBatch, u128), Report> {
    let content = content_hash(&bytes);
    let source = Source::from_bytes(file, bytes)?;
    let subterms = language.session().subterms(&source, min_size)?;
    // The columns have one length, and the types of the schema.
    let rows = batch(language.name(), file, content, &subterms).map_err(|error| miette::miette!("{file}: {error}"))?;
    Ok((rows, content))
}

fn batch(language: &str, file: &str, content: u128, subterms: &Subterms) -> Result<RecordBatch, ArrowError> {
    let Subterms { fingerprint, all } = subterms;
    let count = all.len();
    let number = |of: fn(&Subterm) -> u64| -> ArrayRef {
        Arc::new(Int64Array::from_iter_values(all.iter().map(|it| i64::try_from(of(it)).unwrap_or(i64::MAX))))
    };
    let place = |of: fn(&Span) -> u32| -> ArrayRef {
        let number = |it: &Subterm| it.place.as_ref().map(|span| i32::try_from(of(span)).unwrap_or(i32::MAX));
        Arc::new(all.iter().map(number).collect::<Int32Array>())
    };
    let fingerprints =
        |of: fn(&Subterm) -> Option<Fingerprint>| hashes(all.iter().map(|it| of(it).map(Fingerprint::to_u128)));
    let text = |text: &str| -> ArrayRef { Arc::new(StringArray::from_iter_values(std::iter::repeat_n(text, count))) };
    let row = |row: usize| i64::try_from(row).unwrap_or(i64::MAX);
    let columns = vec![
        text(file),
        Arc::new(Int64Array::from_iter_values((0..count).map(row))),
        Arc::new(Int64Array::from_iter_values(all.iter().enumerate().map(|(at, it)| row(at + it.inside)))),
        text(language),
        Arc::new(StringArray::from_iter_values(all.iter().map(|it| it.type_name))),
        number(|it| it.size),
        place(|span| span.begin_line),
        place(|span| span.begin_column),
        place(|span| span.end_line),
        place(|span| span.end_column),
        fingerprints(|it| it.fingerprint)?,
        fingerprints(|it| it.fingerprint_map_free_vars)?,
        hashes(std::iter::repeat_n(fingerprint.map(Fingerprint::to_u128), count))?,
        hashes(std::iter::repeat_n(Some(content), count))?,
    ];
    RecordBatch::try_new(schema(), columns)
}

/// A column of hashes, each with its most significant byte first: as they are printed.
fn hashes(values: impl ExactSizeIterator<Item = Option<u128>>) -> Result<ArrayRef, ArrowError> {
    let mut builder = FixedSizeBinaryBuilder::with_capacity(values.len(), HASH_SIZE);
    for value in values {
        match value {
            Some(value) => builder.append_value(value.to_be_bytes())?,
            None => builder.append_null(),
        }
    }
    Ok(Arc::new(builder.finish()))
}
