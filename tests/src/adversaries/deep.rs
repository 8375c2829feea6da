//! Chains, towers, scopes inside each other.

use std::sync::Arc;

use sexpr_core::{
    StructuralEq,
    custom::{CustomStructural, EqualParts, HashParts},
    reflect::Def,
};

use super::{Case, Values};
use crate::workloads::{
    chains::Chain,
    towers::{self, Sharing, tower},
};

/// A node that holds the next one alone.
#[derive(StructuralEq)]
#[seq(rewrite)]
pub struct Boxed {
    value: i64,
    next: Option<Box<Boxed>>,
}

/// A tower's node, whose sharing counts.
#[derive(StructuralEq)]
#[seq(rewrite, kind = "dag")]
pub struct Dag {
    value: i64,
    below: Option<(Arc<Dag>, Arc<Dag>)>,
}

/// A tower's node that compares itself.
#[derive(StructuralEq)]
#[seq(custom)]
pub struct Custom {
    value: i64,
    below: Option<(Arc<Custom>, Arc<Custom>)>,
}

impl CustomStructural for Custom {
    fn s_equal<'a>(&'a self, other: &'a Self, parts: &mut EqualParts<'a>) -> bool {
        parts.field("below", Def::Inherit, &self.below, &other.below);
        self.value == other.value
    }
    fn s_hash<'a>(&'a self, parts: &mut HashParts<'a>) {
        parts.field("below", Def::Inherit, &self.below);
        parts.leaf("value", self.value);
    }
}

/// A variable.
#[derive(StructuralEq)]
#[seq(rewrite, kind = "var")]
pub struct Var(u8);

/// A term with scopes.
#[derive(StructuralEq)]
#[seq(rewrite)]
pub enum Term {
    /// A number.
    Int(i64),
    /// A variable's use.
    Use(Arc<Var>),
    /// Two terms.
    Pair(Arc<Term>, Arc<Term>),
    /// A function.
    #[seq(scope)]
    Lambda {
        /// What it binds.
        #[seq(def)]
        param: Arc<Var>,
        /// What may use it.
        body: Arc<Term>,
    },
}

fn var() -> Arc<Var> {
    Arc::new(Var(0))
}

fn pair(left: &Arc<Term>, right: &Arc<Term>) -> Arc<Term> {
    Arc::new(Term::Pair(left.clone(), right.clone()))
}

fn lambda(param: Arc<Var>, body: Arc<Term>) -> Arc<Term> {
    Arc::new(Term::Lambda { param, body })
}

fn boxes(nodes: usize, value: i64) -> Option<Box<Boxed>> {
    (0..nodes).fold(None, |next, index| Some(Box::new(Boxed { value: if index == 0 { value } else { 0 }, next })))
}

fn arcs(nodes: usize, value: i64) -> Option<Arc<Chain>> {
    (0..nodes).fold(None, |next, index| Some(Arc::new(Chain { value: if index == 0 { value } else { 0 }, next })))
}

fn dags(sharing: Sharing, levels: usize, value: i64) -> Arc<Dag> {
    let level =
        |left: &Arc<Dag>, right: &Arc<Dag>| Arc::new(Dag { value: 0, below: Some((left.clone(), right.clone())) });
    tower(sharing, levels, || Arc::new(Dag { value, below: None }), level)
}

fn customs(sharing: Sharing, levels: usize, value: i64) -> Arc<Custom> {
    let level = |left: &Arc<Custom>, right: &Arc<Custom>| {
        Arc::new(Custom { value: 0, below: Some((left.clone(), right.clone())) })
    };
    tower(sharing, levels, || Arc::new(Custom { value, below: None }), level)
}

/// `λx₁. λx₂. … (number, x₁ …)`, where each use has the number of lambdas that are between it and its own.
fn lambdas(depth: usize, uses: impl Fn(&[Arc<Var>]) -> Vec<Arc<Var>>, number: i64) -> Arc<Term> {
    let params: Vec<_> = (0..depth).map(|_| var()).collect();
    let body = uses(&params)
        .into_iter()
        .fold(Arc::new(Term::Int(number)), |body, used| pair(&Arc::new(Term::Use(used)), &body));
    params.into_iter().rev().fold(body, |body, param| lambda(param, body))
}

