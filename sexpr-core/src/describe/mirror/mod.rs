//! Values that count as something else than their types say.
//!
//! Operations know values of one type, whose trait says what they are. So they see such a value as an [`As`](cast::As),
//! which is the value behind a reference, of another type.
//!
//! - `cast`: `As`, and the casts of references; unsafe code;
//! - `containers`: pointers and containers of other crates;
//! - `describe`: what a type says of values of another, and how `As` has it;
//! - `ids`: ids and arenas of other crates;
//! - `project`: fields that count as what a function makes of them.

#[allow(unsafe_code)]
pub(crate) mod cast;
pub(crate) mod containers;
pub(crate) mod describe;
pub(crate) mod ids;
pub(crate) mod project;
