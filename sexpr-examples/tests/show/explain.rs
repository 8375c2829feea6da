//! `sexpr optimize --explain`: what each pass changed.

use std::collections::BTreeSet;

use crate::command::{Scratch, run, run_among_scratch};
use crate::html::{Part, parse};

const PROGRAM: &str =
    "def f(x: pi.Int64) -> pi.Int64:\n    a = 2 * 3\n    b = x * a\n    c = x * 6\n    return b + c\n";

#[test]
fn what_each_pass_changed_is_shown() {
    let program = Scratch::new("explained.py", PROGRAM);
    let (out, err) = run_among_scratch(&["optimize", "--explain", program.name()], 0);
    insta::assert_snapshot!(format!("{out}\n{err}"));
}

#[test]
fn only_passes_that_were_asked_for_are_explained() {
    let (out, _) = run(&["optimize", "--explain", "wasteful.py", "--pass", "dead-code"], 0);
    assert!(out.starts_with("dead-code:\n"), "{out}");
    assert!(!out.contains("inlining"), "{out}");
    let small = Scratch::new("nothing_to_do.py", "def f(x: pi.Int64) -> pi.Int64:\n    return x\n");
    assert_eq!(run(&["optimize", "--explain", small.path()], 0).0, "no pass changed anything\n");
}

#[test]
fn all_passes_are_on_one_page() {
    let page = Scratch::new("passes.html", "");
    let (out, _) = run(&["optimize", "--explain", "wasteful.py", "--format", "html", "--output", page.path()], 0);
    assert_eq!(out, "");
    let parts = parse(&std::fs::read_to_string(page.path()).expect("the page is written"));
    let of = |wanted: &'static str| {
        parts.iter().filter_map(move |part| match part {
            Part::Begin { attributes, .. } => attributes.get(wanted),
            _ => None,
        })
    };
    let ids: Vec<_> = of("id").collect();
    let names: BTreeSet<_> = ids.iter().map(|id| id.as_str()).collect();
    assert_eq!(ids.len(), names.len(), "an id is there twice");
    for target in of("href") {
        assert!(names.contains(target.trim_start_matches('#')), "{target} leads nowhere");
    }
    let sections = ids.iter().filter(|id| id.trim_start_matches("part-").bytes().all(|c| c.is_ascii_digit()));
    assert!(sections.count() >= 4, "{ids:?}");
}

#[test]
fn a_format_is_for_what_is_explained() {
    let (_, err) = run(&["optimize", "wasteful.py", "--format", "html"], 2);
    assert!(err.contains("--explain"), "{err}");
}
