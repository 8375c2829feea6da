//! The programs in `programs/`: all read back, and each pair has the verdict that it is there for.

use std::path::{Path, PathBuf};

use sexpr_core::Options;
use sexpr_examples::pypto::{FreeVars, parse_source};
use sexpr_examples::text::Source;

use crate::support::assert_round_trip;

fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("programs")
}

/// Whether two programs are equal, and have equal hashes.
fn equal(left: &str, right: &str, options: &Options) -> (bool, bool) {
    let mut free = FreeVars::new();
    let [left, right] = [left, right].map(|name| {
        let source = Source::read(&directory().join(name)).expect("the file is there");
        parse_source(&source, &mut free).expect("the file is a program")
    });
    (options.equal(&left, &right), options.hash(&left) == options.hash(&right))
}

#[test]
fn every_program_reads_back() {
    let mut count = 0;
    for entry in std::fs::read_dir(directory()).expect("the directory is there") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|ending| ending != "py") {
            continue;
        }
        let source = Source::read(&path).expect("a text");
        assert_round_trip(&parse_source(&source, &mut FreeVars::new()).expect("a program"));
        count += 1;
    }
    assert!(count >= 25, "only {count} programs");
}

#[test]
fn equal_pairs() {
    for (left, right) in [
        ("sum.py", "sum_renamed.py"),
        ("sum.py", "sum_layout.py"),
        ("matmul.py", "matmul_renamed.py"),
        ("softmax.py", "softmax_reordered.py"),
        ("documented.py", "documented_renamed.py"),
        ("flash_attention.py", "flash_attention_renamed.py"),
    ] {
        assert_eq!(equal(left, right, &Options::new()), (true, true), "{left} {right}");
    }
}

#[test]
fn different_pairs() {
    for (left, right) in [
        ("sum.py", "sum_constant.py"),
        ("sum.py", "sum_captured.py"),
        ("clamp.py", "clamp_swapped.py"),
        ("matmul.py", "matmul_attribute.py"),
        ("matmul.py", "matmul_transposed.py"),
        ("softmax.py", "softmax_swapped.py"),
        ("documented.py", "documented_attribute.py"),
        ("flash_attention.py", "flash_attention_offset.py"),
        ("free.py", "free_renamed.py"),
        ("sum.py", "clamp.py"),
    ] {
        assert_eq!(equal(left, right, &Options::new()), (false, false), "{left} {right}");
    }
}
