//! What the fuzzers run: functions of bytes that panic where something is wrong.
//!
//! `tests/fuzz` calls them with bytes that reach ever more code; `tests/model/corpora.rs` with the bytes that were kept of
//! these, and some random ones.

mod grammar;
mod languages;
mod texts;

use sexpr_examples::language::{Lambda, Pypto};

use crate::{differential::agrees, generate::Pair};

/// What a fuzzer runs.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// What it is called, as are the directory of its corpus and the program in `tests/fuzz`.
    pub name: &'static str,
    /// Panics where something is wrong.
    pub run: fn(&[u8]),
}

/// Every target.
pub const TARGETS: [Target; 5] = [
    Target { name: "walker", run: walker },
    Target { name: "pypto", run: pypto },
    Target { name: "pypto_grammar", run: pypto_grammar },
    Target { name: "lambda", run: lambda },
    Target { name: "lambda_grammar", run: lambda_grammar },
];

/// Compares the two graphs that the bytes say, with every operation, and asks the model.
pub fn walker(bytes: &[u8]) {
    if let Err(disagreement) = agrees(&Pair::from_bytes(bytes)) {
        panic!("{disagreement}");
    }
}

/// Reads the bytes as a tensor program.
pub fn pypto(bytes: &[u8]) {
    texts::check::<Pypto>(bytes);
}

/// Derives two tensor programs from the bytes.
pub fn pypto_grammar(bytes: &[u8]) {
    texts::check_derived::<Pypto>(&languages::PYPTO, bytes);
}

/// Reads the bytes as a program of the small functional language.
pub fn lambda(bytes: &[u8]) {
    texts::check::<Lambda>(bytes);
}

/// Derives two programs of the small functional language from the bytes.
pub fn lambda_grammar(bytes: &[u8]) {
    texts::check_derived::<Lambda>(&languages::LAMBDA, bytes);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rest is there for the messages.
    #[test]
    fn most_texts_that_are_derived_from_the_grammars_are_programs() {
        let bytes: Vec<u8> = (0_u32..100_000).map(|at| (at.wrapping_mul(0x9e37_79b9) >> 24) as u8).collect();
        let mut programs = [0, 0];
        for choices in bytes.chunks(100) {
            programs[0] += u32::from(texts::is_program::<Pypto>(&languages::PYPTO.derive(choices)));
            programs[1] += u32::from(texts::is_program::<Lambda>(&languages::LAMBDA.derive(choices)));
        }
        assert!(programs.iter().all(|count| *count > 700), "{programs:?} of 1000 are programs");
    }
}
