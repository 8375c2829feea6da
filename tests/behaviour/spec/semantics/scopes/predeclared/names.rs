//! What a variable is: pointers with fields, keyed nodes, namespaces.

use std::sync::Arc;

use sexpr_core::{Options, StructuralEq, structural_fingerprint};
use sexpr_test_support::check::{differ, differ_at, equal, equal_under};

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
    Simple(#[seq(def = "simple")] Sized),
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
fn so_they_are_where_it_is_declared_again() {
    let term =
        |of, again| Item::Block(vec![Item::Def(sized(of, Item::Number(1))), Item::Def(sized(of, Item::Number(again)))]);
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

#[test]
fn a_variable_may_be_mentioned_by_its_own_fields() {
    let term = |of, mentioned| Item::Block(vec![Item::Def(sized(of, use_of(mentioned)))]);
    equal(&term("x", "x"), &term("y", "y"));
    differ(&term("x", "x"), &term("y", "z"));
    let simple = |of, mentioned| Item::Block(vec![Item::Simple(sized(of, use_of(mentioned)))]);
    equal(&simple("x", "x"), &simple("y", "y"));
    differ(&simple("x", "x"), &simple("y", "z"));
}

#[test]
fn a_declared_name_in_the_fields_of_another_variable_is_a_use() {
    let term = |one, other| {
        Item::Block(vec![Item::Simple(sized(one, use_of(other))), Item::Simple(sized(other, use_of(one)))])
    };
    equal(&term("x", "y"), &term("y", "x"));
    differ(
        &term("x", "y"),
        &Item::Block(vec![Item::Simple(sized("x", use_of("x"))), Item::Simple(sized("y", use_of("x")))]),
    );
}

#[test]
fn free_variables_may_be_mapped() {
    let term = |free, bound| Item::Block(vec![use_of(free), use_of(bound), Item::Def(name(bound))]);
    equal_under(Options::new().map_free_vars(true), &term("a", "x"), &term("b", "y"));
    differ(&term("a", "x"), &term("b", "x"));
}

#[test]
fn a_group_has_a_fingerprint() {
    let term = |one, other| Item::Block(vec![use_of(other), Item::Def(name(one)), Item::Def(name(other))]);
    let fingerprint = |term: &Item| structural_fingerprint(term).expect("the term is closed");
    assert_eq!(fingerprint(&term("x", "y")), fingerprint(&term("y", "x")));
    let other = Item::Block(vec![use_of("x"), Item::Def(name("x")), Item::Def(name("y"))]);
    assert_ne!(fingerprint(&term("x", "y")), fingerprint(&other));
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

#[test]
fn shared_items_declare_wherever_they_stand() {
    #[derive(StructuralEq)]
    enum Shared {
        Use(#[seq(var)] &'static str),
        Def(#[seq(var, def)] &'static str),
        Items(Vec<Arc<Shared>>),
        #[seq(scope(predeclare = 0))]
        Block(Vec<Arc<Shared>>),
    }
    let term = |name, blocks: usize| {
        let declares = Arc::new(Shared::Items(vec![Arc::new(Shared::Use(name)), Arc::new(Shared::Def(name))]));
        let used = Arc::new(Shared::Use(name));
        let uses = Arc::new(Shared::Items(vec![used.clone(), used.clone(), used]));
        let items = vec![uses.clone(), declares.clone(), uses.clone(), declares, uses.clone()];
        let block = Arc::new(Shared::Block(items));
        let mut all = vec![block; blocks];
        all.push(uses);
        Arc::new(Shared::Items(all))
    };
    differ(&term("f", 2), &term("g", 2));
    differ(&term("f", 2), &term("f", 3));
    let closed = |name, blocks| Shared::Block(vec![term(name, blocks), Arc::new(Shared::Def(name))]);
    equal(&closed("f", 2), &closed("g", 2));
}
