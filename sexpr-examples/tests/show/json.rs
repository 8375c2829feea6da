//! `--format json`: what programs read.

use serde_json::{Value, json};

use crate::command::{Scratch, compared, run};
use crate::pairs::PAIRS;
use crate::schema::validate;

pub(crate) fn schema() -> Value {
    serde_json::from_str(include_str!("../../schema/compare-1.json")).expect("the schema is JSON")
}

fn parsed(out: &str) -> Value {
    serde_json::from_str(out).unwrap_or_else(|error| panic!("{error}\n{out}"))
}

#[test]
fn the_output_fits_its_schema() {
    for (left, right) in PAIRS {
        for arguments in [&["--all"][..], &[], &["--map-free-vars", "--all"]] {
            let mut command = vec!["compare", left, right, "--format", "json"];
            command.extend(arguments);
            let value = parsed(&run(&command, 1).0);
            assert_eq!(validate(&schema(), &value), Ok(()), "{left} {right}");
        }
    }
}

#[test]
fn equal_programs_have_no_edits_and_the_output_goes_to_a_file() {
    let file = Scratch::new("to_a_file.json", "");
    let compare = ["compare", "sum.py", "sum_renamed.py", "--format", "json", "--all"];
    let (out, _) = run(&compare, 0);
    assert_eq!((&parsed(&out)["equal"], &parsed(&out)["edits"]), (&json!(true), &json!([])));
    for (command, written) in
        [(&compare[..], out), (&["optimize", "wasteful.py"], run(&["optimize", "wasteful.py"], 0).0)]
    {
        assert_eq!(run(&[command, &["--output", file.path()]].concat(), 0).0, "");
        assert_eq!(std::fs::read_to_string(file.path()).unwrap(), written);
    }
    let (_, err) = run(&["compare", "sum.py", "sum_captured.py", "--output", "nowhere/file"], 2);
    assert!(err.contains("nowhere/file: ") && err.contains("you may write files there"), "{err}");
}

#[test]
fn the_schema_refuses_what_is_no_comparison() {
    let value = parsed(&run(&["compare", "sum.py", "sum_captured.py", "--format", "json"], 1).0);
    let broken = |change: &dyn Fn(&mut Value)| {
        let mut value = value.clone();
        change(&mut value);
        validate(&schema(), &value).is_err()
    };
    assert!(broken(&|value| value["version"] = json!(2)));
    assert!(broken(&|value| value["edits"][0]["kind"] = json!("renamed")));
    assert!(broken(&|value| value["edits"][0]["left"]["start"]["line"] = json!(0)));
    assert!(broken(&|value| value["edits"][0]["left"]["variable"]["binder"]["role"] = json!(null)));
    assert!(broken(&|value| value["new"] = json!(true)));
    assert!(broken(&|value| {
        value.as_object_mut().unwrap().remove("equal");
    }));
}

#[test]
fn a_comparison_is_written_with_places_and_binders() {
    let (out, err) = run(&["compare", "sum.py", "sum_captured.py", "--format", "json"], 1);
    assert_eq!(err, "");
    insta::assert_snapshot!(out);
}

#[test]
fn edits_have_the_kinds_that_they_have_in_the_text() {
    let before = "def f(x: pi.Int64):\n    a = x * 1\n    b = x * 2\n    c = x + x\n    return a + b\n";
    let after = "def f(x: pi.Int64):\n    b = x * 2\n    a = x * 1\n    return b + 7\n\ndef g():\n    return 1\n";
    let files = [("kinds_before.py", before), ("kinds_after.py", after)];
    let value = parsed(&compared(files, &["--format", "json", "--all"]));
    let kinds: Vec<_> = value["edits"].as_array().unwrap().iter().map(|edit| edit["kind"].as_str().unwrap()).collect();
    insta::assert_snapshot!(kinds.join(" "));
    assert_eq!(validate(&schema(), &value), Ok(()));
}

#[test]
fn places_are_those_of_the_text() {
    for (left, right) in PAIRS {
        let value = parsed(&run(&["compare", left, right, "--format", "json", "--all"], 1).0);
        for edit in value["edits"].as_array().unwrap() {
            for (side, file) in [("left", left), ("right", right)] {
                let place = &edit[side];
                let text = std::fs::read_to_string(crate::command::programs().join(file)).unwrap();
                let line = text.lines().nth(place["start"]["line"].as_u64().unwrap() as usize - 1).unwrap_or_default();
                let column = place["start"]["column"].as_u64().unwrap() as usize - 1;
                let rest: String = line.chars().skip(column).collect();
                let excerpt = place["excerpt"].as_str().unwrap();
                let first = excerpt.lines().next().unwrap_or_default().trim_end_matches('…');
                assert!(rest.starts_with(first), "{file}: {place}");
                if let Some(name) = place["variable"]["name"].as_str() {
                    assert!(excerpt == name || place["excerpt"].as_str().unwrap().contains(name), "{file}: {place}");
                }
            }
        }
    }
}

