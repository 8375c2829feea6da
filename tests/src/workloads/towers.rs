//! Towers: each level holds the one below twice, so that there are `2^levels` paths.
//!
//! The functions here are given what makes a leaf and a pair, so that every type of nodes has the same towers.

use std::sync::Arc;

use sexpr_core::StructuralEq;

use super::scoped;
use sexpr_test_support::terms::{Term, Var};

/// The plainest node that a tower can be made of.
#[derive(StructuralEq)]
#[seq(rewrite)]
pub enum Node {
    /// A number.
    Int(i64),
    /// Two others, or the same twice.
    Pair(Arc<Node>, Arc<Node>),
}

/// How the nodes of a tower are shared. All towers of as many levels are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sharing {
    /// One node a level.
    Full,
    /// One node a level, but two that are alike in the middle.
    FullButOneLevel,
    /// One node a level in the lower half, and two in the upper one, each of which holds both below.
    LowerHalf,
    /// The other way round.
    UpperHalf,
    /// Two nodes a level, each of which holds both below.
    Pairs,
}

impl Sharing {
    /// Whether the nodes of the level with this number, counted from the bottom, are two.
    fn two_nodes(self, level: usize, levels: usize) -> bool {
        match self {
            Sharing::Full => false,
            Sharing::FullButOneLevel => level == levels / 2,
            Sharing::LowerHalf => level >= levels / 2,
            Sharing::UpperHalf => level < levels / 2,
            Sharing::Pairs => true,
        }
    }
}

/// A tower of so many levels above a bottom, with one node on top.
pub fn tower<P: Clone>(
    sharing: Sharing,
    levels: usize,
    bottom: impl Fn() -> P,
    mut level: impl FnMut(&P, &P) -> P,
) -> P {
    let first = bottom();
    let second = if sharing.two_nodes(0, levels) { bottom() } else { first.clone() };
    let (mut left, mut right) = (first, second);
    for number in 1..levels {
        let first = level(&left, &right);
        let second = if sharing.two_nodes(number, levels) { level(&right, &left) } else { first.clone() };
        (left, right) = (first, second);
    }
    level(&left, &right)
}

/// A tower of `Arc`s.
pub fn arcs(sharing: Sharing, levels: usize) -> Arc<Node> {
    let pair = |left: &Arc<Node>, right: &Arc<Node>| Arc::new(Node::Pair(left.clone(), right.clone()));
    tower(sharing, levels, || Arc::new(Node::Int(0)), pair)
}

/// A tower of references.
pub fn references(sharing: Sharing, levels: usize) -> &'static super::references::Node {
    use super::references::{Node, leak};
    tower(sharing, levels, || leak(Node::Int(0)), |left, right| leak(Node::Pair(left, right)))
}

fn var() -> Arc<Var> {
    Arc::new(Var { name: "x".into(), width: 8 })
}

/// A tower over the use of a variable that is bound on top, for good.
pub fn bound_for_good(sharing: Sharing, levels: usize) -> Arc<Term> {
    let param = var();
    let add = |left: &Arc<Term>, right: &Arc<Term>| Arc::new(Term::Add(left.clone(), right.clone()));
    let body = tower(sharing, levels, || Arc::new(Term::Use(param.clone())), add);
    Arc::new(Term::Lambda { param, body })
}

/// A tower over the use of a variable that is bound on top, by a scope.
pub fn bound_by_a_scope(sharing: Sharing, levels: usize) -> Arc<scoped::Term> {
    use scoped::Term;
    let param = var();
    let add = |left: &Arc<Term>, right: &Arc<Term>| Arc::new(Term::Add(left.clone(), right.clone()));
    let body = tower(sharing, levels, || Arc::new(Term::Use(param.clone())), add);
    Arc::new(Term::Lambda { param, body })
}

/// A tower over the use of a variable that is bound outside of all scopes. Each level is a scope that binds a variable
/// and uses it: `λx. (below + x) + below`.
pub fn of_scopes(sharing: Sharing, levels: usize) -> scoped::Program {
    use scoped::{Program, Term};
    let global = var();
    let add = |left: Arc<Term>, right: Arc<Term>| Arc::new(Term::Add(left, right));
    let body = tower(
        sharing,
        levels,
        || Arc::new(Term::Use(global.clone())),
        |left, right| {
            let param = var();
            let sum = add(left.clone(), Arc::new(Term::Use(param.clone())));
            Arc::new(Term::Lambda { param, body: add(sum, right.clone()) })
        },
    );
    Program { global, body }
}

/// The number of edges in each level of [`of_scopes`].
pub const EDGES_OF_SCOPES: usize = 7;
