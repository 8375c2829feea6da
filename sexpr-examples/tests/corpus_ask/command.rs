//! `sexpr corpus duplicates` and `sexpr corpus find`, called as people call them.

use std::fs;

use serde_json::Value;

use crate::folder::Folder;
use crate::schema::validate;

/// A folder with programs in `src`, and an index of them.
struct Indexed(Folder);

impl Indexed {
    fn new(name: &str, programs: &[(&str, &str)]) -> Self {
        let folder = Self(Folder::new(&format!("ask {name}"), &[]));
        programs.iter().for_each(|(file, text)| folder.write(file, text));
        folder.run(&["index", "src", "--out", "index", "--min-size", "3"], 0);
        folder
    }

    fn write(&self, file: &str, text: &str) {
        self.0.write(&format!("src/{file}"), text);
    }

    /// Runs `sexpr corpus` there; checks its exit code; gives both outputs.
    #[track_caller]
    fn run(&self, arguments: &[&str], code: i32) -> (String, String) {
        self.0.run(&[&["corpus"], arguments].concat(), code)
    }
}

const TWICE: &str = "let twice = \\f x. f (f x)\nin twice Succ Zero\n";
const RENAMED: &str = "(\\n. n)\n  (\\g y. g (g y))\n";

#[test]
fn renamed_and_moved_clones_are_shown_with_their_places_and_text() {
    let folder = Indexed::new("clones", &[("twice.lam", TWICE), ("renamed.lam", RENAMED)]);
    let (out, err) = folder.run(&["duplicates", "index"], 0);
    assert_eq!(err, "");
    insta::assert_snapshot!(out);
}

#[test]
fn only_the_most_saving_classes_and_the_first_places_are_shown() {
    let pair = "Pair (F (G One) Two) (F (G One) Two)\n";
    let folder = Indexed::new("limits", &[("a.lam", pair), ("b.lam", &format!("K ({TWICE}) ({TWICE})"))]);
    let (out, err) = folder.run(&["duplicates", "index", "--limit", "1", "--places", "1"], 0);
    assert!(out.contains("  src/b.lam:1:3\n  … and 1 more: show them with `--places N`\n"), "{out}");
    assert_eq!(err, "1 of 2 classes of equal subterms: show more with `--limit N`\n");
}

#[test]
fn free_variables_count_up_to_renaming_on_request() {
    let folder = Indexed::new("free", &[("a.lam", "f (g x) y\n"), ("b.lam", "a (b c) d\n")]);
    assert_eq!(folder.run(&["duplicates", "index"], 1).0, "no equal subterms\n");
    assert_eq!(folder.run(&["duplicates", "index", "--format", "json"], 1).0, "");
    let (out, _) = folder.run(&["duplicates", "index", "--map-free-vars"], 0);
    assert!(out.starts_with("2 equal subterms of 11 nodes (Expr), saving 11\n"), "{out}");
}

#[test]
fn subterms_of_a_line_are_found_in_other_files() {
    let folder = Indexed::new("find", &[("twice.lam", TWICE), ("renamed.lam", RENAMED)]);
    let (out, err) = folder.run(&["find", "src/renamed.lam:2", "index"], 0);
    assert_eq!(err, "");
    insta::assert_snapshot!(out);
    // Of the file itself, other places are found.
    folder.write("new.lam", "\\a. K (F a One) (F a One)\n");
    assert_eq!(
        folder.run(&["find", "src/new.lam", "index"], 1).0,
        "nothing in the index equals a subterm of src/new.lam\n"
    );
    folder.run(&["index", "src", "--out", "index", "--min-size", "3"], 0);
    let (out, _) = folder.run(&["find", "src/new.lam", "index"], 0);
    assert!(out.contains("at 1:7 occur once\n  src/new.lam:1:17\n"), "{out}");
}

#[test]
fn what_is_asked_about_is_no_occurrence_of_itself_however_its_file_is_spelled() {
    let folder = Indexed::new("spelled", &[("twice.lam", TWICE), ("renamed.lam", RENAMED)]);
    let (expected, _) = folder.run(&["find", "src/renamed.lam:2", "index"], 0);
    let absolute = folder.0.join("src/renamed.lam:2");
    for file in ["./src/renamed.lam:2", "src/../src/renamed.lam:2", absolute.to_str().expect("it is UTF-8")] {
        assert_eq!(folder.run(&["find", file, "index"], 0).0, expected, "{file}");
    }
    // A copy is another file.
    folder.write("copy.lam", RENAMED);
    let (out, _) = folder.run(&["find", "src/copy.lam:2", "index"], 0);
    assert!(out.contains("src/renamed.lam:2:3") && out.contains("src/twice.lam:1:13"), "{out}");
}

#[test]
fn statements_of_pypto_are_found_up_to_the_names_of_free_variables() {
    let sum = |name: &str| format!("def f({name}: pi.Int64) -> pi.Int64:\n    s = {name} + 1\n    return s * {name}\n");
    let folder = Indexed::new("statements", &[("a.py", &sum("x")), ("b.py", &sum("y"))]);
    // Smaller ones are constants and types, which have no variables.
    folder.run(&["index", "src", "--out", "index", "--min-size", "8"], 0);
    let (_, err) = folder.run(&["find", "src/a.py:2", "index"], 2);
    assert!(err.contains("src/a.py:2 have free variables") && err.contains("add `--map-free-vars`"), "{err}");
    let (out, _) = folder.run(&["find", "src/a.py:2", "index", "--map-free-vars"], 0);
    assert!(out.contains("  src/b.py:2:5\n"), "{out}");
    // A function has no free variables.
    let (out, _) = folder.run(&["find", "src/a.py:1", "index"], 0);
    assert!(out.contains("  src/b.py:1:1\n"), "{out}");
}

