//! The command, run as people run it.

#[path = "../common/command.rs"]
mod command;
mod wave;

use std::collections::BTreeSet;
use std::process::{Command, Stdio};

use command::{Scratch, programs, run, run_among_scratch, text};

#[test]
fn equal_programs_give_0() {
    assert_eq!(run(&["compare", "sum.py", "sum_renamed.py"], 0), ("equal\n".to_owned(), String::new()));
}

#[test]
fn different_programs_give_1_and_the_first_mismatch_of_both() {
    let (out, err) = run(&["compare", "sum.py", "sum_constant.py"], 1);
    assert_eq!(err, "");
    insta::assert_snapshot!(out);
}

#[test]
fn something_missing_is_shown_after_what_is_there() {
    let short = Scratch::new("short.py", "def f():\n    a = 1\n    b = 2\n");
    let long = Scratch::new("long.py", "def f():\n    a = 1\n    b = 2\n    return b\n");
    let (out, _) = run_among_scratch(&["compare", short.name(), long.name()], 1);
    insta::assert_snapshot!(out);
}

#[test]
fn all_differences_are_shown_on_request() {
    let before = Scratch::new("before.py", "def f(x: pi.Int64):\n    a = x + 0\n    b = a * 2\n    return b\n");
    let after = Scratch::new("after.py", "def f(y: pi.Int64):\n    t = 7\n    a = y\n    c = a * 3\n    return c\n");
    let (out, err) = run_among_scratch(&["compare", "--all", before.name(), after.name()], 1);
    assert_eq!(err, "");
    insta::assert_snapshot!(out);
    let (out, _) = run_among_scratch(&["compare", "--all", before.name(), before.name()], 0);
    assert_eq!(out, "equal\n");
}

#[test]
fn a_function_that_one_program_lacks() {
    let one = Scratch::new("one.py", "def f():\n    return 1\n");
    let two = Scratch::new("two.py", "def f():\n    return 1\n\ndef g():\n    return 2\n");
    let (out, _) = run(&["compare", one.path(), two.path()], 1);
    assert!(out.contains(".functions[\"g\"]"), "{out}");
    assert!(out.contains("two.py:4:1"), "{out}");
}

#[test]
fn free_variables_are_known_by_name_unless_they_are_mapped() {
    run(&["compare", "free.py", "free.py"], 0);
    let (out, _) = run(&["compare", "free.py", "free_renamed.py"], 1);
    assert!(out.starts_with("different: "), "{out}");
    run(&["compare", "--map-free-vars", "free.py", "free_renamed.py"], 0);
    run(&["compare", "free.py", "free_renamed.py", "--map-free-vars"], 0);
}

#[test]
fn operands_count_in_any_order_where_that_is_asked_for() {
    let python = ["x + y * 2", "2 * y + x", "2 * x + y"];
    let relay = ["%0 = -%x; %0 + %y * %0", "%0 = -%x; %0 * %y + %0", "%0 = -%x; %0 * %y - %0"];
    let of_python = |value: &str| format!("def f(x: pi.Int64, y: pi.Int64) -> pi.Int64:\n    return {value}\n");
    let of_relay = |value: &str| format!("def @f(%x: int32, %y: int32) {{ {value} }}\n");
    for (ending, texts) in [("py", python.map(of_python)), ("rly", relay.map(of_relay))] {
        let mut number = 0;
        let files = texts.map(|text| {
            number += 1;
            Scratch::new(&format!("operands_{number}.{ending}"), text)
        });
        let [one, same, other] = files.each_ref().map(Scratch::path);
        run(&["compare", one, same], 1);
        assert_eq!(run(&["compare", "--commutative", one, same], 0).0, "equal\n");
        run(&["compare", "--commutative", one, other], 1);
        for short in [&["hash", "--commutative"][..], &["hash", "--commutative", "--short"]] {
            let (out, _) = run(&[short, &[one, same, other]].concat(), 0);
            let hashes: Vec<&str> = out.lines().filter_map(|line| line.split_whitespace().next()).collect();
            assert!(hashes[0] == hashes[1] && hashes[1] != hashes[2], "{out}");
        }
    }
}

