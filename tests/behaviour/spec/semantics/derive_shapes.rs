//! The shapes of input that the derive takes, at run time: its messages and its output are tested elsewhere.

use sexpr_core::StructuralEq;
use sexpr_test_support::check::{all_distinct, differ_at, equal};

#[test]
fn structs_with_named_fields_unnamed_ones_and_none() {
    #[derive(StructuralEq)]
    struct Named {
        a: i64,
        b: i64,
    }
    #[derive(StructuralEq)]
    struct Unnamed(i64, i64);
    #[derive(StructuralEq)]
    struct Unit;
    #[derive(StructuralEq)]
    struct Empty {}
    #[derive(StructuralEq)]
    struct EmptyTuple();
    differ_at(".b", &Named { a: 1, b: 2 }, &Named { a: 1, b: 3 });
    differ_at(".1", &Unnamed(1, 2), &Unnamed(1, 3));
    equal(&Unit, &Unit);
    equal(&Empty {}, &Empty {});
    equal(&EmptyTuple(), &EmptyTuple());
}

#[test]
fn enums_with_variants_of_every_shape() {
    #[derive(StructuralEq)]
    enum Shape {
        Unit,
        Newtype(i64),
        Tuple(i64, i64),
        Named { a: i64, b: i64 },
        Empty {},
    }
    all_distinct("", || vec![Shape::Unit, Shape::Newtype(0), Shape::Newtype(1), Shape::Empty {}]);
    differ_at(".Tuple.0", &Shape::Tuple(1, 1), &Shape::Tuple(2, 1));
    differ_at(".Named.b", &Shape::Named { a: 1, b: 1 }, &Shape::Named { a: 1, b: 2 });
}

#[test]
fn raw_identifiers_lose_their_prefix_in_paths() {
    #[derive(StructuralEq)]
    struct Raw {
        r#type: i64,
        r#match: Option<i64>,
    }
    differ_at(".type", &Raw { r#type: 1, r#match: None }, &Raw { r#type: 2, r#match: None });
    differ_at(".match", &Raw { r#type: 1, r#match: None }, &Raw { r#type: 1, r#match: Some(1) });

    #[derive(StructuralEq)]
    #[allow(non_camel_case_types, reason = "a raw name")]
    enum r#enum {
        r#fn(i64),
        r#loop,
    }
    let text = differ_at("", &r#enum::r#fn(1), &r#enum::r#loop).to_string();
    assert!(!text.contains("r#"), "{text}");
}
