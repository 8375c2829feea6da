//! Asking corpora: the queries as a library answers them, and as the command does.

mod command;
mod corpus;
#[path = "../common/folder.rs"]
mod folder;
mod laws;
mod missing_parts;
#[path = "../common/schema.rs"]
mod schema;
