//! Variables behind ids, and nodes that bind them.

use sexpr_core::{StructuralEq, arena::Id};

use super::{
    dismantled,
    graphs::{Dags, Trees, dags_from_the_first, doubled, from_the_first, ring},
    ids, scattered,
};
use crate::adversaries::Case;

ids! {
    /// Of a node that binds a variable.
    BinderId => Binder,
    /// Of a variable.
    VarId => Var,
}

/// A variable.
#[derive(Clone, StructuralEq)]
#[seq(kind = "var", rewrite, dismantle)]
pub struct Var(u8);

/// A block that binds a variable, in itself and what it leads to, and uses another one.
#[derive(Clone, StructuralEq)]
#[seq(kind = "dag", scope, rewrite, dismantle)]
pub struct Binder {
    #[seq(def)]
    variable: VarId,
    used: VarId,
    value: i64,
    next: Option<BinderId>,
}

/// What has one of nodes that bind.
#[derive(Clone, StructuralEq)]
#[seq(rewrite, dismantle)]
pub struct Binders {
    #[seq(arena(BinderId))]
    nodes: Vec<Binder>,
    #[seq(arena(VarId))]
    variables: Vec<Var>,
    root: BinderId,
}

/// Parameters by ids, and uses.
#[derive(Clone, StructuralEq)]
#[seq(scope, rewrite, dismantle)]
pub struct Scoped {
    #[seq(arena(VarId))]
    variables: Vec<Var>,
    #[seq(def)]
    params: Vec<VarId>,
    uses: Vec<VarId>,
    last: i64,
}

/// Variables that are bound for good.
#[derive(Clone, StructuralEq)]
#[seq(rewrite, dismantle)]
pub struct Sticky {
    #[seq(arena(VarId))]
    variables: Vec<Var>,
    #[seq(def)]
    params: Vec<VarId>,
    uses: Vec<VarId>,
    last: i64,
}

/// A scope that is met when all else was.
#[derive(Clone, StructuralEq)]
#[seq(rewrite, dismantle)]
pub struct ThenScope<T: StructuralEq + 'static> {
    first: T,
    then: Scoped,
}

fn scoped(size: usize, last: i64) -> Scoped {
    Scoped {
        variables: (0..size).map(|_| Var(0)).collect(),
        params: (0..size).map(VarId).collect(),
        uses: (0..size).rev().map(VarId).collect(),
        last,
    }
}

fn sticky(size: usize, last: i64) -> Sticky {
    let Scoped { variables, params, uses, last } = scoped(size, last);
    Sticky { variables, params, uses, last }
}

/// Blocks that bind a variable each, and use that of another, in a ring if it is one.
fn binders(size: usize, value: i64, used: impl Fn(usize) -> usize, is_ring: bool) -> Binders {
    let place = scattered(size);
    let id = |number: usize| BinderId(place(number));
    let mut order: Vec<usize> = vec![0; size];
    (0..size).for_each(|number| order[place(number)] = number);
    let node = |number: usize| Binder {
        variable: VarId(number),
        used: VarId(used(number)),
        value: if number + 1 == size { value } else { 0 },
        next: (is_ring || number + 1 < size).then(|| id((number + 1) % size)),
    };
    Binders {
        nodes: order.into_iter().map(node).collect(),
        variables: (0..size).map(|_| Var(0)).collect(),
        root: id(0),
    }
}

/// The cases.
pub fn cases() -> Vec<Case> {
    vec![
        dismantled("tower, then a scope", 1_000_000, |size, last| ThenScope::<Trees> {
            first: from_the_first(size, 0, doubled(size)),
            then: scoped(size, last),
        }),
        dismantled("dag tower, then a scope", 1_000_000, |size, last| ThenScope::<Dags> {
            first: dags_from_the_first(size, 0, doubled(size)),
            then: scoped(size, last),
        }),
        dismantled("ring, then a scope", 1_000_000, |size, last| ThenScope::<Dags> {
            first: dags_from_the_first(size, 0, ring(size)),
            then: scoped(size, last),
        }),
        dismantled("parameters of a scope", 1_000_000, scoped),
        dismantled("parameters bound for good", 1_000_000, sticky),
        dismantled("chain of binders", 100_000, |size, last| {
            binders(size, last, |number| number.saturating_sub(1), false)
        }),
        dismantled("ring of binders, each uses its own variable", 100_000, |size, last| {
            binders(size, last, |number| number, true)
        }),
        dismantled("ring of binders, each uses the variable before", 100_000, |size, last| {
            binders(size, last, |number| number.saturating_sub(1), true)
        })
        .quadratic("a walk keeps each node of a cycle by all variables that were consulted in it"),
        dismantled("ring of binders, each uses the first variable", 100_000, |size, last| {
            binders(size, last, |_| 0, true)
        }),
    ]
}
