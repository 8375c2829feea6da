//! One enum for the node types of graphs in which ids lead from node to node, and which may have cycles.
//!
//! The nodes of a graph are in one arena, or, [nested](build_nested), in several.

#![allow(dead_code, reason = "some fields are there to be left out of comparisons")]

use std::{collections::BTreeMap, sync::Arc};

use sexpr_core::{StructuralEq, arena::Id};

use crate::conformance::NodeSpec;

macro_rules! id {
    ($(#[$doc:meta])* $id:ident => $node:ty) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $id(usize);

        impl Id for $id {
            type Node = $node;
            fn index(&self) -> u64 {
                self.0 as u64
            }
        }
        sexpr_core::id!($id);
    };
}

id! {
    /// The id of a node.
    TermId => Term
}
id! {
    /// The id of a function.
    FunctionId => Function
}

/// A node.
#[derive(Clone, Debug, StructuralEq)]
#[allow(missing_docs, reason = "the variants are node types of the cases")]
pub enum Term {
    #[seq(kind = "var")]
    Var {
        #[seq(ignore)]
        name: String,
        ty: i64,
        dep: Option<TermId>,
    },
    #[seq(kind = "var")]
    NVar {
        #[seq(key)]
        name: String,
        dep: Option<TermId>,
    },
    #[seq(kind = "var")]
    Param {
        #[seq(payload)]
        initial: i64,
        #[seq(def)]
        pattern: Option<TermId>,
        #[seq(def = "none")]
        fixed: Option<TermId>,
    },
    Int {
        value: i64,
    },
    Add {
        lhs: TermId,
        rhs: TermId,
        #[seq(ignore)]
        span: String,
    },
    Tuple {
        items: Vec<TermId>,
    },
    Lambda {
        #[seq(def)]
        params: Vec<TermId>,
        body: TermId,
        #[seq(ignore)]
        span: String,
    },
    Let {
        value: TermId,
        #[seq(def = "simple")]
        var: TermId,
        body: TermId,
    },
    #[seq(kind = "dag")]
    Dag {
        value: TermId,
    },
    #[seq(kind = "dag")]
    NDag {
        #[seq(key)]
        name: String,
        value: TermId,
    },
    #[seq(kind = "singleton")]
    Op {
        name: String,
    },
    Attrs {
        entries: BTreeMap<String, TermId>,
    },
    Maybe {
        value: Option<TermId>,
    },
    /// What stands for one with a value where arenas are nested.
    Call {
        function: FunctionId,
    },
    #[seq(scope)]
    NLam {
        #[seq(def)]
        params: Vec<TermId>,
        body: TermId,
    },
    #[seq(scope)]
    NLet {
        value: TermId,
        #[seq(def)]
        var: TermId,
        body: TermId,
    },
    #[seq(scope)]
    NRec {
        #[seq(def)]
        vars: Vec<TermId>,
        values: Vec<TermId>,
        body: TermId,
    },
    #[seq(scope(predeclare = items))]
    Block {
        body: TermId,
        items: Vec<TermId>,
    },
    #[seq(scope)]
    Match {
        #[seq(def)]
        pattern: TermId,
        body: TermId,
    },
    #[seq(scope)]
    Simple {
        #[seq(def = "simple")]
        pattern: TermId,
        body: TermId,
    },
    Bind {
        #[seq(def)]
        pattern: TermId,
        body: TermId,
    },
    Fixed {
        #[seq(def = "none")]
        value: TermId,
    },
    #[seq(kind = "dag", scope)]
    DLam {
        #[seq(def)]
        params: Vec<TermId>,
        body: TermId,
    },
    #[seq(scope)]
    Names {
        #[seq(var, def)]
        names: Vec<String>,
        body: TermId,
    },
    Name {
        #[seq(var)]
        name: String,
    },
}

/// A node of an arena, which others may have in common.
#[derive(Clone, Debug, StructuralEq)]
pub struct Graph {
    #[seq(arena(TermId))]
    terms: Arc<Vec<Term>>,
    #[seq(arena(FunctionId))]
    functions: Arc<Vec<Function>>,
    root: TermId,
}

/// A node of an arena of its own.
#[derive(Clone, Debug, StructuralEq)]
pub struct Function {
    #[seq(arena(TermId))]
    terms: Vec<Term>,
    root: TermId,
}

/// The nodes of a graph, each as the root of it. They are allocated where `place` says, which is another place for each.
pub fn build(specs: &[NodeSpec], place: impl Fn(usize) -> usize) -> Vec<Graph> {
    graphs(terms(specs, &place), vec![], place)
}

/// The same nodes, where each [`NodeSpec::Maybe`] that has a value leads to a function, whose arena has nodes of its own
/// for all that the value leads to, as far as the next function.
///
/// [`unnested`] says of which nodes the graph is.
pub fn build_nested(specs: &[NodeSpec], place: impl Fn(usize) -> usize) -> Vec<Graph> {
    let mut terms = terms(specs, &place);
    let calls = specs.iter().enumerate().filter_map(|(index, spec)| Some((index, value(spec)?)));
    let mut roots = Vec::new();
    for (function, (index, value)) in calls.enumerate() {
        terms[place(index)] = Term::Call { function: FunctionId(function) };
        roots.push(TermId(place(value)));
    }
    let functions = roots.into_iter().map(|root| Function { terms: terms.clone(), root });
    let functions = functions.collect();
    graphs(terms, functions, place)
}

/// What a function is called for.
fn value(spec: &NodeSpec) -> Option<usize> {
    match spec {
        NodeSpec::Maybe { value } => *value,
        _ => None,
    }
}

/// The nodes that [`build_nested`] makes of nodes, as those of one arena: first all of the outer one.
pub fn unnested(specs: &[NodeSpec]) -> Vec<NodeSpec> {
    let values: Vec<usize> = specs.iter().filter_map(value).collect();
    let first_function = specs.len() * (1 + values.len());
    let mut nodes = Vec::new();
    for arena in 0..=values.len() {
        let mut functions = first_function..;
        nodes.extend(specs.iter().cloned().map(|mut spec| {
            spec.each_reference(&mut |to, _| *to += arena * specs.len());
            if let NodeSpec::Maybe { value: Some(value) } = &mut spec {
                *value = functions.next().unwrap_or_default();
            }
            spec
        }));
    }
    let functions = (1..).zip(values).map(|(arena, value)| arena * specs.len() + value);
    nodes.extend(functions.map(|root| NodeSpec::Maybe { value: Some(root) }));
    nodes
}

fn graphs(terms: Vec<Term>, functions: Vec<Function>, place: impl Fn(usize) -> usize) -> Vec<Graph> {
    let (count, terms, functions) = (terms.len(), Arc::new(terms), Arc::new(functions));
    let graph = |index| Graph { terms: terms.clone(), functions: functions.clone(), root: TermId(place(index)) };
    (0..count).map(graph).collect()
}

fn terms(specs: &[NodeSpec], place: &dyn Fn(usize) -> usize) -> Vec<Term> {
    let mut terms = vec![Term::Int { value: 0 }; specs.len()];
    for (index, spec) in specs.iter().enumerate() {
        terms[place(index)] = term(spec, &|index| TermId(place(index)));
    }
    terms
}

fn term(spec: &NodeSpec, place: &dyn Fn(usize) -> TermId) -> Term {
    use NodeSpec as N;
    let id = |index: &usize| place(*index);
    let ids = |indices: &[usize]| indices.iter().map(id).collect::<Vec<_>>();
    match spec {
        N::Var { name, ty, dep } => Term::Var { name: name.clone(), ty: *ty, dep: dep.as_ref().map(id) },
        N::NVar { name, dep } => Term::NVar { name: name.clone(), dep: dep.as_ref().map(id) },
        N::Param { initial, pattern, fixed } => {
            Term::Param { initial: *initial, pattern: pattern.as_ref().map(id), fixed: fixed.as_ref().map(id) }
        }
        N::Int { value } => Term::Int { value: *value },
        N::Add { lhs, rhs, span } => Term::Add { lhs: id(lhs), rhs: id(rhs), span: span.clone() },
        N::Tuple { items } => Term::Tuple { items: ids(items) },
        N::Lambda { params, body, span } => Term::Lambda { params: ids(params), body: id(body), span: span.clone() },
        N::Let { value, var, body } => Term::Let { value: id(value), var: id(var), body: id(body) },
        N::Dag { value } => Term::Dag { value: id(value) },
        N::NDag { name, value } => Term::NDag { name: name.clone(), value: id(value) },
        N::Op { name } => Term::Op { name: name.clone() },
        N::Attrs { entries } => {
            Term::Attrs { entries: entries.iter().map(|(key, value)| (key.clone(), id(value))).collect() }
        }
        N::Maybe { value } => Term::Maybe { value: value.as_ref().map(id) },
        N::NLam { params, body } => Term::NLam { params: ids(params), body: id(body) },
        N::NLet { value, var, body } => Term::NLet { value: id(value), var: id(var), body: id(body) },
        N::NRec { vars, values, body } => Term::NRec { vars: ids(vars), values: ids(values), body: id(body) },
        N::Block { body, items } => Term::Block { body: id(body), items: ids(items) },
        N::Match { pattern, body } => Term::Match { pattern: id(pattern), body: id(body) },
        N::Simple { pattern, body } => Term::Simple { pattern: id(pattern), body: id(body) },
        N::Bind { pattern, body } => Term::Bind { pattern: id(pattern), body: id(body) },
        N::Fixed { value } => Term::Fixed { value: id(value) },
        N::DLam { params, body } => Term::DLam { params: ids(params), body: id(body) },
        N::Names { names, body } => Term::Names { names: names.clone(), body: id(body) },
        N::Name { name } => Term::Name { name: name.clone() },
        other => unreachable!("no graph of this style has a {other:?}"),
    }
}
