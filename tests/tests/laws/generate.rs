//! Random graphs, and variations of them.

use proptest::{collection::vec, prelude::*};
use sexpr_tests::conformance::NodeSpec;

/// How to make a graph. It shrinks well: every recipe makes one, and shorter ones make smaller ones.
#[derive(Clone, Debug)]
pub(crate) struct Recipe {
    variables: Vec<Ingredient>,
    nodes: Vec<Ingredient>,
}

/// How to make a node: which sort, and what it refers to, modulo what there is.
#[derive(Clone, Copy, Debug)]
struct Ingredient {
    sort: u8,
    number: u8,
    references: [u8; 3],
}

fn ingredient() -> impl Strategy<Value = Ingredient> {
    (any::<u8>(), 0_u8..3, any::<[u8; 3]>()).prop_map(|(sort, number, references)| Ingredient {
        sort,
        number,
        references,
    })
}

pub(crate) fn recipe() -> impl Strategy<Value = Recipe> {
    (vec(ingredient(), 1..5), vec(ingredient(), 1..14)).prop_map(|(variables, nodes)| Recipe { variables, nodes })
}

/// Some strings, of which one is long.
const STRINGS: [&str; 3] = ["a", "b", "a string that is longer than what is held inline anywhere"];

impl Recipe {
    /// The graph; its root is the last node: a tuple of all that nothing else refers to.
    pub(crate) fn graph(&self) -> Vec<NodeSpec> {
        let mut nodes = Vec::new();
        let mut variables = Vec::new();
        for ingredient in &self.variables {
            let dep = (ingredient.sort % 4 == 0 && !nodes.is_empty())
                .then(|| usize::from(ingredient.references[0]) % nodes.len());
            variables.push(nodes.len());
            nodes.push(NodeSpec::Var { name: format!("v{}", nodes.len()), ty: i64::from(ingredient.number) / 2, dep });
        }
        for ingredient in &self.nodes {
            let node = ingredient.node(&nodes, &variables);
            nodes.push(node);
        }
        let referred: Vec<usize> =
            nodes.iter().map(NodeSpec::references).flat_map(|(any, variables)| [any, variables].concat()).collect();
        let items = (0..nodes.len()).filter(|index| !referred.contains(index)).collect();
        nodes.push(NodeSpec::Tuple { items });
        nodes
    }

    /// The graph inside a lambda that binds all its variables.
    pub(crate) fn closed_graph(&self) -> Vec<NodeSpec> {
        let mut nodes = self.graph();
        let params = (0..self.variables.len()).collect();
        nodes.push(NodeSpec::Lambda { params, body: nodes.len() - 1, span: String::new() });
        nodes
    }
}

impl Ingredient {
    fn node(&self, nodes: &[NodeSpec], variables: &[usize]) -> NodeSpec {
        // Recent nodes mostly, so that much is reached from the root.
        let any = |at: usize| match usize::from(self.references[at]) {
            far if far % 5 == 0 => far / 5 % nodes.len(),
            near => nodes.len() - 1 - near % nodes.len().min(3),
        };
        let variable = |at: usize| variables[usize::from(self.references[at]) % variables.len()];
        let count = usize::from(self.number);
        let params = || (0..count).map(variable).collect::<Vec<_>>();
        let text = || STRINGS[count].to_string();
        let span = format!("at {}", nodes.len());
        match self.sort % 24 {
            0 => NodeSpec::Int { value: i64::from(self.number) },
            1 => NodeSpec::Float { value: [0.0, -0.0, f64::NAN][count] },
            2 => NodeSpec::Str { value: text() },
            3 => NodeSpec::Meta { tag: text(), dims: (0..i64::from(self.number)).collect() },
            4 => NodeSpec::Op { name: text() },
            5..=8 => NodeSpec::Add { lhs: any(0), rhs: any(1), span },
            9 | 10 => NodeSpec::Tuple { items: (0..=count).map(any).collect() },
            11..=13 => NodeSpec::Lambda { params: params(), body: any(2), span },
            14 | 15 => NodeSpec::Let { value: any(0), var: variable(1), body: any(2) },
            16..=18 => NodeSpec::Dag { value: any(0) },
            19 => NodeSpec::Attrs { entries: (0..count).map(|at| (STRINGS[at].into(), any(at))).collect() },
            20 | 21 => {
                let mut entries: Vec<(usize, usize)> = Vec::new();
                for at in 0..count {
                    if entries.iter().all(|(key, _)| *key != variable(at)) {
                        entries.push((variable(at), any(at)));
                    }
                }
                NodeSpec::Subst { entries }
            }
            22 => NodeSpec::Maybe { value: (count > 0).then(|| any(0)) },
            _ => NodeSpec::Custom { params: params(), body: any(2), note: span },
        }
    }
}

