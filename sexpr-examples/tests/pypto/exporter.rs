//! `python/pypto_export.py`, where there is a Python to run it.

use sexpr_core::assert_structural_equal;
use sexpr_examples::pypto::{check, parse};

use crate::python::python;
use crate::support::assert_round_trip;

const SCRIPT: &str = "test_pypto_export.py";

#[test]
fn its_own_tests_pass() {
    let Some(output) = python(SCRIPT, &[]) else { return };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn what_it_exports_is_the_program() {
    let Some(output) = python(SCRIPT, &["--print"]) else { return };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let exported = parse("exported.py", &text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert!(check(&exported).is_empty(), "{:?}", check(&exported));
    assert_round_trip(&exported);
    let written = parse("written.py", include_str!("../../programs/exported.py")).expect("a program");
    assert_structural_equal!(exported, written, "\n{text}");
}
