//! What `sexpr` shows of differences: as text, as JSON, as a page.

mod book;
mod cited;
#[path = "../common/command.rs"]
mod command;
mod explain;
mod html;
mod json;
mod page;
mod pairs;
mod picture;
#[path = "../common/schema.rs"]
mod schema;
mod text;
mod wave;
