//! What several tests need.

use sexpr_core::{Options, assert_structural_equal};
use sexpr_examples::lambda::ast::Expr;
use sexpr_examples::lambda::{self, ParseError};

use crate::texts::accepted;

/// A program that is well-formed.
#[track_caller]
pub(crate) fn program(text: &str) -> Expr {
    accepted(text, lambda::parse("test.lam", text))
}

/// What is wrong with a text.
#[track_caller]
pub(crate) fn error(text: &str) -> ParseError {
    lambda::parse("test.lam", text).expect_err(text)
}

/// Whether two programs are equal: what all operations say, in both directions.
#[track_caller]
pub(crate) fn verdict(left: &Expr, right: &Expr, options: &Options) -> bool {
    let equal = options.equal(left, right);
    assert_eq!(options.equal(right, left), equal, "{left}   and   {right}   are not symmetric");
    for (left, right) in [(left, right), (right, left)] {
        let mismatch = options.first_mismatch(left, right);
        assert_eq!(mismatch.is_none(), equal, "{left}   and   {right}: {mismatch:?}");
    }
    let hashes = options.hash(left) == options.hash(right);
    // Different hashes are no law, but what unequal programs of this size have.
    assert_eq!(hashes, equal, "the hashes of   {left}   and   {right}");
    equal
}

/// Whether two texts are equal programs.
#[track_caller]
pub(crate) fn equal(left: &str, right: &str) -> bool {
    verdict(&program(left), &program(right), &Options::new())
}

/// Whether two texts are equal programs if free variables may correspond.
#[track_caller]
pub(crate) fn equal_mapped(left: &str, right: &str) -> bool {
    verdict(&program(left), &program(right), &Options::new().map_free_vars(true))
}

/// Checks that what is printed reads back as the same program, and prints the same again. Gives the text.
#[track_caller]
pub(crate) fn assert_round_trip(program: &Expr) -> String {
    let text = lambda::print(program);
    assert_eq!(format!("{program:?}"), program.to_string());
    for text in [&text, &program.to_string()] {
        let again = accepted(text, lambda::parse("printed.lam", text));
        assert_structural_equal!(again, program, "\n{text}");
        assert_eq!(again.to_string(), program.to_string(), "reading changes names");
        assert_eq!(lambda::print(&again), lambda::print(program), "printing is not idempotent");
    }
    text
}
