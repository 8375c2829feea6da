//! The book's chapter on the command: its examples, and its table of what passes change, in edits and in lines.

use std::fmt::Write;

use imara_diff::{Algorithm, Diff, InternedInput};
use serde_json::Value;
use sexpr_core::structural_equal;
use sexpr_examples::pypto;
use sexpr_examples::pypto::optimize::{Options, optimize_observed};

use crate::command::{Scratch, compared, programs, run, run_among_scratch};

const CHAPTER: &str = include_str!("../../../docs/src/command.md");

const PROGRAMS: &[&str] =
    &["wasteful.py", "softmax.py", "matmul.py", "operators.py", "clamp.py", "flash_attention.py", "sum.py"];

/// The rows of the table.
const ROWS: usize = 10;

/// A program before and after a pass that changes it, as texts.
struct Pair {
    program: &'static str,
    pass: String,
    texts: [String; 2],
}

fn pairs() -> Vec<Pair> {
    let mut pairs = Vec::new();
    for &program in PROGRAMS {
        let text = std::fs::read_to_string(programs().join(program)).expect("the program is there");
        let parsed = pypto::parse(program, &text).expect("it is a program");
        optimize_observed(&parsed, &Options::default(), |run| {
            if run.round == 1 && !structural_equal(run.before, run.after) {
                let texts = [run.before, run.after].map(ToString::to_string);
                pairs.push(Pair { program, pass: run.pass.to_string(), texts });
            }
        })
        .expect("it is well formed");
    }
    pairs.truncate(ROWS);
    pairs
}

/// A row: what a line diff says, and what a structural one does.
fn row(Pair { program, pass, texts: [before, after] }: &Pair) -> String {
    let input = InternedInput::new(before.as_str(), after.as_str());
    let lines = Diff::compute(Algorithm::Histogram, &input);
    let (one, other) = (Scratch::new("table_before.py", before), Scratch::new("table_after.py", after));
    let shown =
        |format: &str| run_among_scratch(&["compare", "--all", one.name(), other.name(), "--format", format], 1).0;
    let json: Value = serde_json::from_str(&shown("json")).expect("JSON");
    let edits = json["edits"].as_array().expect("edits");
    let of =
        |kinds: &[&str]| edits.iter().filter(|edit| kinds.contains(&edit["kind"].as_str().unwrap_or_default())).count();
    format!(
        "| `{program}` | {pass} | {} | {} | {} | {} | {} KiB |",
        before.lines().count(),
        lines.count_removals() + lines.count_additions(),
        of(&["replaced", "removed", "inserted", "moved"]),
        of(&["binding"]),
        shown("html").len().div_ceil(1024),
    )
}

/// The blocks of code of the chapter in a language.
fn blocks(language: &str) -> Vec<&'static str> {
    let begin = format!("```{language}\n");
    CHAPTER.split(&begin).skip(1).filter_map(|rest| Some(rest.split_once("```")?.0)).collect()
}

#[test]
fn the_books_excerpts_are_true() {
    let (out, _) = run(&["compare", "sum.py", "sum_captured.py"], 1);
    assert_eq!(blocks("text"), [out]);
}

#[test]
fn the_books_json_is_true() {
    let [block] = blocks("json")[..] else { panic!("one example") };
    let out = compared([("one.lam", "f 1"), ("other.lam", "f 2")], &["--all", "--format", "json"]);
    let parsed = |text: &str| serde_json::from_str::<Value>(text).expect("JSON");
    assert_eq!(parsed(block), parsed(&out));
}

#[test]
fn the_books_table_is_true() {
    let pairs = pairs();
    assert_eq!(pairs.len(), ROWS);
    let mut table = String::new();
    for pair in &pairs {
        let _ = writeln!(table, "{}", row(pair));
    }
    assert!(CHAPTER.contains(&table), "the table should be:\n{table}");
}
