//! Where declarations stand: behind ids and trait objects, in what functions list, and on cycles.

use sexpr_core::{
    StructuralEq,
    custom::{DynStructural, VirtualFields},
    reflect::Def,
    walk::{Occurrence, Walk},
};
use sexpr_test_support::{
    check::{differ, differ_at, equal},
    ids,
};

use crate::nodes::Var;

ids! { VarId => Var; ItemId => Item; }

#[derive(StructuralEq, Debug)]
enum Item {
    Use(VarId),
    Def(#[seq(def)] VarId),
    Items(Vec<ItemId>),
    #[seq(scope(predeclare = 0))]
    Block(Vec<ItemId>),
}
use Item::{Block, Items, Use};

#[derive(StructuralEq)]
struct Module {
    #[seq(arena(VarId))]
    variables: Vec<Var>,
    #[seq(arena(ItemId))]
    items: Vec<Item>,
    root: ItemId,
}

fn module(types: &[i64], items: Vec<Item>, root: usize) -> Module {
    Module { variables: types.iter().map(|ty| Var { ty: *ty }).collect(), items, root: ItemId(root) }
}

fn def(variable: usize) -> Item {
    Item::Def(VarId(variable))
}

fn items<const N: usize>(items: [usize; N]) -> Vec<ItemId> {
    items.map(ItemId).into()
}

#[test]
fn declarations_behind_ids_are_found() {
    let term = |[f, g]: [usize; 2], used| {
        module(&[1, 1], vec![Use(VarId(used)), def(f), Items(items([1, 3])), def(g), Block(items([0, 2]))], 4)
    };
    equal(&term([0, 1], 0), &term([1, 0], 1));
    differ(&term([0, 1], 0), &term([1, 0], 0));
    let typed = |ty| module(&[ty], vec![Use(VarId(0)), def(0), Block(items([0, 1]))], 2);
    equal(&typed(1), &typed(1));
    differ_at(".root[1].ty", &typed(1), &typed(2));
}

#[test]
fn a_walk_binds_what_ids_lead_to() {
    let term = module(&[1], vec![Use(VarId(0)), def(0), Block(items([0, 1, 0])), Items(items([2, 0]))], 3);
    let mut seen = Vec::new();
    Walk::new().with_bindings().on(|_: &Var, at| seen.push(at.occurrence())).run(&term);
    let [Some(early), Some(declared), Some(late), Some(outside)] = seen[..] else { panic!("{seen:?}") };
    assert_eq!(early, late);
    assert!(declared.is_binding() && !early.is_binding() && early.binding() == declared.binding());
    assert_eq!(outside, Occurrence::Free);
}

trait Statement: DynStructural {}
sexpr_core::open!(Statement);

#[derive(StructuralEq)]
struct Function {
    #[seq(var, def)]
    name: &'static str,
    #[seq(var)]
    calls: &'static str,
}
impl Statement for Function {}

#[derive(StructuralEq)]
#[seq(scope(predeclare = statements))]
struct Program {
    statements: Vec<Box<dyn Statement>>,
}
impl Statement for Program {}

#[derive(StructuralEq)]
#[seq(with = list)]
struct Listed {
    first: Function,
    second: Function,
}
impl Statement for Listed {}

fn list<'a>(listed: &'a Listed, fields: &mut VirtualFields<'a>) {
    fields.field("first", Def::Inherit, &listed.first);
    fields.field("second", Def::Inherit, &listed.second);
}

#[test]
fn declarations_behind_trait_objects_are_found() {
    let function = |name, calls| Function { name, calls };
    let program = |f, g, h| -> Box<dyn Statement> {
        Box::new(Program {
            statements: vec![
                Box::new(function(f, h)),
                Box::new(Listed { first: function(g, f), second: function(h, g) }),
            ],
        })
    };
    equal(&program("f", "g", "h"), &program("x", "y", "z"));
    differ(&program("f", "g", "h"), &program("x", "y", "x"));
}

#[test]
fn tables_tell_what_is_predeclared() {
    #[derive(StructuralEq)]
    #[seq(kind = "dag", scope(predeclare = items, predeclare = more))]
    #[allow(dead_code, reason = "its table is looked at")]
    struct Group {
        items: Vec<Function>,
        #[seq(payload)]
        more: Vec<Function>,
    }
    assert_eq!(
        Group::type_info().to_string(),
        "struct Group (dag, scope(predeclare = items, predeclare = more)) { items: Vec<Function>, more: Vec<Function> [payload] }"
    );
    assert_eq!(
        Item::type_info().to_string(),
        "enum Item (tree) {\n    Use(VarId),\n    Def(VarId [def]),\n    Items(Vec<ItemId>),\n    Block (scope(predeclare = 0))(Vec<ItemId>),\n}"
    );
}
