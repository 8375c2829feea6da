//! The programs in `programs/`: all read back, and each pair has the verdict that it is there for.

use std::path::Path;

use sexpr_core::{structural_equal, structural_hash};
use sexpr_examples::pypto::{FreeVars, parse_source};
use sexpr_examples::text::Source;

use crate::support::assert_round_trip;
use crate::texts::programs;

/// Whether two programs are equal, and have equal hashes.
fn equal(left: &str, right: &str) -> (bool, bool) {
    let mut free = FreeVars::new();
    let [left, right] = [left, right].map(|name| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs").join(name);
        parse_source(&Source::read(&path).expect("the file is there"), &mut free).expect("the file is a program")
    });
    (structural_equal(&left, &right), structural_hash(&left) == structural_hash(&right))
}

#[test]
fn every_program_reads_back() {
    for source in programs("py", 25) {
        assert_round_trip(&parse_source(&source, &mut FreeVars::new()).expect("a program"));
    }
}

#[test]
fn pairs_are_equal_or_different_as_they_are_there_for() {
    for (left, right, are_equal) in [
        ("sum.py", "sum_renamed.py", true),
        ("sum.py", "sum_layout.py", true),
        ("matmul.py", "matmul_renamed.py", true),
        ("softmax.py", "softmax_reordered.py", true),
        ("documented.py", "documented_renamed.py", true),
        ("flash_attention.py", "flash_attention_renamed.py", true),
        ("sum.py", "sum_constant.py", false),
        ("sum.py", "sum_captured.py", false),
        ("clamp.py", "clamp_swapped.py", false),
        ("matmul.py", "matmul_attribute.py", false),
        ("matmul.py", "matmul_transposed.py", false),
        ("softmax.py", "softmax_swapped.py", false),
        ("documented.py", "documented_attribute.py", false),
        ("flash_attention.py", "flash_attention_offset.py", false),
        ("free.py", "free_renamed.py", false),
        ("sum.py", "clamp.py", false),
    ] {
        assert_eq!(equal(left, right), (are_equal, are_equal), "{left} {right}");
    }
}
