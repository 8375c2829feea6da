//! A type parameter stands only where its kind permits it.

use crate::{inferred, one_problem};

#[test]
fn each_kind_has_its_places() {
    // For each place: what is written there, and the kind that it permits.
    let places = [
        ("%x: t", "Type"),
        ("%x: (t, int32)", "Type"),
        ("%x: fn (t) -> t", "Type"),
        ("%x: Tensor[t, float32]", "Shape"),
        ("%x: Tensor[(t, 2), float32]", "ShapeVar"),
        ("%x: Tensor[(t * 2 + 1), float32]", "ShapeVar"),
        ("%x: Tensor[(2), t]", "BaseType"),
        ("%x: Box[t]", "Type"),
    ];
    for (param, permitted) in places {
        for kind in ["Type", "BaseType", "Shape", "ShapeVar"] {
            let text = format!("type Box[A] {{ Of(A), }} def @f<t : {kind}>({param}) -> int32 {{ 1 }}");
            if kind == permitted {
                assert!(inferred(&text).starts_with("@f : fn"), "{text}: {}", inferred(&text));
            } else {
                let problem = inferred(&text);
                assert!(problem.contains(&format!("`t` has kind {kind} and cannot be used as")), "{text}: {problem}");
            }
        }
    }
}

#[test]
fn the_parameters_of_function_types_are_checked_too() {
    let problem = one_problem("def @f(%g: fn<t : Type>(Tensor[t, int8]) -> int8) -> int32 { 1 }");
    assert!(problem.contains("`t` has kind Type and cannot be used as a shape"), "{problem}");
}

#[test]
fn constructors_are_checked_too() {
    let problem = one_problem("type Box[A] { Of(Tensor[A, int8]), }");
    assert!(problem.contains("`A` has kind Type and cannot be used as a shape"), "{problem}");
}

#[test]
fn relations_must_exist_and_fit() {
    let text = |relation| format!("def @f(%g: fn[A, B](A) -> B where {relation}) -> int32 {{ 1 }}");
    assert!(inferred(&text("Identity")).starts_with("@f : fn"));
    assert!(one_problem(&text("Similar")).contains("unknown type relation `Similar`"));
    let problem = one_problem(&text("Broadcast(A, B)"));
    assert!(problem.contains("the type relation `Broadcast` takes 3 types, found 2"), "{problem}");
}
