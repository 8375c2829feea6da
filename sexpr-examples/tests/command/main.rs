//! The command, run as people run it.

#[macro_use]
#[path = "../common/cases.rs"]
mod cases;
#[path = "../common/command.rs"]
mod command;
mod wave;

use std::process::{Command, Stdio};

use command::{Scratch, compared, programs, run, run_among_scratch, text};

#[test]
fn different_programs_give_1_and_the_first_mismatch_of_both() {
    let (out, err) = run(&["compare", "sum.py", "sum_constant.py"], 1);
    assert_eq!(err, "");
    insta::assert_snapshot!(out);
}

#[test]
fn something_missing_is_shown_after_what_is_there() {
    let long = "def f():\n    a = 1\n    b = 2\n    return b\n";
    let files = [("short.py", "def f():\n    a = 1\n    b = 2\n"), ("long.py", long)];
    insta::assert_snapshot!(compared(files, &[]));
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
    let bad = Scratch::new("bad.lam", "let id = \\x. x in\nid (match id 1 { 1 -> 2, _ -> 3 })\n");
    let (out, err) = run(&["print", bad.path()], 2);
    assert_eq!(out, "");
    insta::assert_snapshot!("malformed_lambda", err.replace(env!("CARGO_TARGET_TMPDIR"), "DIRECTORY"));
}

#[test]
fn ill_formed_programs_give_1_and_everything_that_is_wrong() {
    let (out, err) = run(&["check", "sum.py", "ill_formed.py", "clamp.py"], 1);
    assert_eq!(err, "");
    insta::assert_snapshot!(out);
    let (out, _) = run(&["check", "flip.lam", "document_rejected.rly"], 1);
    assert!(
        out.starts_with("flip.lam: well formed\n") && out.ends_with("document_rejected.rly: 3 problem(s)\n"),
        "{out}"
    );
    run(&["check", "sum.py", "nowhere.py"], 2);
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
    // Files may follow names of passes.
    assert_eq!(run(&["optimize", "--pass", "dead-code,inlining", "wasteful.py"], 0).1, err);
}

