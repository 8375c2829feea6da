//! Names mean what binds them, and nothing more.

use crate::support::{equal, equal_mapped};

#[test]
fn programs_are_equal_up_to_the_names_of_what_they_bind() {
    for (left, right) in [
        ("\\x y. f y x", "\\y x. f x y"),
        // An inner binding shadows an outer one, and ends with its scope.
        ("\\x. (\\x. x) x", "\\a. (\\b. b) a"),
        // The value of a `let` does not see the name, the values of a `letrec` see all of them.
        ("\\x. let x = f x in x", "\\x. let y = f x in y"),
        ("letrec f = g and g = f in f", "letrec g = f and f = g in g"),
        // Patterns bind for their arm only: the second `x` is free.
        ("match l { Some x -> x; None -> x }", "match l { Some y -> y; None -> x }"),
        // Free, then bound, then free again.
        ("f x (\\x. x) x", "f x (\\y. y) x"),
    ] {
        assert!(equal(left, right), "{left}   differs from   {right}");
    }
}

#[test]
fn programs_differ_in_what_names_mean_and_in_everything_else() {
    for (left, right) in [
        ("\\x. \\y. x", "\\y. \\y. y"),
        ("\\x. (\\x. x) x", "\\a. (\\b. a) a"),
        ("\\x. let x = f x in x", "\\x. letrec x = f x in x"),
        ("let x = x in x", "let y = y in y"),
        ("letrec f = 1 and g = f in f", "letrec g = f and f = 1 in f"),
        ("match l { Cons x xs -> f x xs }", "match l { Cons a b -> f b a }"),
        ("match x { \"1\" -> 1 }", "match x { 1 -> 1 }"),
    ] {
        assert!(!equal(left, right), "{left}   equals   {right}");
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
