//! A struct for each node type, behind the pointer that the module above chooses.

#![allow(dead_code, reason = "some fields are there to be left out of comparisons")]

use std::collections::HashMap;

use sexpr_core::{ByIdentity, CustomStructural, Def, EqualParts, HashParts, StructuralEq, VirtualFields};

use super::{CUSTOM_BY_TRAIT, P, pointer};
use crate::conformance::{Mirror, NodeSpec, mirror::build_in_order};

/// A variable. The second variant is that of scopes, known by its name.
#[derive(StructuralEq)]
#[seq(kind = "var")]
#[allow(missing_docs, reason = "the variants are node types of the cases")]
pub enum Variable {
    Var {
        #[seq(ignore)]
        name: String,
        ty: i64,
        dep: Option<Node>,
    },
    NVar {
        #[seq(key)]
        name: String,
        dep: Option<Node>,
    },
}

/// An integer.
#[derive(StructuralEq)]
pub struct Int {
    value: i64,
}

/// A float.
#[derive(StructuralEq)]
pub struct Float {
    value: f64,
}

/// A string.
#[derive(StructuralEq)]
pub struct Str {
    value: String,
}

/// A tree node.
#[derive(StructuralEq)]
pub struct Add {
    lhs: Node,
    rhs: Node,
    #[seq(ignore)]
    span: String,
}

/// A sequence.
#[derive(StructuralEq)]
pub struct Tuple {
    items: Vec<Node>,
}

/// Binds in a `pattern` region.
#[derive(StructuralEq)]
pub struct Lambda {
    #[seq(def)]
    params: Vec<P<Variable>>,
    body: Node,
    #[seq(ignore)]
    span: String,
}

/// Binds in a `simple` region.
#[derive(StructuralEq)]
pub struct Let {
    value: Node,
    #[seq(def = "simple")]
    var: P<Variable>,
    body: Node,
}

/// Binds in a scope of its own.
#[derive(StructuralEq)]
#[seq(scope)]
pub struct NLam {
    #[seq(def)]
    params: Vec<P<Variable>>,
    body: Node,
}

/// Binds in a scope of its own, after its value.
#[derive(StructuralEq)]
#[seq(scope)]
pub struct NLet {
    value: Node,
    #[seq(def)]
    var: P<Variable>,
    body: Node,
}

/// Binds in a scope of its own, before its values.
#[derive(StructuralEq)]
#[seq(scope)]
pub struct NRec {
    #[seq(def)]
    vars: Vec<P<Variable>>,
    values: Vec<Node>,
    body: Node,
}

/// A node whose sharing counts.
#[derive(StructuralEq)]
#[seq(kind = "dag")]
pub struct Dag {
    value: Node,
}

/// A closed value.
#[derive(StructuralEq)]
#[seq(kind = "const-tree")]
pub struct Meta {
    tag: String,
    dims: Vec<i64>,
}

/// Equal to itself alone.
#[derive(StructuralEq)]
#[seq(kind = "singleton")]
pub struct Op {
    name: String,
}

/// A map from strings.
#[derive(StructuralEq)]
pub struct Attrs {
    entries: HashMap<String, Node>,
}

/// A map from variables.
#[derive(StructuralEq)]
pub struct Subst {
    entries: HashMap<ByIdentity<P<Variable>>, Node>,
}

/// An optional child.
#[derive(StructuralEq)]
pub struct Maybe {
    value: Option<Node>,
}

/// Custom traversal through a list of virtual fields.
#[derive(StructuralEq)]
#[seq(with = parts)]
pub struct Custom {
    params: Vec<P<Variable>>,
    body: Node,
    note: String,
}

fn parts<'a>(node: &'a Custom, fields: &mut VirtualFields<'a>) {
    fields.field("params", Def::Pattern, &node.params);
    fields.field("body", Def::Inherit, &node.body);
}

/// Custom traversal through two functions.
#[derive(StructuralEq)]
#[seq(custom)]
pub struct CustomByTrait {
    params: Vec<P<Variable>>,
    body: Node,
    note: String,
}

impl CustomStructural for CustomByTrait {
    fn s_equal<'a>(&'a self, other: &'a Self, parts: &mut EqualParts<'a>) -> bool {
        parts.field("params", Def::Pattern, &self.params, &other.params);
        parts.field("body", Def::Inherit, &self.body, &other.body);
        true
    }

    fn s_hash<'a>(&'a self, parts: &mut HashParts<'a>) {
        parts.field("params", Def::Pattern, &self.params);
        parts.field("body", Def::Inherit, &self.body);
    }
}