/// What a copy of a graph has of its own. Bits are used up one for each decision, over and over.
#[derive(Clone, Debug)]
pub(crate) struct Variation {
    /// Whether a variable is the original's: such variables are free on both sides, or bound on both.
    keep_variables: Vec<bool>,
    /// Whether a reference to a `tree` node gets a copy of its own.
    unshare: Vec<bool>,
    /// Whether `tree` nodes with the same content become one.
    share: bool,
    /// Whether the entries of maps are turned round.
    turn_maps: bool,
}

pub(crate) fn variation() -> impl Strategy<Value = Variation> {
    (vec(any::<bool>(), 1..6), vec(any::<bool>(), 1..8), any::<bool>(), any::<bool>())
        .prop_map(|(keep_variables, unshare, share, turn_maps)| Variation { keep_variables, unshare, share, turn_maps })
}

impl Variation {
    /// The same, with all variables kept, or none.
    pub(crate) fn keeping_variables(self, keep: bool) -> Variation {
        Variation { keep_variables: vec![keep], ..self }
    }

    /// Appends the copy to the graph and answers with the indices of all the copied nodes.
    pub(crate) fn copy(&self, nodes: &mut Vec<NodeSpec>, original: usize) -> Vec<usize> {
        let mut keep = self.keep_variables.iter().cycle();
        let mut unshare = self.unshare.iter().cycle();
        let first_copy = nodes.len();
        let mut copies: Vec<usize> = Vec::new();
        for index in 0..original {
            let kept = match nodes[index] {
                NodeSpec::Var { .. } => keep.next() == Some(&true),
                NodeSpec::Op { .. } => true,
                _ => false,
            };
            if kept {
                copies.push(index);
                continue;
            }
            let mut spec = nodes[index].clone();
            change_ignored_fields(&mut spec);
            let mut added = Vec::new();
            each_reference(&mut spec, &mut |to, any_node| {
                *to = copies[*to];
                if any_node && is_tree(&nodes[*to]) && unshare.next() == Some(&true) {
                    added.push(nodes[*to].clone());
                    *to = nodes.len() + added.len() - 1;
                }
            });
            if self.turn_maps {
                turn_map(&mut spec);
            }
            nodes.append(&mut added);
            // Floats stay apart: those that are `==` need not be the same.
            let may_share = self.share && is_tree(&spec) && !matches!(spec, NodeSpec::Float { .. });
            let same = (first_copy..nodes.len()).find(|at| may_share && nodes[*at] == spec);
            copies.push(same.unwrap_or(nodes.len()));
            if same.is_none() {
                nodes.push(spec);
            }
        }
        copies
    }
}

fn is_tree(spec: &NodeSpec) -> bool {
    !matches!(spec, NodeSpec::Var { .. } | NodeSpec::Dag { .. } | NodeSpec::Op { .. })
}

fn change_ignored_fields(spec: &mut NodeSpec) {
    match spec {
        NodeSpec::Var { name: ignored, .. }
        | NodeSpec::Add { span: ignored, .. }
        | NodeSpec::Lambda { span: ignored, .. }
        | NodeSpec::Custom { note: ignored, .. } => ignored.push('\''),
        _ => {}
    }
}

fn turn_map(spec: &mut NodeSpec) {
    match spec {
        NodeSpec::Attrs { entries } => entries.reverse(),
        NodeSpec::Subst { entries } => entries.reverse(),
        _ => {}
    }
}