/// `λx₁. (x₁, λx₂. (x₂, …))`
fn lambdas_and_uses(depth: usize, number: i64) -> Arc<Term> {
    (0..depth).fold(Arc::new(Term::Int(number)), |body, _| {
        let param = var();
        let used = Arc::new(Term::Use(param.clone()));
        lambda(param, pair(&used, &body))
    })
}

/// Lambdas of one variable inside each other, each with a use: each shadows the one around it.
fn lambdas_of_one_variable(depth: usize, number: i64) -> Arc<Term> {
    let param = var();
    let used = Arc::new(Term::Use(param.clone()));
    (0..depth).fold(Arc::new(Term::Int(number)), |body, _| lambda(param.clone(), pair(&used, &body)))
}

/// Levels that hold the one below twice, each inside a scope of its own, above the use of a variable bound on top.
fn scopes_shared(levels: usize, number: i64) -> Arc<Term> {
    let outer = var();
    let bottom = pair(&Arc::new(Term::Use(outer.clone())), &Arc::new(Term::Int(number)));
    let body = tower(Sharing::Full, levels, || bottom.clone(), |left, right| lambda(var(), pair(left, right)));
    lambda(outer, body)
}

/// A row of nodes a level, each of which holds its own column's and a neighbour's below, at a distance that differs
/// from side to side: all nodes of one level are equal, and each meets each.
fn crosswise(width: usize, levels: usize, step: usize, number: i64) -> Vec<Arc<Term>> {
    let mut row: Vec<_> = (0..width).map(|_| Arc::new(Term::Int(number))).collect();
    for _ in 0..levels {
        row = (0..width).map(|column| pair(&row[column], &row[(column + step) % width])).collect();
    }
    row
}

/// Two rows like that, which go different ways.
fn crosswise_pair(width: usize) -> Values {
    let steps = std::cell::Cell::new(1);
    Values::rewritable(move |number| crosswise(width, 32, steps.replace(steps.get() + 2), number))
}

/// The cases.
pub fn cases() -> Vec<Case> {
    let mut cases = vec![
        Case::rewritable("deep/chain of boxes", 10_000_000, boxes),
        Case::rewritable("deep/chain of arcs", 10_000_000, arcs),
        Case::rewritable("deep/scopes, the outermost used once", 1_000_000, |size, number| {
            lambdas(size, |params| vec![params[0].clone()], number)
        }),
        Case::rewritable("deep/scopes, each used at the bottom", 1_000_000, |size, number| {
            lambdas(size, |params| params.to_vec(), number)
        }),
        Case::rewritable("deep/scopes, each used in its body", 1_000_000, |size, number| {
            lambdas_and_uses(size, number)
        }),
        Case::rewritable("deep/scopes of one variable", 1_000_000, |size, number| {
            lambdas_of_one_variable(size, number)
        }),
        Case::rewritable("deep/tower of scopes", 100_000, scopes_shared),
        Case::of("deep/tower of custom nodes", 1_000_000, |size, value| customs(Sharing::Full, size, value)),
        Case::new("deep/rows crosswise", 8_000, crosswise_pair),
    ];
    let sharings = [
        ("shared alike", Sharing::Full),
        ("but one level", Sharing::FullButOneLevel),
        ("in the lower half", Sharing::LowerHalf),
        ("in the upper half", Sharing::UpperHalf),
        ("in pairs", Sharing::Pairs),
    ];
    for (name, sharing) in sharings {
        cases.push(Case::rewritable(format!("deep/dag tower, {name}"), 1_000_000, move |size, value| {
            dags(sharing, size, value)
        }));
    }
    for (name, sharing) in sharings {
        cases.push(Case::new(format!("deep/tree tower, {name}, against shared alike"), 1_000_000, move |size| {
            let built = std::cell::Cell::new(0);
            Values::rewritable(move |number| {
                built.set(built.get() + 1);
                let bottom = || Arc::new(towers::Node::Int(number));
                let level = |left: &Arc<towers::Node>, right: &Arc<towers::Node>| {
                    Arc::new(towers::Node::Pair(left.clone(), right.clone()))
                };
                tower(if built.get() == 1 { Sharing::Full } else { sharing }, size, bottom, level)
            })
        }));
    }
    cases
}
