//! Names mean what binds them, and nothing more.

use crate::support::{equal, equal_mapped};

#[track_caller]
fn assert_equal(left: &str, right: &str) {
    assert!(equal(left, right), "{left}   differs from   {right}");
}

#[track_caller]
fn assert_different(left: &str, right: &str) {
    assert!(!equal(left, right), "{left}   equals   {right}");
}

#[test]
fn parameters_may_be_renamed() {
    assert_equal("\\x. x", "\\y. y");
    assert_equal("\\x y. f x y", "\\a b. f a b");
    assert_equal("\\x y. f y x", "\\y x. f x y");
    assert_different("\\x y. x", "\\x y. y");
    assert_different("\\x. \\y. x", "\\y. \\y. y");
    assert_different("\\x y. x", "\\x. \\y. x");
}

#[test]
fn an_inner_binding_shadows_an_outer_one_and_ends_with_its_scope() {
    assert_equal("\\x. (\\x. x) x", "\\a. (\\b. b) a");
    assert_equal("\\x. f (\\x. x) x", "\\a. f (\\x. x) a");
    assert_different("\\x. (\\x. x) x", "\\a. (\\b. a) a");
    assert_equal("\\x. \\x. x", "\\x. \\y. y");
    assert_different("\\x. \\x. x", "\\x. \\y. x");
    assert_equal("\\x. let x = x in x", "\\a. let b = a in b");
    assert_equal("\\x. match x { Some x -> x; _ -> x }", "\\a. match a { Some b -> b; _ -> a }");
}

#[test]
fn of_two_parameters_with_one_name_the_later_one_counts() {
    assert_equal("\\x x. x", "\\a b. b");
    assert_different("\\x x. x", "\\a b. a");
}

#[test]
fn a_let_is_not_recursive() {
    assert_equal("\\x. let x = f x in x", "\\x. let y = f x in y");
    assert_different("\\x. let x = f x in x", "\\x. letrec x = f x in x");
    assert_equal("let x = x in x", "let y = x in y");
    assert_different("let x = x in x", "let y = y in y");
    assert_equal("let x = 1 in let x = f x in x", "let a = 1 in let b = f a in b");
}

#[test]
fn a_letrec_is() {
    assert_equal("letrec f = \\x. f x in f", "letrec g = \\y. g y in g");
    assert_equal("letrec f = g and g = f in f", "letrec a = b and b = a in a");
    assert_equal("letrec f = g and g = f in f", "letrec g = f and f = g in g");
    assert_different("letrec f = g and g = f in f", "letrec f = g and g = f in g");
    assert_different("letrec f = g and g = 1 in f", "letrec f = f and g = 1 in f");
    assert_different("letrec f = 1 and g = f in f", "letrec g = f and f = 1 in f");
    assert_different("letrec f = 1 in letrec g = f in g", "letrec f = 1 and g = f in g");
    assert_equal("\\f. letrec f = f in f", "\\f. letrec g = g in g");
}

#[test]
fn patterns_bind_for_their_arm_only() {
    assert_equal("match l { Cons x xs -> f x xs }", "match l { Cons a b -> f a b }");
    assert_different("match l { Cons x xs -> f x xs }", "match l { Cons a b -> f b a }");
    assert_different("match l { Cons x xs -> f x }", "match l { Cons x _ -> f x }");
    assert_different("match l { x -> 1 }", "match l { _ -> 1 }");
    // The second `x` is free.
    assert_equal("match l { Some x -> x; None -> x }", "match l { Some y -> y; None -> x }");
    assert_different("match l { Some x -> x; None -> x }", "match l { Some y -> y; None -> y }");
    assert_equal("match x { Some x -> x }", "match x { Some y -> y }");
    assert_different("match x { Some x -> x }", "match y { Some y -> y }");
}

#[test]
fn constructors_and_literals_are_data() {
    assert_different("\\x. A", "\\x. B");
    assert_different("match x { A -> 1 }", "match x { B -> 1 }");
    assert_different("match x { 1 -> 1 }", "match x { 2 -> 1 }");
    assert_different("match x { \"1\" -> 1 }", "match x { 1 -> 1 }");
    assert_different("match x { A -> 1; B -> 2 }", "match x { B -> 2; A -> 1 }");
}

#[test]
fn free_variables_are_known_by_name() {
    assert_equal("f x", "f x");
    assert_different("f x", "f y");
    assert_different("\\x. x", "\\x. y");
    assert_different("\\x. y", "\\y. y");
    assert_equal("\\x. y", "\\z. y");
    // Free, then bound, then free again.
    assert_equal("f x (\\x. x) x", "f x (\\y. y) x");
    assert_different("f x (\\x. x) x", "f x (\\y. x) x");
}

#[test]
fn free_variables_may_be_mapped() {
    assert!(equal_mapped("f x", "g y"));
    assert!(equal_mapped("f x", "x f"));
    assert!(!equal_mapped("f f", "f x"));
    assert!(!equal_mapped("f x", "f f"));
    assert!(equal_mapped("f x (\\x. x) x", "g y (\\f. f) y"));
    assert!(!equal_mapped("\\x. x", "\\x. y"));
    assert!(!equal_mapped("f (\\x. f)", "g (\\g. g)"));
    assert!(!equal_mapped("A x", "B x"));
}

#[test]
fn layout_is_not_compared() {
    assert_equal("\\x. f x", "-- twice\n\\x.\n  (f) ((x))");
}