#[test]
fn a_long_excerpt_is_cut() {
    let text = "x".repeat(1000);
    let files = [("long_json_one.lam", &*format!("f \"{text}\"")), ("long_json_other.lam", "f 1")];
    let value = parsed(&compared(files, &["--format", "json"]));
    let excerpt = value["edits"][0]["left"]["excerpt"].as_str().unwrap();
    assert_eq!(excerpt.chars().count(), 401);
    assert!(excerpt.ends_with("x…"), "{excerpt}");
}

fn lines(out: &str) -> Vec<Value> {
    out.lines().map(parsed).collect()
}

#[test]
fn a_check_is_an_object_a_line() {
    let schema: Value = serde_json::from_str(include_str!("../../schema/check-2.json")).expect("the schema is JSON");
    let files = ["sum.py", "ill_formed.py", "document_rejected.rly", "matmul.json", "flip.lam"];
    let mut command = vec!["check", "--format", "json"];
    command.extend(files);
    let checks = lines(&run(&command, 1).0);
    assert_eq!(checks.iter().map(|check| check["file"].as_str().expect("a name")).collect::<Vec<_>>(), files);
    for check in &checks {
        assert_eq!(validate(&schema, check), Ok(()));
        assert_eq!(check["well_formed"] == true, check["problems"] == json!([]));
    }
    assert_eq!(checks[1]["well_formed"], false);
    let problem = &checks[1]["problems"][0];
    let place = format!("ill_formed.py:{}:{}: ", problem["start"]["line"], problem["start"]["column"]);
    assert!(problem["message"].as_str().is_some_and(|message| message.starts_with(&place)), "{problem}");
}

#[test]
fn a_hash_is_an_object_a_line() {
    let schema: Value = serde_json::from_str(include_str!("../../schema/hash-2.json")).expect("the schema is JSON");
    let hashes = lines(&run(&["hash", "--format", "json", "sum.py", "free.py"], 1).0);
    assert!(hashes.iter().all(|hash| validate(&schema, hash) == Ok(())), "{hashes:?}");
    let (text, _) = run(&["hash", "sum.py"], 0);
    assert_eq!(hashes[0]["hash"].as_str(), text.split_whitespace().next());
    assert_eq!(hashes[1]["hash"], Value::Null);
    assert!(hashes[1]["problem"]["message"].as_str().is_some_and(|why| why.contains("nothing binds this variable")));
    assert_eq!(hashes[1]["problem"]["start"], json!({"line": 6, "column": 13}));
}

#[test]
fn what_cannot_be_read_has_its_line_too() {
    let files =
        [Scratch::new("unfinished.py", "def f(x: pi.Int64):\n    y = x +\n"), Scratch::new("bytes.lam", [0xff])];
    for (command, schema) in
        [("check", include_str!("../../schema/check-2.json")), ("hash", include_str!("../../schema/hash-2.json"))]
    {
        let schema: Value = serde_json::from_str(schema).expect("the schema is JSON");
        let arguments =
            [command, "--format", "json", files[0].path(), files[1].path(), "nowhere.py", "sum.py", "*.none"];
        let lines = lines(&run(&arguments, 2).0);
        assert_eq!(lines.len(), 5);
        assert!(lines.iter().all(|line| validate(&schema, line) == Ok(())), "{lines:?}");
        let problem =
            |line: &Value| if command == "hash" { line["problem"].clone() } else { line["problems"][0].clone() };
        let of_syntax = problem(&lines[0]);
        assert!(of_syntax["message"].as_str().is_some_and(|message| message.contains("expected an expression")));
        assert_eq!(of_syntax["start"], json!({"line": 2, "column": 12}));
        assert_eq!(problem(&lines[1])["start"], json!({"line": 1, "column": 1}));
        assert_eq!((problem(&lines[2])["start"].clone(), problem(&lines[3])), (Value::Null, Value::Null));
        assert_eq!(lines[4]["file"], "*.none");
    }
}

#[test]
fn what_passes_change_is_an_object() {
    let explain: Value = serde_json::from_str(include_str!("../../schema/explain-1.json")).expect("the schema is JSON");
    let value = parsed(&run(&["optimize", "--explain", "--format", "json", "wasteful.py"], 0).0);
    assert_eq!(validate(&explain, &value), Ok(()));
    let passes = value["passes"].as_array().expect("passes");
    assert_eq!(passes[0]["pass"], "inlining");
    for pass in passes {
        assert_eq!(validate(&schema(), &pass["comparison"]), Ok(()));
        assert_eq!(pass["comparison"]["equal"], false, "only passes that change something are listed");
    }
}
