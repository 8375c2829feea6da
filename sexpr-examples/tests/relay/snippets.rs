//! Expressions beside definitions, as documents write them.

use sexpr_core::structural_equal;

use crate::support::{assert_round_trip, error, module};

#[test]
fn an_expression_is_the_body_of_main() {
    let snippet = module("let %t = (False, Constant(1, (10, 10), float32)); let %c = %t.1; %c");
    let main = module("def @main() { let %t = (False, Constant(1, (10, 10), float32)); let %c = %t.1; %c }");
    assert!(structural_equal(&snippet, &main));
}

#[test]
fn variables_that_nothing_binds_are_parameters() {
    let snippet = module("def @plus(%x, %y) { %x + %y } (@plus(%a, %b), fn (%c) { %c + %a })");
    let main = module("def @plus(%x, %y) { %x + %y } def @main(%a, %b) { (@plus(%a, %b), fn (%c) { %c + %a }) }");
    assert!(structural_equal(&snippet, &main));
    assert_round_trip(&snippet);
}

#[test]
fn variables_of_definitions_must_be_bound() {
    assert!(error("%x def @f() { %y }").to_string().ends_with("`%y` is not bound here"));
}

#[test]
fn further_expressions_are_numbered() {
    let snippet = module("1 def @main_1() { 2 } 3");
    assert_eq!(assert_round_trip(&snippet).matches("def @").count(), 3);
    assert!(structural_equal(&snippet, &module("def @main() { 1 } def @main_1() { 2 } def @main_2() { 3 }")));
    assert!(error("def @main() { 1 } 2").to_string().contains("`main`"));
}

#[test]
fn lists_need_not_be_defined() {
    let list = "data List<a> { Nil : () -> List Cons : (a, List[a]) -> List }";
    for text in ["Cons(1, Nil())", "def @f(%x: List[int32]) { %x }", "match (%x) { Nil => 0, Cons(%y, _) => %y }"] {
        let (alone, defined) = (module(text), module(&format!("{list} {text}")));
        assert!(structural_equal(&alone, &defined), "{text}");
        assert_round_trip(&alone);
    }
    assert!(module("def @f(%x: int32) { %x }").types.is_empty());
    assert!(error("type T { Nil, } def @f(%x: List[int32]) { %x }").to_string().contains("unknown type `List`"));
}
