//! Corners: shared pointers that hold ids, ids of what is no node, and variables on cycles.

use std::{rc::Rc, sync::Arc};

use sexpr_core::{
    Options, Reason, StructuralEq,
    arena::InArena,
    first_structural_mismatch, structural_equal, structural_fingerprint,
    walk::{Walk, nodes},
};
use sexpr_test_support::{
    check::{differ, equal, equal_under},
    ids,
};

ids! { ExprId => Expr; VarId => Var; NameId => Name; SlotId => Option<Block>; PlainId => Plain; TreeId => Tree; BindId => Bind; TypedId => Typed; }

#[derive(StructuralEq, Debug)]
enum Expr {
    Number(i64),
    Use(Rc<Shared>, Option<Rc<Function>>),
}

#[derive(StructuralEq, Debug)]
#[seq(kind = "dag")]
struct Shared {
    next: ExprId,
}

#[derive(StructuralEq, Debug)]
struct Function {
    #[seq(arena(ExprId))]
    expressions: Vec<Expr>,
    shared: Rc<Shared>,
}

#[test]
fn an_open_record_is_not_in_force_in_other_arenas() {
    let module = |number| {
        let shared = Rc::new(Shared { next: ExprId(0) });
        let function = Function { expressions: vec![Expr::Number(number)], shared: shared.clone() };
        (vec![Expr::Use(shared.clone(), Some(Rc::new(function)))], shared)
    };
    let [(one, root), (same, other_root), (other, last_root)] = [module(1), module(1), module(2)];
    let one = InArena::<_, _, ExprId>::holding(&one, root);
    let same = InArena::<_, _, ExprId>::holding(&same, other_root);
    let other = InArena::<_, _, ExprId>::holding(&other, last_root);
    equal(&one, &same);
    differ(&one, &other);
}

#[derive(StructuralEq, Debug)]
struct Block {
    next: SlotId,
}

#[test]
fn walks_end_where_ids_lead_to_what_is_no_node() {
    let arena: Vec<Option<Block>> = vec![Some(Block { next: SlotId(1) }), Some(Block { next: SlotId(0) })];
    let root = InArena::new(&arena, SlotId(0));
    assert!(!structural_equal(&root, &root));
    let mut met = 0;
    Walk::new().on(|_: &Block, _| met += 1).run(&root);
    assert_eq!(met, 2);
    assert_eq!(nodes::<Block>(&root).count(), 2);
}

#[derive(StructuralEq, Debug)]
enum Plain {
    Number(i64),
    Loop(#[seq(var)] &'static str, PlainId),
    #[seq(scope)]
    Lambda(#[seq(var, def)] &'static str, PlainId),
    Both(PlainId, PlainId),
}

#[derive(StructuralEq, Debug)]
struct Lists {
    #[seq(arena(PlainId))]
    plain: Vec<Plain>,
    list: Arc<Vec<PlainId>>,
}

#[test]
fn walks_go_into_a_shared_list_in_each_arena() {
    let list = Arc::new(vec![PlainId(0)]);
    let lists = |number| Lists { plain: vec![Plain::Number(number)], list: list.clone() };
    let both = (lists(1), lists(2));
    let mut numbers = Vec::new();
    let walk = Walk::new().distinct().on(|plain: &Plain, _| {
        if let Plain::Number(number) = plain {
            numbers.push(*number);
        }
    });
    walk.run(&both);
    assert_eq!(numbers, [1, 2]);
}

#[test]
fn what_is_on_a_cycle_is_visited_for_each_binding() {
    let arena = vec![
        Plain::Loop("x", PlainId(0)),
        Plain::Lambda("x", PlainId(0)),
        Plain::Lambda("x", PlainId(0)),
        Plain::Both(PlainId(1), PlainId(2)),
    ];
    let mut uses = Vec::new();
    let walk = Walk::new().with_bindings().on_any(|_, at| {
        if let Some(occurrence) = at.occurrence().filter(|occurrence| !occurrence.is_binding()) {
            uses.push(occurrence.binding());
        }
    });
    walk.run(&InArena::new(&arena, PlainId(3)));
    uses.dedup();
    assert!(uses.len() == 2 && uses.iter().all(Option::is_some), "{uses:?}");
}

#[derive(StructuralEq, Debug)]
#[seq(kind = "var")]
struct Name {
    #[seq(key)]
    name: &'static str,
    next: Option<NameId>,
}

#[test]
fn a_variable_with_a_key_is_bound_after_its_fields_so_no_cycle_may_pass_through_it() {
    let names = vec![Name { name: "x", next: Some(NameId(0)) }];
    let root = InArena::new(&names, NameId(0));
    let mismatch = first_structural_mismatch(&root, &root).expect("it is inside itself");
    assert!(matches!(mismatch.reason(), Reason::Cycle { .. }));
}

#[derive(StructuralEq, Debug)]
#[seq(kind = "var")]
struct Var {
    parts: Vec<TreeId>,
}

#[derive(StructuralEq, Debug)]
struct Tree(VarId);

#[derive(StructuralEq, Debug)]
struct Graph {
    #[seq(arena(VarId))]
    variables: Vec<Var>,
    #[seq(arena(TreeId))]
    trees: Vec<Tree>,
    root: VarId,
}

#[test]
fn trees_on_a_cycle_through_a_variable_are_compared_by_content() {
    let graph = |parts: &[usize]| Graph {
        variables: vec![Var { parts: parts.iter().copied().map(TreeId).collect() }],
        trees: vec![Tree(VarId(0)), Tree(VarId(0))],
        root: VarId(0),
    };
    let (shared, copies) = (graph(&[0, 0]), graph(&[0, 1]));
    let options = Options::new().map_free_vars(true);
    equal_under(options, &shared, &copies);
}

#[derive(StructuralEq, Debug)]
#[seq(kind = "dag")]
enum Bind {
    App(BindId, BindId),
    #[seq(scope)]
    Lambda {
        #[seq(def)]
        parameter: TypedId,
        body: BindId,
    },
}

/// A variable whose type mentions it.
#[derive(StructuralEq, Debug)]
#[seq(kind = "var")]
struct Typed {
    ty: Option<TypedId>,
}

#[test]
fn a_variable_that_its_own_type_mentions() {
    let variables = vec![Typed { ty: Some(TypedId(0)) }];
    let lambda = |body| Bind::Lambda { parameter: TypedId(0), body: BindId(body) };
    let one = vec![Bind::App(BindId(1), BindId(0)), lambda(1)];
    let other = vec![lambda(0), Bind::App(BindId(0), BindId(1))];
    let root = |arena, id| InArena::<_, _, TypedId>::holding(&variables, InArena::new(arena, BindId(id)));
    let (left, right) = (root(&one, 0), root(&other, 1));
    equal(&left, &right);
    let fingerprint = structural_fingerprint(&left);
    assert!(fingerprint.is_ok() && fingerprint == structural_fingerprint(&right));
}
