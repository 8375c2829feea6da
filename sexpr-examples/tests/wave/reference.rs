//! The reference of graphs as JSON: its page and its schema say what the parser does.

use serde_json::{Value, json};
use sexpr_examples::wave::reference::{self, CALL, Form, GRAPH, NODE, Row, operations};
use sexpr_examples::wave::{self, JsonError};

use crate::generator::random_graph;
use crate::schema::validate;

/// A graph with the nodes of an example, and the nodes that these use.
fn around(nodes: &str) -> String {
    let used = ["a", "b", "c", "d", "e"].map(|name| format!(r#"{{"name": "{name}", "op": {{"placeholder": {{}}}}}}"#));
    format!(r#"{{"nodes": [{}, {nodes}, {{"name": "end", "op": {{"output": {{"values": []}}}}}}]}}"#, used.join(", "))
}

/// The graph of a row's example.
fn example(row: &Row) -> Value {
    let text = if row.name == GRAPH.name { row.example.to_owned() } else { around(row.example) };
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", row.name))
}

/// The example of an operation without one of its fields.
fn without(row: &Row, field: &str) -> Value {
    let mut node: Value = serde_json::from_str(row.example).expect("it is JSON");
    for (_, body) in node["op"].as_object_mut().expect("an operation") {
        body.as_object_mut().expect("fields").remove(field);
    }
    serde_json::from_str(&around(&node.to_string())).expect("it is JSON")
}

fn read(graph: &Value) -> Result<wave::Graph, JsonError> {
    wave::read(&graph.to_string())
}

#[test]
fn the_page_in_the_book_is_the_reference() {
    let page = include_str!("../../../docs/src/wave-json.md");
    assert!(page == reference::page(), "write it again: sexpr wave reference > docs/src/wave-json.md");
}

#[test]
fn the_schema_for_editors_is_the_references() {
    let schema: Value = serde_json::from_str(include_str!("../../schema/wave-1.json")).expect("it is JSON");
    let again = "write it again: sexpr wave reference --schema > sexpr-examples/schema/wave-1.json";
    assert!(schema == reference::schema(), "{again}");
}

#[test]
fn the_examples_are_read_and_fit_the_schema() {
    for row in operations().chain([&GRAPH, &NODE, &CALL]) {
        let graph = example(row);
        assert!(read(&graph).is_ok(), "{}: {:?}", row.name, read(&graph));
        assert_eq!(validate(&reference::schema(), &graph), Ok(()), "{}", row.name);
    }
    for form in Form::ALL {
        let value: Value = serde_json::from_str(form.example()).unwrap_or_else(|error| panic!("{form:?}: {error}"));
        let of_form = json!({"$ref": format!("#/$defs/{}", form.name()), "$defs": reference::schema()["$defs"]});
        assert_eq!(validate(&of_form, &value), Ok(()), "{form:?}");
    }
}

#[test]
fn fields_are_required_where_the_reference_says_so() {
    for row in operations().chain([&CALL]) {
        for field in row.fields {
            let graph = without(row, field.name);
            let is_optional = field.default.is_some();
            assert_eq!(read(&graph).is_ok(), is_optional, "{} without {}", row.name, field.name);
            assert_eq!(validate(&reference::schema(), &graph).is_ok(), is_optional, "{}: {}", row.name, field.name);
        }
    }
}

#[test]
fn every_graph_that_is_read_fits_the_schema() {
    let written = (0..200).map(|seed| wave::write(&random_graph(seed, 20)).expect("it is well formed"));
    let programs = ["attention", "matmul", "matmul_changed", "matmul_hoisted", "traced"].map(|name| {
        let path = format!("{}/programs/{name}.json", env!("CARGO_MANIFEST_DIR"));
        std::fs::read_to_string(path).expect("the program is there")
    });
    let schema = reference::schema();
    for text in written.chain(programs) {
        let graph: Value = serde_json::from_str(&text).expect("it is JSON");
        assert_eq!(validate(&schema, &graph), Ok(()), "{text}");
    }
}

#[test]
fn a_mistake_is_told_at_the_field_with_the_section_that_describes_it() {
    for (node, place, row, message) in cases! {
        r#"{"name": "x", "op": {"mma": {"lhs": 3, "rhs": "b", "acc": "c"}}}"#, "3,", "mma" => "expected a node's name";
        r#"{"name": "x", "op": {"mma": {"lhs": "a", "rhs": "b"}}}"#, r#"{"lhs"#, "mma" => "missing field `acc`";
        r#"{"name": "x", "op": {"read": {"memory": "a", "kind": "k"}}}"#, r#""k"}"#, "read" => "unknown field `kind`";
        r#"{"name": "x", "op": {"read": {"memory": "a", "mapping": null}}}"#, "null", "read" =>
            "leave out what is not set";
        r#"{"name": "x", "op": {"cast": {"arg": "gone", "dtype": "f16"}}}"#, r#""gone"#, "cast" => "`x` uses `gone`";
        r#"{"name": "x", "op": {"broadcast": {"arg": "a", "shape": "M"}}}"#, r#""M"}"#, "broadcast" =>
            "its field `shape`: invalid type: the text \"M\", expected a list";
        r#"{"name": "x", "op": {"topk": {"operands": 1}}}"#, "1}}", "other" => "its field `operands`: a list";
        r#"{"name": "x", "op": {"unary": {}}, "attributes": {"k": null}}"#, "null", "attribute" => "left out";
        r#"{"name": "x"}"#, r#"{"name": "x"}"#, "node" => "missing field `op`";
    } {
        let text = around(node);
        let error = wave::read(&text).expect_err(node);
        let column = text.find(place).map(|at| text[..at].chars().count() + 1);
        assert_eq!(error.position().map(|position| position.column), column, "{error}");
        assert_eq!(error.row(), Some(row), "{error}");
        assert!(error.to_string().contains(message), "{error}");
        assert!(reference::section(row).is_some_and(|section| section.starts_with(&format!("### {row}\n"))));
    }
    assert_eq!(wave::read("{").expect_err("it has no end").row(), Some("graph"));
}
