//! `sexpr compare` on graphs of Wave.

use serde_json::Value;

use crate::command::{Scratch, programs, run, run_among_scratch};
use crate::json::schema;
use crate::page::check;
use crate::schema::validate;

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
fn the_page_draws_both_graphs_above_their_texts_and_marks_every_difference() {
    let attack =
        Scratch::new("attack.json", changed("matmul_changed.json", &[("b_part", "</text><script>alert(1)</script>")]));
    let left = programs().join("matmul.json").display().to_string();
    for right in ["matmul.json", "matmul_changed.json", "matmul_hoisted.json", "attention.json", attack.path()] {
        let right = programs().join(right).display().to_string();
        let texts = [&left, &right].map(|file| std::fs::read_to_string(file).expect("the graph is there"));
        let is_equal = right.ends_with("matmul.json") || right.ends_with("hoisted.json");
        let shown =
            |format: &str| run(&["compare", "--all", &left, &right, "--format", format], i32::from(!is_equal)).0;
        let page = shown("html");
        check(&page, &shown("json"), [&texts[0], &texts[1]]);
        assert_eq!(page.matches("<svg").count(), 2, "{page}");
        assert!(!page.contains("<script>"), "{page}");
    }
}

#[test]
fn a_node_is_drawn_with_its_type_operands_and_attributes() {
    let (page, _) = run(&["compare", "matmul.json", "matmul_hoisted.json", "--format", "html"], 0);
    for line in [
        "zero = register",
        "type register&lt;M x N x f32&gt;",
        "lhs a_part",
        "kind F32_16x16x16_F16",
        "reduction_dim K",
    ] {
        assert!(page.contains(&format!(">{line}</text>")), "{line}: {page}");
    }
}

#[test]
fn an_edge_is_marked_where_the_operand_differs() {
    let (left, right) =
        (changed("matmul.json", &[]), changed("matmul.json", &[("\"lhs\": \"a_part\"", "\"lhs\": \"b_part\"")]));
    let (one, other) = (Scratch::new("edge_one.json", left), Scratch::new("edge_other.json", right));
    let (page, _) = run_among_scratch(&["compare", one.name(), other.name(), "--format", "html"], 1);
    let marked: Vec<_> = page.lines().filter(|line| line.starts_with("<path class=\"edge replaced\"")).collect();
    assert_eq!(marked.len(), 2, "{page}");
    assert!(marked.iter().all(|edge| edge.contains("<title>lhs</title>")), "{marked:?}");
}

#[test]
fn a_graph_that_is_too_large_to_draw_is_shown_as_text() {
    let nodes: String =
        (0..600).map(|number| format!("{{\"name\": \"n{number}\", \"op\": {{\"placeholder\": {{}}}}}},\n")).collect();
    let text =
        format!("{{\"nodes\": [{nodes}{{\"name\": \"end\", \"op\": {{\"output\": {{\"values\": [\"n0\"]}}}}}}]}}\n");
    let large = Scratch::new("large_graph.json", &text);
    let shown = |format: &str| run_among_scratch(&["compare", large.name(), large.name(), "--format", format], 0).0;
    let page = shown("html");
    assert!(page.contains("too large to be laid out") && !page.contains("<svg"), "{page}");
    check(&page, &shown("json"), [&text, &text]);
}

/// The exit code, and what is written.
fn run_any(arguments: &[&str]) -> (i32, Value) {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_sexpr"));
    let output = command.args(arguments).current_dir(programs()).output().expect("the command can be run");
    let value = serde_json::from_slice(&output.stdout).expect("JSON");
    (output.status.code().unwrap_or(-1), value)
}
