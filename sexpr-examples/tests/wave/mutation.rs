//! Texts that are nearly graphs or lists of operations: they are refused or read, and what is read is written back.

use proptest::prelude::*;
use sexpr_core::structural_equal;
use sexpr_examples::wave;

use crate::generator::{Choices, random_graph};
use crate::support::{MATMUL, difference};

/// The text with some of its parts removed, doubled, exchanged or replaced.
fn mutated(text: &str, seed: u64) -> String {
    let mut choices = Choices::new(seed);
    let mut words: Vec<String> = Vec::new();
    for c in text.chars() {
        match words.last_mut() {
            Some(last) if c.is_alphanumeric() && last.chars().all(char::is_alphanumeric) => last.push(c),
            _ => words.push(c.to_string()),
        }
    }
    for _ in 0..1 + choices.among(3) {
        let (at, other) = (choices.among(words.len()), choices.among(words.len()));
        match choices.among(6) {
            0 => drop(words.remove(at)),
            1 => words.insert(at, words[at].clone()),
            2 => words.swap(at, other),
            3 => words[at] = words[other].clone(),
            4 => {
                let signs =
                    ["\"", "\\", "{", "}", "[", "]", "(", ")", "<", "//", "-", "é", "\n", "%", "0x", "null", "9e999"];
                words[at] = signs[choices.among(signs.len())].to_owned();
            }
            _ => words.truncate(words.len() - at / 8),
        }
        if words.is_empty() {
            break;
        }
    }
    words.concat()
}

/// Reads a text of JSON. If it is a graph, it reads back as it is written, and if that is well formed, as operations.
fn reads_back(text: &str) {
    let graph = match wave::read(text) {
        Ok(graph) => graph,
        Err(error) => return is_short(&error.to_string()),
    };
    let problems = wave::check(&graph);
    problems.iter().for_each(|problem| is_short(&problem.to_string()));
    if let Ok(written) = wave::write(&graph) {
        let back = wave::read(&written).expect("it was written");
        assert_eq!(wave::write(&back).expect("it was read"), written, "{text}");
        if problems.is_empty() {
            assert_eq!(difference(&graph, &back), "none", "{text}");
        }
    }
    if let Ok(function) = wave::to_operations(&graph) {
        let printed = wave::print(&function);
        let back = wave::parse(&printed).unwrap_or_else(|error| panic!("{error}\n{printed}"));
        assert!(structural_equal(&function, &back), "{printed}");
        if let Ok(again) = wave::to_graph(&back) {
            assert_eq!(difference(&graph, &again), "none", "{text}");
        }
    }
}

/// Messages echo a few lines at most, and are in no words of Rust.
fn is_short(message: &str) {
    assert!(message.len() < 1500, "{message}");
    for word in ["struct", "enum", "Instruction", "Text", "variant `", "usize", "tuple of", "untagged"] {
        let is_known = word == "variant `" && message.contains("unknown variant `");
        assert!(is_known || !message.contains(word), "{message}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn json_that_is_nearly_a_graph_is_refused_or_reads_back(seed in any::<u64>(), size in 1_usize..8) {
        let text = wave::write(&random_graph(seed, size)).expect("it is well formed");
        reads_back(&mutated(&text, seed));
        reads_back(&mutated(&format!("{{\"nodes\": [{MATMUL}]}}"), seed));
    }

    #[test]
    fn operations_print_as_they_read(seed in any::<u64>(), size in 1_usize..12) {
        let function = wave::to_operations(&random_graph(seed, size)).expect("it is well formed");
        for function in [&function, &wave::make_isolated(&function), &wave::make_non_isolated(&function)] {
            let text = wave::print(function);
            let back = wave::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
            prop_assert!(structural_equal(function, &back), "{}", text);
            prop_assert_eq!(wave::print(&back), text);
        }
    }

    #[test]
    fn a_text_that_is_nearly_a_list_of_operations_is_refused_or_reads_back(seed in any::<u64>(), size in 1_usize..8) {
        let function = wave::to_operations(&random_graph(seed, size)).expect("it is well formed");
        match wave::parse(&mutated(&wave::print(&function), seed)) {
            Err(error) => is_short(&error.to_string()),
            Ok(function) => {
                let text = wave::print(&function);
                let back = wave::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
                prop_assert!(structural_equal(&function, &back), "{}", text);
                let _ = wave::verify(&function);
                let _ = wave::to_graph(&function).map(|graph| wave::check(&graph));
            }
        }
    }
}

#[test]
fn every_beginning_of_a_text_is_refused_without_harm() {
    let json = format!("{{\"nodes\": [{MATMUL}]}}");
    let function = wave::to_operations(&crate::support::graph(MATMUL)).expect("it is well formed");
    let printed = wave::print(&function);
    for at in (0..json.len()).filter(|at| json.is_char_boundary(*at)) {
        is_short(&wave::read(&json[..at]).expect_err("it is not whole").to_string());
    }
    for at in 0..printed.trim_end().len() {
        is_short(&wave::parse(&printed[..at]).expect_err("it is not whole").to_string());
    }
}

#[test]
fn long_names_and_texts_are_cut_in_messages() {
    let long = "x".repeat(100_000);
    for text in [
        format!(r#"{{"nodes": [{{"name": "{long}", "op": {{"{long}": {{"{long}": 1}}}}}}]}}"#),
        format!(r#"{{"nodes": [{{"name": "n", "op": {{"unary": {{"function": "{long}", "arg": "n"}}}}}}]}}"#),
        format!(
            r#"{{"nodes": [{{"name": "n", "op": {{"placeholder": {{}}}}, "attributes": {{"index": {{"M": ["{long} +", 1, 1]}}}}}}]}}"#
        ),
        format!(r#"{{"nodes": {long}}}"#),
        format!(r#"{{"nodes": [{{"name": "n", "op": {{"placeholder": {{"type": {{"{long}": 1}}}}}}}}]}}"#),
    ] {
        is_short(&wave::read(&text).expect_err("it is wrong").to_string());
    }
    for text in [format!("func.func @f() {{\n  wave.{long}\n}}"), long.clone()] {
        is_short(&wave::parse(&text).expect_err("it is wrong").to_string());
    }
}
