//! The columns of the table.

use std::sync::{Arc, LazyLock};

use arrow_schema::{DataType, Field, Schema, SchemaRef};

/// How many bytes fingerprints and hashes of contents have.
pub(super) const HASH_SIZE: i32 = 16;

/// The columns, in order: one row for a subterm, sorted by file and row.
///
/// | column | what it says |
/// |---|---|
/// | `file` | the path of the file, as the command was given it |
/// | `row` | the number of the row in its file, from 0: each subterm comes before those in it |
/// | `last_row` | the number of the last row in this subterm, or its own: so rows in it are an interval |
/// | `language` | the language |
/// | `type` | the type of the node |
/// | `size` | how many nodes the subterm has |
/// | `start_line`, `start_column`, `end_line`, `end_column` | the place in the text, from 1; null if it is not known |
/// | `fingerprint` | equal for equal subterms; free variables count as what they are. Null if it has none |
/// | `fingerprint_map_free_vars` | the same, with free variables up to renaming |
/// | `file_fingerprint` | the fingerprint of the whole program, as `sexpr hash` prints it; null if it has none |
/// | `content_hash` | a hash of the bytes of the file |
///
/// A node that several others share has one row, which is in the first of these only.
pub fn schema() -> SchemaRef {
    static SCHEMA: LazyLock<SchemaRef> = LazyLock::new(|| {
        let hash = || DataType::FixedSizeBinary(HASH_SIZE);
        let field = |name: &str, ty| Field::new(name, ty, false);
        let nullable = |name: &str, ty| Field::new(name, ty, true);
        Arc::new(Schema::new(vec![
            field("file", DataType::Utf8),
            field("row", DataType::Int64),
            field("last_row", DataType::Int64),
            field("language", DataType::Utf8),
            field("type", DataType::Utf8),
            field("size", DataType::Int64),
            nullable("start_line", DataType::Int32),
            nullable("start_column", DataType::Int32),
            nullable("end_line", DataType::Int32),
            nullable("end_column", DataType::Int32),
            nullable("fingerprint", hash()),
            nullable("fingerprint_map_free_vars", hash()),
            nullable("file_fingerprint", hash()),
            field("content_hash", hash()),
        ]))
    });
    SCHEMA.clone()
}
