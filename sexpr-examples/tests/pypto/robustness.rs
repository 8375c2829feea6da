//! No input makes the parser panic, and whatever it accepts reads back after printing. What is wrong with it can be
//! shown, and if nothing is, it can be optimised.

use proptest::prelude::*;
use sexpr_examples::pypto::ir::Program;
use sexpr_examples::pypto::optimize::{Options, optimize};
use sexpr_examples::pypto::{FreeVars, parse, parse_source};
use sexpr_examples::text::{ReadError, Source};

use crate::support::{assert_round_trip, error};
use crate::texts::{any_text_is_read_or_refused, rendered};

const PROGRAMS: [&str; 7] = [
    include_str!("../../programs/matmul.py"),
    include_str!("../../programs/clamp.py"),
    include_str!("../../programs/softmax.py"),
    include_str!("../../programs/operators.py"),
    include_str!("../../programs/wasteful.py"),
    include_str!("../../programs/documented.py"),
    include_str!("../../programs/exported.py"),
];

/// Pieces that texts are changed with.
const PIECES: &str = "( ) [ ] , : = -> - ** not if else: for in return yield def pi. pi.yield( x n i 0 1.5 \" ' \\ # ; \
                      tuple[ init_values= pi.Tensor(( range( 1e999 xor . @ min( pass tensor.view offset=[ pi.const( \
                      :pi.Int8= UnknownType";

/// Reads a text; if it is a program, checks that it reads back, and if not, that the message can be shown.
fn check(text: &str) {
    match parse("test.py", text) {
        Ok(program) => {
            assert_round_trip(&program);
            check_and_optimize(text, &program);
        }
        Err(error) => {
            assert!(rendered(&error).contains("test.py:"), "{error}");
            assert!(error.to_string().starts_with("test.py:"), "{error}");
        }
    }
}

fn check_and_optimize(text: &str, program: &Program) {
    match optimize(program, &Options { verify: true, ..Options::default() }) {
        Ok(optimized) => {
            assert_round_trip(&optimized.program);
        }
        Err(error) => {
            assert_eq!(error.after, None, "{text}\n{:?}", error.problems);
            let source = Source::new("test.py", text);
            for problem in &error.problems {
                assert!(!problem.span().is_unknown(), "{problem}\n{text}");
                assert!(rendered(&problem.reported(&source)).contains("test.py:"), "{problem}");
            }
        }
    }
}

any_text_is_read_or_refused!(
    check,
    |source: &Source| parse_source(source, &mut FreeVars::new()),
    PROGRAMS,
    PIECES,
    [("…", ""), ("def f(x: pi.Int64):\n    …", " "), ("def f(x: pi.Int64):\n    y = …\n", " ")],
    512
);

#[test]
fn a_mistake_at_the_end_is_shown_behind_the_last_word_and_places_count_characters() {
    for end in ["", "\n", "\r\n", "\n\n"] {
        let shown = rendered(&error(&format!("def f():\n    größe = g(s=\"日本\") +{end}")));
        assert!(shown.contains("test.py:2:24: expected") && shown.contains("─ expected an expression"), "{shown}");
    }
}

#[test]
fn a_file_that_is_no_text() {
    let error = Source::from_bytes("bytes.py", b"def f():\n    y = \xff1\n".to_vec()).expect_err("not UTF-8");
    assert!(matches!(error, ReadError::NotUtf8 { byte: 0xff, line: 2, column: 9, .. }), "{error}");
    insta::assert_snapshot!(rendered(&error));
    let error = Source::from_bytes("bytes.py", b"\xef\xbb\xbf\xff".to_vec()).expect_err("not UTF-8");
    assert!(matches!(error, ReadError::NotUtf8 { line: 1, column: 1, .. }), "{error}");
}
