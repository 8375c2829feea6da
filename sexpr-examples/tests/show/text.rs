//! Excerpts on terminals of every width, and their colours.

use std::process::Command;

use proptest::prelude::*;

use crate::command::{Scratch, compared, programs, run, run_among_scratch, text};

#[test]
fn excerpts_are_side_by_side_where_there_is_room() {
    let (out, _) = run(&["compare", "sum.py", "sum_constant.py", "--width", "140"], 1);
    insta::assert_snapshot!(out);
}

#[test]
fn excerpts_are_one_above_the_other_where_there_is_none() {
    let (out, _) = run(&["compare", "sum.py", "sum_constant.py", "--width", "60"], 1);
    insta::assert_snapshot!(out);
}

#[test]
fn a_variable_is_shown_with_what_binds_it_on_both_sides() {
    let (out, _) = run(&["compare", "sum.py", "sum_captured.py"], 1);
    insta::assert_snapshot!("captured_pypto", out);
    let (out, _) = run(&["compare", "zip.lam", "zip_captured.lam"], 1);
    insta::assert_snapshot!("captured_lambda", out);
    let [one, other] = ["%x", "%y"].map(|used| format!("def @f(%x: int32) {{\n  let %y = 1;\n  add({used}, %y)\n}}\n"));
    let files = [("captured_one.rly", &*one), ("captured_other.rly", &*other)];
    insta::assert_snapshot!("captured_relay", compared(files, &[]));
}

#[test]
fn a_free_variable_whose_name_is_bound_elsewhere_is_shown_with_a_hint() {
    let files = [("hint_bound.lam", "\\x.\n(\\y. y) x\n"), ("hint_free.lam", "\\x.\n(\\y. y) y\n")];
    let out = compared(files, &[]);
    assert!(out.contains("\n  hint (right): its name is bound in a scope that has ended: hint_free.lam:2\n"), "{out}");
    assert!(!out.contains("hint (left)"), "{out}");
}

/// A program that uses a variable.
type Program<'p> = &'p dyn Fn(&str) -> String;

#[test]
fn every_kind_of_binder_has_a_name() {
    let carried = |used: &str| {
        format!(
            "def f(n: pi.Int64):\n    for i, (t, u) in pi.range(n, init_values=[0, 0]):\n        a = op({used})\n        \
             t, u = pi.yield(t, u)\n    r, q = t, u\n"
        )
    };
    let result = |used: &str| carried("t") + &format!("    a = op({used})\n");
    let relay = |used: &str| format!("def @f(%x: int32, %z: int32) {{ let %y = 1; match (%x) {{ %v => {used} }} }}");
    let binders: [(&str, Program<'_>, [&str; 2], &str); 11] = [
        ("py", &|used| format!("def f(x: pi.Int64):\n    return {used}\n"), ["x", "free"], "parameter"),
        (
            "py",
            &|used| format!("def f(x: pi.Int64):\n    a = x\n    return {used}\n"),
            ["a", "free"],
            "assigned variable",
        ),
        (
            "py",
            &|used| format!("def f(n: pi.Int64):\n    for i in pi.range(n):\n        a = op({used})\n"),
            ["i", "free"],
            "loop variable",
        ),
        ("py", &carried, ["t", "u"], "carried value"),
        ("py", &result, ["r", "free"], "result"),
        ("lam", &|used| format!("\\x. {used}"), ["x", "free"], "parameter"),
        ("lam", &|used| format!("let x = 1 in {used}"), ["x", "free"], "`let` variable"),
        ("lam", &|used| format!("letrec x = 1 in {used}"), ["x", "free"], "`letrec` variable"),
        ("lam", &|used| format!("match 1 {{ Cons 1 x -> {used} }}"), ["x", "free"], "pattern variable"),
        ("rly", &relay, ["%y", "%z"], "`let` variable"),
        ("rly", &relay, ["%v", "%z"], "pattern variable"),
    ];
    for (number, (ending, program, [name, other], role)) in binders.into_iter().enumerate() {
        let files = [name, other].map(|used| {
            Scratch::new(&format!("binder_{number}_{}.{ending}", used.trim_start_matches('%')), program(used))
        });
        let (out, _) = run_among_scratch(&["compare", files[0].name(), files[1].name()], 1);
        assert!(out.contains(&format!("left `{name}` is the {role} at ")), "{out}");
        let is_free = out.contains("; right `free` is free\n") && out.contains("─ `free` is free");
        assert_eq!(is_free, other == "free", "{out}");
        assert!(out.contains(&format!("`{name}` is bound here: {role}")), "{out}");
    }
}

#[test]
fn colours_are_used_where_they_are_wanted() {
    let colours = |arguments: &[&str], variables: &[(&str, &str)]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sexpr"));
        command
            .env_remove("NO_COLOR")
            .env_remove("CLICOLOR_FORCE")
            .env_remove("CLICOLOR")
            .envs(variables.iter().copied());
        command.args(["compare", "sum.py", "sum_captured.py"]).args(arguments).current_dir(programs());
        text(&command.output().expect("the command can be run").stdout).contains('\x1b')
    };
    assert!(!colours(&[], &[]), "the output is no terminal");
    assert!(colours(&["--color", "always"], &[]));
    assert!(colours(&["--color", "always"], &[("NO_COLOR", "1")]), "the option decides");
    assert!(colours(&[], &[("CLICOLOR_FORCE", "1")]));
    assert!(!colours(&["--color", "never"], &[("CLICOLOR_FORCE", "1")]));
    assert!(!colours(&[], &[("NO_COLOR", "1"), ("CLICOLOR_FORCE", "1")]));
}

