//! Every target of the fuzzers, on the inputs that are kept and on some random ones.

use std::{
    fs,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    path::Path,
};

use sexpr_model::fuzz::{TARGETS, Target};
use sexpr_test_support::random::Random;

fn target(name: &str) -> Target {
    *TARGETS.iter().find(|target| target.name == name).unwrap_or_else(|| panic!("there is no target {name}"))
}

/// Runs a target; where it panics, says what on.
fn run(target: Target, input: &str, bytes: &[u8]) {
    if let Err(panic) = catch_unwind(AssertUnwindSafe(|| (target.run)(bytes))) {
        eprintln!("the target {} panics on {input}: {bytes:?}", target.name);
        resume_unwind(panic);
    }
}

/// Runs a target on its corpus, and on so many random inputs.
fn runs(name: &str, random: u32) {
    let target = target(name);
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/corpus").join(name);
    let mut files: Vec<_> =
        fs::read_dir(&corpus).expect("a corpus").map(|entry| entry.expect("a file").path()).collect();
    files.sort();
    assert!(!files.is_empty(), "{} is empty", corpus.display());
    for file in files {
        run(target, &file.display().to_string(), &fs::read(&file).expect("a file that can be read"));
    }
    let mut numbers = Random::new(0);
    for round in 0..random {
        let bytes: Vec<u8> = (0..numbers.below(300)).map(|_| numbers.bits() as u8).collect();
        run(target, &format!("random input {round}"), &bytes);
    }
}

/// Whatever has a corpus is run here, and by the fuzzers.
#[test]
fn each_target_has_a_corpus_and_a_program() {
    let fuzz = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz");
    let names = |directory: &str| {
        let entries = fs::read_dir(fuzz.join(directory)).expect("a directory");
        let stem = |path: std::path::PathBuf| path.file_stem().expect("a name").to_string_lossy().into_owned();
        let mut names: Vec<_> = entries.map(|entry| stem(entry.expect("an entry").path())).collect();
        names.sort();
        names
    };
    let mut targets = TARGETS.map(|target| target.name);
    targets.sort();
    assert_eq!(names("corpus"), targets);
    assert_eq!(names("fuzz_targets"), targets);
}

#[test]
fn walker() {
    runs("walker", 500);
}

#[test]
fn pypto() {
    runs("pypto", 500);
}

#[test]
fn programs_derived_from_the_grammar_of_pypto() {
    runs("pypto_grammar", 500);
}

#[test]
fn lambda() {
    runs("lambda", 500);
}

#[test]
fn programs_derived_from_the_grammar_of_lambda() {
    runs("lambda_grammar", 500);
}