#[test]
fn operands_in_any_order_are_refused_where_nothing_commutes() {
    for file in ["let.lam", "matmul.json"] {
        let language = if file == "let.lam" { "lambda" } else { "wave" };
        for arguments in [&["compare", "--commutative", file, file][..], &["hash", "--commutative", file]] {
            let (out, err) = run(arguments, 2);
            assert_eq!(out, "");
            let message =
                format!("`--commutative` is for programs of pypto and relay, and {file} is written in {language}");
            assert!(err.split_whitespace().collect::<Vec<_>>().join(" ").contains(&message), "{err}");
        }
    }
}

#[test]
fn named_variables_are_compared_in_their_scopes() {
    for renamed in ["shadow_renamed.lam", "shadow.lam"] {
        assert_eq!(run(&["compare", "shadow.lam", renamed], 0).0, "equal\n");
    }
    run(&["compare", "parity.lam", "parity_exchanged.lam"], 0);
    run(&["compare", "parity.lam", "parity_reordered.lam"], 1);
    let (out, err) = run(&["compare", "shadow.lam", "shadow_captured.lam"], 1);
    assert_eq!(err, "");
    insta::assert_snapshot!(out);
}

#[test]
fn free_names_are_the_same_everywhere_unless_they_are_mapped() {
    run(&["compare", "free.lam", "free_same.lam"], 0);
    let (out, _) = run(&["compare", "free.lam", "free_renamed.lam"], 1);
    assert!(out.starts_with("different: the free variables differ: \"add\" and \"plus\"\n"), "{out}");
    run(&["compare", "--map-free-vars", "free.lam", "free_renamed.lam"], 0);
    let hash = |file: &str| run(&["hash", file], 0).0[..16].to_owned();
    assert_eq!(hash("free.lam"), hash("free_same.lam"), "a name's hash is fixed");
    assert_ne!(hash("free.lam"), hash("free_renamed.lam"));
}

#[test]
fn programs_of_two_languages_are_not_compared() {
    let (out, err) = run(&["compare", "sum.py", "flip.lam"], 2);
    assert_eq!(out, "");
    assert!(err.contains("sum.py is written in pypto, and flip.lam in lambda"), "{err}");
    let (out, _) = run(&["hash", "sum.py", "flip.lam", "flip_renamed.lam"], 0);
    assert_eq!(out.lines().count(), 3);
}

#[test]
fn a_missing_file_gives_2() {
    let (out, err) = run(&["compare", "sum.py", "nowhere.py"], 2);
    assert_eq!(out, "");
    assert!(err.contains("nowhere.py: "), "{err}");
}

#[test]
fn nobody_has_to_read_the_output_to_its_end() {
    let lines: String = (0..2_000).map(|number| format!("    a{number} = x + {number}\n")).collect();
    let one = Scratch::new("pipe_one.py", format!("def f(x: pi.Int64):\n{lines}"));
    let other = Scratch::new("pipe_other.py", format!("def f(x: pi.Int64):\n{}", lines.replace('+', "-")));
    for format in ["text", "json", "html"] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_sexpr"))
            .args(["compare", "--all", one.path(), other.path(), "--format", format])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command can be run");
        // The pipe holds less than what is written.
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("the command ends");
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(1), String::new()), "{format}");
    }
}

#[test]
fn a_malformed_program_gives_2_and_an_excerpt() {
    let bad = Scratch::new("bad.py", "def f(x: pi.Int64):\n    y = x +\n");
    for arguments in [vec!["compare", "sum.py", bad.path()], vec!["hash", bad.path()], vec!["print", bad.path()]] {
        let (out, err) = run(&arguments, 2);
        assert_eq!(out, "");
        insta::allow_duplicates! {
            insta::assert_snapshot!("malformed", err.replace(env!("CARGO_TARGET_TMPDIR"), "DIRECTORY"));
        }
    }
}

