//! Random terms.

use std::sync::Arc;

use proptest::{collection::vec, prelude::*};
use sexpr_core::terms::Subterms;

use super::definition::{Expr, Statement, classes_by_definition, paths};
use crate::lambda::{Var, var};

/// How to make a node of those before it.
type Recipe = (u8, [u8; 4]);

fn recipe() -> impl Strategy<Value = Vec<Recipe>> {
    vec(any::<Recipe>(), 1..40)
}

/// The nodes that recipes make, and how large each is as a tree.
fn build(recipes: &[Recipe]) -> Arc<Expr> {
    let vars: Vec<Arc<Var>> = ["x", "y", "z"].map(var).into();
    let mut nodes: Vec<(Arc<Expr>, usize)> =
        vec![(Arc::new(Expr::Int(0)), 1), (Arc::new(Expr::Use(vars[0].clone())), 1)];
    for (kind, from) in recipes {
        let var = |at: usize| vars[usize::from(from[at]) % vars.len()].clone();
        // Recent ones mostly, so that much is reached.
        let node = |at: usize| match usize::from(from[at]) {
            near if near % 3 > 0 => nodes[nodes.len() - 1 - near / 3 % nodes.len().min(4)].clone(),
            far => nodes[far / 3 % nodes.len()].clone(),
        };
        let (expr, size) = match kind % 9 {
            0 => (Expr::Int(i64::from(from[0] % 2)), 1),
            1 => (Expr::Use(var(0)), 1),
            2 | 3 => {
                let [(left, one), (right, other)] = [node(0), node(1)];
                (Expr::Add(left, right), one + other)
            }
            4 | 5 => {
                let (body, size) = node(1);
                (Expr::Lambda { param: var(0), body }, size)
            }
            6 => {
                let [(value, one), (body, other)] = [node(1), node(2)];
                (Expr::Let { var: var(0), value, body }, one + other)
            }
            7 => {
                let values = [node(1), node(2)];
                let size = values.iter().map(|(_, size)| size).sum();
                let statements = values.into_iter().enumerate();
                (Expr::Block(statements.map(|(at, (value, _))| Statement { var: var(at * 3), value }).collect()), size)
            }
            _ => {
                let (body, size) = node(1);
                (Expr::Lasting { var: var(0), body }, size)
            }
        };
        if size < 200 {
            nodes.push((Arc::new(expr), size + 1));
        }
    }
    // The root has all that nothing else has.
    nodes
        .into_iter()
        .rev()
        .map(|(node, _)| node)
        .reduce(|all, node| match Arc::strong_count(&node) {
            1 => Arc::new(Expr::Add(all, node)),
            _ => all,
        })
        .expect("there are nodes")
}

proptest! {
    #![proptest_config(crate::cases(8))]

    #[test]
    fn what_is_found_is_what_is_common_by_definition(recipes in recipe()) {
        let root = build(&recipes);
        prop_assert_eq!(paths(&Subterms::new().common(&root)), classes_by_definition(&root));
    }
}
