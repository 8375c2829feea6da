//! The case types: their kinds, which of them are scopes, and their fields in order of comparison.

use crate::conformance::NodeSpec;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Tree,
    Dag,
    Var,
    Singleton,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Def {
    Pattern,
    Simple,
}

/// What a node is made of.
pub(super) struct Description<'a> {
    pub(super) kind: Kind,
    pub(super) scope: bool,
    pub(super) fields: Vec<(Option<Def>, Content<'a>)>,
}

/// What a field holds.
pub(super) enum Content<'a> {
    /// A leaf as text, which is the same exactly when the leaf is.
    Leaf(String),
    Node(Option<usize>),
    Nodes(&'a [usize]),
    /// A map from strings.
    Attributes(&'a [(String, usize)]),
    /// A map from variables.
    Substitutions(&'a [(usize, usize)]),
}

/// What makes two occurrences the same variable.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Identity {
    Name(String),
    Object(usize),
}

impl Identity {
    pub(super) fn of(nodes: &[NodeSpec], index: usize) -> Identity {
        match &nodes[index] {
            NodeSpec::NVar { name, .. } => Identity::Name(name.clone()),
            _ => Identity::Object(index),
        }
    }
}

/// A const-tree is a tree that is compared faster.
pub(super) fn describe(node: &NodeSpec) -> Description<'_> {
    use Content::{Attributes, Leaf, Node, Nodes, Substitutions};
    use NodeSpec as N;

    let leaf = |text: String| (None, Leaf(text));
    let one = |node: usize| (None, Node(Some(node)));
    let (pattern, simple) = (Some(Def::Pattern), Some(Def::Simple));

    let fields = match node {
        N::Var { ty, dep, .. } => vec![leaf(ty.to_string()), (None, Node(*dep))],
        N::NVar { dep, .. } => vec![(None, Node(*dep))],
        N::Int { value } => vec![leaf(value.to_string())],
        N::Float { value } if value.is_nan() => vec![leaf("nan".into())],
        N::Float { value } => vec![leaf(format!("{:x}", value.to_bits()))],
        N::Str { value } => vec![leaf(value.clone())],
        N::Add { lhs, rhs, .. } => vec![one(*lhs), one(*rhs)],
        N::Tuple { items } => vec![(None, Nodes(items))],
        N::Lambda { params, body, .. } | N::Custom { params, body, .. } | N::NLam { params, body } => {
            vec![(pattern, Nodes(params)), one(*body)]
        }
        N::Let { value, var, body } => vec![one(*value), (simple, Node(Some(*var))), one(*body)],
        N::NLet { value, var, body } => vec![one(*value), (pattern, Node(Some(*var))), one(*body)],
        N::NRec { vars, values, body } => vec![(pattern, Nodes(vars)), (None, Nodes(values)), one(*body)],
        N::Dag { value } => vec![one(*value)],
        N::Meta { tag, dims } => vec![leaf(tag.clone()), leaf(format!("{dims:?}"))],
        N::Op { .. } => vec![],
        N::Attrs { entries } => vec![(None, Attributes(entries))],
        N::Subst { entries } => vec![(None, Substitutions(entries))],
        N::Maybe { value } => vec![(None, Node(*value))],
    };
    let kind = match node {
        N::Var { .. } | N::NVar { .. } => Kind::Var,
        N::Dag { .. } => Kind::Dag,
        N::Op { .. } => Kind::Singleton,
        _ => Kind::Tree,
    };
    let scope = matches!(node, N::NLam { .. } | N::NLet { .. } | N::NRec { .. });
    Description { kind, scope, fields }
}
