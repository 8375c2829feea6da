//! Parts of an index: Parquet files, each with the rows of some source files, which its footer lists.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use arrow_array::RecordBatch;
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, Encoding, ZstdLevel};
use parquet::file::metadata::{KeyValue, ParquetMetaDataReader};
use parquet::file::properties::WriterProperties;
use parquet::schema::types::ColumnPath;
use serde::{Deserialize, Serialize};

use super::IndexError;
use super::index::Version;
use super::rows::content_hash;
use super::schema::schema;

/// The key in the metadata of a part's footer under which its [`Footer`] is.
const KEY: &str = "sexpr.corpus";

/// How many rows are held in memory until they are written: some 10 MB.
const ROW_GROUP: usize = 64 << 10;

/// What a part says of itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Footer {
    #[serde(flatten)]
    pub(super) version: Version,
    pub(super) min_size: u64,
    pub(super) files: Vec<IndexedFile>,
}

/// A source file whose rows a part has.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct IndexedFile {
    pub(super) path: String,
    pub(super) language: String,
    /// The hash of its bytes, in hexadecimal.
    pub(super) content: String,
    /// How many bytes it has.
    pub(super) bytes: u64,
    pub(super) rows: u64,
}

impl Footer {
    /// Reads the footer of a part; `None` if the file is not complete, or of another version.
    pub(super) fn read(part: &Path) -> Option<Self> {
        let file = File::open(part).ok()?;
        let metadata = ParquetMetaDataReader::new().parse_and_finish(&file).ok()?;
        let entry = metadata.file_metadata().key_value_metadata()?.iter().find(|entry| entry.key == KEY)?;
        let footer: Self = serde_json::from_str(entry.value.as_ref()?).ok()?;
        (footer.version == Version::this()).then_some(footer)
    }
}

impl IndexedFile {
    pub(super) fn new(path: &str, language: &str, content: u128, bytes: u64, rows: u64) -> Self {
        Self { path: path.to_owned(), language: language.to_owned(), content: format!("{content:032x}"), bytes, rows }
    }
}

/// A complete part.
#[derive(Clone, Debug)]
pub(super) struct Part {
    /// The name in the index's directory.
    pub(super) name: String,
    pub(super) footer: Footer,
}

impl Part {
    /// Reads the footer of a part; `None` if the file is not complete, or of another version.
    pub(super) fn read(directory: &Path, name: String) -> Option<Self> {
        Footer::read(&directory.join(&name)).map(|footer| Self { name, footer })
    }

    pub(super) fn files(&self) -> u64 {
        self.footer.files.len() as u64
    }

    /// How many bytes the texts of its files have.
    pub(super) fn bytes(&self) -> u64 {
        self.footer.files.iter().map(|file| file.bytes).sum()
    }

    pub(super) fn rows(&self) -> u64 {
        self.footer.files.iter().map(|file| file.rows).sum()
    }
}

/// Whether a file of the directory is a part, by its name: `part-` and a hash. Other tools name files in similar ways.
pub(super) fn is_part(name: &str) -> bool {
    let is_hash = |name: &str| name.len() == 32 && name.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    between(name, ".parquet").is_some_and(is_hash)
}

/// Whether a file of the directory is one that an interrupted run left: `part-` and a number.
pub(super) fn is_temporary(name: &str) -> bool {
    let is_number = |name: &str| !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit());
    between(name, ".tmp").is_some_and(is_number)
}

/// What a name has between `part-` and its ending.
fn between<'n>(name: &'n str, ending: &str) -> Option<&'n str> {
    name.strip_prefix("part-")?.strip_suffix(ending)
}

/// Writes a part, row group by row group.
pub(super) struct PartWriter<'d> {
    directory: &'d Path,
    temporary: PathBuf,
    writer: ArrowWriter<File>,
    footer: Footer,
}

impl<'d> PartWriter<'d> {
    /// Begins a part. `number` tells parts apart that are written at the same time.
    pub(super) fn create(directory: &'d Path, number: usize, min_size: u64) -> Result<Self, IndexError> {
        let temporary = directory.join(format!("part-{number}.tmp"));
        let file = File::create(&temporary).map_err(IndexError::io(&temporary))?;
        let writer = ArrowWriter::try_new(file, schema(), Some(properties())).map_err(IndexError::part(&temporary))?;
        let footer = Footer { version: Version::this(), min_size, files: Vec::new() };
        Ok(Self { directory, temporary, writer, footer })
    }

    /// Adds the rows of a file.
    pub(super) fn add(&mut self, file: IndexedFile, rows: &RecordBatch) -> Result<(), IndexError> {
        self.footer.files.push(file);
        self.writer.write(rows).map_err(IndexError::part(&self.temporary))
    }

    /// Gives the part its name once it is complete: the same name for the same files. A part of no files is none.
    pub(super) fn finish(self) -> Result<Option<Part>, IndexError> {
        let Self { directory, temporary, mut writer, footer } = self;
        if footer.files.is_empty() {
            drop(writer);
            fs::remove_file(&temporary).map_err(IndexError::io(&temporary))?;
            return Ok(None);
        }
        let written = serde_json::to_string(&footer).map_err(|error| IndexError::io(&temporary)(error.into()))?;
        let name = format!("part-{:032x}.parquet", content_hash(written.as_bytes()));
        writer.append_key_value_metadata(KeyValue::new(KEY.to_owned(), written));
        writer.finish().map_err(IndexError::part(&temporary))?;
        let path = directory.join(&name);
        writer.inner().sync_all().and_then(|()| fs::rename(&temporary, &path)).map_err(IndexError::io(&path))?;
        Ok(Some(Part { name, footer }))
    }
}

fn properties() -> WriterProperties {
    let mut properties = WriterProperties::builder()
        .set_compression(Compression::ZSTD(ZstdLevel::default()))
        .set_max_row_group_row_count(Some(ROW_GROUP));
    // Numbers that are mostly new, and near the one before.
    for column in ["row", "last_row", "start_line", "end_line"] {
        let column = ColumnPath::from(column);
        properties = properties
            .set_column_dictionary_enabled(column.clone(), false)
            .set_column_encoding(column, Encoding::DELTA_BINARY_PACKED);
    }
    properties.build()
}
