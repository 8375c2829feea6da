//! What instructions look like: their operands and fields, by the names that JSON has for them.

use crate::wave::graph::Instruction;
use crate::wave::reference::{Form, Row};

/// The row of an instruction that is written by its name and its operands.
pub(super) fn row(name: &str) -> Option<&'static Row> {
    Instruction::<()>::OPERATIONS.iter().find(|row| row.name == name && name != "register")
}

/// The names of its fields that stand in braces.
pub(super) fn fields(row: &Row) -> Vec<&'static str> {
    let is_in_braces = |name: &str| name != "function";
    let values =
        row.fields.iter().filter(|field| !matches!(field.form, Form::Name | Form::Names)).map(|field| field.name);
    // A dimension tells reductions from functions of two elements that have their names.
    values.filter(|name| is_in_braces(name)).chain((row.name == "binary").then_some("dim")).collect()
}

/// What stands before the name of an attribute that is called like a field.
pub(super) const NODE: &str = "node.";
