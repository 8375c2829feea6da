//! The tests that the book's tables name exist.

use std::path::{Path, PathBuf};

const CHAPTERS: [(&str, &str); 4] = [
    ("documents.md", include_str!("../../../docs/src/documents.md")),
    ("pypto.md", include_str!("../../../docs/src/pypto.md")),
    ("relay.md", include_str!("../../../docs/src/relay.md")),
    ("wave.md", include_str!("../../../docs/src/wave.md")),
];

/// The files in which tests are.
fn files() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a workspace");
    let patterns =
        ["tests", "sexpr-examples/tests", "sexpr-examples/src"].map(|folder| root.join(folder).join("**/*.rs"));
    let found = patterns.iter().flat_map(|pattern| glob::glob(&pattern.to_string_lossy()).expect("a pattern"));
    found.map(|path| path.expect("it can be read")).collect()
}

/// Whether a text has `module::test`.
fn has(text: &str, name: &str) -> bool {
    let (modules, test) = name.rsplit_once("::").unwrap_or(("", name));
    let has_module = |module| text.contains(&format!("mod {module} {{"));
    text.contains(&format!("fn {test}(")) && modules.split("::").filter(|it| !it.is_empty()).all(has_module)
}

/// The tests among the code of a row, as `path.rs: name, name`, or the path alone.
fn cited(row: &str) -> impl Iterator<Item = (&str, Vec<&str>)> {
    row.split('`').skip(1).step_by(2).filter_map(|code| match code.split_once(".rs: ") {
        Some((path, names)) => Some((path, names.split(", ").collect())),
        None => Some((code.strip_suffix(".rs")?, vec![])),
    })
}

#[test]
fn tests_named_in_tables_exist() {
    let files = files();
    let mut missing = Vec::new();
    for (chapter, text) in CHAPTERS {
        for (path, names) in text.lines().filter(|line| line.starts_with('|')).flat_map(cited) {
            let path = format!("{path}.rs");
            let candidates = files.iter().filter(|file| file.ends_with(&path));
            let texts: Vec<_> = candidates.map(|file| std::fs::read_to_string(file).expect("a text")).collect();
            if texts.is_empty() {
                missing.push(format!("{chapter}: {path}"));
            }
            let absent = names.iter().filter(|name| !texts.iter().any(|text| has(text, name)));
            missing.extend(absent.map(|name| format!("{chapter}: {path}: {name}")));
        }
    }
    assert!(missing.is_empty(), "there is no {missing:#?}");
}

#[test]
fn a_row_may_name_several_tests_or_a_file() {
    let row = "| claim | `a/b.rs: one, inner::two`; as `c.rs` says, and not `d` |";
    assert_eq!(cited(row).collect::<Vec<_>>(), [("a/b", vec!["one", "inner::two"]), ("c", vec![])]);
    let text = "mod inner {\n    fn two() {}\n}\nfn one_more() {}\n";
    assert!(has(text, "inner::two") && !has(text, "other::two") && !has(text, "one"));
}
