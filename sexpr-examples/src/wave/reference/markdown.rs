//! The reference as Markdown.

use std::fmt::Write as _;

use super::{CALL, Form, GRAPH, NODE, Row, operations};

const HEAD: &str = "# Graphs of Wave as JSON

`sexpr wave reference` prints this page, `sexpr wave reference mma` one section, and `sexpr wave reference --schema` a JSON
Schema for editors. The page is generated from a table that tests check against the parser. For an introduction, see
[Graphs of Wave](wave.md).
";

/// The whole reference.
pub fn page() -> String {
    let of_rows = |rows: &mut dyn Iterator<Item = &Row>| rows.map(of_row).collect::<Vec<_>>().join("\n");
    let forms: Vec<String> = Form::ALL.iter().map(|form| of_form(*form)).collect();
    [
        HEAD.to_owned(),
        "## Graphs and nodes\n".to_owned(),
        of_rows(&mut [&GRAPH, &NODE].into_iter()),
        "## Operations\n".to_owned(),
        of_rows(&mut operations().chain([&CALL])),
        "## Values of fields\n".to_owned(),
        forms.join("\n"),
    ]
    .join("\n")
}

/// The section of an operation, of another object, or of a form of values; `None` if there is none of this name.
pub fn section(name: &str) -> Option<String> {
    let row = operations().chain([&GRAPH, &NODE, &CALL]).find(|row| row.name == name).map(of_row);
    row.or_else(|| Form::ALL.iter().find(|form| form.name() == name).map(|form| of_form(*form)))
}

fn of_row(row: &Row) -> String {
    let mut text =
        format!("### {}\n\n{}\n\n| field | value | default | |\n|---|---|---|---|\n", row.name, row.about.trim_ascii());
    for field in row.fields {
        let (form, about) = (field.form.name(), field.about.trim_ascii());
        let default = match field.default {
            None => "required".to_owned(),
            Some(super::UNSET) => "not set".to_owned(),
            Some(default) => format!("`{default}`"),
        };
        // Writing to a text cannot fail.
        let _ = writeln!(text, "| `{}` | [{form}](#{form}) | {default} | {about} |", field.name);
    }
    text + "\n```json\n" + row.example + "\n```\n"
}

fn of_form(form: Form) -> String {
    format!("### {}\n\n{}\n\n```json\n{}\n```\n", form.name(), form.about(), form.example())
}