/// Calls with each reference, and whether it may be to a node of any type.
fn each_reference(spec: &mut NodeSpec, f: &mut dyn FnMut(&mut usize, bool)) {
    match spec {
        NodeSpec::Int { .. }
        | NodeSpec::Float { .. }
        | NodeSpec::Str { .. }
        | NodeSpec::Meta { .. }
        | NodeSpec::Op { .. } => {}
        NodeSpec::Var { dep, .. } => dep.iter_mut().for_each(|to| f(to, true)),
        NodeSpec::Maybe { value } => value.iter_mut().for_each(|to| f(to, true)),
        NodeSpec::Dag { value } => f(value, true),
        NodeSpec::Add { lhs, rhs, .. } => {
            f(lhs, true);
            f(rhs, true);
        }
        NodeSpec::Tuple { items } => items.iter_mut().for_each(|to| f(to, true)),
        NodeSpec::Lambda { params, body, .. } | NodeSpec::Custom { params, body, .. } => {
            params.iter_mut().for_each(|to| f(to, false));
            f(body, true);
        }
        NodeSpec::Let { value, var, body } => {
            f(value, true);
            f(var, false);
            f(body, true);
        }
        NodeSpec::Attrs { entries } => entries.iter_mut().for_each(|(_, to)| f(to, true)),
        NodeSpec::Subst { entries } => entries.iter_mut().for_each(|(key, to)| {
            f(key, false);
            f(to, true);
        }),
    }
}

/// A change that may or may not change the verdict: of a leaf, or of where a reference leads.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mutation {
    at: u8,
    to: u8,
}

pub(crate) fn mutations() -> impl Strategy<Value = Vec<Mutation>> {
    vec((any::<u8>(), any::<u8>()).prop_map(|(at, to)| Mutation { at, to }), 0..3)
}

impl Mutation {
    /// Changes one of the given nodes.
    pub(crate) fn apply(self, nodes: &mut [NodeSpec], candidates: &[usize]) {
        let index = candidates[usize::from(self.at) % candidates.len()];
        let (below, rest) = nodes.split_at_mut(index);
        let spec = &mut rest[0];
        if self.to.is_multiple_of(2) && change_leaf(spec) {
            return;
        }
        let variables: Vec<usize> = (0..index).filter(|at| matches!(below[*at], NodeSpec::Var { .. })).collect();
        let keys: Vec<usize> = match spec {
            NodeSpec::Subst { entries } => entries.iter().map(|(key, _)| *key).collect(),
            _ => vec![],
        };
        let mut left = usize::from(self.to) / 2 % 3;
        each_reference(spec, &mut |reference, any_node| {
            if left == 0 && any_node {
                *reference = usize::from(self.at) * 7 % index;
            } else if left == 0 && keys.is_empty() {
                *reference = variables[usize::from(self.at) % variables.len()];
            }
            left = left.wrapping_sub(1);
        });
    }
}

/// Changes the leaf that a node holds, if it holds one.
pub(crate) fn change_leaf(spec: &mut NodeSpec) -> bool {
    match spec {
        NodeSpec::Var { ty: value, .. } | NodeSpec::Int { value } => *value += 1,
        NodeSpec::Float { value } => *value = if value.is_nan() { 0.0 } else { -*value - 1.0 },
        NodeSpec::Str { value } | NodeSpec::Meta { tag: value, .. } => value.push('!'),
        _ => return false,
    }
    true
}

/// The nodes that a comparison starting at `root` looks at.
pub(crate) fn reached(nodes: &[NodeSpec], root: usize) -> Vec<usize> {
    let mut reached = vec![false; nodes.len()];
    let mut pending = vec![root];
    while let Some(index) = pending.pop() {
        if !std::mem::replace(&mut reached[index], true) {
            let (any, variables) = nodes[index].references();
            pending.extend(any.into_iter().chain(variables));
        }
    }
    (0..nodes.len()).filter(|index| reached[*index]).collect()
}
