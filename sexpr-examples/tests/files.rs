//! What the command's arguments stand for: several files, directories, patterns and the standard input.

#[path = "common/folder.rs"]
mod folder;

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use std::{fs, thread};

use folder::Folder;
use sexpr_examples::parallel::in_order;

const SUM: &str = include_str!("../programs/sum.py");
const SUM_RENAMED: &str = include_str!("../programs/sum_renamed.py");
const FLIP: &str = include_str!("../programs/flip.lam");
const FREE: &str = include_str!("../programs/free.py");

/// The names behind hashes, in order.
fn names(out: &str) -> Vec<&str> {
    out.lines().map(|line| line.split_once("  ").expect("a hash and a name").1).collect()
}

#[test]
fn fingerprints_are_the_same_in_every_call_and_agree_with_equality() {
    let directory = Folder::new("fingerprints", &[("sum.py", SUM), ("renamed.py", SUM_RENAMED), ("flip.lam", FLIP)]);
    for (option, digits) in [(None, 32), (Some("--short"), 16)] {
        let arguments: Vec<&str> = ["hash", "sum.py", "renamed.py", "flip.lam"].into_iter().chain(option).collect();
        let (out, err) = directory.run(&arguments, 0);
        let hashes: Vec<_> = out.lines().map(|line| line.split_once("  ").expect("a hash and a name").0).collect();
        assert!(hashes.iter().all(|hash| hash.len() == digits && hash.chars().all(|c| c.is_ascii_hexdigit())), "{out}");
        assert!(hashes[0] == hashes[1] && hashes[0] != hashes[2], "{out}");
        assert_eq!(directory.run(&arguments, 0), (out, err));
    }
}

#[test]
fn why_a_program_has_no_fingerprint_is_said_with_the_place() {
    let directory = Folder::new("none", &[("free.py", FREE), ("sum.py", SUM)]);
    let (out, err) = directory.run(&["hash", "free.py", "sum.py"], 1);
    assert_eq!(names(&out), ["sum.py"]);
    assert!(err.contains("free.py has no fingerprint: nothing binds this variable"), "{err}");
    assert!(err.contains("free.py:6:13") && err.contains("--map-free-vars") && err.contains("--short"), "{err}");
    directory.run(&["hash", "--map-free-vars", "free.py"], 0);
    directory.run(&["hash", "--short", "free.py"], 0);
}

#[test]
fn a_dash_is_the_standard_input() {
    let directory = Folder::new("dash", &[("sum.py", SUM)]);
    let (of_file, _) = directory.run(&["hash", "sum.py"], 0);
    let (of_input, _) = directory.run_with(SUM_RENAMED, &["hash", "--language", "pypto", "-"], 0);
    assert_eq!(of_input.replace("<stdin>", "sum.py"), of_file);
    let (printed, _) = directory.run(&["print", "sum.py"], 0);
    assert_eq!(directory.run_with(SUM, &["print", "-", "--language", "pypto"], 0).0, printed);
    assert_eq!(directory.run_with(SUM, &["check", "-", "--language", "pypto"], 0).0, "<stdin>: well formed\n");
    assert_eq!(directory.run_with(SUM_RENAMED, &["compare", "--language", "pypto", "-", "sum.py"], 0).0, "equal\n");
    let (_, err) = directory.run_with(SUM, &["compare", "--language", "pypto", "-", "-"], 2);
    assert!(err.contains("both programs are the standard input"), "{err}");
    let (_, err) = directory.run_with("def f(:", &["check", "-", "--language", "pypto"], 2);
    assert!(err.contains("<stdin>:1:6"), "{err}");
    let (_, err) = directory.run_with(SUM, &["hash", "-"], 2);
    assert!(err.contains("--language NAME") && err.contains("lambda (.lam)"), "{err}");
    let (out, err) = directory.run_with(SUM, &["check", "--language", "pypto", "-", "-"], 2);
    assert!(out == "<stdin>: well formed\n" && err.contains("the standard input is named twice"), "{out}{err}");
}

#[test]
fn a_directory_is_its_programs_in_order_but_for_hidden_ones_and_other_files() {
    let files = [
        ("b.py", SUM),
        ("a/z.lam", FLIP),
        ("a/y.py", SUM),
        ("notes.txt", "no program"),
        (".hidden.py", "no program"),
        (".git/a.py", "no program"),
    ];
    let directory = Folder::new("directory", &files);
    assert_eq!(names(&directory.run(&["hash", "."], 0).0), ["./a/y.py", "./a/z.lam", "./b.py"]);
    let well_formed = ["./a/y.py", "./a/z.lam", "./b.py"].map(|file| format!("{file}: well formed\n"));
    assert_eq!(directory.run(&["check", "."], 0), (well_formed.concat(), String::new()), "no progress is shown");
    let (of_pypto, _) = directory.run(&["check", ".", "--language", "pypto"], 0);
    assert_eq!(of_pypto, [&*well_formed[0], &well_formed[2]].concat());
    let (printed, _) = directory.run(&["print", ".", "--language", "lambda"], 0);
    assert_eq!(printed, directory.run(&["print", "a/z.lam"], 0).0);
    let empty = Folder::new("empty", &[("notes.txt", "no program")]);
    let (_, err) = empty.run(&["hash", "."], 2);
    assert!(err.contains("no programs in the directory .") && err.contains(".lam"), "{err}");
    let (_, err) = directory.run(&["relay", "fuse", "a"], 2);
    assert!(err.contains("a is a directory, but a file is expected here"), "{err}");
    let (_, err) = directory.run(&["relay", "types", "a"], 2);
    assert!(err.contains("there are no programs of relay in the directory a"), "{err}");
    assert!(err.contains("files are found by their endings: relay (.rly, .relay)\n"), "{err}");
}

