//! Tables of the subterms of many files.

#[path = "../common/folder.rs"]
mod folder;
mod incremental;
mod rows;
mod support;
