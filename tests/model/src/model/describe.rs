//! The case types: their kinds, which of them are scopes, and their fields in order of comparison.

use super::Mistake;
use crate::conformance::{Namespace, NodeSpec, OpenKind};

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
    None,
}

/// What a node is made of.
pub(super) struct Description<'a> {
    pub(super) kind: Kind,
    pub(super) scope: bool,
    pub(super) fields: Vec<Field<'a>>,
}

/// A field, or a part of one.
pub(super) struct Field<'a> {
    /// How a mismatch's path leads there.
    pub(super) path: &'static str,
    pub(super) def: Option<Def>,
    pub(super) role: Role,
    pub(super) content: Content<'a>,
    /// Whether the scope predeclares what binds below it.
    pub(super) predeclared: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Compared,
    Payload,
    /// Not a field, but what custom traversal says by itself.
    OwnVerdict,
}

/// What a field holds.
pub(super) enum Content<'a> {
    /// A leaf as text, which is the same exactly when the leaf is.
    Leaf(String),
    /// A sequence of leaves.
    Leaves(Vec<String>),
    Node(Option<usize>),
    Nodes(&'a [usize]),
    /// Names that are variables.
    Names(Namespace, &'a [String]),
    /// A map, or a set: one without values.
    Map(Vec<Entry>, Order),
    /// A node behind a pointer of its own, which is known by the node that it is in.
    Inside(usize, Description<'a>),
}

pub(super) struct Entry {
    pub(super) key: EntryKey,
    pub(super) value: Option<usize>,
}

/// The key of an entry, before it is known what it is bound to.
#[derive(Clone)]
pub(super) enum EntryKey {
    /// A leaf, in the order in which values are compared.
    Content(String),
    /// A node by its own key.
    Keyed(String),
    /// The same, of two leaves.
    Pair(i64, String),
    /// A term by its structure, which is numbered.
    Structural(i64),
    /// A variable: which node it is, unless it is a name.
    Variable(Identity, Option<usize>),
}

/// In which order the entries of a map are compared.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    ByKey,
    Container,
}

/// What makes two occurrences the same node.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Identity {
    Variable(Namespace, String),
    Dag(String),
    Singleton(String),
    Object(usize),
}

impl Identity {
    pub(super) fn of(nodes: &[NodeSpec], index: usize) -> Identity {
        match &nodes[index] {
            NodeSpec::NVar { name, .. } => Identity::Variable(Namespace::Nodes, name.clone()),
            NodeSpec::NDag { name, .. } => Identity::Dag(name.clone()),
            NodeSpec::NOp { name, .. } => Identity::Singleton(name.clone()),
            _ => Identity::Object(index),
        }
    }
}

fn field<'a>(path: &'static str, def: Option<Def>, content: Content<'a>) -> Field<'a> {
    Field { path, def, role: Role::Compared, content, predeclared: false }
}

fn leaf<'a>(path: &'static str, text: impl ToString) -> Field<'a> {
    field(path, None, Content::Leaf(text.to_string()))
}

fn leaves<'a>(path: &'static str, of: &[i64]) -> Field<'a> {
    field(path, None, Content::Leaves(of.iter().map(i64::to_string).collect()))
}

fn node<'a>(path: &'static str, node: usize) -> Field<'a> {
    field(path, None, Content::Node(Some(node)))
}

fn map<'a>(path: &'static str, order: Order, entries: impl Iterator<Item = (EntryKey, Option<usize>)>) -> Field<'a> {
    let entries = entries.map(|(key, value)| Entry { key, value }).collect();
    field(path, None, Content::Map(entries, order))
}

/// Describes a node of a graph. A const-tree is a tree that is compared faster.
pub(super) fn describe(nodes: &[NodeSpec], index: usize, mistake: Option<Mistake>) -> Description<'_> {
    let spec = &nodes[index];
    let scope = is_scope(spec) && mistake != Some(Mistake::ScopesAreNone);
    let mut fields = fields(nodes, index);
    if let Some(mistake) = mistake {
        misread(&mut fields, &nodes[index], index, mistake);
    }
    Description { kind: kind(spec), scope, fields }
}

