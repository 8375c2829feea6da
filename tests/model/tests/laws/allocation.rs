//! Law 11: a verdict depends on the two terms and the options alone. The command `allocation` does the same for longer.

use std::process::Command;

use sexpr_model::allocation::compare;

#[test]
fn law_11_where_terms_are_allocated_changes_no_verdict() {
    let found = compare(0..4_000);
    assert!(found.wrong.is_empty(), "{:?}", found.wrong);
    assert!(found.equal > found.pairs / 10 && found.pairs > 3_000, "{found:?}");
}

#[test]
fn law_11_holds_in_fresh_processes() {
    let output = Command::new(env!("CARGO_BIN_EXE_allocation")).arg("400").output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(Command::new(env!("CARGO_BIN_EXE_allocation")).arg("many").output().unwrap().status.code() == Some(2));
}
