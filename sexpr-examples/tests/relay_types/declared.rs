//! Type relations that a module declares, and the operators that they type.

use sexpr_core::structural_equal;
use sexpr_examples::relay;

use crate::{inferred, module, one_problem, type_of_f};

/// The relations of the book.
const RELATIONS: &str = "
relation same[A](A, A);
relation rows<n : ShapeVar, t : BaseType>(Tensor[(n, 3), t], Tensor[(n + 1, 3), t]);
relation outer[A, B, C](A, B, C) where Broadcast(A, B, C);
relation joined<n : ShapeVar, m : ShapeVar, t : BaseType, R : Type>(Tensor[(n, m), t], Tensor[(n, m), t], R)
  where Concatenate((Tensor[(n, m), t], Tensor[(n, m), t]), R, axis=1);
relation residual[A, B, C](A, B, C) where joined(A, B, C), same(A, B);
";

/// The type of a call of operators that the relations type.
fn call(params: &str, call: &str) -> String {
    type_of_f(&format!("{RELATIONS} def @f({params}) {{ {call} }}"))
}

#[test]
fn equality_and_arithmetic() {
    assert!(call("%x: Tensor[(2), int8]", "same(%x)").ends_with("-> Tensor[(2), int8]"));
    assert!(call("%x: Tensor[(4, 3), int8]", "rows(rows(%x))").ends_with("-> Tensor[(6, 3), int8]"));
}

#[test]
fn broadcasting() {
    let params = "%x: Tensor[(4, 1), int8], %y: Tensor[(3), int8]";
    assert!(call(params, "outer(%x, %y)").ends_with("-> Tensor[(4, 3), int8]"));
}

#[test]
fn concatenation_along_an_axis_and_other_relations_of_the_module() {
    let params = "%x: Tensor[(4, 2), int8], %y: Tensor[(4, 2), int8]";
    assert!(call(params, "joined(%x, %y)").ends_with("-> Tensor[(4, 4), int8]"));
    assert!(call(params, "residual(%x, %y)").ends_with("-> Tensor[(4, 4), int8]"));
}

#[test]
fn types_that_are_not_written_are_found() {
    let text = format!("{RELATIONS} def @f(%x) -> Tensor[(5, 3), int8] {{ rows(%x) }}");
    assert_eq!(type_of_f(&text), "fn (Tensor[(4, 3), int8]) -> Tensor[(5, 3), int8]");
}

#[test]
fn one_that_does_not_hold_is_a_mistake() {
    let text = format!("{RELATIONS} def @f(%x: Tensor[(2, 4), int8]) {{ rows(%x) }}");
    assert!(one_problem(&text).contains("argument 1 of `rows` must be"), "{}", one_problem(&text));
    let text = format!("{RELATIONS} def @f(%x: Tensor[(2), int8], %y: Tensor[(3), int8]) {{ outer(%x, %y) }}");
    assert!(one_problem(&text).contains("cannot be broadcast together"), "{}", one_problem(&text));
}

#[test]
fn a_functions_type_may_require_one() {
    let text = |ty: &str| {
        format!(
            "{RELATIONS} def @apply(%op: fn[A, B](A) -> B where rows(A, B), %x: {ty}) {{ %op(%x) }}
             def @f() {{ 1 }}"
        )
    };
    assert!(inferred(&text("Tensor[(2, 3), int8]")).contains("-> Tensor[(3, 3), int8]\n"));
    let text = format!("{RELATIONS} def @f(%op: fn (int8) -> int8 where rows(int8, int8)) {{ %op(1i8) }}");
    let problem = one_problem(&text);
    assert!(problem.contains("`%op` requires `rows(int8, int8)`, which does not hold"), "{problem}");
}

#[test]
fn mistakes_in_declarations() {
    for (text, message) in [
        ("relation r[A](A, A) where Nothing(A);", "unknown type relation `Nothing`"),
        ("relation r[A](A, A) where Identity(A);", "the type relation `Identity` takes 2 types, found 1"),
        ("relation r<s : Shape>(s, Tensor[s, int8]);", "`s` has kind Shape and cannot be used as a type"),
        ("relation r[A](A, _);", "cannot infer a type of the relation `r`"),
    ] {
        let problem = one_problem(text);
        assert!(problem.contains(message), "{problem}");
    }
    let text = "relation r[A](A, A) where r(A, A); def @f() { r(1) }";
    assert!(one_problem(text).contains("the type relation `r` requires too many others"), "{}", one_problem(text));
    let text = "relation r[A](A, A); def @f() { r(1, axis=1) }";
    assert!(one_problem(text).contains("`r` takes no attributes"), "{}", one_problem(text));
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
