//! The reference as a JSON Schema, for editors.

use serde_json::{Map, Value, json};

use super::form::reference;
use super::{CALL, Form, GRAPH, NODE, Row, operations};

/// A JSON Schema of graphs. It accepts every graph that can be read. Names and the texts of expressions it does not check.
pub fn schema() -> Value {
    let mut definitions: Map<String, Value> =
        Form::ALL.iter().map(|form| (form.name().to_owned(), described(form.schema(), form.about()))).collect();
    definitions.insert(NODE.name.to_owned(), object(&NODE));
    let mut schema = json!({"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "A graph of Wave"});
    if let (Value::Object(schema), Value::Object(graph)) = (&mut schema, object(&GRAPH)) {
        schema.extend(graph);
        schema.insert("$defs".to_owned(), Value::Object(definitions));
    }
    schema
}

fn object(row: &Row) -> Value {
    let required: Vec<&str> =
        row.fields.iter().filter(|field| field.default.is_none()).map(|field| field.name).collect();
    let field = |field: &super::Field| {
        let mut schema = described(reference(field.form), field.about);
        if let Some(default) =
            field.default.and_then(|text| serde_json::from_str(text).ok()).filter(|of| *of != Value::Null)
        {
            schema["default"] = default;
        }
        (field.name.to_owned(), schema)
    };
    json!({
        "description": row.about.trim_ascii(),
        "type": "object",
        "properties": row.fields.iter().map(field).collect::<Map<_, _>>(),
        "required": required,
        "additionalProperties": false,
    })
}

/// An object with one field: the operation.
pub(super) fn operation() -> Value {
    json!({
        "type": "object",
        "properties": operations().map(|row| (row.name.to_owned(), object(row))).collect::<Map<_, _>>(),
        "additionalProperties": object(&CALL),
        "minProperties": 1,
        "maxProperties": 1,
    })
}

fn described(mut schema: Value, about: &str) -> Value {
    schema["description"] = Value::from(about.trim_ascii());
    schema
}