#[test]
fn calls_of_pure_operations_may_go() {
    let pure = ["optimize", "--pure", "reduce,exp", "softmax.py"];
    assert_eq!(run(&["optimize", "softmax.py"], 0).0.matches("reduce(").count(), 6);
    assert_eq!(run(&pure, 0).0.matches("reduce(").count(), 4);
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
fn the_ending_or_the_option_tells_the_language() {
    let content = std::fs::read(programs().join("sum.py")).expect("the file is there");
    let pto = Scratch::new("sum.pto", &content);
    run(&["compare", "sum.py", pto.path()], 0);
    let relay = Scratch::new("document.relay", run(&["print", "document.rly"], 0).0);
    run(&["compare", "document.rly", relay.path()], 0);
    assert_eq!(run(&["hash", "sum.py", "flip.lam", "flip_renamed.lam"], 0).0.lines().count(), 3);
    for name in ["sum.txt", "sum"] {
        let copy = Scratch::new(name, &content);
        run(&["--language", "pypto", "compare", copy.path(), "sum.py"], 0);
        for arguments in ["compare sum.py", "optimize", "hash", "print", "check"] {
            let (_, err) = run(&arguments.split(' ').chain([copy.path()]).collect::<Vec<_>>(), 2);
            assert!(err.contains("belongs to no language"), "{err}");
            assert!(
                err.contains("pypto (.py, .pto), lambda (.lam), relay (.rly, .relay), wave (.json, .mlir)"),
                "{err}"
            );
        }
    }
}

#[test]
fn the_tour_shows_what_the_library_does_and_needs_no_files() {
    let (out, err) = run(&[], 0);
    assert_eq!(err, "");
    assert!(!out.contains('\x1b'), "no colours where nobody sees them");
    let hashes: Vec<_> = out.lines().filter(|line| line.starts_with("  hash of ")).map(|line| &line[26..]).collect();
    assert!(hashes.len() == 2 && hashes[0] == hashes[1], "{hashes:?}");
    let elsewhere =
        Command::new(env!("CARGO_BIN_EXE_sexpr")).current_dir("/").output().expect("the command can be run");
    assert_eq!(text(&elsewhere.stdout), out);
    // The library may change its hash.
    insta::assert_snapshot!(out.replace(hashes[0], "HASH"));
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
fn free_variables_are_known_by_name_unless_they_are_mapped() {
    for (file, same, other) in
        [("free.py", "free.py", "free_renamed.py"), ("free.lam", "free_same.lam", "free_renamed.lam")]
    {
        run(&["compare", file, same], 0);
        assert!(run(&["compare", file, other], 1).0.starts_with("different: the free variables differ"));
        run(&["compare", "--map-free-vars", file, other], 0);
        run(&["compare", file, other, "--map-free-vars"], 0);
        for (option, files, are_equal) in [
            ("--short", [&[file, other][..], &[same; 60]].concat(), false),
            ("--map-free-vars", vec![file, other, same], true),
        ] {
            let (out, _) = run(&[&["hash", option][..], &files].concat(), 0);
            let hashes: Vec<&str> = out.lines().filter_map(|line| line.split_whitespace().next()).collect();
            assert!(hashes.len() == files.len() && hashes[2..].iter().all(|hash| *hash == hashes[0]), "{out}");
            assert_eq!(hashes[0] == hashes[1], are_equal, "{out}");
        }
    }
}

#[test]
fn mistakes_in_calls_give_2_and_say_what_is_wrong() {
    let bytes = Scratch::new("bytes.py", b"def f():\n    y = \xff\n");
    let large = Scratch::new("large.lam", "f ".repeat(5_000_001));
    let not_wave =
        "for programs of pypto, lambda and relay, and matmul.json is written in wave, where no variable is free";
    let not_lambda = "`--commutative` is for programs of pypto and relay, and let.lam is written in lambda";
    for (arguments, message) in [
        ("compare sum.py", "error: "),
        ("hash", "error: "),
        ("print", "error: "),
        ("check", "error: "),
        ("frobnicate", "error: "),
        ("compare a b --frobnicate", "error: "),
        ("print sum.py --language cobol", "[possible values: pypto, lambda, relay, wave]"),
        ("compare sum.py nowhere.py", "nowhere.py: "),
        ("compare sum.py flip.lam", "sum.py is written in pypto, and flip.lam in lambda"),
        ("compare . sum.py", ". is a directory, but a file is expected here"),
        (&format!("print {}", bytes.path()), "bytes.py:2:9: the file is not UTF-8"),
        (&format!("check {}", large.path()), "large.lam: the file has more than 10 MB help: split it"),
        ("compare --commutative let.lam let.lam", not_lambda),
        ("hash --commutative let.lam", not_lambda),
        ("compare --ignore-unset sum.py sum.py", "are for graphs of wave, and sum.py is written in pypto"),
        ("compare --map-free-vars matmul.json matmul.json", not_wave),
        ("hash --map-free-vars matmul.json", not_wave),
        ("--language wave", "the argument '--language <NAME>' cannot be used here"),
        ("--language wave relay types document.rly", "the argument '--language <NAME>' cannot be used here"),
        ("--language wave wave convert matmul.json", "the argument '--language <NAME>' cannot be used here"),
        ("--language wave completions bash", "the argument '--language <NAME>' cannot be used here"),
        ("--language wave man nowhere", "the argument '--language <NAME>' cannot be used here"),
        ("compare --width 80 --format json sum.py sum.py", "`--width` is for `--format text`"),
        ("optimize --explain --width 80 --format html sum.py", "`--width` is for `--format text`"),
        ("optimize --width 80 sum.py", "--explain"),
        ("compare --width 70000 sum.py sum.py", "expected a number of columns from 20 to 10000"),
        ("optimize --pure exp,nosuch softmax.py", "`--pure` names `nosuch`, and the program calls no"),
        ("compare --subs M=1,Q=1 matmul.json matmul.json", "`--subs` names `Q`, which occurs in neither"),
    ] {
        let (out, err) = run(&arguments.split(' ').collect::<Vec<_>>(), 2);
        assert_eq!(out, "", "{arguments}");
        assert!(err.split_whitespace().collect::<Vec<_>>().join(" ").contains(message), "{arguments}: {err}");
    }
}

#[test]
fn help_tells_of_everything() {
    for (arguments, words) in [
        ("--help", "compare hash print check optimize --language"),
        ("compare --help", "--map-free-vars Exit --all --format --output --width --color CLICOLOR_FORCE"),
        ("optimize --help", "--pass --pure --verify --explain division"),
        ("hash --help", "--short"),
        ("--version", "sexpr"),
    ] {
        let (out, _) = run(&arguments.split(' ').collect::<Vec<_>>(), 0);
        assert!(words.split(' ').all(|word| out.contains(word)), "{out}");
    }
}
