//! No input makes the parser panic, and whatever it accepts reads back after printing.

use proptest::prelude::*;
use sexpr_examples::lambda::{parse, parse_source};

use crate::support::{assert_round_trip, error};
use crate::texts::{any_text_is_read_or_refused, rendered};

const PROGRAMS: [&str; 4] = [
    include_str!("../../programs/syntax.lam"),
    include_str!("../../programs/zip.lam"),
    include_str!("../../programs/parity.lam"),
    include_str!("../../programs/shadow.lam"),
];

/// Pieces that texts are changed with; those after `let`, `letrec`, `and`, `in` and `match` may begin another word.
const PIECES: &str = "( ) { } ; = . -> - -- \\ \\x. _ let letrec and in match x y Cons Nil 0 -1 1.5 12ab \" \"text\" \
                      \\u{ \\n Ü ' + λ #";

/// Reads a text; if it is a program, checks that it reads back, and if not, that the message can be shown.
fn check(text: &str) {
    match parse("test.lam", text) {
        Ok(program) => drop(assert_round_trip(&program)),
        Err(error) => {
            assert!(rendered(&error).contains("test.lam:"), "{error}");
            assert!(error.to_string().starts_with("test.lam:"), "{error}");
        }
    }
}

any_text_is_read_or_refused!(
    check,
    parse_source,
    PROGRAMS,
    PIECES,
    [("…", ""), ("…", " "), ("match x { … }", " ")],
    1000
);

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
fn a_mistake_at_the_end_is_shown_behind_the_last_word_and_places_count_characters() {
    for end in ["", "\n", "\r\n", "\n\n", " -- end\n"] {
        let error = error(&format!("let x = \"日\" in{end}"));
        assert!(error.to_string().starts_with("test.lam:1:15: "), "{error}");
        let shown = rendered(&error);
        assert!(shown.contains(": expected an expression") && shown.contains("─ expected an expression"), "{shown}");
    }
}
