//! Descriptions of types by other types.
//!
//! A field that counts as something else than its declared type says is described by another type, which implements
//! [`Describe`](describe::Describe) for the declared one. Operations know values of one type, whose trait says what they
//! are. So they see a described value as an [`As`](cast::As), which is the value behind a reference, of another type.
//!
//! - `cast`: `As`, and the cast of references; unsafe code;
//! - `describe`: what a description says, and how `As` has it;
//! - `project`: fields that count as what a function makes of them.

#[allow(unsafe_code)]
pub(crate) mod cast;
pub(crate) mod describe;
pub(crate) mod project;
