//! Many children, parameters, dag nodes, variables.

use std::sync::Arc;

use sexpr_core::{Options, StructuralEq};

use super::{Case, Values};

/// A node of many children.
#[derive(StructuralEq)]
#[seq(rewrite)]
pub enum Node {
    /// A number.
    Int(i64),
    /// Others, owned.
    Owned(Vec<Node>),
    /// Others, maybe shared.
    Shared(Vec<Arc<Node>>),
}

/// A variable.
#[derive(StructuralEq)]
#[seq(rewrite, kind = "var")]
pub struct Var(u8);

impl Var {
    /// A new one: no two are the same.
    pub fn new() -> Arc<Var> {
        Arc::new(Var(0))
    }
}

/// A dag node.
#[derive(StructuralEq)]
#[seq(rewrite, kind = "dag")]
pub struct Dag(u8);

/// A function whose parameters are bound for good.
#[derive(StructuralEq)]
#[seq(rewrite)]
pub struct Sticky {
    #[seq(def)]
    params: Vec<Arc<Var>>,
    body: Vec<Arc<Var>>,
    last: i64,
}

/// A function whose parameters are bound in it alone.
#[derive(StructuralEq)]
#[seq(rewrite, scope)]
pub struct Scoped {
    #[seq(def)]
    params: Vec<Arc<Var>>,
    body: Vec<Arc<Uses>>,
    last: i64,
}

/// What uses variables, and may be shared.
#[derive(StructuralEq)]
#[seq(rewrite)]
pub struct Uses(Vec<Arc<Var>>);

/// A variable that mentions others, as a type does its dimensions.
#[derive(StructuralEq)]
#[seq(rewrite, kind = "var")]
pub struct Typed {
    ty: Option<Arc<Type>>,
}

/// A type: inside a scope of its own that binds some variables, it mentions others.
#[derive(StructuralEq)]
#[seq(rewrite, scope)]
pub struct Type {
    #[seq(def)]
    params: Vec<Arc<Var>>,
    dims: Vec<Arc<Var>>,
}

/// A function of such a parameter.
#[derive(StructuralEq)]
#[seq(rewrite, scope)]
pub struct Dependent {
    #[seq(def)]
    param: Arc<Typed>,
    dims: Vec<Arc<Var>>,
    last: i64,
}

/// A node that mentions what another does.
#[derive(StructuralEq)]
#[seq(rewrite)]
pub struct Mention {
    number: usize,
    uses: Arc<Uses>,
}

/// A function of many parameters, with such nodes in its body.
#[derive(StructuralEq)]
#[seq(rewrite, scope)]
pub struct Mentioning {
    #[seq(def)]
    params: Vec<Arc<Var>>,
    body: Vec<Arc<Mention>>,
}

/// Two such functions, of the same parameters and with the same body, bound anew in the second.
#[derive(StructuralEq)]
#[seq(rewrite)]
pub struct Twice {
    functions: [Mentioning; 2],
    last: i64,
}

/// Dag nodes, each twice.
#[derive(StructuralEq)]
#[seq(rewrite)]
pub struct Dags {
    first: Vec<Arc<Dag>>,
    second: Vec<Arc<Dag>>,
    last: i64,
}

fn vars(count: usize) -> Vec<Arc<Var>> {
    (0..count).map(|_| Var::new()).collect()
}

fn reversed<T: Clone>(items: &[T]) -> Vec<T> {
    items.iter().rev().cloned().collect()
}

fn scoped(params: usize, last: i64, uses: impl Fn(&[Arc<Var>]) -> Vec<Arc<Uses>>) -> Scoped {
    let params = vars(params);
    Scoped { body: uses(&params), params, last }
}

/// One node that uses all variables, twice.
fn uses_of_all(variables: &[Arc<Var>]) -> Vec<Arc<Uses>> {
    let uses = Arc::new(Uses(reversed(variables)));
    vec![uses.clone(), uses]
}

/// For each variable a node that uses it, twice.
fn in_turn(variables: &[Arc<Var>]) -> Vec<Arc<Uses>> {
    variables
        .iter()
        .flat_map(|variable| {
            let uses = Arc::new(Uses(vec![variable.clone()]));
            [uses.clone(), uses]
        })
        .collect()
}

fn dependent(size: usize, last: i64) -> Dependent {
    let dims = vars(size);
    let ty = Type { params: vars(size), dims: dims.clone() };
    Dependent { param: Arc::new(Typed { ty: Some(Arc::new(ty)) }), dims, last }
}

fn mentioned_twice(size: usize, last: i64) -> Twice {
    let params = vars(size);
    let uses = Arc::new(Uses(params.clone()));
    let body: Vec<_> = (0..size).map(|number| Arc::new(Mention { number, uses: uses.clone() })).collect();
    Twice { functions: [(), ()].map(|()| Mentioning { params: params.clone(), body: body.clone() }), last }
}

/// The cases.
pub fn cases() -> Vec<Case> {
    vec![
        Case::rewritable("wide/numbers", 10_000_000, |size, last| {
            let mut numbers = vec![0; size];
            numbers.push(last);
            numbers
        }),
        Case::rewritable("wide/children", 10_000_000, |size, last| {
            Node::Owned((0..size).map(|_| Node::Int(0)).chain([Node::Int(last)]).collect())
        }),
        Case::rewritable("wide/children behind arcs", 10_000_000, |size, last| {
            Node::Shared((0..size).map(|_| Arc::new(Node::Int(0))).chain([Arc::new(Node::Int(last))]).collect())
        }),
        Case::rewritable("wide/one child many times", 10_000_000, |size, last| {
            let child = Arc::new(Node::Shared(vec![Arc::new(Node::Int(0))]));
            Node::Shared(vec![child; size].into_iter().chain([Arc::new(Node::Int(last))]).collect())
        }),
        Case::rewritable("wide/dag nodes", 1_000_000, |size, last| {
            let first: Vec<_> = (0..size).map(|_| Arc::new(Dag(0))).collect();
            Dags { second: reversed(&first), first, last }
        }),
        Case::rewritable("wide/parameters bound for good", 1_000_000, |size, last| {
            let params = vars(size);
            Sticky { body: reversed(&params), params, last }
        }),
        Case::rewritable("wide/parameters of a scope, one node uses all", 1_000_000, |size, last| {
            scoped(size, last, uses_of_all)
        }),
        Case::rewritable("wide/parameters of a scope, each used by a shared node", 1_000_000, |size, last| {
            scoped(size, last, in_turn)
        }),
        Case::rewritable("wide/variables that a parameter's type binds in two scopes", 100_000, |size, last| {
            dependent(size, last)
        }),
        Case::rewritable("wide/terms that mention all parameters, below two binders", 1_000, |size, last| {
            mentioned_twice(size, last)
        })
        .quadratic("what was found of a term is used again by looking at each variable that it depends on"),
        Case::new("wide/free variables, the same on both sides", 1_000_000, |size| {
            let free = vars(size);
            Values::rewritable(move |last| Sticky { params: Vec::new(), body: free.clone(), last })
        }),
        Case::new("wide/free variables that are mapped", 1_000_000, |size| {
            Values::under(Options::new().map_free_vars(true), |last| {
                let free = vars(size);
                Sticky { params: Vec::new(), body: [&*free, &*reversed(&free)].concat(), last }
            })
        }),
    ]
}
