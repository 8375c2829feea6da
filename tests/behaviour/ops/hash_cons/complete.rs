//! Without dag nodes, and with variables that have no fields, all terms that are equal become one.

use std::{collections::BTreeMap, sync::Arc};

use proptest::{collection::vec, prelude::*};
use sexpr_core::{StructuralEq, structural_equal, terms::hash_cons, walk::Walk};

#[derive(StructuralEq)]
#[seq(kind = "var", rewrite)]
struct Var {
    #[seq(ignore)]
    name: &'static str,
}

#[derive(StructuralEq)]
#[seq(rewrite)]
enum Expr {
    Int(i64),
    Use(Arc<Var>),
    Many(Vec<Arc<Expr>>),
    #[seq(scope)]
    Lambda {
        #[seq(def)]
        params: Vec<Arc<Var>>,
        body: Arc<Expr>,
    },
    #[seq(scope)]
    Bind(Binding),
}

/// Binds around it.
#[derive(StructuralEq)]
#[seq(rewrite, order(value, var, body))]
struct Binding {
    #[seq(def)]
    var: Arc<Var>,
    value: Arc<Expr>,
    body: Arc<Expr>,
}

fn build(recipes: &[(u8, [u8; 3])], vars: &[Arc<Var>]) -> Arc<Expr> {
    let mut nodes: Vec<(Arc<Expr>, usize)> = vec![(Arc::new(Expr::Int(0)), 1)];
    for (sort, from) in recipes {
        let var = |at: usize| vars[usize::from(from[at]) % vars.len()].clone();
        let node = |at: usize| nodes[nodes.len() - 1 - usize::from(from[at]) % nodes.len().min(6)].clone();
        let ((one, one_size), (other, other_size)) = (node(1), node(2));
        let size = one_size + other_size + 1;
        let expr = match sort % 7 {
            0 => Expr::Int(i64::from(from[0] % 2)),
            1 => Expr::Use(var(0)),
            2 => Expr::Many(vec![one, other]),
            3 => Expr::Many(vec![one]),
            4 => Expr::Lambda { params: vec![var(0)], body: one },
            5 => Expr::Lambda { params: vec![var(0), var(1)], body: one },
            _ => Expr::Bind(Binding { var: var(0), value: one, body: other }),
        };
        if size < 120 {
            nodes.push((Arc::new(expr), size));
        }
    }
    Arc::new(Expr::Many(nodes.into_iter().map(|(node, _)| node).collect()))
}

fn config() -> ProptestConfig {
    let default = ProptestConfig::default();
    let cases = if cfg!(miri) { 10 } else { 2 * default.cases };
    ProptestConfig { cases, failure_persistence: None, ..default }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn equal_terms_are_one_afterwards(recipes in vec(any::<(u8, [u8; 3])>(), 1..25)) {
        let vars = ["x", "y", "z"].map(|name| Arc::new(Var { name }));
        let [given, same] = [(), ()].map(|()| build(&recipes, &vars));
        let shared = hash_cons(given).expect("no ids");
        prop_assert!(structural_equal(&shared, &same));
        let mut terms = BTreeMap::new();
        Walk::new().on(|expr: &Expr, _| _ = terms.insert(std::ptr::from_ref(expr), expr)).run(&shared);
        let terms: Vec<&Expr> = terms.into_values().collect();
        for (index, one) in terms.iter().enumerate() {
            for other in &terms[..index] {
                prop_assert!(!structural_equal(*one, *other));
            }
        }
        let again = hash_cons(shared.clone()).expect("no ids");
        prop_assert!(Arc::ptr_eq(&again, &shared), "there is nothing left to share");
    }
}