/// Makes those mistakes that are about leaves.
fn misread(fields: &mut Vec<Field<'_>>, spec: &NodeSpec, index: usize, mistake: Mistake) {
    match (mistake, spec) {
        (Mistake::NansDiffer, NodeSpec::Float { value }) if value.is_nan() => fields.push(leaf("", index)),
        (Mistake::ZerosAreEqual, NodeSpec::Float { value: 0.0 }) => *fields = vec![leaf(".value", "zero")],
        (Mistake::IgnoredFieldsCount, NodeSpec::Add { span, .. }) => fields.push(leaf(".span", span)),
        (Mistake::OpaqueByBytes, NodeSpec::Tensor { name, .. }) => fields.push(leaf(".name", name)),
        (Mistake::OwnVerdictIsIgnored, _) => fields.retain(|field| field.role != Role::OwnVerdict),
        (Mistake::NestedOptionsCollapse, NodeSpec::Shapes { nested, .. }) => {
            for field in fields.iter_mut().filter(|field| field.path == ".nested") {
                if let Content::Leaf(_) = field.content {
                    field.content = Content::Leaf(nested.iter().flatten().count().to_string());
                }
            }
        }
        _ => {}
    }
}

fn kind(spec: &NodeSpec) -> Kind {
    match spec {
        NodeSpec::Var { .. } | NodeSpec::NVar { .. } | NodeSpec::Param { .. } => Kind::Var,
        NodeSpec::Dag { .. } | NodeSpec::NDag { .. } | NodeSpec::DLam { .. } => Kind::Dag,
        NodeSpec::Op { .. } | NodeSpec::NOp { .. } => Kind::Singleton,
        NodeSpec::Open { kind, .. } => match kind {
            OpenKind::Tree => Kind::Tree,
            OpenKind::Dag => Kind::Dag,
            OpenKind::Var => Kind::Var,
        },
        _ => Kind::Tree,
    }
}

fn is_scope(spec: &NodeSpec) -> bool {
    use NodeSpec as N;
    matches!(
        spec,
        N::NLam { .. }
            | N::NLet { .. }
            | N::NRec { .. }
            | N::Block { .. }
            | N::DLam { .. }
            | N::Match { .. }
            | N::Simple { .. }
            | N::Names { .. }
    )
}

