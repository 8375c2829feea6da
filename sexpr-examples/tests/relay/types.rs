//! Every form of a type, and how it is printed.

use sexpr_core::structural_equal;
use sexpr_examples::relay::ir::{Module, Type};
use sexpr_examples::relay::parse_type;
use sexpr_examples::text::Source;

use crate::support::ty;

#[track_caller]
fn assert_same(texts: &[&str]) {
    for text in texts {
        assert_eq!(ty(text), *text);
    }
}

#[test]
fn tensors() {
    assert_same(&["int32", "bool", "int8x4", "bfloat16", "Tensor[(10, 10), float32]", "Tensor[(5), bool]"]);
    assert_same(&[
        "Tensor[(?, 1), float32]",
        "Tensor[_, _]",
        "Tensor[_, float32]",
        "Tensor[(_, 1), _]",
        "Tensor[(), _]",
    ]);
    for (text, printed) in [
        ("Tensor[(), int32]", "int32"),
        ("Tensor[(5,), int32]", "Tensor[(5), int32]"),
        ("Tensor[(5, 6,), int32,]", "Tensor[(5, 6), int32]"),
        ("Tensor[((5)), int32]", "Tensor[(5), int32]"),
    ] {
        assert_eq!(ty(text), printed);
    }
}

#[test]
fn arithmetic() {
    let in_shape = |dim: &str| ty(&format!("fn<n : ShapeVar, m : ShapeVar>(Tensor[({dim},), int8]) -> int8"));
    for (text, printed) in [
        ("n + m * 2", "n + m * 2"),
        ("(n + m) * 2", "(n + m) * 2"),
        ("n - (m - 1)", "n - (m - 1)"),
        ("(n - m) - 1", "n - m - 1"),
        ("n / m / 2", "n / m / 2"),
        ("n / (m / 2)", "n / (m / 2)"),
        ("(n + ?) // 2 - _", "(n + ?) / 2 - _"),
    ] {
        assert_eq!(in_shape(text), in_shape(printed));
        assert!(in_shape(text).contains(&format!("[({printed}), ")), "{}", in_shape(text));
    }
}

#[test]
fn tuples_and_data_types() {
    assert_same(&["()", "(int32,)", "(int32, bool)", "((), (_,))", "List[int32]", "List[List[_]]", "List"]);
    assert_same(&["List[(int32, bool), fn (int32) -> bool]"]);
    assert_eq!(ty("(int32)"), "int32");
    assert_eq!(ty("(int32, bool,)"), "(int32, bool)");
    assert_eq!(ty("List[int32,]"), "List[int32]");
    assert_eq!(ty("List[]"), "List");
}

#[test]
fn functions() {
    assert_same(&[
        "fn () -> ()",
        "fn (int32, bool) -> int32",
        "fn[A](A) -> A",
        "fn<s : Shape, t : BaseType, n : ShapeVar, A : Type>(Tensor[s, t], Tensor[(n), t]) -> A",
        "fn (fn (int32) -> bool) -> fn (bool) -> int32",
        "fn[A](fn[B](B) -> A) -> fn[C](C) -> A",
    ]);
    assert_eq!(ty("fn<A, B : Type>(A) -> B"), "fn[A, B](A) -> B");
    assert_eq!(ty("fn[s : Shape](Tensor[s, int8]) -> int8"), "fn<s : Shape>(Tensor[s, int8]) -> int8");
    assert_eq!(ty("fn[A,](A,) -> A"), "fn[A](A) -> A");
}

#[test]
fn relations() {
    assert_same(&[
        "fn[A, B, C](A, B) -> C where Broadcast(A, B, C)",
        "fn[A, B](A) -> B where Identity(A, A), Broadcast(A, B)",
        "fn[A, B](A) -> B where Reshape(A, B, newshape=[1, 2], x=None)",
        "fn[A](A) -> A where R(), S(x=1)",
        "((fn[A](A) -> A where R(A, A)), int32)",
        "(fn () -> bool where R(bool), (int32, bool), fn () -> bool where R(bool), _)",
        "fn[A](A) -> fn (A) -> A where R(A, A)",
        "fn[A](A) -> (fn (A) -> A) where R(A, fn (A) -> A)",
        "((fn (int32) -> fn (int32) -> int32 where R(int32, int32)), int32)",
        "fn (int8) -> int8 where R((fn (int8) -> int8 where S(int8, int8)), x=1)",
    ]);
    assert_same(&["fn (_) -> _ where R", "fn[A](A) -> fn[B](B) -> B"]);
    assert_eq!(ty("fn[A, B](A) -> B where R"), "fn[A, B](A) -> B where R(A, B)");
    assert_eq!(ty("(fn (int8) -> int8 where R,)"), "(fn (int8) -> int8 where R(int8, int8),)");
    assert_eq!(ty("fn (int8) -> int8 where R(int8,)"), "fn (int8) -> int8 where R(int8)");
}

#[test]
fn the_position_decides_what_a_parameter_stands_for() {
    // Whether it may stand there is not asked here.
    assert_same(&["fn[A](Tensor[A, A], Tensor[(A), int8]) -> A", "fn<s : Shape>(s) -> s"]);
}

#[test]
fn types_are_equal_up_to_the_names_of_parameters() {
    let read = |text: &str| -> Type { parse_type(&Source::new("type.rly", text), &Module::default()).expect("a type") };
    assert!(structural_equal(&read("fn[A, B](A) -> B"), &read("fn[x, y](x) -> y")));
    assert!(!structural_equal(&read("fn[A, B](A) -> B"), &read("fn[A, B](B) -> A")));
    assert!(!structural_equal(&read("fn<A : Shape>() -> ()"), &read("fn[A]() -> ()")));
    assert!(!structural_equal(&read("fn (int8) -> int8 where R"), &read("fn (int8) -> int8 where R(int8)")));
}
