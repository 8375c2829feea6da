//! The shapes of input that the derive takes, at run time: its messages and its output are tested elsewhere.

use std::sync::Arc;

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
    differ_at(".0", &Shape::Tuple(1, 1), &Shape::Tuple(2, 1));
    differ_at(".b", &Shape::Named { a: 1, b: 1 }, &Shape::Named { a: 1, b: 2 });
}

#[test]
fn an_enum_with_discriminants() {
    #[derive(Clone, Copy, StructuralEq)]
    #[repr(u8)]
    enum Level {
        Low = 7,
        High = 3,
    }
    all_distinct("", || vec![Level::Low, Level::High]);
    assert_eq!((Level::Low as u8, Level::High as u8), (7, 3));
}

#[test]
fn an_enum_without_variants() {
    #[derive(StructuralEq)]
    enum Never {}
    equal(&None::<Never>, &None);
    equal(&Vec::<Arc<Never>>::new(), &vec![]);
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

#[test]
fn fields_and_variants_under_cfg() {
    #[derive(StructuralEq)]
    struct Conditional {
        always: i64,
        #[cfg(test)]
        present: i64,
        #[cfg(not(test))]
        absent: NoSuchType,
    }
    differ_at(".present", &Conditional { always: 1, present: 1 }, &Conditional { always: 1, present: 2 });

    #[derive(StructuralEq)]
    enum Variants {
        #[cfg(not(test))]
        Absent(NoSuchType),
        #[cfg(test)]
        Present(i64),
        Other,
    }
    all_distinct("", || vec![Variants::Present(1), Variants::Present(2), Variants::Other]);
}

/// Names that the derive's output could be expected to use.
mod hostile {
    #![allow(dead_code, non_camel_case_types, unused_macros, reason = "names that shadow others")]

    pub(super) struct Option;
    pub(super) struct Some;
    pub(super) struct None;
    pub(super) struct Vec;
    pub(super) struct Box;
    pub(super) struct String;
    pub(super) trait Field {}
    pub(super) trait Visitor {}
    pub(super) trait StructuralEq {}
    pub(super) struct bool;
    pub(super) struct u32;
    pub(super) struct str;
    pub(super) mod core {}
    pub(super) mod std {}
    pub(super) mod sexpr_core {}
    macro_rules! assert {
        ($($any:tt)*) => {
            compile_error!("hostile")
        };
    }
    macro_rules! unreachable {
        ($($any:tt)*) => {
            compile_error!("hostile")
        };
    }

    #[derive(::sexpr_core::StructuralEq)]
    #[seq(kind = "var")]
    pub(super) struct Var {
        #[seq(key)]
        pub(super) name: ::std::string::String,
        pub(super) ty: i64,
    }

    #[derive(::sexpr_core::StructuralEq)]
    pub(super) enum Expr<'a, V: 'a, T>
    where
        T: ::std::clone::Clone,
    {
        Use(Var, ::std::option::Option<&'a V>),
        Lambda {
            #[seq(def)]
            left: ::std::vec::Vec<Var>,
            right: T,
            visitor: ::std::boxed::Box<Expr<'a, V, T>>,
            #[seq(opaque)]
            value: i64,
            #[seq(payload)]
            at: i64,
        },
    }
}

#[test]
fn scopes_full_of_misleading_names() {
    use hostile::{Expr, Var};
    let var = |name: &str| Var { name: name.into(), ty: 0 };
    type Concrete = Expr<'static, i64, &'static str>;
    let expr = |name, value| Concrete::Lambda {
        left: vec![var(name)],
        right: "right",
        visitor: Box::new(Expr::Use(var(name), Some(&1))),
        value,
        at: 0,
    };
    equal(&expr("x", 1), &expr("y", 1));
    differ_at(".value", &expr("x", 1), &expr("y", 2));
}

/// The crate under another name, as a macro or a re-export might have it.
mod renamed {
    pub(super) use sexpr_core as facade;
}

#[test]
fn the_crate_can_be_found_elsewhere() {
    #[derive(StructuralEq)]
    #[seq(crate = "crate::semantics::derive_shapes::renamed::facade")]
    struct Node {
        value: Vec<i64>,
    }
    equal(&Node { value: vec![1] }, &Node { value: vec![1] });
    differ_at(".value[0]", &Node { value: vec![1] }, &Node { value: vec![2] });
}

#[test]
fn types_written_by_macros() {
    macro_rules! node {
        ($name:ident { $($field:ident: $ty:ty),* }) => {
            #[derive(StructuralEq)]
            struct $name {
                $($field: $ty,)*
            }
        };
    }
    node!(Node { a: i64, b: Option<Box<Node>> });
    let node = |a| Node { a: 0, b: Some(Box::new(Node { a, b: None })) };
    equal(&node(1), &node(1));
    differ_at(".b.a", &node(1), &node(2));
}

#[test]
fn many_fields_and_many_variants() {
    #[derive(Default, StructuralEq)]
    struct Wide {
        a: i64,
        b: i64,
        c: i64,
        d: i64,
        e: i64,
        f: i64,
        g: i64,
        h: i64,
        i: i64,
        j: i64,
        k: i64,
        l: i64,
        m: i64,
        n: i64,
        o: i64,
        p: Option<Box<Wide>>,
    }
    let wide = |o| Wide { p: Some(Box::new(Wide { o, ..Wide::default() })), ..Wide::default() };
    equal(&wide(1), &wide(1));
    differ_at(".p.o", &wide(1), &wide(2));
}
