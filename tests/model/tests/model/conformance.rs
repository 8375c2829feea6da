//! The library gives the verdicts, the paths and the hashes that the conformance cases ask for.

use std::{collections::BTreeSet, path::Path, process::Command};

use sexpr_model::{
    conformance::{Case, Counts, read_file, read_str, run::Reused, run_case},
    generate::Pair,
    model::Options,
};
use sexpr_test_support::random::Random;

fn file(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("conformance").join(name)
}

/// The files, and how many cases each has at least. The last one is about what is remembered of shared nodes: each case
/// is the smallest of its sort.
const FILES: [(&str, usize); 3] = [("cases.jsonl", 3_000), ("scopes.jsonl", 3_000), ("shared.jsonl", 10)];

#[test]
fn the_library_agrees_with_every_case() {
    let mut counts = Counts::default();
    let mut reused = Reused::default();
    let mut shown = Vec::new();
    for (name, least) in FILES {
        let cases = read_file(&file(name)).unwrap();
        assert!(cases.len() > least, "{name} has lost its cases");
        for (line, case) in cases {
            let failures = run_case(&case, &mut reused);
            shown.extend(failures.iter().map(|failure| format!("{name}:{line}: {failure}")));
            counts.add(&failures);
        }
    }
    shown.truncate(20);
    assert!(counts.pass(), "{counts}\n{}", shown.join("\n"));
}

#[test]
fn a_case_that_is_written_and_read_is_the_same() {
    for (name, _) in FILES {
        for (_, case) in read_file(&file(name)).unwrap() {
            let (_, again) = read_str(name, &case.line()).unwrap().remove(0);
            // `NaN` is not the same as itself.
            assert_eq!(format!("{again:?}"), format!("{case:?}"));
        }
    }
}

#[test]
fn every_node_type_can_be_written_and_read() {
    let mut random = Random::new(4);
    let mut types = BTreeSet::new();
    for _ in 0..500 {
        let bytes: Vec<u8> = (0..200).map(|_| random.bits() as u8).collect();
        let Pair { nodes, lhs, rhs, options } = Pair::from_bytes(&bytes);
        let Options { map_free_vars, skip_payload } = options;
        let (equal, peer_hash_equal, lhs_path, rhs_path) = (false, false, None, None);
        let case = Case { nodes, lhs, rhs, map_free_vars, skip_payload, equal, peer_hash_equal, lhs_path, rhs_path };
        let (_, again) = read_str("text", &case.line()).unwrap().remove(0);
        assert_eq!(format!("{again:?}"), format!("{case:?}"));
        types.extend(case.nodes.iter().map(|node| format!("{:?}", std::mem::discriminant(node))));
    }
    assert!(types.len() == 45, "{} node types were made", types.len());
}

const INTEGERS: &str = r#"{"type":"Int","value":1},{"type":"Int","value":2}"#;

fn case(nodes: &str, lhs: usize, rhs: usize, equal: bool, more: &str) -> String {
    format!(
        r#"{{"nodes":[{nodes}],"lhs":{lhs},"rhs":{rhs},"map_free_vars":false,"equal":{equal},"peer_hash_equal":false{more}}}"#
    )
}

fn counts_of(text: &str) -> Counts {
    let mut counts = Counts::default();
    for (_, case) in read_str("text", text).unwrap() {
        counts.add(&run_case(&case, &mut Reused::default()));
    }
    counts
}

#[test]
fn a_right_case_passes() {
    let path = r#","lhs_path":[{"attr":"value"}],"rhs_path":[{"attr":"value"}]"#;
    assert!(counts_of(&case(INTEGERS, 0, 1, false, path)).pass());
}

#[test]
fn a_wrong_verdict_is_counted() {
    let counts = counts_of(&case(INTEGERS, 0, 1, true, ""));
    assert_eq!((counts.cases, counts.wrong_verdicts), (1, 1));
    assert!(!counts.pass());
}

#[test]
fn a_wrong_path_is_counted() {
    let path = r#","lhs_path":[{"attr":"value"}],"rhs_path":[{"attr":"tag"}]"#;
    let counts = counts_of(&case(INTEGERS, 0, 1, false, path));
    assert_eq!((counts.wrong_verdicts, counts.wrong_paths), (0, 1));
    assert!(!counts.pass());
}

#[track_caller]
fn refused(text: &str, expected: &str) {
    let error = read_str("some.jsonl", text).unwrap_err().to_string();
    assert!(error.starts_with(expected), "{error}");
}

#[test]
fn an_unknown_node_type_is_refused_with_file_line_and_name() {
    let first = case(INTEGERS, 0, 1, false, "");
    let second = case(r#"{"type":"App","name":"x","dep":null}"#, 0, 0, true, "");
    refused(&format!("{first}\n\n{second}\n"), "some.jsonl:3: unknown variant `App`, expected one of `Var`, `Int`");
}

#[test]
fn malformed_lines_are_refused() {
    refused("{", "some.jsonl:1: EOF while parsing an object at column 1");
    refused("[]", "some.jsonl:1: ");
    refused(&case(INTEGERS, 0, 1, true, r#","skip_payloads":true"#), "some.jsonl:1: unknown field `skip_payloads`");
    refused(&case(r#"{"type":"Float","value":"one"}"#, 0, 0, true, ""), "some.jsonl:1: `one` is not a float");
}

#[test]
fn references_that_make_no_graph_are_refused() {
    refused(&case(INTEGERS, 0, 2, true, ""), "some.jsonl:1: the root 2 is not among the 2 nodes");
    refused(
        &case(r#"{"type":"Dag","value":0}"#, 0, 0, true, ""),
        "some.jsonl:1: node 0 refers to node 0, which does not stand before it",
    );
    let lambda = format!(r#"{INTEGERS},{{"type":"Lambda","params":[0],"body":1,"span":""}}"#);
    refused(&case(&lambda, 2, 2, true, ""), "some.jsonl:1: node 2 needs a variable, and node 0 is none");
}

#[test]
fn the_command_prints_counts_and_exits_with_0_1_or_2() {
    let run = |files: &[&Path]| {
        let output = Command::new(env!("CARGO_BIN_EXE_conformance")).args(files).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let (right, wrong, broken) =
        (scratch.join("right.jsonl"), scratch.join("wrong.jsonl"), scratch.join("broken.jsonl"));
    std::fs::write(&right, case(INTEGERS, 0, 1, false, "")).unwrap();
    std::fs::write(&wrong, case(INTEGERS, 0, 1, true, "")).unwrap();
    std::fs::write(&broken, "{").unwrap();

    let (code, stdout, _) = run(&[&right, &right]);
    assert_eq!(code, Some(0));
    assert!(stdout.lines().next().unwrap().ends_with(" 2"), "{stdout}");

    let (code, stdout, stderr) = run(&[&right, &wrong]);
    assert_eq!(code, Some(1));
    assert!(stdout.lines().nth(1).unwrap().ends_with(" 1"), "{stdout}");
    assert!(stderr.contains("wrong.jsonl:1: "), "{stderr}");

    let (code, _, stderr) = run(&[&broken]);
    assert_eq!(code, Some(2));
    assert!(stderr.contains("broken.jsonl:1: "), "{stderr}");
    assert_eq!(run(&[&scratch.join("missing.jsonl")]).0, Some(2));
    assert_eq!(run(&[]).0, Some(2));
}
