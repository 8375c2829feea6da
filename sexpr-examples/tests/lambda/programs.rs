//! The programs in `programs/`: all read back, and each pair has the verdict that it is there for.

use std::path::{Path, PathBuf};

use sexpr_core::Options;
use sexpr_examples::lambda::ast::Expr;
use sexpr_examples::lambda::parse_source;
use sexpr_examples::text::Source;

use crate::support::{assert_round_trip, verdict};

fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("programs")
}

fn read(path: &Path) -> Expr {
    parse_source(&Source::read(path).expect("the file is there")).expect("the file is a program")
}

#[track_caller]
fn equal(left: &str, right: &str, options: &Options) -> bool {
    verdict(&read(&directory().join(left)), &read(&directory().join(right)), options)
}

#[test]
fn every_program_reads_back() {
    let mut count = 0;
    for entry in std::fs::read_dir(directory()).expect("the directory is there") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|ending| ending == "lam") {
            assert_round_trip(&read(&path));
            count += 1;
        }
    }
    assert!(count >= 21, "only {count} programs");
}

#[test]
fn equal_pairs() {
    for (left, right) in [
        ("shadow.lam", "shadow_renamed.lam"),
        ("flip.lam", "flip_renamed.lam"),
        ("let.lam", "let_renamed.lam"),
        ("parity.lam", "parity_renamed.lam"),
        ("parity.lam", "parity_exchanged.lam"),
        ("zip.lam", "zip_renamed.lam"),
        ("free.lam", "free_same.lam"),
    ] {
        assert!(equal(left, right, &Options::new()), "{left} {right}");
    }
}

#[test]
fn different_pairs() {
    for (left, right) in [
        ("shadow.lam", "shadow_captured.lam"),
        ("shadow_renamed.lam", "shadow_captured.lam"),
        ("flip.lam", "flip_captured.lam"),
        ("let.lam", "let_recursive.lam"),
        ("parity.lam", "parity_reordered.lam"),
        ("zip_renamed.lam", "zip_captured.lam"),
        ("zip.lam", "zip_captured.lam"),
        ("zip.lam", "zip_reordered.lam"),
        ("free.lam", "free_renamed.lam"),
        ("flip.lam", "zip.lam"),
    ] {
        assert!(!equal(left, right, &Options::new()), "{left} {right}");
    }
}
