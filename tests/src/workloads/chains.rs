//! Chains: as deep as they have nodes.

use std::sync::Arc;

use sexpr_core::StructuralEq;
use sexpr_test_support::{layout::Blocks, terms};

/// A node that holds the next one.
#[derive(StructuralEq, PartialEq, Hash)]
#[seq(rewrite)]
pub struct Chain {
    /// Compared first.
    pub value: i64,
    /// The rest.
    pub next: Option<Arc<Chain>>,
}

/// A chain of so many nodes.
pub fn chain(nodes: usize) -> Arc<Chain> {
    let node = |value, next| Arc::new(Chain { value, next });
    (1..nodes).fold(node(0, None), |below, index| node(index as i64, Some(below)))
}

/// What such a chain allocates.
pub fn blocks(nodes: usize) -> Vec<Blocks> {
    vec![Blocks::of_arcs::<Chain>(nodes)]
}

/// So many lambdas, one in the other, around a use of the outermost one's parameter.
pub fn lambdas(nodes: usize) -> Arc<terms::Term> {
    let var = |index| Arc::new(terms::Var { name: format!("x{index}"), width: 8 });
    let outermost = var(0);
    let body = Arc::new(terms::Term::Use(outermost.clone()));
    let lambda = |body, param| Arc::new(terms::Term::Lambda { param, body });
    lambda((1..nodes).map(var).fold(body, lambda), outermost)
}