#[test]
fn a_file_has_colours_only_where_they_are_asked_for() {
    let file = Scratch::new("colours.txt", "");
    for (color, expected) in [("auto", false), ("always", true)] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sexpr"));
        command.env("CLICOLOR_FORCE", "1").current_dir(programs());
        command.args(["compare", "sum.py", "sum_captured.py", "--color", color, "--output", file.path()]);
        assert_eq!(command.status().expect("the command can be run").code(), Some(1));
        let written = std::fs::read_to_string(file.path()).expect("the file is there");
        assert_eq!(written.contains('\x1b'), expected, "{color}");
    }
}

#[test]
fn the_place_that_differs_is_shown_of_a_long_line_that_also_binds_the_variable() {
    let program = |used: &str| format!("\\x y. f {} {used}\n", "1 ".repeat(200));
    let files = [("far_one.lam", &*program("x")), ("far_other.lam", &*program("y"))];
    insta::assert_snapshot!(compared(files, &["--width", "80"]));
}

#[test]
fn colours_change_nothing_else() {
    let plain = run(&["compare", "--all", "softmax.py", "softmax_swapped.py", "--color", "never"], 1).0;
    let coloured = run(&["compare", "--all", "softmax.py", "softmax_swapped.py", "--color", "always"], 1).0;
    assert_eq!(anstream::adapter::strip_str(&coloured).to_string(), plain);
}

#[test]
fn programs_cannot_write_control_characters_to_the_terminal() {
    let files = [("control_one.lam", "f \"\x1b[31m\" 1\n"), ("control_other.lam", "f \"\x1b[31m\" 2\n")];
    let out = compared(files, &[]);
    assert!(!out.contains('\x1b') && out.contains("\u{fffd}[31m"), "{out:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// No line of an excerpt is wider than the terminal, if that has room for the texts' names.
    #[test]
    fn excerpts_fit_the_width(width in 20_u16..300, length in 0_usize..400, wide in any::<bool>()) {
        let filler = if wide { "日" } else { "a" }.repeat(length);
        let program = |last: u32| format!("-- {filler}\nf \"{filler}\" {last}\n-- {filler}\n");
        let files = [("width_one.lam", &*program(1)), ("width_other.lam", &*program(2))];
        let out = compared(files, &["--width", &width.to_string()]);
        let widest = out.lines().skip(2).map(unicode_width::UnicodeWidthStr::width).max().unwrap_or(0);
        prop_assert!(widest <= usize::from(width).max(60), "{widest} columns\n{out}");
        prop_assert!(out.matches("╰────").count() == 2, "{out}");
    }
}
