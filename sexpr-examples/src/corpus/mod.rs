//! Tables of the subterms of many files, in which equal ones have equal fingerprints: up to renaming, across files.
//!
//! - [`rows`] is the table of one text, as Arrow has tables; [`schema`] says which columns it has.
//! - [`Indexer`] writes the table of whole directories as Parquet files, and brings it up to date.
//! - [`Index`] says which of these files count.
//! - `ask`, with the feature `corpus-sql`, answers which subterms are equal.
//!
//! **An index** is a directory with parts, each the rows of some dozens of files, and `index.json`, which lists the parts
//! that count. All of them are written under other names, and renamed when they are complete. So whoever reads only what
//! `index.json` lists reads nothing half-written. Each part lists in its footer the files whose rows it has, with hashes
//! of their contents. A part all of whose files are unchanged is kept, whether `index.json` lists it or not: an interrupted
//! run is taken up so. Other parts are written anew, and deleted once nothing lists them any more.

#[cfg(feature = "corpus-sql")]
pub mod ask;
mod error;
mod index;
mod indexer;
mod part;
mod rows;
mod schema;
mod sources;

pub use self::error::IndexError;
pub use self::index::Index;
pub use self::indexer::{Event, Indexer, Summary};
pub use self::rows::{MIN_SIZE, content_hash, rows};
pub use self::schema::schema;