fn fields(nodes: &[NodeSpec], index: usize) -> Vec<Field<'_>> {
    use Content::{Leaf, Names, Node, Nodes};
    use NodeSpec as N;

    let (pattern, simple, none) = (Some(Def::Pattern), Some(Def::Simple), Some(Def::None));
    let text = |text: &String| EntryKey::Content(text.clone());
    let name = |text: &String| EntryKey::Variable(Identity::Variable(Namespace::Names, text.clone()), None);
    let variable = |index: &usize| EntryKey::Variable(Identity::of(nodes, *index), Some(*index));

    match &nodes[index] {
        N::Var { ty, dep, .. } => vec![leaf(".ty", ty), field(".dep", None, Node(*dep))],
        N::NVar { dep, .. } => vec![field(".dep", None, Node(*dep))],
        N::Param { initial, pattern: binds, fixed } => vec![
            Field { role: Role::Payload, ..leaf(".initial", initial) },
            field(".pattern", pattern, Node(*binds)),
            field(".fixed", none, Node(*fixed)),
        ],
        N::Int { value } => vec![leaf(".value", value)],
        N::Float { value } if value.is_nan() => vec![leaf(".value", "nan")],
        N::Float { value } => vec![leaf(".value", format!("{:x}", value.to_bits()))],
        N::Str { value } => vec![leaf(".value", value)],
        N::Add { lhs, rhs, .. } => vec![node(".lhs", *lhs), node(".rhs", *rhs)],
        N::Tuple { items } => vec![field(".items", None, Nodes(items))],
        N::Lambda { params, body, .. }
        | N::Custom { params, body, .. }
        | N::NLam { params, body }
        | N::DLam { params, body } => vec![field(".params", pattern, Nodes(params)), node(".body", *body)],
        N::Let { value, var, body } => {
            vec![node(".value", *value), field(".var", simple, Node(Some(*var))), node(".body", *body)]
        }
        N::NLet { value, var, body } => {
            vec![node(".value", *value), field(".var", pattern, Node(Some(*var))), node(".body", *body)]
        }
        N::NRec { vars, values, body } => {
            vec![field(".vars", pattern, Nodes(vars)), field(".values", None, Nodes(values)), node(".body", *body)]
        }
        N::Block { body, items } => {
            vec![node(".body", *body), Field { predeclared: true, ..field(".items", None, Nodes(items)) }]
        }
        N::Match { pattern: binds, body } | N::Bind { pattern: binds, body } => {
            vec![field(".pattern", pattern, Node(Some(*binds))), node(".body", *body)]
        }
        N::Simple { pattern: binds, body } => {
            vec![field(".pattern", simple, Node(Some(*binds))), node(".body", *body)]
        }
        N::Fixed { value } => vec![field(".value", none, Node(Some(*value)))],
        N::Dag { value } | N::NDag { value, .. } | N::Open { value, .. } => vec![node(".value", *value)],
        N::Meta { tag, dims } => vec![leaf(".tag", tag), leaves(".dims", dims)],
        N::Op { .. } | N::NOp { .. } => vec![],
        N::Maybe { value } => vec![field(".value", None, Node(*value))],

        N::Names { names, body } => {
            vec![field(".names", pattern, Names(Namespace::Names, names)), node(".body", *body)]
        }
        N::Declare { names, labels, body } => vec![
            field(".names", pattern, Names(Namespace::Names, names)),
            field(".labels", simple, Names(Namespace::Labels, labels)),
            node(".body", *body),
        ],
        N::Name { name } => vec![field(".name", None, Names(Namespace::Names, std::slice::from_ref(name)))],
        N::Goto { labels } => vec![field(".labels", None, Names(Namespace::Labels, labels))],
        N::NameSet { names } => vec![map(".names", Order::ByKey, names.iter().map(|text| (name(text), None)))],

        N::Attrs { entries } => {
            vec![map(".entries", Order::ByKey, entries.iter().map(|(key, value)| (text(key), Some(*value))))]
        }
        N::Registry { entries } => {
            let key = |name: &String| EntryKey::Keyed(name.clone());
            vec![map(".entries", Order::ByKey, entries.iter().map(|(name, value)| (key(name), Some(*value))))]
        }
        N::Ordered { entries } => {
            vec![map(".entries", Order::Container, entries.iter().map(|(key, value)| (text(key), Some(*value))))]
        }
        N::Subst { entries } => {
            vec![map(".entries", Order::ByKey, entries.iter().map(|(key, value)| (variable(key), Some(*value))))]
        }
        N::OrderedSubst { entries } => {
            vec![map(".entries", Order::Container, entries.iter().map(|(key, value)| (variable(key), Some(*value))))]
        }
        N::Pairs { entries } => {
            let key = |(number, text): &(i64, String)| EntryKey::Pair(*number, text.clone());
            vec![map(".entries", Order::ByKey, entries.iter().map(|(pair, value)| (key(pair), Some(*value))))]
        }
        N::Memo { entries } => {
            let key = |number: &i64| EntryKey::Structural(*number);
            vec![map(".entries", Order::ByKey, entries.iter().map(|(number, value)| (key(number), Some(*value))))]
        }
        N::Sets { texts, variables } => vec![
            map(".texts", Order::ByKey, texts.iter().map(|key| (text(key), None))),
            map(".variables", Order::ByKey, variables.iter().map(|key| (variable(key), None))),
        ],

        N::Virtual { title, extra, fixed, simple: simply, pattern: binds, plain } => vec![
            leaf(".title", title),
            field(".extra", None, Node(*extra)),
            field(".fixed", none, Node(Some(*fixed))),
            field(".simple", simple, Node(Some(*simply))),
            field(".pattern", pattern, Node(Some(*binds))),
            node(".plain", *plain),
        ],
        N::Checked { number, value } => {
            vec![node(".value", *value), Field { role: Role::OwnVerdict, ..leaf("", number.rem_euclid(2)) }]
        }
        N::Shapes { pair, result, nested, array, boxed } => vec![
            leaf(".pair.0", pair.0),
            node(".pair.1", pair.1),
            leaf(".result", result.is_ok()),
            match result {
                Ok(value) => node(".result", *value),
                Err(error) => leaf(".result", error),
            },
            leaf(".nested", nested.len()),
            field(".nested", None, Node(nested.first().copied().flatten())),
            field(".array", None, Nodes(array)),
            node(".boxed", *boxed),
        ],
        N::Boxed { dag, value } => {
            let kind = if *dag { Kind::Dag } else { Kind::Tree };
            let inside = Description { kind, scope: false, fields: vec![node(".value", *value)] };
            vec![leaf(".object", dag), field(".object", None, Content::Inside(index, inside))]
        }
        N::Tensor { shape, data, name, blob, .. } => vec![
            leaves(".shape", shape),
            Field { role: Role::Payload, ..leaves(".data", data) },
            field(".name", None, Leaf(name.to_lowercase())),
            Field { role: Role::Payload, ..leaf(".blob", blob.to_lowercase()) },
        ],
    }
}
