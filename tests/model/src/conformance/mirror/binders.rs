//! Scopes and regions, of nodes and of names.

use std::collections::HashSet;

use sexpr_core::StructuralEq;

use super::{super::P, Node, Variable};

/// A scope that predeclares what its items bind.
#[derive(StructuralEq)]
#[seq(scope(predeclare = items))]
pub struct Block {
    pub(super) body: Node,
    pub(super) items: Vec<Node>,
}

/// Anything in a `pattern` region, in a scope.
#[derive(StructuralEq)]
#[seq(scope)]
pub struct Match {
    #[seq(def)]
    pub(super) pattern: Node,
    pub(super) body: Node,
}

/// Anything in a `simple` region, in a scope.
#[derive(StructuralEq)]
#[seq(scope)]
pub struct Simple {
    #[seq(def = "simple")]
    pub(super) pattern: Node,
    pub(super) body: Node,
}

/// Anything in a `pattern` region, in no scope of its own.
#[derive(StructuralEq)]
pub struct Bind {
    #[seq(def = "pattern")]
    pub(super) pattern: Node,
    pub(super) body: Node,
}

/// Nothing binds in it.
#[derive(StructuralEq)]
pub struct Fixed {
    #[seq(def = "none")]
    pub(super) value: Node,
}

/// A dag node that is a scope.
#[derive(StructuralEq)]
#[seq(kind = "dag", scope)]
pub struct DLam {
    #[seq(def)]
    pub(super) params: Vec<P<Variable>>,
    pub(super) body: Node,
}

/// A scope that binds names.
#[derive(StructuralEq)]
#[seq(scope)]
pub struct Names {
    #[seq(var, def)]
    pub(super) names: Vec<String>,
    pub(super) body: Node,
}

/// Binds names of two namespaces in no scope of its own.
#[derive(StructuralEq)]
pub struct Declare {
    #[seq(var, def)]
    pub(super) names: Vec<Box<str>>,
    #[seq(var = "label", def = "simple")]
    pub(super) labels: Box<[String]>,
    pub(super) body: Node,
}

/// A name.
#[derive(StructuralEq)]
pub struct Name {
    #[seq(var)]
    pub(super) name: String,
}

/// Names of another namespace.
#[derive(StructuralEq)]
pub struct Goto {
    #[seq(var = "label")]
    pub(super) labels: Vec<String>,
}

/// A set of names.
#[derive(StructuralEq)]
pub struct NameSet {
    #[seq(var)]
    pub(super) names: HashSet<String>,
}
