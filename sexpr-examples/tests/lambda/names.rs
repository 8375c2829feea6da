//! Names mean what binds them, and nothing more.

use crate::support::{equal, equal_mapped};

#[test]
fn programs_are_equal_exactly_if_they_differ_only_in_the_names_of_what_they_bind() {
    for (left, right, is_equal) in [
        // An inner binding shadows an outer one, and ends with its scope.
        ("\\x. (\\x. x) x", "\\a. (\\b. b) a", true),
        // The value of a `let` does not see the name.
        ("\\x. let x = f x in x", "\\x. let y = f x in y", true),
        // Patterns bind for their arm only: the second `x` is free.
        ("match l { Some x -> x; None -> x }", "match l { Some y -> y; None -> x }", true),
        // Free, then bound, then free again.
        ("f x (\\x. x) x", "f x (\\y. y) x", true),
        ("\\x. (\\x. x) x", "\\a. (\\b. a) a", false),
        ("let x = x in x", "let y = y in y", false),
        ("match l { Cons x xs -> f x xs }", "match l { Cons a b -> f b a }", false),
        ("match x { \"1\" -> 1 }", "match x { 1 -> 1 }", false),
    ] {
        assert_eq!(equal(left, right), is_equal, "{left}   and   {right}");
    }
}

#[test]
fn free_variables_may_be_mapped() {
    for (left, right, is_equal) in
        [("f x", "x f", true), ("f x (\\x. x) x", "g y (\\f. f) y", true), ("f f", "f x", false), ("A x", "B x", false)]
    {
        assert_eq!(equal_mapped(left, right), is_equal, "{left}   and   {right}");
    }
}