/// A reference to a node of any type.
#[derive(Clone, StructuralEq)]
#[allow(missing_docs, reason = "each holds the type of its name")]
pub enum Node {
    Variable(P<Variable>),
    Int(P<Int>),
    Float(P<Float>),
    Str(P<Str>),
    Add(P<Add>),
    Tuple(P<Tuple>),
    Lambda(P<Lambda>),
    Let(P<Let>),
    Dag(P<Dag>),
    Meta(P<Meta>),
    Op(P<Op>),
    Attrs(P<Attrs>),
    Subst(P<Subst>),
    Maybe(P<Maybe>),
    Custom(P<Custom>),
    CustomByTrait(P<CustomByTrait>),
    NLam(P<NLam>),
    NLet(P<NLet>),
    NRec(P<NRec>),
}

/// The mirror.
pub struct Nodes;

impl Mirror for Nodes {
    type Node = Node;
    const NAME: &'static str = module_path!();

    fn build(specs: &[NodeSpec]) -> Vec<Node> {
        build_in_order(specs, build)
    }
}

fn build(built: &[Node], spec: &NodeSpec) -> Node {
    let node = |index: &usize| built[*index].clone();
    let variable = |index: &usize| match &built[*index] {
        Node::Variable(variable) => P::clone(variable),
        _ => unreachable!("the reader checked that this is a variable"),
    };
    let nodes = |indices: &[usize]| indices.iter().map(node).collect::<Vec<_>>();
    let variables = |indices: &[usize]| indices.iter().map(variable).collect::<Vec<_>>();
    match spec {
        NodeSpec::Var { name, ty, dep } => {
            Node::Variable(pointer(Variable::Var { name: name.clone(), ty: *ty, dep: dep.as_ref().map(node) }))
        }
        NodeSpec::Int { value } => Node::Int(pointer(Int { value: *value })),
        NodeSpec::Float { value } => Node::Float(pointer(Float { value: *value })),
        NodeSpec::Str { value } => Node::Str(pointer(Str { value: value.clone() })),
        NodeSpec::Add { lhs, rhs, span } => {
            Node::Add(pointer(Add { lhs: node(lhs), rhs: node(rhs), span: span.clone() }))
        }
        NodeSpec::Tuple { items } => Node::Tuple(pointer(Tuple { items: nodes(items) })),
        NodeSpec::Lambda { params, body, span } => {
            Node::Lambda(pointer(Lambda { params: variables(params), body: node(body), span: span.clone() }))
        }
        NodeSpec::Let { value, var, body } => {
            Node::Let(pointer(Let { value: node(value), var: variable(var), body: node(body) }))
        }
        NodeSpec::Dag { value } => Node::Dag(pointer(Dag { value: node(value) })),
        NodeSpec::Meta { tag, dims } => Node::Meta(pointer(Meta { tag: tag.clone(), dims: dims.clone() })),
        NodeSpec::Op { name } => Node::Op(pointer(Op { name: name.clone() })),
        NodeSpec::Attrs { entries } => {
            let entries = entries.iter().map(|(key, value)| (key.clone(), node(value))).collect();
            Node::Attrs(pointer(Attrs { entries }))
        }
        NodeSpec::Subst { entries } => {
            let entries = entries.iter().map(|(key, value)| (ByIdentity(variable(key)), node(value))).collect();
            Node::Subst(pointer(Subst { entries }))
        }
        NodeSpec::Maybe { value } => Node::Maybe(pointer(Maybe { value: value.as_ref().map(node) })),
        NodeSpec::Custom { params, body, note } if CUSTOM_BY_TRAIT => Node::CustomByTrait(pointer(CustomByTrait {
            params: variables(params),
            body: node(body),
            note: note.clone(),
        })),
        NodeSpec::Custom { params, body, note } => {
            Node::Custom(pointer(Custom { params: variables(params), body: node(body), note: note.clone() }))
        }
        NodeSpec::NVar { name, dep } => {
            Node::Variable(pointer(Variable::NVar { name: name.clone(), dep: dep.as_ref().map(node) }))
        }
        NodeSpec::NLam { params, body } => Node::NLam(pointer(NLam { params: variables(params), body: node(body) })),
        NodeSpec::NLet { value, var, body } => {
            Node::NLet(pointer(NLet { value: node(value), var: variable(var), body: node(body) }))
        }
        NodeSpec::NRec { vars, values, body } => {
            Node::NRec(pointer(NRec { vars: variables(vars), values: nodes(values), body: node(body) }))
        }
    }
}
