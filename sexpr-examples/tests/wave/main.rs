//! Wave: its document, paragraph by paragraph; conversion, captures, equivalence and JSON, on graphs made by hand and at
//! random.

#[macro_use]
#[path = "../common/cases.rs"]
mod cases;

mod calls;
mod captures;
mod changes;
mod chapter;
mod check;
mod conversion;
mod dialect;
mod document;
mod edit;
mod equivalence;
mod exporter;
mod generator;
mod json;
mod memory;
mod mutation;
mod random;
mod reference;
mod relation;
mod substitution;
mod support;

#[path = "../common/schema.rs"]
mod schema;

#[path = "../common/python.rs"]
mod python;
