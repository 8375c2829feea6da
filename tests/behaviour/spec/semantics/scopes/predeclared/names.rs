//! What a variable is: pointers with fields, keyed nodes, namespaces.

use sexpr_core::StructuralEq;
use sexpr_test_support::check::{differ, differ_at, equal};

#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Sized {
    #[seq(key)]
    name: &'static str,
    size: Option<Box<Item>>,
}

#[derive(StructuralEq)]
enum Item {
    Number(i64),
    Use(Sized),
    Def(#[seq(def)] Sized),
    #[seq(scope(predeclare = 0))]
    Block(Vec<Item>),
}

fn sized(name: &'static str, size: Item) -> Sized {
    Sized { name, size: Some(Box::new(size)) }
}

fn name(name: &'static str) -> Sized {
    Sized { name, size: None }
}

fn use_of(of: &'static str) -> Item {
    Item::Use(name(of))
}

#[test]
fn the_fields_of_a_variable_are_compared_where_it_is_declared() {
    let term = |used, size| Item::Block(vec![use_of(used), Item::Def(sized(used, Item::Number(size)))]);
    equal(&term("x", 1), &term("y", 1));
    differ_at("[1].size", &term("x", 1), &term("y", 2));
}

#[test]
fn what_the_fields_of_a_variable_bind_is_bound_where_it_stands() {
    let term = |length, of| Item::Block(vec![Item::Def(sized(of, use_of(length))), use_of(length)]);
    equal(&term("n", "x"), &term("m", "y"));
    let before = |length, of| Item::Block(vec![use_of(length), Item::Def(sized(of, use_of(length)))]);
    differ(&before("n", "x"), &before("m", "y"));
}

#[derive(StructuralEq)]
enum Module {
    Type(#[seq(var = "types")] &'static str),
    Value(#[seq(var = "values")] &'static str),
    DefType(#[seq(var = "types", def)] &'static str),
    DefValues(#[seq(var = "values", def)] Vec<&'static str>),
    #[seq(scope(predeclare = items))]
    Nested {
        name: &'static str,
        uses: Vec<Module>,
        items: Vec<Module>,
    },
}

#[test]
fn namespaces_are_apart_and_other_fields_see_what_is_declared() {
    let module = |ty, value, other| Module::Nested {
        name: "m",
        uses: vec![Module::Value(value), Module::Type(ty), Module::Value(other)],
        items: vec![Module::DefType(ty), Module::DefValues(vec![other, value])],
    };
    equal(&module("T", "v", "w"), &module("U", "U", "V"));
    equal(&module("T", "T", "v"), &module("U", "x", "y"));
    differ(
        &module("T", "v", "w"),
        &Module::Nested {
            name: "m",
            uses: vec![Module::Value("w"), Module::Type("T"), Module::Value("v")],
            items: vec![Module::DefType("T"), Module::DefValues(vec!["w", "v"])],
        },
    );
}
