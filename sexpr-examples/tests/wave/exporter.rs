//! `python/wave_export.py`, where there is a Python to run it. Its tests are on classes that stand in for the compiler's.

use std::path::Path;
use std::process::{Command, Output};

use sexpr_examples::wave;

use crate::support::{difference, program};

/// Runs the script's tests with some arguments; nothing without Python.
fn python(arguments: &[&str]) -> Option<Output> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("python");
    let mut command = Command::new("python3");
    command.arg("-B").arg("test_wave_export.py").args(arguments).current_dir(directory);
    match command.output() {
        Ok(output) => Some(output),
        Err(error) => {
            eprintln!("skipped, python3 does not run: {error}");
            None
        }
    }
}

#[test]
fn its_own_tests_pass() {
    let Some(output) = python(&[]) else { return };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn what_it_exports_is_the_graph() {
    let Some(output) = python(&["--print"]) else { return };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let exported = wave::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(wave::check(&exported), []);
    assert_eq!(difference(&exported, &program("traced")), "none");
    let function = wave::to_operations(&exported).expect("it is well formed");
    let back =
        wave::to_graph(&wave::parse(&wave::print(&function)).expect("it was printed")).expect("it is well formed");
    assert_eq!(difference(&exported, &back), "none");
}
