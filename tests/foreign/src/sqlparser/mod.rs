//! SQL, in sqlparser's representation.
//!
//! Spans and tokens do not count. What has no mirror is compared by its `Display`, which has neither, or, where it has none,
//! by its `Debug`, which has both.

#![allow(missing_docs, reason = "mirrors are called as what they mirror, where that is documented")]
#![allow(clippy::large_enum_variant, reason = "there are no values of mirrors")]

use std::fmt::{Debug, Display};

mod expressions;
mod functions;
mod queries;
pub mod scripts;
mod statements;
mod tables;

pub use expressions::*;
pub use functions::*;
pub use queries::*;
pub use statements::*;
pub use tables::*;

/// What has no mirror.
fn shown(part: &impl Display) -> String {
    part.to_string()
}

fn optional(part: &Option<impl Display>) -> String {
    part.as_ref().map(shown).unwrap_or_default()
}

#[allow(clippy::ptr_arg, reason = "the function reads the field as it is")]
fn listed(parts: &Vec<impl Display>) -> String {
    parts.iter().map(|part| format!("{part}\n")).collect()
}

/// What cannot be shown in another way.
fn printed(part: &Option<impl Debug>) -> String {
    part.as_ref().map(|part| format!("{part:?}")).unwrap_or_default()
}

fn settings(settings: &Option<Vec<sqlparser::ast::Setting>>) -> String {
    settings.as_ref().map(listed).unwrap_or_default()
}
