//! Another process finds the same fingerprints and hashes.

use std::{
    collections::{HashMap, HashSet},
    env,
    process::Command,
    sync::Arc,
};

use sexpr_core::{StructuralEq, StructuralKey, custom::DynStructural, structural_hash};

use super::fingerprint;

/// Set in a process whose findings are wanted.
const ASKED: &str = "SEXPR_TESTS_PRINT_FINGERPRINTS";

trait Op: DynStructural + Send + Sync {}
sexpr_core::open!(Op);

#[derive(StructuralEq)]
enum Term {
    Use(#[seq(var)] String),
    #[seq(scope)]
    Lambda(#[seq(var, def)] String, Box<Term>),
    Open(Arc<dyn Op>),
}

#[derive(StructuralEq)]
struct Table {
    entries: HashMap<String, HashSet<u64>>,
    terms: HashMap<StructuralKey<Vec<u64>>, Arc<dyn Op>>,
}
impl Op for Table {}
impl Op for Term {}

fn table(size: u64) -> Table {
    let numbers = |below| (0..below).collect();
    Table {
        entries: (0..size).map(|index| (format!("entry {index}"), numbers(index))).collect(),
        terms: (0..size).map(|index| (StructuralKey::new(vec![index]), Arc::new(table(0)) as Arc<dyn Op>)).collect(),
    }
}

fn findings() -> String {
    let lambda = |name: &str| Term::Lambda(name.into(), Box::new(Term::Use("x".into())));
    let values: [Arc<dyn Op>; 4] = [
        Arc::new(table(30)),
        Arc::new(lambda("x")),
        Arc::new(lambda("y")),
        Arc::new(Term::Open(Arc::new(lambda("x")))),
    ];
    let line = |value: &Arc<dyn Op>| format!("{} {:016x}\n", fingerprint(value), structural_hash(value));
    values.iter().map(line).collect()
}

/// Runs in the other process, too.
#[test]
fn fingerprints_are_printed_where_that_is_asked_for() {
    if env::var_os(ASKED).is_some() {
        // The harness writes to this line first.
        println!("\n{}", findings());
    }
}

#[test]
fn two_processes_agree() {
    let ask = || {
        let this = "fingerprints::processes::fingerprints_are_printed_where_that_is_asked_for";
        let arguments = [this, "--exact", "--nocapture", "--test-threads=1"];
        let output = Command::new(env::current_exe().unwrap()).args(arguments).env(ASKED, "").output().unwrap();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let (here, there, again) = (findings(), ask(), ask());
    for output in [there, again] {
        assert!(output.contains(&here), "expected\n{here}found\n{output}");
    }
}
