//! The commands that select cases by name refuse an argument that selects nothing: an empty run must not pass.

use std::process::Command;

#[track_caller]
fn refuses_an_argument_that_is_in_no_name(command: &str) {
    let output = Command::new(command).arg("no such thing").output().unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(message.starts_with("error: no name contains `no such thing`; there are\n    "), "{message}");
    assert!(output.stdout.is_empty(), "nothing was run");
}

#[test]
fn adversaries_refuses_an_argument_that_is_in_no_name() {
    refuses_an_argument_that_is_in_no_name(env!("CARGO_BIN_EXE_adversaries"));
}

#[test]
fn hash_quality_refuses_an_argument_that_is_in_no_name() {
    refuses_an_argument_that_is_in_no_name(env!("CARGO_BIN_EXE_hash-quality"));
}
