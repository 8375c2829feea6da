//! Nodes in arenas: a sequence, in which each is rewritten once. Ids are copied, and operations that rename refuse them.

use std::sync::Arc;

use sexpr_core::{
    StructuralEq,
    arena::Arena,
    mirror::IdOf,
    rewritable,
    rewrite::Rewrite,
    terms::{TermError, hash_cons, rename_bound, substitute},
    walk::At,
};
use sexpr_test_support::ids;

ids! { ExprId => Expr; BlockId => Block; UseId => Use; }
rewritable!(id ExprId);
rewritable!(id BlockId);
rewritable!(id UseId);

#[derive(StructuralEq, Clone, Debug, PartialEq)]
#[seq(rewrite)]
enum Expr {
    Int(i64),
    Add(ExprId, ExprId),
    Var(#[seq(var)] String),
    #[seq(scope)]
    Lambda(#[seq(var, def)] String, ExprId),
    Shared(Arc<Expr>),
}
use Expr::{Add, Int, Lambda, Shared, Var};

#[derive(StructuralEq, Clone, Debug, PartialEq)]
#[seq(rewrite)]
struct Function {
    #[seq(arena(ExprId))]
    expressions: Vec<Expr>,
    result: Option<ExprId>,
}

fn function(expressions: impl Into<Vec<Expr>>, result: usize) -> Function {
    Function { expressions: expressions.into(), result: Some(ExprId(result)) }
}

fn add(left: usize, right: usize) -> Expr {
    Add(ExprId(left), ExprId(right))
}

fn var(name: &str) -> Expr {
    Var(name.into())
}

fn lambda(name: &str, body: usize) -> Expr {
    Lambda(name.into(), ExprId(body))
}

#[test]
fn each_node_is_visited_once_in_the_order_of_the_arena() {
    let before = function([add(1, 2), Int(1), add(0, 0), Int(7)], 0);
    let mut met = Vec::new();
    let after = Rewrite::new()
        .with_paths()
        .after(|expr: &Expr, site| {
            met.push(site.path().to_string());
            match expr {
                Int(value) => Some(Int(value + 1)),
                _ => None,
            }
        })
        .run(before);
    assert_eq!(met, [".expressions[0]", ".expressions[1]", ".expressions[2]", ".expressions[3]"]);
    assert_eq!(after, function([add(1, 2), Int(2), add(0, 0), Int(8)], 0));
}

#[test]
fn ids_are_copied_and_callbacks_may_replace_them() {
    let before = function([Int(1), add(0, 0)], 1);
    assert_eq!(Rewrite::new().after(|_: &Expr, _| None).run(before.clone()), before);
    let mut calls = 0;
    let after = Rewrite::new()
        .after(|id: &ExprId, _| {
            calls += 1;
            (id.0 == 0).then_some(ExprId(1))
        })
        .run(before);
    assert_eq!((after, calls), (function([Int(1), add(1, 1)], 1), 3));
}

#[test]
fn scopes_of_ids_are_not_around_the_nodes() {
    let mut occurrences = Vec::new();
    Rewrite::new()
        .with_bindings()
        .after(|name: &String, site| {
            occurrences.push((name.clone(), site.is_binding()));
            None
        })
        .run(function([lambda("x", 1), var("x")], 0));
    assert_eq!(occurrences, [("x".to_owned(), true), ("x".to_owned(), false)]);
}

#[test]
fn a_shared_owner_is_copied_with_its_arena_if_a_node_changes() {
    let one = Arc::new(function([Int(1), Shared(Arc::new(Int(1))), Int(3)], 1));
    let increase = |value: &i64, _: &At| (*value == 1).then_some(2);
    let after = Rewrite::new().after(increase).run(vec![one.clone(), one.clone()]);
    assert_eq!(*after[0], function([Int(2), Shared(Arc::new(Int(2))), Int(3)], 1));
    assert!(Arc::ptr_eq(&after[0], &after[1]) && !Arc::ptr_eq(&after[0], &one));
    assert_eq!(*one, function([Int(1), Shared(Arc::new(Int(1))), Int(3)], 1));

    let unchanged = Rewrite::new().after(|value: &i64, _: &At| (*value == 9).then_some(2)).run(one.clone());
    assert!(Arc::ptr_eq(&unchanged, &one));
}

#[derive(StructuralEq, Clone, Debug, PartialEq)]
#[seq(kind = "dag", rewrite)]
struct Block {
    code: i64,
    next: Vec<BlockId>,
}

/// Blocks that nothing hands out to be rewritten.
#[derive(Clone, Debug, PartialEq)]
struct Fixed(Vec<Block>);

impl Arena<BlockId> for Fixed {
    fn node(&self, id: &BlockId) -> Option<&Block> {
        self.0.get(id.0)
    }
    fn nodes(&self) -> impl Iterator<Item = &Block> {
        self.0.iter()
    }
}

#[derive(StructuralEq, Clone, Debug, PartialEq)]
#[seq(rewrite)]
enum Graph {
    Boxed {
        #[seq(arena(BlockId))]
        blocks: Box<[Block]>,
        entry: BlockId,
    },
    Whole {
        #[seq(arena(BlockId, whole))]
        blocks: Vec<Block>,
    },
    Fixed {
        #[seq(arena)]
        blocks: Fixed,
        entry: BlockId,
    },
}

#[test]
fn nodes_of_any_kind_are_rewritten_if_the_arena_hands_them_out() {
    let blocks = |codes: [i64; 2]| codes.map(|code| Block { code, next: vec![BlockId(1), BlockId(0)] });
    let rewrite = |graph| Rewrite::new().after(|code: &i64, _| Some(10 * code)).run(graph);
    let boxed = |codes| Graph::Boxed { blocks: blocks(codes).into(), entry: BlockId(0) };
    assert_eq!(rewrite(boxed([1, 2])), boxed([10, 20]));
    let whole = |codes| Graph::Whole { blocks: blocks(codes).into() };
    assert_eq!(rewrite(whole([1, 2])), whole([10, 20]));
    let fixed = Graph::Fixed { blocks: Fixed(blocks([1, 2]).into()), entry: BlockId(0) };
    assert_eq!(rewrite(fixed.clone()), fixed);
}

#[derive(StructuralEq, Clone, Debug, PartialEq)]
#[seq(rewrite)]
struct Numbered {
    #[seq(arena(IdOf<i64, u32>))]
    numbers: Vec<i64>,
    #[seq(id(i64))]
    chosen: u32,
}

#[test]
fn numbers_that_are_ids_are_copied() {
    let numbered = |number| Numbered { numbers: vec![number], chosen: 0 };
    assert_eq!(Rewrite::new().after(|number: &i64, _| Some(number + 1)).run(numbered(1)), numbered(2));
}

fn numbered(name: &String, attempt: usize) -> String {
    format!("{name}{attempt}")
}

fn variable_of(expr: &Expr) -> Option<&String> {
    match expr {
        Var(name) => Some(name),
        _ => None,
    }
}

#[test]
fn operations_that_rename_refuse_ids_and_arenas() {
    let with_ids = function([lambda("x", 1), var("x")], 0);
    // Ids in the nodes of an arena to which none leads.
    let unreached = Function { result: None, ..with_ids.clone() };
    for term in [with_ids.clone(), unreached] {
        let shared = Arc::new(term.clone());
        assert_eq!(rename_bound(shared.clone(), numbered), Err(TermError::HoldsIds));
        assert_eq!(substitute(term.clone(), variable_of, |_| Some(Int(1)), numbered), Err(TermError::HoldsIds));
        assert_eq!(hash_cons(shared.clone()), Err(TermError::HoldsIds));
        assert_eq!(*shared, term);
    }
    assert_eq!(rename_bound(vec![lambda("x", 1)], numbered), Err(TermError::HoldsIds));
}

#[test]
fn operations_that_rename_refuse_an_arena_to_which_nothing_compared_leads() {
    #[derive(StructuralEq, Clone, Debug, PartialEq)]
    #[seq(rewrite)]
    struct Library {
        #[seq(arena(ExprId))]
        expressions: Vec<Expr>,
        version: u8,
    }
    let library = || Library { expressions: vec![lambda("x", 1), var("x")], version: 1 };
    assert_eq!(rename_bound(library(), numbered), Err(TermError::HoldsIds));
    assert_eq!(hash_cons(vec![Arc::new(library())]), Err(TermError::HoldsIds));
}

#[test]
fn ids_in_the_fields_of_any_variable_of_one_key_are_refused() {
    #[derive(StructuralEq, Clone, Debug, PartialEq)]
    #[seq(kind = "var", rewrite)]
    struct Typed {
        #[seq(key)]
        name: String,
        ty: Option<ExprId>,
    }

    #[derive(StructuralEq, Clone, Debug, PartialEq)]
    #[seq(scope, rewrite)]
    struct Binder(#[seq(def)] Arc<Typed>);

    let binder = |ty| Binder(Arc::new(Typed { name: "x".into(), ty }));
    assert_eq!(hash_cons((binder(None), binder(Some(ExprId(7))))), Err(TermError::HoldsIds));
    assert!(hash_cons((binder(None), binder(None))).is_ok());
}

#[test]
fn replacements_with_ids_are_refused() {
    let by = |by: Expr| substitute(var("x"), variable_of, |_| Some(by.clone()), numbered);
    assert_eq!(by(Int(1)), Ok(Int(1)));
    assert_eq!(by(add(0, 0)), Err(TermError::HoldsIds));
}

#[test]
fn terms_that_hold_no_id_are_renamed_though_their_type_could() {
    #[derive(StructuralEq, Clone, Debug, PartialEq)]
    #[seq(rewrite, scope)]
    struct Binder(#[seq(var, def)] String, Vec<Expr>);

    let renamed = rename_bound(Binder("x".into(), vec![var("x"), Int(1)]), numbered);
    assert_eq!(renamed, Ok(Binder("x1".into(), vec![var("x1"), Int(1)])));
}

#[test]
fn names_that_a_whole_arena_declares_are_renamed_before_their_declaration() {
    ids! { StatementId => Statement; }
    rewritable!(id StatementId);

    #[derive(StructuralEq, Clone, Debug, PartialEq)]
    #[seq(rewrite)]
    enum Statement {
        Use(#[seq(var)] char),
        Define(#[seq(var, def)] char),
    }

    #[derive(StructuralEq, Clone, Debug, PartialEq)]
    #[seq(rewrite, scope(predeclare = statements))]
    struct Body {
        #[seq(arena(StatementId, whole))]
        statements: Vec<Statement>,
    }

    let body = |name| Body { statements: vec![Statement::Use(name), Statement::Define(name)] };
    let rename = Rewrite::new().with_bindings().after(|_: &char, site| site.is_binding().then_some('g'));
    assert_eq!(rename.run(body('f')), body('g'));
}

#[derive(StructuralEq, Clone, Debug, PartialEq)]
#[seq(rewrite)]
enum Type {
    Int,
    Float,
}

#[derive(StructuralEq)]
#[seq(kind = "var", rewrite)]
struct Typed {
    ty: Box<Type>,
}

#[derive(StructuralEq, Clone)]
#[seq(rewrite)]
struct Use(Arc<Typed>);

#[derive(StructuralEq)]
#[seq(rewrite)]
struct Library {
    #[seq(arena(UseId))]
    uses: Vec<Use>,
}

#[test]
fn callbacks_take_parts_of_variables_that_only_an_arena_holds() {
    let library = Library { uses: vec![Use(Arc::new(Typed { ty: Box::new(Type::Int) }))] };
    let rewritten = Rewrite::new().on(|ty: &Type, _| (*ty == Type::Int).then_some(Type::Float)).run(library);
    assert_eq!(*rewritten.uses[0].0.ty, Type::Float);
}