#[test]
fn a_malformed_program_of_another_language_gives_2_and_an_excerpt() {
    let bad = Scratch::new("bad.lam", "let id = \\x. x in\nid (match id 1 { 1 -> 2, _ -> 3 })\n");
    let (out, err) = run(&["print", bad.path()], 2);
    assert_eq!(out, "");
    insta::assert_snapshot!(err.replace(env!("CARGO_TARGET_TMPDIR"), "DIRECTORY"));
}

#[test]
fn a_file_that_is_no_text_gives_2() {
    let bad = Scratch::new("bytes.py", b"def f():\n    y = \xff\n");
    let (_, err) = run(&["print", bad.path()], 2);
    assert!(err.contains("bytes.py:2:9") && err.contains("not UTF-8"), "{err}");
}

#[test]
fn wrong_usage_gives_2() {
    for arguments in [
        &["compare", "sum.py"][..],
        &["hash"],
        &["print"],
        &["check"],
        &["frobnicate"],
        &["compare", "a", "b", "--language", "cobol"],
        &["compare", "a", "b", "--frobnicate"],
    ] {
        let (out, err) = run(arguments, 2);
        assert_eq!(out, "", "{arguments:?}");
        assert!(err.contains("error: "), "{err}");
    }
    let (_, err) = run(&["print", "sum.py", "--language", "cobol"], 2);
    assert!(err.contains("[possible values: pypto, lambda, relay, wave]"), "{err}");
}

#[test]
fn well_formed_programs_give_0() {
    let (out, err) = run(&["check", "sum.py", "matmul.py"], 0);
    assert_eq!((out.as_str(), err.as_str()), ("sum.py: well formed\nmatmul.py: well formed\n", ""));
}

#[test]
fn ill_formed_programs_give_1_and_everything_that_is_wrong() {
    let (out, err) = run(&["check", "sum.py", "ill_formed.py", "clamp.py"], 1);
    assert_eq!(err, "");
    insta::assert_snapshot!(out);
}

#[test]
fn programs_of_every_language_are_checked() {
    let (out, err) = run(&["check", "flip.lam", "perceptron.rly", "matmul.json", "sum.py"], 0);
    let expected = ["flip.lam", "perceptron.rly", "matmul.json", "sum.py"].map(|file| format!("{file}: well formed\n"));
    assert_eq!((out, err), (expected.concat(), String::new()));
    let (out, _) = run(&["check", "document_rejected.rly"], 1);
    assert!(out.ends_with("document_rejected.rly: 3 problem(s)\n"), "{out}");
    run(&["check", "sum.py", "nowhere.py"], 2);
}

#[test]
fn options_for_graphs_are_refused_for_other_programs() {
    let (_, err) = run(&["compare", "--ignore-unset", "sum.py", "sum.py"], 2);
    assert!(err.contains("are for graphs of wave, and sum.py is written in pypto"), "{err}");
}

#[test]
fn options_that_would_do_nothing_are_refused() {
    for command in [&["compare", "matmul.json", "matmul.json"][..], &["hash", "matmul.json"]] {
        let (_, err) = run(&[command, &["--map-free-vars"]].concat(), 2);
        let says =
            "for programs of pypto, lambda and relay, and matmul.json is written in wave, where no variable is free";
        assert!(err.contains(says), "{err}");
    }
    for command in [
        &[][..],
        &["relay", "types", "document.rly"],
        &["wave", "convert", "matmul.json"],
        &["completions", "bash"],
        &["man", "nowhere"],
    ] {
        let (out, err) = run(&[&["--language", "wave"], command].concat(), 2);
        assert!(out.is_empty() && err.contains("the argument '--language <NAME>' cannot be used here"), "{err}");
    }
    for format in ["json", "html"] {
        for command in [&["compare", "sum.py", "sum.py"][..], &["optimize", "--explain", "sum.py"]] {
            let (_, err) = run(&[command, &["--width", "80", "--format", format]].concat(), 2);
            assert!(err.contains("`--width` is for `--format text`"), "{err}");
        }
    }
    let (_, err) = run(&["optimize", "--width", "80", "sum.py"], 2);
    assert!(err.contains("--explain"), "{err}");
}

