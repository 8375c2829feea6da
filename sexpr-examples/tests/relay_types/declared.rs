//! Type relations that a module declares, and the operators that they type.

use sexpr_core::structural_equal;
use sexpr_examples::relay;

use crate::{assert_problems, assert_types, module, type_of_f};

/// The relations of the book.
const RELATIONS: &str = "
relation same[A](A, A);
relation rows<n : ShapeVar, t : BaseType>(Tensor[(n, 3), t], Tensor[(n + 1, 3), t]);
relation outer[A, B, C](A, B, C) where Broadcast(A, B, C);
relation joined<n : ShapeVar, m : ShapeVar, t : BaseType, R : Type>(Tensor[(n, m), t], Tensor[(n, m), t], R)
  where Concatenate((Tensor[(n, m), t], Tensor[(n, m), t]), R, axis=1);
relation residual[A, B, C](A, B, C) where joined(A, B, C), same(A, B);
";

#[test]
fn operators_are_typed_by_the_relations_of_their_module() {
    for (text, ty) in cases! {
        "def @f(%x: Tensor[(2), int8]) { same(%x) }" => "-> Tensor[(2), int8]";
        "def @f(%x: Tensor[(4, 3), int8]) { rows(rows(%x)) }" => "-> Tensor[(6, 3), int8]";
        "def @f(%x) -> Tensor[(5, 3), int8] { rows(%x) }" => "fn (Tensor[(4, 3), int8]) -> Tensor[(5, 3), int8]";
        "def @f(%x: Tensor[(4, 1), int8], %y: Tensor[(3), int8]) { outer(%x, %y) }" => "-> Tensor[(4, 3), int8]";
        "def @f(%x: Tensor[(4, 2), int8], %y: Tensor[(4, 2), int8]) { joined(%x, %y) }" => "-> Tensor[(4, 4), int8]";
        "def @f(%x: Tensor[(4, 2), int8], %y: Tensor[(4, 2), int8]) { residual(%x, %y) }" => "-> Tensor[(4, 4), int8]";
        // The type of a function may require a relation.
        "def @f(%op: fn[A, B](A) -> B where rows(A, B), %x: Tensor[(2, 3), int8]) { %op(%x) }" =>
            "-> Tensor[(3, 3), int8]";
    } {
        assert_types(&[(&format!("{RELATIONS} {text}"), ty)]);
    }
    for (text, message) in cases! {
        "def @f(%x: Tensor[(2, 4), int8]) { rows(%x) }" => "argument 1 of `rows` must be";
        "def @f(%x: Tensor[(2), int8], %y: Tensor[(3), int8]) { outer(%x, %y) }" => "cannot be broadcast together";
        "def @f(%op: fn (int8) -> int8 where rows(int8, int8)) { %op(1i8) }" =>
            "`%op` requires `rows(int8, int8)`, which does not hold";
    } {
        assert_problems(&[(&format!("{RELATIONS} {text}"), message)]);
    }
}

#[test]
fn mistakes_in_declarations() {
    problems! {
        "relation r[A](A, A) where Nothing(A);" => "unknown type relation `Nothing`";
        "relation r[A](A, A) where Identity(A);" => "the type relation `Identity` takes 2 types, found 1";
        "relation r<s : Shape>(s, Tensor[s, int8]);" => "`s` has kind Shape and cannot be used as a type";
        "relation r[A](A, _);" => "cannot infer a type of the relation `r`";
        "relation r[A](A, A) where r(A, A); def @f() { r(1) }" => "the type relation `r` requires too many others";
        "relation r[A](A, A); def @f() { r(1, axis=1) }" => "`r` takes no attributes";
    }
    let error = relay::parse("test.rly", "relation r()").expect_err("it has no result").to_string();
    assert!(error.contains("the relation `r` must be about one type at least"), "{error}");
    let error = relay::parse("test.rly", "relation r(int8) relation r(int8)").expect_err("there are two").to_string();
    assert!(error.contains("`r`"), "{error}");
}

#[test]
fn the_modules_relation_takes_the_place_of_the_librarys_operator() {
    let text = "relation add(int8, bool, int16); def @f(%x: int8) { add(%x, True) }";
    assert_eq!(type_of_f(text), "fn (int8) -> int16");
    let commuted = ["add(%x, %y)", "add(%y, %x)"].map(|call| {
        let module = module(&format!("relation add(int8, int8, int8); def @f(%x: int8, %y: int8) {{ {call} }}"));
        relay::commutative(&module)
    });
    assert!(!structural_equal(&commuted[0], &commuted[1]));
}

#[test]
fn relations_are_compared_up_to_the_names_of_type_parameters() {
    let read = |text: &str| module(text);
    let [one, same, other] =
        ["relation r[A, B](A, B, A)", "relation r[X, Y](X, Y, X)", "relation r[X, Y](X, Y, Y)"].map(read);
    assert!(structural_equal(&one, &same) && !structural_equal(&one, &other));
}
