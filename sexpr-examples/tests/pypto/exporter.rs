//! `python/pypto_export.py`, where there is a Python to run it.

use sexpr_core::assert_structural_equal;
use sexpr_examples::pypto::{check, parse};

use crate::python::exported;
use crate::support::assert_round_trip;

/// The script's own tests pass, too.
#[test]
fn what_it_exports_is_the_program() {
    let Some(text) = exported("test_pypto_export.py") else { return };
    let exported = parse("exported.py", &text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert!(check(&exported).is_empty(), "{:?}", check(&exported));
    assert_round_trip(&exported);
    let written = parse("written.py", include_str!("../../programs/exported.py")).expect("a program");
    assert_structural_equal!(exported, written, "\n{text}");
}
