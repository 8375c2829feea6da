//! The command `ratios`.

use std::process::Command;

/// An empty run must not pass.
#[test]
fn an_argument_that_is_in_no_name_is_refused() {
    let output = Command::new(env!("CARGO_BIN_EXE_ratios")).arg("no such thing").output().expect("it runs");
    let message = String::from_utf8(output.stderr).expect("it prints text");
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(message.starts_with("error: no name contains `no such thing`; there are\n    "), "{message}");
    assert!(output.stdout.is_empty(), "nothing was run");
}
