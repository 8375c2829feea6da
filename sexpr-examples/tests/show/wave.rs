//! `sexpr compare` on graphs of Wave.

use serde_json::Value;

use crate::command::{Scratch, programs, run, run_among_scratch};
use crate::html::{Part, parse};
use crate::schema::validate;

fn schema() -> Value {
    serde_json::from_str(include_str!("../../schema/compare-1.json")).expect("the schema is JSON")
}

/// A program to try, with texts replaced in it.
fn changed(program: &str, changes: &[(&str, &str)]) -> String {
    let mut text = std::fs::read_to_string(programs().join(program)).expect("the program is there");
    for (from, to) in changes {
        assert!(text.contains(from), "{from}");
        text = text.replace(from, to);
    }
    text
}

#[test]
fn all_differences_of_graphs_are_shown_on_request() {
    let text = changed("matmul_changed.json", &[("\"reduction_dim\": \"K\", ", "")]);
    let (one, other) =
        (Scratch::new("wave_one.json", changed("matmul.json", &[])), Scratch::new("wave_all.json", text));
    let (first, _) = run_among_scratch(&["compare", one.name(), other.name()], 1);
    assert_eq!(first.matches("different: ").count(), 1, "{first}");
    let (all, _) = run_among_scratch(&["compare", "--all", one.name(), other.name()], 1);
    insta::assert_snapshot!(all);
    assert_eq!(run(&["compare", "--all", "matmul.json", "matmul_hoisted.json"], 0).0, "equal\n");
}

#[test]
fn the_first_difference_is_among_all() {
    for (left, right) in [("matmul.json", "matmul_changed.json"), ("matmul_changed.json", "matmul.json")] {
        let (first, _) = run(&["compare", left, right], 1);
        let (all, _) = run(&["compare", "--all", left, right], 1);
        assert!(all.contains(&first), "{first}{all}");
    }
}

#[test]
fn graphs_are_compared_in_json() {
    let (out, _) = run(&["compare", "--all", "matmul.json", "matmul_changed.json", "--format", "json"], 1);
    insta::assert_snapshot!(out);
}

#[test]
fn the_output_fits_its_schema() {
    let files = ["matmul.json", "matmul_changed.json", "matmul_hoisted.json", "attention.json", "traced.json"];
    for (left, right) in files.iter().flat_map(|left| files.iter().map(move |right| (*left, *right))) {
        for arguments in [&["--all"][..], &[], &["--ignore-unset", "--all"]] {
            let mut command = vec!["compare", left, right, "--format", "json"];
            command.extend(arguments);
            let (code, value) = run_any(&command);
            assert_eq!(validate(&schema(), &value), Ok(()), "{left} {right}");
            assert_eq!(code, if value["equal"] == true { 0 } else { 1 });
            assert!(left != right || code == 0, "{left} is equivalent to itself");
        }
    }
}

#[test]
fn graphs_are_drawn_side_by_side_with_every_difference_marked() {
    let attack =
        Scratch::new("attack.json", changed("matmul_changed.json", &[("b_part", "</text><script>alert(1)</script>")]));
    for (left, right) in
        [("matmul.json", "matmul_changed.json"), ("matmul.json", "attention.json"), ("matmul.json", attack.path())]
    {
        let shown = |format: &str| run(&["compare", "--all", left, right, "--format", format], 1).0;
        let (page, json) = (shown("html"), shown("json"));
        let json: Value = serde_json::from_str(&json).expect("JSON");
        let parts = parse(&page);
        let of = |wanted: &'static str| {
            parts.iter().filter_map(move |part| match part {
                Part::Begin { attributes, .. } => attributes.get(wanted),
                _ => None,
            })
        };
        let mut expected = Vec::new();
        for (number, difference) in (1..).zip(json["edits"].as_array().expect("edits")) {
            let sides = ["left", "right"].into_iter().filter(|side| difference[*side]["path"] != "the graph");
            expected.extend(sides.map(|side| format!("{side}-{number}")));
        }
        let mut ids: Vec<_> = of("id").cloned().collect();
        ids.sort();
        expected.sort();
        assert_eq!(ids, expected);
        for target in of("href") {
            assert!(ids.iter().any(|id| id == target.trim_start_matches('#')), "{target} leads nowhere");
        }
        assert!(!page.contains("<script>"), "{page}");
    }
    let (page, _) = run(&["compare", "matmul.json", "matmul_hoisted.json", "--format", "html"], 0);
    assert!(page.contains("<p>equivalent</p>"), "{page}");
}

/// The exit code, and what is written.
fn run_any(arguments: &[&str]) -> (i32, Value) {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_sexpr"));
    let output = command.args(arguments).current_dir(programs()).output().expect("the command can be run");
    let value = serde_json::from_slice(&output.stdout).expect("JSON");
    (output.status.code().unwrap_or(-1), value)
}
