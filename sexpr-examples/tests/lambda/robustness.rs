//! No input makes the parser panic, and whatever it accepts reads back after printing.

use proptest::prelude::*;
use sexpr_examples::lambda::{parse, parse_source};
use sexpr_examples::text::Source;

use crate::support::{assert_round_trip, error};
use crate::texts::{beginnings, rendered, without_one};

const PROGRAMS: [&str; 4] = [
    include_str!("../../programs/syntax.lam"),
    include_str!("../../programs/zip.lam"),
    include_str!("../../programs/parity.lam"),
    include_str!("../../programs/shadow.lam"),
];

/// Pieces that texts are changed with.
const PIECES: &[&str] = &[
    "(",
    ")",
    "{",
    "}",
    ";",
    "=",
    ".",
    "->",
    "-",
    "--",
    "\\",
    "\\x.",
    "_",
    "let ",
    "letrec ",
    "and ",
    "in ",
    "match ",
    "x",
    "y ",
    " Cons ",
    " Nil",
    "0",
    "-1",
    "1.5",
    "12ab",
    "9999999999999999999",
    "\"",
    "\"text\"",
    "\\u{",
    "\\n",
    "\n",
    "\r\n",
    "\r",
    "\t",
    " ",
    "é",
    "Ü",
    "\0",
    "\u{feff}",
    "'",
    "+",
    "λ",
    "#",
    "let x = 1 in ",
    "match x { _ -> ",
];

/// Reads a text; if it is a program, checks that it reads back, and if not, that the message can be shown.
fn check(text: &str) {
    match parse("test.lam", text) {
        Ok(program) => {
            assert_round_trip(&program);
        }
        Err(error) => {
            assert!(rendered(&error).contains("test.lam:"), "{error}");
            assert!(error.to_string().starts_with("test.lam:"), "{error}");
        }
    }
}

#[test]
fn every_beginning_of_a_program() {
    beginnings(&PROGRAMS).for_each(check);
}

#[test]
fn every_program_without_one_line_or_character() {
    without_one(&PROGRAMS).for_each(|text| check(&text));
}

#[test]
fn odd_texts() {
    for text in [
        "",
        "\n",
        " ",
        "--",
        "-",
        "->",
        "\\",
        "\"",
        "\"\\",
        "\"\\\n",
        "\"\\u",
        "\"\\u{",
        "\"\\u{}\"",
        "\0",
        "(",
        ")",
        "{",
        "'",
        "_",
    ] {
        check(text);
    }
}

#[test]
fn long_words_are_not_told_in_full() {
    for text in
        [format!("f {}", "9".repeat(10_000)), format!("f 1{}", "a".repeat(10_000)), format!("\\{}", "X".repeat(10_000))]
    {
        let error = error(&text);
        assert!(error.to_string().len() < 200, "{error}");
        assert!(rendered(&error).len() < 4_000, "{error}");
    }
}

#[test]
fn a_mistake_at_the_end_of_the_file_is_shown() {
    for end in ["", "\n", "\r\n", "\n\n"] {
        let shown = rendered(&error(&format!("let x = 1 in{end}")));
        assert!(shown.contains(": expected an expression") && shown.contains("─ expected an expression"), "{shown}");
    }
}

#[test]
fn places_count_characters_and_not_bytes() {
    assert_eq!(error("größe \"日本\" $").to_string(), "test.lam:1:12: unexpected character '$'");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        if let Ok(source) = Source::from_bytes("test.lam", bytes) {
            let _ = parse_source(&source);
        }
    }

    #[test]
    fn random_text(text in "[ -~\n\t]{0,100}") {
        check(&text);
    }

    #[test]
    fn random_pieces(pieces in proptest::collection::vec(proptest::sample::select(PIECES), 0..40)) {
        check(&pieces.concat());
        check(&pieces.join(" "));
        check(&format!("match x {{ {} }}", pieces.concat()));
    }

    #[test]
    fn changed_programs(
        which in 0..PROGRAMS.len(),
        changes in proptest::collection::vec((any::<prop::sample::Index>(), 0..3_usize, proptest::sample::select(PIECES)), 1..4),
    ) {
        let mut text: Vec<char> = PROGRAMS[which].chars().collect();
        for (at, removed, piece) in changes {
            let at = at.index(text.len() + 1);
            let end = (at + removed).min(text.len());
            text.splice(at..end, piece.chars());
        }
        check(&text.into_iter().collect::<String>());
    }

    #[test]
    fn words_in_another_order(which in 0..PROGRAMS.len(), left in any::<prop::sample::Index>(), right in any::<prop::sample::Index>()) {
        let mut words: Vec<&str> = PROGRAMS[which].split_inclusive([' ', '(', ')', ';', '\n']).collect();
        let (left, right) = (left.index(words.len()), right.index(words.len()));
        words.swap(left, right);
        check(&words.concat());
    }
}
