//! Optimising keeps what programs mean.

use proptest::prelude::*;
use sexpr_core::structural_equal;
use sexpr_examples::pypto::ir::Program;
use sexpr_examples::pypto::optimize::Pass;
use sexpr_examples::pypto::{check, parse, print};

use super::{only, optimized};
use crate::generator::{self, PURE};
use crate::interpreter::{Outcome, Rules, inputs, run};
use crate::support::{assert_round_trip, program};

/// Checks that each function of both programs means the same, for some inputs.
fn assert_same_meaning(before: &Program, after: &Program, pure: &[&str], what: &str) {
    for (name, function) in &before.functions {
        for seed in 0..4 {
            for lazy in [false, true] {
                let rules = Rules { pure, lazy, commutes: false, steps: 5_000 };
                let args = inputs(function, seed);
                let expected = run(before, &name.name, args.clone(), rules);
                if expected.outcome == Outcome::Exhausted {
                    continue;
                }
                let found = run(after, &name.name, args.clone(), Rules { steps: 100_000, ..rules });
                assert!(found == expected, "{what}, {name:?}, {args:?}\n{before}\n{after}\n{expected:?}\n{found:?}");
            }
        }
    }
}

/// Checks all that holds for a program and some passes.
fn check_passes(before: &Program, pass: Option<Pass>, pure: &[&str]) {
    let what = pass.map_or("all passes", Pass::name);
    let options = only(pass, pure);
    let after = optimized(before, &options);
    assert!(check(&after).is_empty(), "{what}: {:?}\n{before}\n{after}", check(&after));
    assert_same_meaning(before, &after, pure, what);

    let again = optimized(&after, &options);
    assert!(structural_equal(&again, &after), "{what}, twice\n{before}\n{after}\n{again}");

    let text = assert_round_trip(&after);
    let read = parse("optimized.py", &text).expect("what is printed can be read");
    let again = print(&optimized(&read, &options));
    assert!(again == text, "{what}, of what was printed\n{before}\n{text}\n{again}");
}

fn check_all(bytes: &[u8]) {
    let before = program(&generator::program(bytes));
    for pass in Pass::ALL.into_iter().map(Some).chain([None]) {
        check_passes(&before, pass, &PURE);
    }
    check_passes(&before, None, &[]);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: ProptestConfig::default().cases / 4, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_programs_keep_their_meaning(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        check_all(&bytes);
    }
}
