//! Random terms.

use std::sync::Arc;

use proptest::{collection::vec, prelude::*};
use sexpr_core::{first_structural_mismatch, hash_cons, structural_equal};

use crate::language::{Cell, Expr, Statement, Var};

/// How to make a node of those before it.
type Recipe = (u8, [u8; 3]);

fn variables(have_types: bool) -> Vec<Arc<Var>> {
    let plain = |name: &str| Arc::new(Var { name: name.into(), ty: None });
    let mut vars = vec![plain("x"), plain("y")];
    if have_types {
        let of = |var: &Arc<Var>| Arc::new(Expr::Inline(Arc::new(Expr::Use(var.clone()))));
        let typed = |ty| Arc::new(Var { name: "z".into(), ty: Some(ty) });
        vars.push(typed(Arc::new(Expr::Inline(Arc::new(Expr::Int(0))))));
        vars.push(typed(of(&vars[0])));
    }
    vars
}

/// A term, of new objects but for its variables.
fn build(recipes: &[Recipe], vars: &[Arc<Var>]) -> Arc<Expr> {
    let mut nodes: Vec<(Arc<Expr>, usize)> = vec![(Arc::new(Expr::Int(0)), 1)];
    for (sort, from) in recipes {
        let var = |at: usize| vars[usize::from(from[at]) % vars.len()].clone();
        let node = |at: usize| match usize::from(from[at]) {
            near if near % 3 > 0 => nodes[nodes.len() - 1 - near / 3 % nodes.len().min(4)].clone(),
            far => nodes[far / 3 % nodes.len()].clone(),
        };
        let ((one, one_size), (other, other_size)) = (node(1), node(2));
        let size = one_size + other_size + 1;
        let expr = match sort % 11 {
            0 => Expr::Int(i64::from(from[0] % 2)),
            1 => Expr::Use(var(0)),
            2 | 3 => Expr::Add(one, Box::new(Expr::Inline(other))),
            4 => Expr::Lambda { param: var(0), body: one },
            5 => Expr::Simple { param: var(0), body: one },
            6 => Expr::Block(vec![Statement { var: var(0), value: one }, Statement { var: var(1), value: other }]),
            7 => Expr::Inline(one),
            8 => Expr::Cell(Arc::new(Cell { value: one })),
            9 => Expr::Match { pattern: one, body: other },
            _ => Expr::Lasting { var: var(0), body: one },
        };
        if size < 120 {
            nodes.push((Arc::new(expr), size));
        }
    }
    let join = |all, node: Arc<Expr>| match Arc::strong_count(&node) {
        1 => Arc::new(Expr::Add(all, Box::new(Expr::Inline(node)))),
        _ => all,
    };
    nodes.into_iter().rev().map(|(node, _)| node).reduce(join).expect("there are nodes")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, ..ProptestConfig::default() })]

    #[test]
    fn the_result_equals_what_was_given(recipes in vec(any::<Recipe>(), 1..40), have_types: bool) {
        let vars = variables(have_types);
        let [given, same] = [(), ()].map(|()| build(&recipes, &vars));
        prop_assert!(structural_equal(&given, &same));
        let copied = hash_cons(given.clone());
        prop_assert!(structural_equal(&copied, &same), "of what others hold: {:?} {same:?} became {copied:?}", first_structural_mismatch(&same, &copied));
        prop_assert!(structural_equal(&given, &same), "which stays");
        drop(copied);
        let shared = hash_cons(given);
        prop_assert!(structural_equal(&shared, &same), "of what nobody else holds: {same:?} became {shared:?}");
    }
}
