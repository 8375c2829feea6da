//! Texts that are nearly programs, and diagnostics as people see them, for the tests of several languages.
#![allow(unused, reason = "not every language needs all of it")]

use std::path::PathBuf;

use miette::Diagnostic;
use sexpr_core::{Options, Path, StructuralEq};
pub(crate) use sexpr_examples::command::rendered;
use sexpr_examples::text::{Source, Span};

/// Does work with a stack of this size.
pub(crate) fn on_stack<T: Send + 'static>(size: usize, work: impl FnOnce() -> T + Send + 'static) -> T {
    std::thread::Builder::new().stack_size(size).spawn(work).expect("a thread").join().expect("no panic")
}

/// A program, or whatever else was read from a text.
#[track_caller]
pub(crate) fn accepted<P, E: Diagnostic + Send + Sync + 'static>(text: &str, outcome: Result<P, E>) -> P {
    match outcome {
        Ok(program) => program,
        Err(error) => panic!("{}\nin\n{text}", rendered(&error)),
    }
}

/// The programs to try whose names have this ending, at least so many.
#[track_caller]
pub(crate) fn programs(ending: &str, least: usize) -> Vec<Source> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("programs");
    let paths = std::fs::read_dir(folder).expect("the folder is there").map(|entry| entry.expect("an entry").path());
    let paths = paths.filter(|path| path.extension().is_some_and(|found| found == ending));
    let programs: Vec<_> = paths.map(|path| Source::read(&path).expect("a text")).collect();
    assert!(programs.len() >= least, "only {} programs", programs.len());
    programs
}

/// The mistakes of texts, as people see them.
pub(crate) fn messages<E: Diagnostic, const N: usize>(texts: [&str; N], error: impl Fn(&str) -> E) -> String {
    texts.map(|text| rendered(&error(text)).trim_end().to_owned()).join("\n\n────────\n\n")
}

/// Compares mistakes with a snapshot, which is without the texts: the messages quote them.
macro_rules! assert_messages {
    ($texts:expr) => {
        insta::with_settings!({ omit_expression => true }, {
            insta::assert_snapshot!(crate::texts::messages($texts, crate::support::error))
        })
    };
}
pub(crate) use assert_messages;

/// The texts at the first mismatch of two programs.
#[track_caller]
pub(crate) fn marked<P: StructuralEq>(
    texts: [&str; 2],
    parse: impl FnMut(&Source) -> P,
    locate: impl Fn(&P, &Path) -> Span,
) -> [String; 2] {
    let sources = texts.map(|text| Source::new("test", text));
    let programs = sources.each_ref().map(parse);
    let found = Options::new().first_mismatch(&programs[0], &programs[1]).expect("the programs differ");
    let text = |side: usize, path| sources[side].text()[sources[side].range(&locate(&programs[side], path))].to_owned();
    [text(0, found.lhs()), text(1, found.rhs())]
}

/// The text without its brackets, one pair at a time, unless they stand behind a name.
pub(crate) fn unbracketed(text: &str) -> impl Iterator<Item = String> + '_ {
    let opening = text.match_indices('(').filter(|(open, _)| !text[..*open].ends_with(char::is_alphabetic));
    opening.map(|(open, _)| {
        let mut depth = 0;
        let is_end = |c| {
            depth += i32::from(c == '(') - i32::from(c == ')');
            depth == 0
        };
        let close = open + text[open..].find(is_end).expect("a closing bracket");
        format!("{}{}{}", &text[..open], &text[open + 1..close], &text[close + 1..])
    })
}

/// Every fifth beginning of the programs, and the programs without one line, or without every fifth character in turn.
pub(crate) fn cut<'p>(programs: &'p [&'p str]) -> impl Iterator<Item = String> + 'p {
    programs.iter().flat_map(|text| {
        let places = text.char_indices().step_by(5);
        let beginnings = places.clone().map(|(at, _)| text[..at].to_owned());
        let characters = places.map(|(at, c)| text[..at].to_owned() + &text[at + c.len_utf8()..]);
        let lines = text.lines().map(|line| text.replacen(line, "", 1));
        beginnings.chain(characters).chain(lines)
    })
}

/// Pieces of texts: those between spaces, and some that have or are spaces, or that no language has.
pub(crate) fn pieces(words: &'static str) -> Vec<&'static str> {
    let others =
        [" ", "  ", "\n", "\n    ", "\n\t", "\r", "\r\n", "\t", "\0", "\u{feff}", "é", "\\\n", "9999999999999999999"];
    words.split(' ').chain(others).collect()
}

/// Tests that a check passes for programs that are cut or changed, and for random texts of these pieces, alone and in the
/// place of `…`. Sources that are random bytes are only read.
macro_rules! any_text_is_read_or_refused {
    ($check:ident, $read:expr, $programs:expr, $pieces:expr, $around:expr, $cases:expr) => {
        #[test]
        fn programs_that_are_cut() {
            crate::texts::cut(&$programs).for_each(|text| $check(&text));
        }

        proptest::proptest! {
            #![proptest_config(ProptestConfig { cases: $cases, failure_persistence: None, ..ProptestConfig::default() })]

            #[test]
            fn random_bytes(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
                match sexpr_examples::text::Source::from_bytes("test", bytes) {
                    Ok(source) => drop($read(&source)),
                    Err(error) => drop(crate::texts::rendered(&error)),
                }
            }

            #[test]
            fn random_text(text in "[ -~\n\t]{0,100}") {
                $check(&text);
            }

            #[test]
            fn random_pieces(pieces in prop::collection::vec(prop::sample::select(crate::texts::pieces($pieces)), 0..40)) {
                for (around, between) in $around {
                    $check(&around.replacen('…', &pieces.join(between), 1));
                }
            }

            #[test]
            fn changed_programs(
                which in 0..$programs.len(),
                changes in prop::collection::vec(
                    (any::<prop::sample::Index>(), 0..3_usize, prop::sample::select(crate::texts::pieces($pieces))),
                    1..4,
                ),
            ) {
                let mut text: Vec<char> = $programs[which].chars().collect();
                for (at, removed, piece) in changes {
                    let at = at.index(text.len() + 1);
                    let end = (at + removed).min(text.len());
                    text.splice(at..end, piece.chars());
                }
                $check(&text.into_iter().collect::<String>());
            }

            #[test]
            fn words_in_another_order(
                which in 0..$programs.len(),
                (left, right) in any::<(prop::sample::Index, prop::sample::Index)>(),
            ) {
                let mut words: Vec<&str> = $programs[which].split_inclusive([' ', '(', ')', ',', ';', '\n']).collect();
                let (left, right) = (left.index(words.len()), right.index(words.len()));
                words.swap(left, right);
                $check(&words.concat());
            }
        }
    };
}
pub(crate) use any_text_is_read_or_refused;
