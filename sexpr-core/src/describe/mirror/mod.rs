//! Fields that count as something else than their declared types say.
//!
//! Operations know values of one type, whose trait says what they are. So they see such a field as an [`As`](cast::As),
//! which is the value behind a reference, of another type.
//!
//! - `cast`: `As`, and the cast of references; unsafe code;
//! - `project`: fields that count as what a function makes of them.

#[allow(unsafe_code)]
pub(crate) mod cast;
pub(crate) mod project;
