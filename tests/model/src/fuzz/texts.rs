//! What must hold of any text, and of any two programs.

use std::fmt::Debug;

use sexpr_core::{Options, Path};
use sexpr_examples::{
    language::{Lambda, Language, Pypto},
    pypto::FreeVars,
    text::{Source, Span},
};

use super::grammar::Grammar;

/// A language whose programs are printed so that they can be read back.
pub(super) trait ReadsBack: Language {
    /// What a text that is printed from the program is to be read with.
    fn shared(program: &Self::Program) -> Self::Shared;
}

impl ReadsBack for Pypto {
    fn shared(program: &Self::Program) -> FreeVars {
        FreeVars::of(program)
    }
}

impl ReadsBack for Lambda {
    fn shared(_: &Self::Program) {}
}

/// Checks what must hold of any bytes: they are a program that reads back after printing, or there is a message.
pub(super) fn check<L: ReadsBack>(bytes: &[u8]) {
    match Source::from_bytes("bytes", bytes.to_vec()) {
        Ok(source) => drop(program::<L>(&source, &mut L::Shared::default())),
        Err(error) => assert_told(&error),
    }
}

/// Checks two texts that the bytes choose and that are the same but for the choice that the first two bytes change.
pub(super) fn check_derived<L: ReadsBack>(grammar: &Grammar, bytes: &[u8]) {
    let (&[at, byte], choices) = bytes.split_first_chunk().unwrap_or((&[0, 0], bytes));
    let mut changed = choices.to_vec();
    if let Some(choice) = changed.get_mut(usize::from(at)) {
        *choice = byte;
    }
    let [left, right] = [choices, &changed].map(|choices| Source::new("derived", grammar.derive(choices)));
    let mut shared = L::Shared::default();
    let programs = [&left, &right].map(|source| program::<L>(source, &mut shared));
    if let [Some(left_program), Some(right_program)] = &programs {
        for options in [Options::new(), Options::new().map_free_vars(true)] {
            compare::<L>(&options, (&left, left_program), (&right, right_program));
        }
    }
}

/// Whether a text is a program.
#[cfg(test)]
pub(super) fn is_program<L: ReadsBack>(text: &str) -> bool {
    L::parse(&Source::new("derived", text), &mut L::Shared::default()).is_ok()
}

/// The program that a text is, if it is one.
fn program<L: ReadsBack>(source: &Source, shared: &mut L::Shared) -> Option<L::Program> {
    match L::parse(source, shared) {
        Ok(program) => {
            assert_reads_back::<L>(&program);
            Some(program)
        }
        Err(report) => {
            assert_told(&report);
            None
        }
    }
}

/// What is printed reads back as an equal program, which is printed the same.
fn assert_reads_back<L: ReadsBack>(program: &L::Program) {
    let printed = Source::new("printed", L::print(program));
    let mut shared = L::shared(program);
    let again = L::parse(&printed, &mut shared).unwrap_or_else(|error| panic!("{error:?}\n{}", printed.text()));
    let mismatch = Options::new().first_mismatch(program, &again);
    assert!(mismatch.is_none(), "{mismatch:?}, after printing\n{}", printed.text());
    compare::<L>(&Options::new(), (&printed, &again), (&printed, program));
    assert_eq!(L::print(&again), printed.text(), "what is read back is printed in another way");
}

/// All operations agree on two programs, and a mismatch leads to places in their texts.
fn compare<L: Language>(options: &Options, left: (&Source, &L::Program), right: (&Source, &L::Program)) {
    let equal = options.equal(left.1, right.1);
    assert_eq!(equal, options.equal(right.1, left.1), "the verdict is not symmetric");
    assert!(!equal || options.hash(left.1) == options.hash(right.1), "equal programs have different hashes");
    let fingerprints = [left.1, right.1].map(|program| options.fingerprint(program).ok());
    assert!(!equal || fingerprints[0] == fingerprints[1], "equal programs have different fingerprints");
    let mismatch = options.first_mismatch(left.1, right.1);
    assert_eq!(equal, mismatch.is_none(), "equality and mismatch disagree: {mismatch:?}");
    if let Some(mismatch) = mismatch {
        assert_leads_somewhere::<L>(left, mismatch.lhs());
        assert_leads_somewhere::<L>(right, mismatch.rhs());
    }
}

fn assert_leads_somewhere<L: Language>((source, program): (&Source, &L::Program), path: &Path) {
    let span: Span = L::locate(program, path);
    let range = source.range(&span);
    assert!(source.text().get(range).is_some(), "{path} leads to {span}, which is not in the text");
}

/// There is a message, with the place, and it can be shown.
fn assert_told(error: &(impl Debug + ToString + ?Sized)) {
    assert!(error.to_string().contains(": "), "`{}` names no place", error.to_string());
    assert!(!format!("{error:?}").is_empty());
}
