//! The chapter "Architecture" names files that exist, and functions that are in them.

use std::{fs, path::Path};

/// The texts between backticks.
fn quoted(row: &str) -> Vec<&str> {
    row.split('`').skip(1).step_by(2).collect()
}

/// Whether a text has a name in it, and not as a part of another name.
fn has_name(text: &str, name: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == name)
}

#[test]
fn each_rule_is_in_the_file_that_the_architecture_names() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let chapter = fs::read_to_string(root.join("docs/src/architecture.md")).expect("the chapter can be read");
    let (_, rules) = chapter.split_once("## Where to find a rule").expect("the chapter has that part");
    let (rules, _) = rules.split_once("\n## ").expect("another part follows");
    let rows: Vec<&str> = rules.lines().filter(|line| line.starts_with("| ")).skip(1).collect();
    assert!(rows.len() > 40, "{} rows", rows.len());
    for row in rows {
        // The first cell links to the semantics.
        let (_, row) = row[2..].split_once(" | ").expect("a row has cells");
        let (files, names): (Vec<&str>, Vec<&str>) = quoted(row).into_iter().partition(|text| text.ends_with(".rs"));
        let texts: Vec<String> = files
            .iter()
            .map(|file| {
                let folder = if file.starts_with("sexpr-") { root.clone() } else { root.join("sexpr-core/src") };
                fs::read_to_string(folder.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
            })
            .collect();
        for name in names {
            let mut words = name.trim_end_matches('!').split("::");
            assert!(words.all(|word| texts.iter().any(|text| has_name(text, word))), "`{name}` is not in {files:?}");
        }
    }
}
