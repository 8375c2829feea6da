//! One enum for all node types, whose variants have kinds of their own.

#![allow(dead_code, reason = "some fields are there to be left out of comparisons")]

use std::{
    collections::BTreeMap,
    hash::{Hash, Hasher},
    mem::discriminant,
    sync::Arc,
};

use indexmap::IndexMap;
use sexpr_core::{Def, KeyReader, MapKey, StructuralEq, VirtualFields};

use super::build_in_order;
use crate::conformance::{Mirror, NodeSpec};

/// A variable.
#[derive(StructuralEq)]
#[seq(kind = "var")]
pub struct Var {
    #[seq(ignore)]
    name: String,
    ty: i64,
    dep: Option<Arc<Term>>,
}

/// A variable that is known by its name, held inline.
#[derive(Clone, StructuralEq)]
#[seq(kind = "var")]
pub struct NVar {
    #[seq(key)]
    name: String,
    dep: Option<Arc<Term>>,
}

/// A variable of either type.
#[derive(Clone, StructuralEq)]
#[allow(missing_docs, reason = "each holds the type of its name")]
pub enum Variable {
    Var(Arc<Var>),
    NVar(NVar),
}

impl PartialEq for Variable {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Variable::Var(left), Variable::Var(right)) => Arc::ptr_eq(left, right),
            (Variable::NVar(left), Variable::NVar(right)) => left.name == right.name,
            _ => false,
        }
    }
}

impl Eq for Variable {}

impl Hash for Variable {
    fn hash<H: Hasher>(&self, state: &mut H) {
        discriminant(self).hash(state);
        match self {
            Variable::Var(variable) => Arc::as_ptr(variable).hash(state),
            Variable::NVar(variable) => variable.name.hash(state),
        }
    }
}

impl MapKey for Variable {
    fn read(key: &Self, reader: &mut KeyReader) {
        match key {
            Variable::Var(variable) => MapKey::read(variable, reader),
            Variable::NVar(variable) => MapKey::read(variable, reader),
        }
    }
}

/// A node of any type.
#[derive(StructuralEq)]
#[allow(missing_docs, reason = "the variants are the node types of the cases")]
pub enum Term {
    Variable(Variable),
    Int {
        value: i64,
    },
    Float {
        value: f64,
    },
    Str {
        value: String,
    },
    Add {
        lhs: Arc<Term>,
        rhs: Arc<Term>,
        #[seq(ignore)]
        span: String,
    },
    Tuple {
        items: Vec<Arc<Term>>,
    },
    Lambda {
        #[seq(def)]
        params: Vec<Variable>,
        body: Arc<Term>,
        #[seq(ignore)]
        span: String,
    },
    #[seq(order(value, var, body))]
    Let {
        #[seq(def = "simple")]
        var: Variable,
        value: Arc<Term>,
        body: Arc<Term>,
    },
    #[seq(kind = "dag")]
    Dag {
        value: Arc<Term>,
    },
    #[seq(kind = "const-tree")]
    Meta {
        tag: String,
        dims: Vec<i64>,
    },
    #[seq(kind = "singleton")]
    Op {
        name: String,
    },
    Attrs {
        entries: BTreeMap<String, Arc<Term>>,
    },
    Subst {
        entries: IndexMap<Variable, Arc<Term>>,
    },
    Maybe {
        value: Option<Arc<Term>>,
    },
    Custom(Custom),
    #[seq(scope)]
    NLam {
        #[seq(def)]
        params: Vec<Variable>,
        body: Arc<Term>,
    },
    #[seq(scope, order(value, var, body))]
    NLet {
        #[seq(def)]
        var: Variable,
        value: Arc<Term>,
        body: Arc<Term>,
    },
    NRec(NRec),
}

/// A scope held inline.
#[derive(StructuralEq)]
#[seq(scope)]
pub struct NRec {
    #[seq(def)]
    vars: Vec<Variable>,
    values: Vec<Arc<Term>>,
    body: Arc<Term>,
}

/// Custom traversal, of a value held inline.
#[derive(StructuralEq)]
#[seq(with = parts)]
pub struct Custom {
    params: Vec<Variable>,
    body: Arc<Term>,
    note: String,
}

fn parts<'a>(node: &'a Custom, fields: &mut VirtualFields<'a>) {
    fields.field("params", Def::Pattern, &node.params);
    fields.field("body", Def::Inherit, &node.body);
}

/// The mirror.
pub struct Variants;

impl Mirror for Variants {
    type Node = Arc<Term>;
    const NAME: &'static str = module_path!();

    fn build(specs: &[NodeSpec]) -> Vec<Arc<Term>> {
        build_in_order(specs, |built, spec| Arc::new(build(built, spec)))
    }
}

fn build(built: &[Arc<Term>], spec: &NodeSpec) -> Term {
    let node = |index: &usize| Arc::clone(&built[*index]);
    let variable = |index: &usize| match &*built[*index] {
        Term::Variable(variable) => Variable::clone(variable),
        _ => unreachable!("the reader checked that this is a variable"),
    };
    let nodes = |indices: &[usize]| indices.iter().map(node).collect::<Vec<_>>();
    let variables = |indices: &[usize]| indices.iter().map(variable).collect::<Vec<_>>();
    match spec {
        NodeSpec::Var { name, ty, dep } => {
            let variable = Var { name: name.clone(), ty: *ty, dep: dep.as_ref().map(node) };
            Term::Variable(Variable::Var(Arc::new(variable)))
        }
        NodeSpec::Int { value } => Term::Int { value: *value },
        NodeSpec::Float { value } => Term::Float { value: *value },
        NodeSpec::Str { value } => Term::Str { value: value.clone() },
        NodeSpec::Add { lhs, rhs, span } => Term::Add { lhs: node(lhs), rhs: node(rhs), span: span.clone() },
        NodeSpec::Tuple { items } => Term::Tuple { items: nodes(items) },
        NodeSpec::Lambda { params, body, span } => {
            Term::Lambda { params: variables(params), body: node(body), span: span.clone() }
        }
        NodeSpec::Let { value, var, body } => Term::Let { var: variable(var), value: node(value), body: node(body) },
        NodeSpec::Dag { value } => Term::Dag { value: node(value) },
        NodeSpec::Meta { tag, dims } => Term::Meta { tag: tag.clone(), dims: dims.clone() },
        NodeSpec::Op { name } => Term::Op { name: name.clone() },
        NodeSpec::Attrs { entries } => {
            Term::Attrs { entries: entries.iter().map(|(key, value)| (key.clone(), node(value))).collect() }
        }
        NodeSpec::Subst { entries } => {
            Term::Subst { entries: entries.iter().map(|(key, value)| (variable(key), node(value))).collect() }
        }
        NodeSpec::Maybe { value } => Term::Maybe { value: value.as_ref().map(node) },
        NodeSpec::Custom { params, body, note } => {
            Term::Custom(Custom { params: variables(params), body: node(body), note: note.clone() })
        }
        NodeSpec::NVar { name, dep } => {
            Term::Variable(Variable::NVar(NVar { name: name.clone(), dep: dep.as_ref().map(node) }))
        }
        NodeSpec::NLam { params, body } => Term::NLam { params: variables(params), body: node(body) },
        NodeSpec::NLet { value, var, body } => Term::NLet { var: variable(var), value: node(value), body: node(body) },
        NodeSpec::NRec { vars, values, body } => {
            Term::NRec(NRec { vars: variables(vars), values: nodes(values), body: node(body) })
        }
    }
}