#[test]
fn json_in_a_directory_that_is_no_graph_is_passed_over_unless_it_is_named() {
    let files =
        [("a.json", r#"{"name": "g", "nodes": []}"#), ("package.json", r#"{"name": "p"}"#), ("rows.json", "[1]")];
    let directory = Folder::new("json", &files);
    let (out, err) = directory.run(&["print", "."], 0);
    assert_eq!(out, directory.run(&["print", "a.json"], 0).0);
    assert!(err.starts_with("2 file(s) passed over"), "{err}");
    assert_eq!(directory.run(&["print", "-q", "."], 0).1, "");
    let (_, err) = directory.run(&["print", "package.json"], 2);
    assert!(err.contains("package.json:1:"), "{err}");
}

#[cfg(unix)]
#[test]
fn a_link_that_leads_back_is_not_followed_and_what_is_no_regular_file_is_left_out() {
    let directory = Folder::new("link", &[("below/sum.py", SUM)]);
    std::os::unix::fs::symlink("..", directory.join("below/back")).expect("a link can be made");
    let made = std::process::Command::new("mkfifo").arg(directory.join("below/pipe.py")).status();
    assert!(made.expect("there is mkfifo").success());
    assert_eq!(names(&directory.run(&["hash", "below"], 0).0), ["below/sum.py"]);
}

#[test]
fn a_pattern_is_what_matches_it_but_for_hidden_files_and_each_file_counts_once() {
    let files = [
        ("b.py", SUM),
        ("a.py", SUM),
        ("c/d.py", SUM),
        ("c/e/f.lam", FLIP),
        (".hidden/a.py", SUM),
        (".b.py", SUM),
        ("a[1].txt", SUM),
        ("a1.txt", "no program"),
    ];
    let directory = Folder::new("pattern", &files);
    for (pattern, expected) in [
        ("*.py", &["a.py", "b.py"][..]),
        ("**/*.py", &["a.py", "b.py", "c/d.py"]),
        (".hidden/*.py", &[".hidden/a.py"]),
        // Directories match as well.
        ("c/**/*", &["c/d.py", "c/e/f.lam"]),
        // The name of a file may look like a pattern.
        ("a[1].txt", &["a[1].txt"]),
    ] {
        let language: &[&str] = if pattern.ends_with(".txt") { &["--language", "pypto"] } else { &[] };
        let (out, _) = directory.run(&[&["hash", pattern], language].concat(), 0);
        let mut found = names(&out);
        found.sort_unstable();
        assert_eq!(found, expected);
    }
    for (pattern, message) in [("*.rly", "no file matches *.rly"), ("***", "*** is not a pattern")] {
        let (_, err) = directory.run(&["hash", pattern], 2);
        assert!(err.contains(message), "{err}");
    }
}

#[test]
fn a_bad_file_does_not_keep_the_others_from_being_treated() {
    let directory = Folder::new("bad", &[("a.py", "def f(:"), ("b.py", SUM)]);
    let (out, err) = directory.run(&["hash", "a.py", "missing.py", "b.py"], 2);
    assert_eq!(names(&out), ["b.py"]);
    assert!(err.contains("a.py:1:6") && err.contains("missing.py"), "{err}");
    let (out, err) = directory.run(&["check", "a.py", "b.py"], 2);
    assert_eq!(out, "b.py: well formed\n");
    assert!(err.contains("a.py:1:6"), "{err}");
    let (out, err) = directory.run(&["print", "a.py", "b.py"], 2);
    assert!(out.starts_with("==> b.py <==\n") && err.contains("a.py:1:6"), "{out}{err}");
}

#[test]
fn many_files_are_read_in_parallel_and_written_in_order() {
    let files: Vec<(String, String)> = (0..200)
        .map(|number| {
            let lines: String = (0..number % 7 * 20).map(|at| format!("    a{at} = 1\n")).collect();
            let text = if number % 10 == 3 { "def f(:".to_owned() } else { format!("def f():\n{lines}    return 1\n") };
            (format!("{number:03}.py"), text)
        })
        .collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (&**name, &**text)).collect();
    let directory = Folder::new("many", &files);
    for action in ["hash", "check", "print"] {
        let (out, err) = directory.run(&[action, "."], 2);
        let mentioned = |text: &str| {
            let mut names: Vec<String> = text.match_indices("./").map(|(at, _)| text[at..at + 8].to_owned()).collect();
            names.dedup();
            names
        };
        let (good, bad) = (mentioned(&out), mentioned(&err));
        assert!(good.is_sorted() && bad.is_sorted(), "{action}: {out}{err}");
        assert_eq!((good.len(), bad.len()), (180, 20), "{action}");
    }
}

#[test]
fn work_is_done_once_for_each_item_and_results_are_taken_in_order_whatever_panics() {
    let (items, count, mut taken) = (Vec::from_iter(0..50), AtomicUsize::new(0), Vec::new());
    let work = |item: &u64| {
        count.fetch_add(1, Ordering::Relaxed);
        thread::sleep(Duration::from_millis(item * 7 % 5));
        60 / (item % 10)
    };
    in_order(&items, work, |done, item| {
        taken.push((done as u64, item.ok()));
        ControlFlow::Continue(())
    });
    assert_eq!(taken, Vec::from_iter(items.iter().map(|item| (item + 1, 60_u64.checked_div(item % 10)))));
    assert_eq!(count.into_inner(), 50);
    in_order(&[(); 0], |()| (), |_, _| panic!("there is nothing to do"));
}

#[test]
fn no_work_is_begun_once_results_are_no_longer_wanted() {
    let (count, mut taken) = (AtomicUsize::new(0), 0);
    let work = |_: &u8| {
        count.fetch_add(1, Ordering::Relaxed);
        thread::sleep(Duration::from_millis(1));
    };
    in_order(&[0; 10_000], work, |done, _| {
        taken = done;
        if done == 5 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!(taken, 5);
    assert!(count.into_inner() < 5_000);
}

#[test]
fn several_printed_programs_have_their_names_above_them() {
    let directory = Folder::new("print", &[("a.lam", FLIP), ("b.py", SUM)]);
    let [a, b] = ["a.lam", "b.py"].map(|file| directory.run(&["print", file], 0).0);
    assert_eq!(directory.run(&["print", "a.lam", "b.py"], 0).0, format!("==> a.lam <==\n{a}\n==> b.py <==\n{b}"));
}

#[test]
fn completions_know_the_subcommands() {
    let directory = Folder::new("completions", &[]);
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let (script, _) = directory.run(&["completions", shell], 0);
        assert!(["compare", "hash", "--language"].iter().all(|word| script.contains(word.trim_start_matches('-'))));
    }
    directory.run(&["completions", "cobol"], 2);
}

#[test]
fn manual_pages_are_written_for_every_subcommand() {
    let directory = Folder::new("man", &[("file", "")]);
    assert_eq!(directory.run(&["man", "pages/man1"], 0), (String::new(), String::new()));
    let page = fs::read_to_string(directory.join("pages/man1/sexpr-hash.1")).expect("the page is there");
    assert!(page.starts_with(".ie") && page.contains("fingerprint"), "{page}");
    assert!(directory.join("pages/man1/sexpr.1").exists());
    let (_, err) = directory.run(&["man", "file/below"], 2);
    assert!(err.contains("cannot be written to file"), "{err}");
}

#[test]
fn a_program_that_is_read_is_not_overwritten() {
    let directory = Folder::new("overwritten", &[("sum.py", SUM), ("renamed.py", SUM_RENAMED)]);
    for arguments in [
        ["compare", "sum.py", "renamed.py", "--output", "./sum.py"].as_slice(),
        &["optimize", "sum.py", "--output", "../overwritten/sum.py"],
    ] {
        let (_, err) = directory.run(arguments, 2);
        assert!(err.contains("sum.py is read, and would be overwritten"), "{err}");
        assert_eq!(fs::read_to_string(directory.join("sum.py")).expect("it is there"), SUM);
    }
    assert_eq!(directory.run(&["compare", "sum.py", "renamed.py", "--output", "-"], 0).0, "equal\n");
}

#[test]
fn statements_and_expressions_stand_on_their_own() {
    let files =
        [("one.py", "s = x + y; t = 2 * s"), ("other.py", "a = x + y\nb = 2 * a\n"), ("expression.py", "x + y")];
    let directory = Folder::new("fragments", &files);
    let print = ["print", "--fragment", "--language", "pypto", "-"];
    assert_eq!(directory.run_with("((x + 1) * (y - 2)) / (x + y)", &print, 0).0, "(x + 1) * (y - 2) / (x + y)\n");
    assert_eq!(directory.run_with("if c: y = 1\nelse: pass", &print, 0).0, "if c:\n    y = 1\nelse:\n    pass\n");
    assert_eq!(directory.run(&["compare", "--fragment", "one.py", "other.py"], 0).0, "equal\n");
    directory.run(&["compare", "--fragment", "one.py", "expression.py"], 1);
    let (_, err) = directory.run_with("a", &["print", "--fragment", "--language", "lambda", "-"], 2);
    assert!(err.contains("`--fragment` is for programs of pypto, and <stdin> is written in lambda"), "{err}");
}
