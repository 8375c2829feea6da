//! Random graphs, beside plain functions on vectors.

use proptest::prelude::*;
use sexpr_core::terms::{SubstitutionError, free_variables, rename_bound, substitute};

use super::*;

fn name() -> impl Strategy<Value = String> {
    prop::sample::select(&["x", "y", "z"][..]).prop_map(str::to_string)
}

/// Nodes that mention nodes up to a bound, which may depend on their place.
fn graphs(size: usize, bound: fn(usize, usize) -> usize) -> impl Strategy<Value = Function> {
    let node = move |index: usize| {
        let id = (0..bound(index, size).max(1)).prop_map(ExprId);
        let leaf = prop_oneof![(0..9_i64).prop_map(Int), name().prop_map(Var)];
        if bound(index, size) == 0 {
            return leaf.boxed();
        }
        let inner = prop_oneof![
            (id.clone(), id.clone()).prop_map(|(left, right)| Add(left, right)),
            (name(), id.clone()).prop_map(|(name, body)| Lambda(name, body)),
            prop::collection::vec(id, 0..3).prop_map(List),
        ];
        prop_oneof![1 => leaf, 3 => inner].boxed()
    };
    let nodes: Vec<_> = (0..size).map(node).collect();
    nodes.prop_map(move |expressions| Function { expressions, result: ExprId(size - 1) })
}

fn below(index: usize, _: usize) -> usize {
    index
}

fn anywhere(_: usize, size: usize) -> usize {
    size
}

fn operands(expr: &Expr) -> Vec<ExprId> {
    match expr {
        Int(_) | Var(_) => vec![],
        Add(left, right) => vec![*left, *right],
        Lambda(_, body) => vec![*body],
        List(ids) => ids.clone(),
    }
}

/// Replaces each node that is reached, after what is below it.
fn replace(all: &mut [Expr], id: ExprId, known: &mut [bool], order: &mut Vec<usize>, change: fn(&Expr) -> Expr) {
    if core::mem::replace(&mut known[id.0], true) {
        return;
    }
    for operand in operands(&all[id.0]) {
        replace(all, operand, known, order, change);
    }
    order.push(id.0);
    all[id.0] = change(&all[id.0]);
}

fn change(expr: &Expr) -> Expr {
    match expr {
        Int(value) => Int(value + 1),
        Add(left, right) => Add(*right, *left),
        List(ids) => List(ids.iter().rev().copied().collect()),
        other => other.clone(),
    }
}

/// A graph without cycles as a tree.
#[derive(StructuralEq, Clone, Debug, PartialEq)]
#[seq(rewrite)]
enum Tree {
    Int(i64),
    Add(Box<Tree>, Box<Tree>),
    Var(#[seq(var)] String),
    #[seq(scope)]
    Lambda(#[seq(var, def)] String, Box<Tree>),
    List(Vec<Tree>),
}

fn unfolded(function: &Function, id: ExprId) -> Tree {
    let boxed = |id: &ExprId| Box::new(unfolded(function, *id));
    match &function.expressions[id.0] {
        Int(value) => Tree::Int(*value),
        Add(left, right) => Tree::Add(boxed(left), boxed(right)),
        Var(name) => Tree::Var(name.clone()),
        Lambda(name, body) => Tree::Lambda(name.clone(), boxed(body)),
        List(ids) => Tree::List(ids.iter().map(|id| unfolded(function, *id)).collect()),
    }
}

fn tree(function: &Function) -> Tree {
    unfolded(function, function.result)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn each_node_that_is_reached_is_replaced_once_in_order(before in graphs(9, anywhere)) {
        let mut expected = before.clone();
        let mut order = Vec::new();
        replace(&mut expected.expressions, before.result, &mut [false; 9], &mut order, change);
        let mut met = Vec::new();
        let after = Rewrite::new()
            .after(|expr: &Expr, _| {
                met.push(expr.clone());
                Some(change(expr))
            })
            .run(before.clone());
        prop_assert_eq!(after, expected);
        let order: Vec<_> = order.into_iter().map(|index| before.expressions[index].clone()).collect();
        prop_assert_eq!(met, order);
    }

    #[test]
    fn bound_names_are_renamed_as_in_a_tree(before in graphs(9, below)) {
        let fresh = |name: &String, n| format!("{name}{n}");
        let after = rename_bound(before.clone(), fresh).unwrap();
        prop_assert!(structural_equal(&after, &before));
        prop_assert!(structural_equal(&tree(&after), &tree(&before)));
        // None is bound twice on one way.
        fn is_unique(tree: &Tree, around: &mut Vec<String>) -> bool {
            match tree {
                Tree::Int(_) | Tree::Var(_) => true,
                Tree::Add(left, right) => is_unique(left, around) && is_unique(right, around),
                Tree::List(trees) => trees.iter().all(|tree| is_unique(tree, around)),
                Tree::Lambda(name, body) => {
                    let is_new = name.len() > 1 && !around.contains(name);
                    around.push(name.clone());
                    let is_unique = is_new && is_unique(body, around);
                    around.pop();
                    is_unique
                }
            }
        }
        prop_assert!(is_unique(&tree(&after), &mut vec![]));
    }

    #[test]
    fn bound_names_on_cycles_are_renamed(before in graphs(6, anywhere)) {
        let after = rename_bound(before.clone(), |name: &String, n| format!("{name}{n}")).unwrap();
        let names = |function| {
            let mut names: Vec<String> = free_variables(function).into_iter().cloned().collect();
            names.sort();
            names
        };
        prop_assert_eq!(names(&after), names(&before));
    }

    #[test]
    fn names_are_substituted_as_in_a_tree(before in graphs(9, below), by in name()) {
        let fresh = |name: &String, n| format!("{name}{n}");
        let after = substitute(
            before.clone(),
            |expr: &Expr| if let Var(name) = expr { Some(name) } else { None },
            |name| (name == "x").then(|| Var(by.clone())),
            fresh,
        );
        let expected = substitute(
            tree(&before),
            |tree: &Tree| if let Tree::Var(name) = tree { Some(name) } else { None },
            |name| (name == "x").then(|| Tree::Var(by.clone())),
            fresh,
        );
        prop_assert!(structural_equal(&tree(&after.unwrap()), &expected.unwrap()));
    }
}

#[test]
fn replacements_with_ids_are_refused() {
    let result = substitute(
        function([Var("x".into()), Var("y".into()), Lambda("y".into(), ExprId(0))], 2),
        |expr: &Expr| if let Var(name) = expr { Some(name) } else { None },
        |name| (name == "x").then(|| List(vec![ExprId(1)])),
        |name, n| format!("{name}{n}"),
    );
    assert_eq!(result, Err(SubstitutionError::HoldsIds));
}
