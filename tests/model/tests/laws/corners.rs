//! Corners that random graphs are to have.

use std::collections::BTreeSet;

use sexpr_model::{conformance::NodeSpec, enum_with_all, generate::reached};

enum_with_all! {
    /// What may be met in a graph.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub(crate) enum Corner {
        /// A node with a variable below it that is met inside a scope and outside of it.
        SharingAcrossScopes,
        /// A scope that binds what a scope around it binds.
        Shadowing,
        /// A variable with a variable in its fields.
        VariablesInFieldsOfVariables,
        /// A map from variables with a value that binds.
        BindingValuesOfMaps,
        /// A binder with one variable at two places.
        DuplicateParameters,
        /// A node whose first part mentions what a later one binds.
        FreeBeforeBound,
        /// A container without elements.
        EmptyContainers,
        /// A float that is not a number.
        Nans,
        /// A name that is a variable in more than one way.
        NamesOfSeveralTypes,
        /// A scope in a `def` field.
        ScopesInPatterns,
        /// A dag node that is met twice.
        SharedDags,
    }
}

/// A variable, by its name or by its place.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Variable {
    Object(usize),
    Node(String),
    Name(String),
}

struct Graph<'a> {
    nodes: &'a [NodeSpec],
    below: Vec<BTreeSet<usize>>,
}

/// The corners below a node.
pub(crate) fn corners(nodes: &[NodeSpec], root: usize) -> Vec<Corner> {
    let below = (0..nodes.len()).map(|index| reached(nodes, index).into_iter().collect()).collect();
    let graph = Graph { nodes, below };
    Corner::ALL
        .iter()
        .copied()
        .filter(|corner| graph.below[root].iter().any(|at| graph.has(*corner, root, *at)))
        .collect()
}

impl Graph<'_> {
    fn variable(&self, index: usize) -> Variable {
        match &self.nodes[index] {
            NodeSpec::NVar { name, .. } => Variable::Node(name.clone()),
            _ => Variable::Object(index),
        }
    }

    fn mentioned(&self, index: usize) -> BTreeSet<Variable> {
        let of = |at: &usize| match &self.nodes[*at] {
            NodeSpec::Name { name } => Some(Variable::Name(name.clone())),
            spec => spec.is_variable().then(|| self.variable(*at)),
        };
        self.below[index].iter().filter_map(of).collect()
    }

    /// What stands in the `def` field of a node: variables, or a node with variables below it.
    fn bound(&self, index: usize) -> Vec<Variable> {
        match &self.nodes[index] {
            NodeSpec::Lambda { params, .. } | NodeSpec::NLam { params, .. } | NodeSpec::DLam { params, .. } => {
                params.iter().map(|param| self.variable(*param)).collect()
            }
            NodeSpec::NRec { vars, .. } => vars.iter().map(|var| self.variable(*var)).collect(),
            NodeSpec::Let { var, .. } | NodeSpec::NLet { var, .. } => vec![self.variable(*var)],
            NodeSpec::Names { names, .. } => names.iter().cloned().map(Variable::Name).collect(),
            NodeSpec::Match { pattern, .. } | NodeSpec::Bind { pattern, .. } | NodeSpec::Simple { pattern, .. } => {
                self.mentioned(*pattern).into_iter().collect()
            }
            _ => vec![],
        }
    }

    fn is_scope(&self, index: usize) -> bool {
        use NodeSpec as N;
        let scopes_of_variables = matches!(
            self.nodes[index],
            N::NLam { .. } | N::NLet { .. } | N::NRec { .. } | N::Block { .. } | N::DLam { .. }
        );
        scopes_of_variables || matches!(self.nodes[index], N::Match { .. } | N::Simple { .. } | N::Names { .. })
    }

    /// How many nodes below the root refer to this one.
    fn parents(&self, root: usize, index: usize) -> impl Iterator<Item = usize> {
        let refers = move |parent: &usize| {
            let (any, variables) = self.nodes[*parent].references();
            any.contains(&index) || variables.contains(&index)
        };
        self.below[root].iter().copied().filter(refers)
    }

    /// Whether a node shows a corner.
    fn has(&self, corner: Corner, root: usize, at: usize) -> bool {
        let spec = &self.nodes[at];
        let inside = || self.below[at].iter().copied().filter(move |other| *other != at);
        match corner {
            Corner::SharingAcrossScopes => {
                let leaves = |shared: usize| self.parents(root, shared).any(|parent| !self.below[at].contains(&parent));
                let is_term = |shared: usize| self.below[shared].len() > 1 && !self.mentioned(shared).is_empty();
                self.is_scope(at) && inside().any(|shared| is_term(shared) && leaves(shared))
            }
            Corner::Shadowing => {
                let bound = self.bound(at);
                let again = |other: usize| self.bound(other).iter().any(|variable| bound.contains(variable));
                self.is_scope(at) && inside().any(|other| self.is_scope(other) && again(other))
            }
            Corner::VariablesInFieldsOfVariables => {
                spec.is_variable() && inside().any(|other| self.nodes[other].is_variable())
            }
            Corner::BindingValuesOfMaps => match spec {
                NodeSpec::Subst { entries } | NodeSpec::OrderedSubst { entries } => {
                    entries.iter().any(|(_, value)| self.below[*value].iter().any(|at| !self.bound(*at).is_empty()))
                }
                _ => false,
            },
            Corner::DuplicateParameters => {
                let bound = self.bound(at);
                bound.iter().collect::<BTreeSet<_>>().len() < bound.len()
            }
            Corner::FreeBeforeBound => {
                let (parts, _) = spec.references();
                let binds = |part: usize, variable: &Variable| {
                    self.below[part].iter().any(|other| self.bound(*other).contains(variable))
                };
                let later =
                    |place: usize, variable: &Variable| parts[place + 1..].iter().any(|part| binds(*part, variable));
                let mut places = parts.iter().enumerate();
                places.any(|(place, part)| self.mentioned(*part).iter().any(|variable| later(place, variable)))
            }
            Corner::EmptyContainers => match spec {
                NodeSpec::Tuple { items } => items.is_empty(),
                NodeSpec::Subst { entries } => entries.is_empty(),
                NodeSpec::NLam { params, .. } | NodeSpec::Lambda { params, .. } => params.is_empty(),
                NodeSpec::Goto { labels } => labels.is_empty(),
                _ => false,
            },
            Corner::Nans => matches!(spec, NodeSpec::Float { value } if value.is_nan()),
            Corner::NamesOfSeveralTypes => {
                let mentioned = self.mentioned(at);
                let called = |name: &String| mentioned.contains(&Variable::Node(name.clone()));
                mentioned.iter().any(|variable| matches!(variable, Variable::Name(name) if called(name)))
            }
            Corner::ScopesInPatterns => match spec {
                NodeSpec::Match { pattern, .. } | NodeSpec::Bind { pattern, .. } | NodeSpec::Simple { pattern, .. } => {
                    self.below[*pattern].iter().any(|other| self.is_scope(*other))
                }
                _ => false,
            },
            Corner::SharedDags => {
                let is_dag = matches!(spec, NodeSpec::Dag { .. } | NodeSpec::DLam { .. } | NodeSpec::NDag { .. });
                is_dag && self.parents(root, at).count() > 1
            }
        }
    }
}