#[test]
fn a_quiet_command_says_only_what_differs_or_is_wrong() {
    let nothing = (String::new(), String::new());
    for flag in ["-q", "--quiet"] {
        assert_eq!(run(&["compare", flag, "sum.py", "sum_renamed.py"], 0), nothing);
        assert_eq!(run(&["check", flag, "sum.py", "matmul.json"], 0), nothing);
        assert_eq!(run(&["optimize", flag, "wasteful.py"], 0).1, "");
    }
    assert_eq!(
        run(&["-q", "compare", "sum.py", "sum_constant.py"], 1),
        run(&["compare", "sum.py", "sum_constant.py"], 1)
    );
    let (out, _) = run(&["check", "-q", "sum.py", "ill_formed.py"], 1);
    assert!(!out.contains("well formed") && out.contains("ill_formed.py: "), "{out}");
    assert!(!run(&["check", "-q", "nowhere.py"], 2).1.is_empty());
}

#[test]
fn files_may_follow_names_of_passes() {
    let passes = ["optimize", "--pass", "dead-code,inlining", "wasteful.py"];
    assert_eq!(run(&passes, 0), run(&["optimize", "wasteful.py", "--pass", "dead-code,inlining"], 0));
    assert_eq!(run(&["optimize", "--pass", "dead-code", "wasteful.py"], 0).1.lines().count(), 1);
}

#[test]
fn an_optimised_program_is_printed_and_what_each_pass_did_is_noted() {
    let (out, err) = run(&["optimize", "wasteful.py", "--verify"], 0);
    insta::assert_snapshot!(format!("{out}\n{err}"));
    for program in ["softmax.py", "matmul.py", "clamp.py", "sum.py", "operators.py"] {
        run(&["optimize", program, "--verify"], 0);
    }
}

#[test]
fn passes_are_run_as_they_are_named() {
    let (folded, err) = run(&["optimize", "wasteful.py", "--pass", "constant-folding"], 0);
    assert_eq!(err, "constant-folding: 7 node(s) removed\n");
    assert!(folded.contains("pi.range(0, n, 8,") && folded.contains("step = 8"), "{folded}");
    let (_, err) = run(&["optimize", "wasteful.py", "--pass", "dead-code,inlining"], 0);
    assert_eq!(err.lines().count(), 2, "{err}");
    let named = run(&["optimize", "--pass", "dead-code", "--pass", "inlining", "wasteful.py"], 0);
    assert_eq!(named.1, err);
}

#[test]
fn a_file_that_is_too_large_is_refused_before_it_takes_the_memory() {
    let large = Scratch::new("large.lam", "f ".repeat(5_000_001));
    let (_, err) = run(&["check", large.path()], 2);
    assert!(err.contains("large.lam: the file has more than 10 MB\n  help: split it"), "{err}");
}

#[test]
fn options_that_cannot_apply_are_refused() {
    for (arguments, message) in [
        (&["optimize", "--pure", "exp,nosuch", "softmax.py"][..], "`--pure` names `nosuch`, and the program calls no"),
        (
            &["compare", "--subs", "M=1,Q=1", "matmul.json", "matmul.json"],
            "`--subs` names `Q`, which occurs in neither",
        ),
        (&["compare", "--width", "70000", "sum.py", "sum.py"], "expected a number of columns from 20 to 10000"),
        (&["compare", ".", "sum.py"], ". is a directory, but a file is expected here"),
    ] {
        let (_, err) = run(arguments, 2);
        assert!(err.contains(message), "{err}");
    }
}