#[test]
fn names_may_have_any_characters() {
    let names = ["it's \"quoted\".lam", "a b/100% [x]*?.lam", "é;--.lam"];
    let folder = Indexed::new("it's a [1]* 100%25", &names.map(|name| (name, TWICE)));
    let (out, _) = folder.run(&["duplicates", "index"], 0);
    for name in names {
        assert!(out.contains(&format!("  src/{name}:1:1\n")), "{out}");
        folder.run(&["find", &format!("src/{name}:1"), "index"], 0);
    }
    // Seen from elsewhere, the same.
    let index = folder.0.join("index");
    assert_eq!(folder.run(&["duplicates", index.to_str().expect("it is text")], 0).0, out);
}

#[test]
fn a_text_that_changed_is_not_shown() {
    let folder = Indexed::new("changed", &[("a.lam", TWICE), ("b.lam", TWICE)]);
    folder.write("a.lam", "One\n");
    let (out, _) = folder.run(&["duplicates", "index"], 0);
    assert!(
        out.contains("no excerpt: src/a.lam has changed since it was indexed: run `sexpr corpus index` again"),
        "{out}"
    );
    fs::remove_file(folder.0.join("src/a.lam")).expect("it is there");
    let (out, _) = folder.run(&["duplicates", "index"], 0);
    assert!(out.contains("no excerpt: src/a.lam cannot be read"), "{out}");
}

#[test]
fn what_cannot_be_asked_is_refused_with_what_to_do() {
    let folder = Indexed::new("refused", &[("a.lam", TWICE), ("b.lam", TWICE)]);
    for (arguments, message) in [
        ("duplicates src", "src has no index"),
        ("duplicates none", "sexpr corpus index DIR"),
        ("duplicates src/a.lam", "src/a.lam has no index"),
        ("duplicates index --limit 0", "invalid value '0' for '--limit"),
        ("duplicates index --places 0", "invalid value '0' for '--places"),
        ("duplicates index --memory 0", "invalid value '0' for '--memory"),
        ("duplicates index --language lambda", "'--language <NAME>' cannot be used here"),
        ("find src/none.lam:1 index", "src/none.lam: "),
        ("find src/a.lam:9 index", "no subterm of at least 3 nodes that has a fingerprint begins at src/a.lam:9"),
    ] {
        let (_, err) = folder.run(&arguments.split(' ').collect::<Vec<_>>(), 2);
        assert!(err.contains(message), "{arguments}: {err}");
    }
    folder.run(&["find", "src/a.lam", "index", "--language", "lambda"], 0);
    let list = folder.0.join("index/index.json");
    let text = fs::read_to_string(&list).expect("the list is there");
    fs::write(&list, text.replace("\"format\": 1", "\"format\": 999")).expect("the list can be written");
    let (_, err) = folder.run(&["find", "src/a.lam", "index"], 2);
    assert!(err.contains("(format 999)") && err.contains("call `sexpr corpus index` again"), "{err}");
}

#[test]
fn a_damaged_part_is_reported() {
    let folder = Indexed::new("damaged", &[("a.lam", TWICE)]);
    for entry in fs::read_dir(folder.0.join("index")).expect("the index is there") {
        let path = entry.expect("the index is there").path();
        if path.extension().is_some_and(|ending| ending == "parquet") {
            fs::write(path, "damaged").expect("the part can be written");
        }
    }
    let (_, err) = folder.run(&["duplicates", "index"], 2);
    assert!(err.contains("the corpus cannot be asked: "), "{err}");
}

#[test]
fn what_is_written_for_programs_fits_its_schema() {
    let folder =
        Indexed::new("json", &[("twice.lam", TWICE), ("renamed.lam", RENAMED), ("free.lam", "K (f x y) (f x y)\n")]);
    let schemas = [include_str!("../../schema/duplicates-1.json"), include_str!("../../schema/find-1.json")];
    let commands = [&["duplicates", "index"][..], &["find", "src/free.lam", "index"]];
    for (schema, command) in schemas.iter().zip(commands) {
        let schema: Value = serde_json::from_str(schema).expect("the schema is JSON");
        let (out, _) = folder.run(&[command, &["--format", "json"]].concat(), 0);
        for line in out.lines() {
            let value: Value = serde_json::from_str(line).expect("a line is JSON");
            assert_eq!(validate(&schema, &value), Ok(()), "{line}");
            assert!(value["excerpt"].is_string() && value["obstacle"].is_null(), "{line}");
        }
        assert!(!out.is_empty());
    }
}

#[test]
fn memory_that_does_not_suffice_is_reported() {
    let bindings: Vec<String> = (0..20_000).map(|number| format!("x{number} = F {number} (G {number})")).collect();
    let program = format!("letrec {}\nin Done\n", bindings.join("\nand "));
    let folder = Indexed::new("memory", &[("a.lam", &program), ("b.lam", &program)]);
    let (_, err) = folder.run(&["duplicates", "index", "--memory", "1"], 2);
    assert!(err.contains("in 1 MiB of memory") && err.contains("allow more with `--memory MIB`"), "{err}");
}
