//! The examples of the book's chapter: they parse, are well formed, print and compare as they stand.

use sexpr_core::structural_equal;
use sexpr_examples::wave;

use crate::support::difference;

/// The blocks of the chapter in a language.
fn blocks(language: &str) -> Vec<&'static str> {
    let chapter = include_str!("../../../docs/src/wave.md");
    let fence = format!("```{language}\n");
    chapter.split(&fence).skip(1).map(|rest| rest.split("```").next().expect("there is a beginning")).collect()
}

#[test]
fn its_graphs_are_read_checked_converted_and_compared() {
    let graphs = blocks("json");
    assert!(!graphs.is_empty());
    for text in graphs {
        let graph = wave::read(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(wave::check(&graph), []);
        let written = wave::write(&graph).expect("it can be read again");
        assert_eq!(difference(&graph, &wave::read(&written).expect("it was written")), "none");
        let function = wave::to_operations(&graph).expect("it is well formed");
        let back = wave::parse(&wave::print(&function)).expect("it was printed");
        assert_eq!(difference(&graph, &wave::to_graph(&back).expect("it is well formed")), "none");
    }
}

#[test]
fn its_lists_of_operations_are_read_checked_printed_and_compared() {
    let functions = blocks("text");
    assert!(!functions.is_empty());
    for text in functions {
        let function = wave::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(wave::verify(&function), []);
        assert_eq!(wave::print(&function), text);
        let graph = wave::to_graph(&function).expect("it is well formed");
        assert_eq!(wave::check(&graph), []);
        let again = wave::to_operations(&graph).expect("it is well formed");
        assert!(structural_equal(&wave::make_non_isolated(&function), &wave::make_non_isolated(&again)));
        assert_eq!(difference(&graph, &wave::to_graph(&again).expect("it is well formed")), "none");
    }
}

#[test]
fn the_operations_that_its_table_lists_are_those_that_are_read() {
    let chapter = include_str!("../../../docs/src/wave.md");
    let table = chapter.split("| | read |").nth(1).and_then(|rest| rest.split("| Any other").next()).expect("a table");
    for name in table.split('`').skip(1).step_by(2) {
        let text = format!(r#"{{"nodes": [{{"name": "n", "op": {{"{name}": {{"no such field": 1}}}}}}]}}"#);
        let error = wave::read(&text).expect_err("the field is not known").to_string();
        assert!(!error.contains("is not known"), "{name}: {error}");
    }
}