#[test]
fn calls_of_pure_operations_may_go() {
    let pure = ["optimize", "--pure", "reduce,exp", "softmax.py"];
    assert_eq!(run(&["optimize", "softmax.py"], 0).0.matches("reduce(").count(), 6);
    assert_eq!(run(&pure, 0).0.matches("reduce(").count(), 4);
}

#[test]
fn optimising_twice_changes_nothing() {
    for program in ["wasteful.py", "softmax.py", "matmul.py", "clamp.py", "sum.py", "operators.py"] {
        let (first, _) = run(&["optimize", program], 0);
        let printed = Scratch::new(&format!("optimized_{program}"), &first);
        let (second, notes) = run(&["optimize", printed.path()], 0);
        assert_eq!(second, first);
        assert!(notes.lines().all(|line| line.ends_with(": 0 node(s) removed")), "{program}: {notes}");
    }
}

#[test]
fn only_well_formed_programs_are_optimised() {
    let (out, err) = run(&["optimize", "ill_formed.py"], 2);
    assert_eq!(out, "");
    insta::assert_snapshot!(err);
    run(&["optimize", "flip.lam"], 2);
    let (_, err) = run(&["optimize", "sum.py", "--pass", "magic"], 2);
    assert!(err.contains("[possible values: inlining, constant-folding, common-subexpressions, dead-code]"), "{err}");
}

#[test]
fn the_types_of_relays_definitions_are_shown() {
    let (out, err) = run(&["relay", "types", "document.rly"], 0);
    assert!(
        out.contains("@plus : fn<s : Shape>(Tensor[s, float32], Tensor[s, float32]) -> Tensor[s, float32]\n"),
        "{out}"
    );
    assert!(out.contains("Nil : fn[a]() -> List[a]\nCons : fn[a](a, List[a]) -> List[a]\n@"), "{out}");
    assert_eq!(err, "");
    let (out, _) = run(&["relay", "types", "perceptron.rly", "convolution.rly"], 0);
    assert!(out.starts_with("perceptron.rly:\n@layer : ") && out.contains("\nconvolution.rly:\n@block : "), "{out}");
}

#[test]
fn everything_that_is_wrong_with_relays_types_is_shown() {
    let (out, _) = run(&["relay", "types", "document_rejected.rly"], 1);
    assert!(out.contains("`t` has kind Type and cannot be used as a shape"), "{out}");
    assert!(out.contains("declare it as `t : Shape`") && out.contains("def @kind<t : Type>"), "{out}");
    assert!(out.ends_with("document_rejected.rly: 3 problem(s)\n"), "{out}");
    let malformed = Scratch::new("malformed.rly", "def @f() { let %x = ; %x }");
    let (out, err) = run(&["relay", "types", malformed.path()], 2);
    assert!(out.is_empty() && err.contains("malformed.rly:1:21: expected an expression"), "{err}");
}

#[test]
fn a_module_of_relay_is_fused_and_what_changed_is_explained() {
    let text = "def @f(%x: Tensor[(2, 3), float32]) { sum(nn.relu(%x + 1f), axis=[1]) }";
    let file = Scratch::new("fusible.rly", text);
    let (fused, err) = run(&["relay", "fuse", file.path()], 0);
    assert!(fused.contains("Primitive=1") && err.is_empty(), "{fused}{err}");
    let fused = Scratch::new("fused.rly", fused);
    assert_eq!(run(&["relay", "types", fused.path()], 0), run(&["relay", "types", file.path()], 0));
    let (out, _) = run(&["relay", "fuse", "--explain", file.path()], 0);
    assert!(out.starts_with("fusion:\n") && out.contains("%fused_add_relu_sum"), "{out}");
    assert_eq!(run(&["relay", "fuse", "--explain", fused.path()], 0).0, "no pass changed anything\n");
    let (out, _) = run(&["relay", "fuse", "document_rejected.rly"], 1);
    assert!(out.ends_with("document_rejected.rly: 3 problem(s)\n"), "{out}");
}

