//! Equal nodes behind ids of one arena become one.

use std::sync::Arc;

use proptest::{collection::vec, prelude::*};
use sexpr_core::{
    StructuralEq,
    arena::{FromIndex, Id, InArena},
    first_structural_mismatch, structural_equal,
    terms::hash_cons,
};

/// A type of ids for a type of nodes.
macro_rules! id {
    ($id:ident => $node:ty) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        struct $id(usize);

        impl Id for $id {
            type Node = $node;
            fn index(&self) -> u64 {
                self.0 as u64
            }
        }
        impl FromIndex for $id {
            fn from_index(index: usize) -> Self {
                $id(index)
            }
        }
        sexpr_core::id!($id);
        sexpr_core::rewritable!(id $id);
    };
}

id!(ExprId => Expr);
id!(CellId => Cell);

#[derive(StructuralEq, Clone, Debug, PartialEq)]
#[seq(rewrite)]
enum Expr {
    Int(i64),
    Pair(ExprId, ExprId),
    List(Vec<ExprId>),
    Name(#[seq(var)] String),
    #[seq(scope)]
    Lambda(#[seq(var, def)] String, ExprId),
    Bind(#[seq(var, def)] String, ExprId),
    #[seq(scope)]
    Block(ExprId, ExprId),
    Held(Arc<Held>),
    Cell(CellId),
    Plain(Arc<Plain>),
    Shared(Arc<Shared>),
}
use Expr::{Int, List, Pair};

/// What holds ids, and no id leads to.
#[derive(StructuralEq, Clone, Debug, PartialEq)]
#[seq(rewrite)]
struct Held {
    boxed: Box<ExprId>,
    other: Option<Arc<Held>>,
}

#[derive(StructuralEq, Clone, Debug, PartialEq)]
#[seq(kind = "dag", rewrite)]
struct Cell {
    value: ExprId,
}

/// A dag node without ids.
#[derive(StructuralEq, Clone, Debug, PartialEq)]
#[seq(kind = "dag", rewrite)]
struct Shared {
    plain: [Arc<Plain>; 2],
}

/// What holds no ids.
#[derive(StructuralEq, Clone, Debug, PartialEq)]
#[seq(rewrite)]
struct Plain(i64);

#[derive(StructuralEq, Clone, Debug, PartialEq)]
#[seq(rewrite)]
struct Function {
    #[seq(arena(ExprId))]
    expressions: Vec<Expr>,
    #[seq(arena(CellId))]
    cells: Vec<Cell>,
    results: Vec<ExprId>,
    shared: Option<Arc<Shared>>,
}

fn function(expressions: impl Into<Vec<Expr>>, results: &[usize]) -> Function {
    let results = results.iter().copied().map(ExprId).collect();
    Function { expressions: expressions.into(), cells: vec![], results, shared: None }
}

fn pair(one: usize, other: usize) -> Expr {
    Pair(ExprId(one), ExprId(other))
}

fn list(ids: &[usize]) -> Expr {
    List(ids.iter().copied().map(ExprId).collect())
}

#[test]
fn ids_of_equal_nodes_become_one_and_the_others_stay_unused() {
    let before = function([Int(1), Int(1), pair(0, 1), pair(1, 0), list(&[2, 3]), Int(1)], &[4, 5]);
    let after = hash_cons(before.clone());
    assert!(structural_equal(&after, &before));
    assert_eq!(after.expressions, [Int(1), Int(1), pair(0, 0), pair(0, 0), list(&[2, 2]), Int(1)]);
    assert_eq!(after.results, [ExprId(4), ExprId(0)]);
}

#[test]
fn equal_nodes_of_different_arenas_stay_apart() {
    let one = || function([Int(1), Int(1), pair(0, 1)], &[2]);
    let before = [one(), one()];
    let after = hash_cons(before.clone());
    assert!(structural_equal(&after, &before));
    for function in &after {
        assert_eq!(function.expressions[2], pair(0, 0));
    }
}

#[test]
fn equal_nodes_that_have_arenas_become_one_behind_pointers() {
    let one = |at| Arc::new(function([Int(1), Int(1), pair(at, 1)], &[2]));
    let before = (one(0), one(1), Arc::new(function([Int(2)], &[0])));
    let after = hash_cons(before.clone());
    assert!(structural_equal(&after, &before));
    assert!(Arc::ptr_eq(&after.0, &after.1) && Arc::ptr_eq(&after.2, &before.2));
    assert_eq!(after.0.expressions[2], pair(0, 0));
    assert_eq!(before.0.expressions[2], pair(0, 1), "what others hold stays");
}

#[test]
fn pointers_to_what_holds_ids_become_one_in_one_environment() {
    let held = |id| Expr::Held(Arc::new(Held { boxed: Box::new(ExprId(id)), other: None }));
    let before = function([Int(1), Int(1), held(0), held(1), list(&[2, 3]), held(0)], &[4, 5]);
    let after = hash_cons(before.clone());
    assert!(structural_equal(&after, &before));
    assert_eq!(after.expressions[4], list(&[2, 2]));
    assert_eq!(after.results, [ExprId(4), ExprId(2)]);
}

#[test]
fn what_holds_ids_and_is_met_in_several_environments_stays_as_it_is() {
    let held = Arc::new(Held { boxed: Box::new(ExprId(1)), other: None });
    let one = |first| function([Int(first), Int(1), Expr::Held(held.clone()), list(&[0, 1, 2])], &[3]);
    let before = [one(1), one(2)];
    let after = hash_cons(before.clone());
    assert!(structural_equal(&after, &before), "{after:?}");
    let Expr::Held(after) = &after[0].expressions[2] else { panic!() };
    assert!(Arc::ptr_eq(after, &held));
}

#[test]
fn where_nothing_in_arenas_is_replaced_neither_is_what_they_hold() {
    let held = Arc::new(Held { boxed: Box::new(ExprId(1)), other: None });
    let plain = |value| Arc::new(Plain(value));
    let shared = Arc::new(Shared { plain: [plain(1), plain(1)] });
    let one = |first| {
        let node = Expr::Shared(shared.clone());
        function([Int(first), Int(1), Expr::Held(held.clone()), node, list(&[0, 1, 2, 3])], &[4])
    };
    let before = (shared.clone(), one(1), one(2), [plain(1), plain(2), plain(2)]);
    let after = hash_cons(before.clone());
    assert!(structural_equal(&after, &before), "{after:?}");
    assert!(Arc::ptr_eq(&after.0, &shared) && Arc::ptr_eq(&after.3[1], &after.3[2]));
}

#[test]
fn an_arena_that_nodes_share_stays_as_it_is() {
    #[derive(StructuralEq, Clone, Debug)]
    #[seq(rewrite)]
    struct Shares {
        #[seq(arena(ExprId))]
        expressions: Arc<Vec<Expr>>,
        root: ExprId,
    }
    let expressions = Arc::new(vec![Int(1), Int(1), pair(0, 1)]);
    let before = [2, 2].map(|root| Shares { expressions: expressions.clone(), root: ExprId(root) });
    let after = hash_cons(before.clone());
    assert!(structural_equal(&after, &before));
    assert!(Arc::ptr_eq(&after[0].expressions, &after[1].expressions));
    let [one, _] = before;
    assert_eq!(hash_cons(one).expressions[2], pair(0, 0));
}

#[test]
fn a_dag_node_that_arenas_and_others_hold_stays_one() {
    let plain = || Arc::new(Plain(1));
    let shared = Arc::new(Shared { plain: [plain(), plain()] });
    let node = || Expr::Shared(shared.clone());
    let before = Function { shared: Some(shared.clone()), ..function([node(), node(), list(&[0, 1])], &[2, 0]) };
    let after = hash_cons(before.clone());
    assert!(structural_equal(&after, &before));
    let of_field = after.shared.as_ref().unwrap();
    assert!(Arc::ptr_eq(&of_field.plain[0], &of_field.plain[1]));
    assert!(matches!(&after.expressions[0], Expr::Shared(of_node) if Arc::ptr_eq(of_node, of_field)));
    assert_eq!(after.expressions[2], list(&[0, 0]));
}

#[test]
fn functions_that_are_in_an_arena_are_merged_by_what_they_mean() {
    id!(FunctionId => Function);

    #[derive(StructuralEq, Clone, Debug)]
    #[seq(rewrite)]
    struct Module {
        #[seq(arena(FunctionId, whole))]
        functions: Vec<Function>,
        exports: Vec<FunctionId>,
    }
    let one = |at| function([Int(1), Int(1), pair(0, at)], &[2]);
    let module = Module { functions: vec![one(0), one(1)], exports: vec![FunctionId(0), FunctionId(1)] };
    let after = hash_cons(module.clone());
    assert!(structural_equal(&after, &module));
    assert_eq!(after.exports, [FunctionId(0), FunctionId(0)]);
}

#[test]
fn a_chain_of_ids_takes_no_native_stack() {
    const LENGTH: usize = if cfg!(miri) { 50 } else { 100_000 };
    let chain = |from: usize| core::iter::once(Int(1)).chain((from..from + LENGTH).map(|before| list(&[before])));
    let before = function(chain(0).chain(chain(LENGTH + 1)).collect::<Vec<_>>(), &[LENGTH, 2 * LENGTH + 1]);
    let after = hash_cons(before);
    assert_eq!(after.results, [ExprId(LENGTH); 2]);
}

const NAMES: [&str; 2] = ["x", "y"];

/// Nodes that lead to earlier ones alone, unless `cyclic`.
fn graph(raw: &[(u8, usize, usize)], cyclic: bool) -> Function {
    let (mut expressions, mut cells): (Vec<Expr>, Vec<Cell>) = (vec![], vec![]);
    let mut held: Vec<Arc<Held>> = vec![];
    let plain = |value: usize| Arc::new(Plain((value % 2) as i64));
    let shared = [0, 1].map(|value| Arc::new(Shared { plain: [plain(value), plain(0)] }));
    for (number, (what, one, other)) in raw.iter().copied().enumerate() {
        let among = if cyclic { raw.len() } else { number };
        let id = |of: usize| ExprId(of % among);
        let name = NAMES[other % 2].to_string();
        expressions.push(match what {
            0 => Int((one % 2) as i64),
            1 => Expr::Name(name),
            2 => Expr::Plain(plain(one)),
            _ if among == 0 => Int(7),
            3..6 => Pair(id(one), id(other)),
            6 => List(vec![id(one)]),
            7 => Expr::Lambda(name, id(one)),
            8 => Expr::Bind(name, id(one)),
            9 => Expr::Block(id(one), id(other)),
            10 => {
                if one % 2 == 0 || held.is_empty() {
                    held.push(Arc::new(Held { boxed: Box::new(id(one)), other: held.get(other).cloned() }));
                }
                Expr::Held(held[other % held.len()].clone())
            }
            11 => {
                cells.push(Cell { value: id(one) });
                Expr::Cell(CellId(other % cells.len()))
            }
            _ => Expr::Shared(shared[one % 2].clone()),
        });
    }
    let results = vec![ExprId(raw.len() - 1), ExprId(0), ExprId(raw.len() / 2)];
    Function { expressions, cells, results, shared: Some(shared[0].clone()) }
}

fn config() -> ProptestConfig {
    let default = ProptestConfig::default();
    let cases = if cfg!(miri) { 8 } else { default.cases.max(2_000) };
    ProptestConfig { cases, failure_persistence: None, ..default }
}

/// The ids that can be reached, and whether each leads to a cycle.
fn reached(function: &Function) -> Vec<(ExprId, bool)> {
    let children = |id: ExprId| match &function.expressions[id.0] {
        Pair(one, other) => vec![*one, *other],
        List(ids) => ids.clone(),
        Expr::Lambda(_, body) => vec![*body],
        _ => vec![],
    };
    let mut reached: Vec<(ExprId, bool)> = vec![];
    let mut pending = function.results.clone();
    while let Some(id) = pending.pop() {
        if reached.iter().all(|(known, _)| *known != id) {
            reached.push((id, true));
            pending.extend(children(id));
        }
    }
    for _ in 0..reached.len() {
        for at in 0..reached.len() {
            let leads = |id: &ExprId| reached.iter().any(|(known, leads)| known == id && *leads);
            reached[at].1 = children(reached[at].0).iter().any(leads);
        }
    }
    reached
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn the_result_equals_what_was_given(
        raw in vec((0..13_u8, 0..64_usize, 0..64_usize), 1..24),
        cyclic in any::<bool>(),
        is_held in any::<bool>(),
    ) {
        let (given, same) = (graph(&raw, cyclic), graph(&raw, cyclic));
        let others = is_held.then(|| given.clone());
        let after = hash_cons(Arc::new(given));
        prop_assert!(
            structural_equal(&after, &Arc::new(same.clone())),
            "{:?} {same:?} became {after:?}", first_structural_mismatch(&*after, &same),
        );
        prop_assert!(others.is_none_or(|others| structural_equal(&others, &same)));
        let again = hash_cons(after.clone());
        prop_assert!(Arc::ptr_eq(&again, &after), "there is nothing left to share");
    }

    #[test]
    fn no_two_equal_nodes_are_referred_to(raw in vec((0..8_u8, 0..64_usize, 0..64_usize), 1..16), cyclic in any::<bool>()) {
        let after = hash_cons(graph(&raw, cyclic));
        let terms: Vec<ExprId> = reached(&after).into_iter().filter(|(_, leads)| !leads).map(|(id, _)| id).collect();
        for (index, one) in terms.iter().enumerate() {
            for other in &terms[..index] {
                let [one, other] = [one, other].map(|id| InArena::new(&after.expressions, *id));
                prop_assert!(!structural_equal(&one, &other), "{:?} and {:?} of {after:?}", one.value(), other.value());
            }
        }
    }
}
