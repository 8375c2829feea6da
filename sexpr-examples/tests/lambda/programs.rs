//! The programs in `programs/`: all read back, and each pair has the verdict that it is there for.

use std::path::Path;

use sexpr_core::Options;
use sexpr_examples::lambda::parse_source;
use sexpr_examples::text::Source;

use crate::support::{assert_round_trip, verdict};
use crate::texts::programs;

#[track_caller]
fn equal(left: &str, right: &str) -> bool {
    let [left, right] = [left, right].map(|name| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs").join(name);
        parse_source(&Source::read(&path).expect("the file is there")).expect("the file is a program")
    });
    verdict(&left, &right, &Options::new())
}

#[test]
fn every_program_reads_back() {
    for source in programs("lam", 21) {
        assert_round_trip(&parse_source(&source).expect("a program"));
    }
}

#[test]
fn pairs_are_equal_or_different_as_they_are_there_for() {
    for (left, right, are_equal) in [
        ("shadow.lam", "shadow_renamed.lam", true),
        ("flip.lam", "flip_renamed.lam", true),
        ("let.lam", "let_renamed.lam", true),
        ("parity.lam", "parity_renamed.lam", true),
        ("parity.lam", "parity_exchanged.lam", true),
        ("zip.lam", "zip_renamed.lam", true),
        ("free.lam", "free_same.lam", true),
        ("shadow.lam", "shadow_captured.lam", false),
        ("shadow_renamed.lam", "shadow_captured.lam", false),
        ("flip.lam", "flip_captured.lam", false),
        ("let.lam", "let_recursive.lam", false),
        ("parity.lam", "parity_reordered.lam", false),
        ("zip_renamed.lam", "zip_captured.lam", false),
        ("zip.lam", "zip_captured.lam", false),
        ("zip.lam", "zip_reordered.lam", false),
        ("free.lam", "free_renamed.lam", false),
        ("flip.lam", "zip.lam", false),
    ] {
        assert_eq!(equal(left, right), are_equal, "{left} {right}");
    }
}
