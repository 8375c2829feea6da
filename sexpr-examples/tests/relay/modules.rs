//! Definitions, algebraic data types, and what stands around them.

use sexpr_core::{assert_structural_equal, structural_equal};
use sexpr_examples::relay::ir::{ExprKind, GlobalTypeVar, GlobalVar};

use crate::support::{assert_round_trip, module};

/// Checks that two texts are the same module.
#[track_caller]
fn assert_equal(left: &str, right: &str) {
    let (left, right) = (module(left), module(right));
    assert_structural_equal!(left, right);
    assert_round_trip(&left);
}

#[test]
fn headers_and_comments() {
    let bare = "def @f() { 1 }";
    for text in [
        "#[version = \"0.0.5\"]\ndef @f() { 1 }",
        "  // first\n #[version=\"0.0.4\"] def @f() { 1 }",
        "# comment\ndef @f() { /* a /* b */ c */ 1 } // end",
        "def @f() { # comment\n 1 }\n# end",
        "#[other]\ndef @f() { 1 #[version]\n}",
    ] {
        assert_equal(text, bare);
    }
    assert_eq!(assert_round_trip(&module("")), "#[version = \"0.0.5\"]\n");
}

#[test]
fn both_forms_of_data_types() {
    assert_equal(
        "type List[A] { Cons(A, List[A]), Nil, }",
        "data List<a> { Cons : (a, List[a]) -> List  Nil : () -> List }",
    );
    assert_equal("type T { A, B(int32) }", "data T { A : () -> T, B : (int32) -> T, }");
    assert_equal("type T[X] { A(X), B(), }", "data T<X> { A : (X,) -> T[X], B : () -> T[X] }");
    assert_equal("type T {}", "data T { }");
    assert_equal("type T[s : Shape] { A(Tensor[s, int8]) }", "data T<s : Shape> { A : (Tensor[s, int8]) -> T }");
}

#[test]
fn words_that_are_reserved_nowhere_else() {
    let text = "type type[data] { data(data), None } def @let(%if: type[int8]) { data(type, where.x, %if, None) }";
    let module = module(text);
    assert!(module.types.contains_key(&GlobalTypeVar::new("type")));
    assert_round_trip(&module);
}

#[test]
fn what_comes_later_counts() {
    let module = module("def @f(%x: T) { match (%x) { A => B(g), B(_) => A, } } def @g() { f } type T { A, B(int32) }");
    let body = |name: &str| &module.definitions[&GlobalVar::new(name)].body.kind;
    assert!(matches!(body("g"), ExprKind::Global(_)));
    assert_round_trip(&module);
}

#[test]
fn the_order_of_definitions_does_not_matter() {
    let [left, right] = ["def @f() { @g() } def @g() { 1 }", "def @g() { 1 } def @f() { @g() }"].map(module);
    assert!(structural_equal(&left, &right));
}

#[test]
fn incomplete_types_are_numbered_in_each_definition() {
    let [left, right] = [
        "def @f(%x: _) { %x } def @g(%x: _) -> _ { 1 } type T { A(_) }",
        "def @g(%x: _) -> _ { 1 } type T { A(_) } def @f(%x: _) { %x }",
    ]
    .map(module);
    assert!(structural_equal(&left, &right));
    assert_round_trip(&module(
        "def @f(%x: (_, fn (_) -> _ where R)) { @f<_, (_, 1)>(fn (%y: Tensor[_, _]) -> _ { 1 }) }",
    ));
}

#[test]
fn one_name_may_be_a_type_and_a_definition_and_a_constructor() {
    assert_round_trip(&module("type T[T] { T(T) } def @T(%T: T[int8]) { (T, @T, %T) }"));
}
