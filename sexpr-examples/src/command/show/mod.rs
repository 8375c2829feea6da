//! How the command shows what it finds: as text, as JSON, as a page.

mod excerpt;
mod screen;
mod text;

pub(super) use screen::{ColorChoice, Screen};
