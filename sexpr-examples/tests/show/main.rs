//! What `sexpr` shows of differences: as text, as JSON, as a page.

#[path = "../common/command.rs"]
mod command;
mod json;
mod pairs;
mod schema;
mod text;
