//! One enum for all node types, whose variants have kinds of their own.

#![allow(dead_code, reason = "some fields are there to be left out of comparisons")]

use std::{collections::BTreeMap, sync::Arc};

use indexmap::IndexMap;
use sexpr_core::{ByIdentity, Def, StructuralEq, VirtualFields};

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

/// A node of any type.
#[derive(StructuralEq)]
#[allow(missing_docs, reason = "the variants are the node types of the cases")]
pub enum Term {
    Var(Arc<Var>),
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
        params: Vec<Arc<Var>>,
        body: Arc<Term>,
        #[seq(ignore)]
        span: String,
    },
    #[seq(order(value, var, body))]
    Let {
        #[seq(def = "simple")]
        var: Arc<Var>,
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
        entries: IndexMap<ByIdentity<Arc<Var>>, Arc<Term>>,
    },
    Maybe {
        value: Option<Arc<Term>>,
    },
    Custom(Custom),
}

/// Custom traversal, of a value held inline.
#[derive(StructuralEq)]
#[seq(with = parts)]
pub struct Custom {
    params: Vec<Arc<Var>>,
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
        Term::Var(variable) => Arc::clone(variable),
        _ => unreachable!("the reader checked that this is a variable"),
    };
    let variables = |indices: &[usize]| indices.iter().map(variable).collect::<Vec<_>>();
    match spec {
        NodeSpec::Var { name, ty, dep } => {
            Term::Var(Arc::new(Var { name: name.clone(), ty: *ty, dep: dep.as_ref().map(node) }))
        }
        NodeSpec::Int { value } => Term::Int { value: *value },
        NodeSpec::Float { value } => Term::Float { value: *value },
        NodeSpec::Str { value } => Term::Str { value: value.clone() },
        NodeSpec::Add { lhs, rhs, span } => Term::Add { lhs: node(lhs), rhs: node(rhs), span: span.clone() },
        NodeSpec::Tuple { items } => Term::Tuple { items: items.iter().map(node).collect() },
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
        NodeSpec::Subst { entries } => Term::Subst {
            entries: entries.iter().map(|(key, value)| (ByIdentity(variable(key)), node(value))).collect(),
        },
        NodeSpec::Maybe { value } => Term::Maybe { value: value.as_ref().map(node) },
        NodeSpec::Custom { params, body, note } => {
            Term::Custom(Custom { params: variables(params), body: node(body), note: note.clone() })
        }
    }
}