#[test]
fn modules_of_relay_are_compared_up_to_the_names_of_variables_and_type_parameters() {
    let one = Scratch::new("one.rly", "def @swap[A, B](%x: A, %y: B) { (%y, %x) } def @one() { @swap(1, 2f) }");
    let renamed =
        Scratch::new("renamed.relay", "def @one() { @swap(1, 2f) } def @swap[X, Y](%a: X, %b: Y) { (%b, %a) }");
    let other = Scratch::new("other.rly", "def @swap[A, B](%x: A, %y: B) { (%x, %y) } def @one() { @swap(1, 2f) }");
    assert_eq!(run(&["compare", one.path(), renamed.path()], 0).0, "equal\n");
    let (out, _) = run(&["compare", one.path(), other.path()], 1);
    assert!(out.contains("other.rly:1:34"), "{out}");
    let (printed, _) = run(&["print", renamed.path()], 0);
    let printed = Scratch::new("printed.txt", printed);
    assert_eq!(run(&["--language", "relay", "compare", printed.path(), one.path()], 0).0, "equal\n");
}

#[test]
fn help_tells_of_everything() {
    let (out, _) = run(&["--help"], 0);
    for word in ["compare", "hash", "print", "check", "optimize", "--language"] {
        assert!(out.contains(word), "{out}");
    }
    let (out, _) = run(&["compare", "--help"], 0);
    let told =
        ["--map-free-vars", "Exit code", "--all", "--format", "--output", "--width", "--color", "CLICOLOR_FORCE"];
    assert!(told.iter().all(|word| out.contains(word)), "{out}");
    let (out, _) = run(&["optimize", "--help"], 0);
    assert!(
        ["--pass", "--pure", "--verify", "--explain", "division by zero"].iter().all(|word| out.contains(word)),
        "{out}"
    );
    let (out, _) = run(&["hash", "--help"], 0);
    assert!(out.contains("not in another call") && out.contains("--short"), "{out}");
    let (out, _) = run(&["--version"], 0);
    assert!(out.starts_with("sexpr 0."), "{out}");
}

#[test]
fn a_free_variable_has_one_hash_in_all_files_of_a_call_however_many_are_read_at_once() {
    let files = [&["hash", "--short"][..], &["free.py"; 60]].concat();
    let (out, _) = run(&files, 0);
    let hashes: BTreeSet<&str> = out.lines().map(|line| &line[..16]).collect();
    assert_eq!((out.lines().count(), hashes.len()), (60, 1), "{out}");
}

#[test]
fn hashes_are_hexadecimal_and_agree_with_equality() {
    let (out, _) = run(&["hash", "--short", "sum.py", "sum_renamed.py", "sum_captured.py"], 0);
    let lines: Vec<_> = out.lines().map(|line| line.split_once("  ").expect("a hash and a name")).collect();
    assert_eq!(
        lines.iter().map(|(_, name)| *name).collect::<Vec<_>>(),
        ["sum.py", "sum_renamed.py", "sum_captured.py"]
    );
    assert!(lines.iter().all(|(hash, _)| hash.len() == 16 && hash.chars().all(|c| c.is_ascii_hexdigit())), "{out}");
    assert_eq!(lines[0].0, lines[1].0);
    assert_ne!(lines[0].0, lines[2].0);
    let again = run(&["hash", "--short", "sum.py", "sum_renamed.py", "sum_captured.py"], 0).0;
    assert_eq!(again, out, "a closed program's hash is fixed");
}

