//! Tables of the subterms of many files.

mod generator;
mod incremental;
mod measured;
mod rows;
mod support;
