//! Following a mismatch's path through the description of a graph.

use sexpr_core::{Path, Step};
use sexpr_tests::conformance::NodeSpec;

/// What a path leads to.
#[derive(Debug, PartialEq)]
pub(crate) enum Reached {
    /// A node.
    Node(usize),
    /// A leaf, as text.
    Leaf(String),
    /// A field without a value.
    Nothing,
    /// What this side lacks.
    Missing,
}

/// Where the path leads; nothing if it leads nowhere.
pub(crate) fn follow(nodes: &[NodeSpec], root: usize, path: &Path) -> Option<Reached> {
    let mut at = Reached::Node(root);
    let mut steps = path.steps().iter().peekable();
    while let Some(step) = steps.next() {
        let (Reached::Node(index), Step::Field(name)) = (&at, step) else { return None };
        at = match &nodes[*index] {
            // Sequences and maps: the field alone leads to no node, so its element belongs to it.
            NodeSpec::Tuple { items } if name == "items" => element(items, steps.next()?)?,
            NodeSpec::Lambda { params, .. } | NodeSpec::Custom { params, .. } | NodeSpec::NLam { params, .. }
                if name == "params" =>
            {
                element(params, steps.next()?)?
            }
            NodeSpec::NRec { vars, .. } if name == "vars" => element(vars, steps.next()?)?,
            NodeSpec::NRec { values, .. } if name == "values" => element(values, steps.next()?)?,
            NodeSpec::Meta { dims, .. } if name == "dims" => match steps.next()? {
                Step::Index(index) => Reached::Leaf(dims.get(*index)?.to_string()),
                Step::MissingIndex(index) if *index >= dims.len() => Reached::Missing,
                _ => return None,
            },
            NodeSpec::Attrs { entries } if name == "entries" => {
                let find = |key: &str| entries.iter().find(|(name, _)| name == key);
                match steps.next()? {
                    Step::Key(key) => Reached::Node(find(key.as_str()?)?.1),
                    Step::MissingKey(key) if find(key.as_str()?).is_none() => Reached::Missing,
                    _ => return None,
                }
            }
            NodeSpec::Subst { entries } if name == "entries" => {
                let is_named =
                    |index: usize, key: &str| matches!(&nodes[index], NodeSpec::NVar { name, .. } if name == key);
                match steps.next()? {
                    Step::Key(key) => {
                        let key = key.as_str()?;
                        Reached::Node(entries.iter().find(|(index, _)| is_named(*index, key))?.1)
                    }
                    // The key that is named is the other side's: what corresponds to it is missing.
                    Step::MissingKey(_) => Reached::Missing,
                    _ => return None,
                }
            }
            spec => field(spec, name)?,
        };
    }
    Some(at)
}

fn element(items: &[usize], step: &Step) -> Option<Reached> {
    match step {
        Step::Index(index) => Some(Reached::Node(*items.get(*index)?)),
        Step::MissingIndex(index) if *index >= items.len() => Some(Reached::Missing),
        _ => None,
    }
}

fn field(spec: &NodeSpec, name: &str) -> Option<Reached> {
    let optional = |node: &Option<usize>| node.map_or(Reached::Nothing, Reached::Node);
    Some(match (spec, name) {
        (NodeSpec::Var { ty, .. }, "ty") => Reached::Leaf(ty.to_string()),
        (NodeSpec::Var { dep, .. } | NodeSpec::NVar { dep, .. }, "dep") => optional(dep),
        (NodeSpec::Int { value }, "value") => Reached::Leaf(value.to_string()),
        (NodeSpec::Float { value }, "value") => Reached::Leaf(format!("{value:?}")),
        (NodeSpec::Str { value }, "value") => Reached::Leaf(value.clone()),
        (NodeSpec::Meta { tag, .. }, "tag") => Reached::Leaf(tag.clone()),
        (NodeSpec::Add { lhs, .. }, "lhs") => Reached::Node(*lhs),
        (NodeSpec::Add { rhs, .. }, "rhs") => Reached::Node(*rhs),
        (NodeSpec::Let { value, .. } | NodeSpec::NLet { value, .. } | NodeSpec::Dag { value }, "value") => {
            Reached::Node(*value)
        }
        (NodeSpec::Let { var, .. } | NodeSpec::NLet { var, .. }, "var") => Reached::Node(*var),
        (NodeSpec::Maybe { value }, "value") => optional(value),
        (NodeSpec::Lambda { body, .. } | NodeSpec::Custom { body, .. } | NodeSpec::Let { body, .. }, "body")
        | (NodeSpec::NLam { body, .. } | NodeSpec::NLet { body, .. } | NodeSpec::NRec { body, .. }, "body") => {
            Reached::Node(*body)
        }
        _ => return None,
    })
}

impl Reached {
    /// Whether a comparison may end at these two: not at leaves that are the same, nor at nodes of one type that are
    /// compared by their fields.
    pub(crate) fn differ(nodes: &[NodeSpec], left: &Option<Reached>, right: &Option<Reached>) -> bool {
        match (left, right) {
            (Some(Reached::Node(left)), Some(Reached::Node(right))) => match (&nodes[*left], &nodes[*right]) {
                (NodeSpec::Var { .. }, NodeSpec::Var { .. })
                | (NodeSpec::NVar { .. }, NodeSpec::NVar { .. })
                | (NodeSpec::Dag { .. }, NodeSpec::Dag { .. })
                | (NodeSpec::Op { .. }, NodeSpec::Op { .. }) => true,
                (left, right) => std::mem::discriminant(left) != std::mem::discriminant(right),
            },
            (Some(Reached::Missing), Some(Reached::Missing)) => false,
            (left, right) => left != right,
        }
    }
}