#[test]
fn free_variables_are_hashed_like_bound_ones_where_that_is_asked_for() {
    let (out, _) = run(&["hash", "--map-free-vars", "free.py", "free_renamed.py", "sum.py"], 0);
    let hashes: Vec<_> = out.lines().map(|line| &line[..32]).collect();
    assert_eq!(hashes[0], hashes[1]);
    assert_ne!(hashes[0], hashes[2]);
    assert_eq!(run(&["compare", "--map-free-vars", "free.py", "free_renamed.py"], 0).0, "equal\n");
}

#[test]
fn free_variables_are_the_same_in_all_hashed_files() {
    let (out, _) = run(&["hash", "--short", "free.py", "free.py", "free_renamed.py"], 0);
    let hashes: Vec<_> = out.lines().map(|line| &line[..16]).collect();
    assert_eq!(hashes[0], hashes[1]);
    assert_ne!(hashes[0], hashes[2]);
}

#[test]
fn printing_twice_changes_nothing() {
    for program in ["matmul.py", "sum_layout.py", "operators.py", "free.py", "syntax.lam", "zip.lam"] {
        let (first, _) = run(&["print", program], 0);
        let printed = Scratch::new(&format!("printed_{program}"), &first);
        assert_eq!(run(&["print", printed.path()], 0).0, first);
        run(&["compare", program, printed.path()], 0);
    }
}

#[test]
fn the_ending_or_the_option_tells_the_language() {
    let content = std::fs::read(programs().join("sum.py")).expect("the file is there");
    let pto = Scratch::new("sum.pto", &content);
    run(&["compare", "sum.py", pto.path()], 0);
    for name in ["sum.txt", "sum"] {
        let copy = Scratch::new(name, &content);
        run(&["--language", "pypto", "compare", copy.path(), "sum.py"], 0);
        for arguments in [&["compare", "sum.py", copy.path()][..], &["optimize", copy.path()]] {
            let (_, err) = run(arguments, 2);
            assert!(err.contains("belongs to no language"), "{err}");
            assert!(err.contains("wave (.json, .mlir)"), "{err}");
        }
    }
}

#[test]
fn the_tour_shows_what_the_library_does() {
    let (out, err) = run(&[], 0);
    assert_eq!(err, "");
    assert!(!out.contains('\x1b'), "no colours where nobody sees them");
    let hashes: Vec<_> = out.lines().filter(|line| line.starts_with("  hash of ")).map(|line| &line[26..]).collect();
    assert!(hashes.len() == 2 && hashes[0] == hashes[1], "{hashes:?}");
    // The library may change its hash.
    insta::assert_snapshot!(out.replace(hashes[0], "HASH"));
}

#[test]
fn the_tour_needs_no_files() {
    let output = Command::new(env!("CARGO_BIN_EXE_sexpr")).current_dir("/").output().expect("the command can be run");
    assert!(output.status.success());
    assert_eq!(text(&output.stdout), run(&[], 0).0);
}

#[test]
fn places_in_very_long_lines_are_shown_in_part() {
    let call = |last: u32| format!("def f(x: pi.Int64):\n    y = op({}x + {last})\n", "x, ".repeat(30_000));
    let (one, two) = (Scratch::new("long_1.py", call(1)), Scratch::new("long_2.py", call(2)));
    let (out, _) = run(&["compare", one.path(), two.path()], 1);
    assert!(out.len() < 4_000 && out.contains(":2:90016]"), "{out}");

    let string = "é".repeat(70_000);
    let malformed = Scratch::new("long_3.py", format!("def f(x: pi.Int64):\n    y = op(a=\"{string}\") x\n"));
    let (_, err) = run(&["print", malformed.path()], 2);
    assert!(err.len() < 4_000 && err.contains(":2:70018]"), "{err}");
}

#[test]
fn columns_count_characters() {
    let wide = Scratch::new("wide.py", "def f(x: pi.Int64):\n    return é日 z\n");
    let (_, err) = run(&["print", wide.path()], 2);
    assert!(err.contains(":2:15:") && err.contains(":2:15]"), "{err}");
}
