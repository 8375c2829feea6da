//! Variations of a graph, and mutations, which may or may not make a difference.

use std::collections::BTreeSet;

use super::{
    Draw,
    recipe::{NAMES, reached},
    remove_duplicate_keys,
};
use crate::conformance::{NodeSpec, OpenKind};

/// What a copy of a graph has of its own. Bits are used up one for each decision, over and over.
#[derive(Clone, Debug)]
pub struct Variation {
    /// Whether a variable is the original's: such variables are free on both sides, or bound on both.
    pub keep_variables: Vec<bool>,
    /// What becomes of each name.
    pub names: [u8; 6],
    /// Whether a reference to a node that is known by no address gets a copy of its own.
    pub unshare: Vec<bool>,
    /// Whether such nodes become one where they have the same content.
    pub share: bool,
    /// Whether the entries of maps are turned round.
    pub turn_maps: bool,
}

/// Every name stays.
pub const IDENTITY: [u8; 6] = [0, 1, 2, 3, 4, 5];

impl Variation {
    /// The variation that the next bytes say.
    pub fn draw(draw: &mut Draw<'_>) -> Variation {
        let mut names = IDENTITY;
        match draw.below(5) {
            0 | 1 => {}
            2 | 3 => (1..names.len()).for_each(|end| names.swap(end, draw.below(end + 1))),
            _ => names = names.map(|_| draw.below(names.len()) as u8),
        }
        Variation {
            keep_variables: draw.some(5, Draw::flag),
            names,
            unshare: draw.some(7, Draw::flag),
            share: draw.flag(),
            turn_maps: draw.flag(),
        }
    }

    /// The same, with all variables kept, or none.
    pub fn keeping_variables(self, keep: bool) -> Variation {
        let names = if keep { IDENTITY } else { [3, 5, 0, 1, 2, 4] };
        Variation { keep_variables: vec![keep], names, ..self }
    }

    /// Appends the copy to the graph and answers with the indices of all the copied nodes.
    pub fn copy(&self, nodes: &mut Vec<NodeSpec>, original: usize) -> Vec<usize> {
        let keep = self.kept(nodes, original);
        let mut unshare = self.unshare.iter().cycle();
        let first_copy = nodes.len();
        let mut copies: Vec<usize> = Vec::new();
        for index in 0..original {
            if keep.contains(&index) {
                copies.push(index);
                continue;
            }
            let mut spec = nodes[index].clone();
            change_ignored_fields(&mut spec);
            spec.each_name(&mut |name, _| self.rename(name));
            let mut added = Vec::new();
            spec.each_reference(&mut |to, _| {
                *to = copies[*to];
                if !nodes[*to].has_address() && unshare.next() == Some(&true) {
                    added.push(nodes[*to].clone());
                    *to = nodes.len() + added.len() - 1;
                }
            });
            nodes.append(&mut added);
            remove_duplicate_keys(nodes, &mut spec);
            if self.turn_maps {
                turn_map(&mut spec);
            }
            // Floats stay apart: those that are `==` need not be the same.
            let may_share = self.share && !spec.has_address() && !matches!(spec, NodeSpec::Float { .. });
            let same = (first_copy..nodes.len()).find(|at| may_share && nodes[*at] == spec);
            copies.push(same.unwrap_or(nodes.len()));
            if same.is_none() {
                nodes.push(spec);
            }
        }
        copies
    }

    /// The nodes that a copy has in common with the original: singletons, some variables, and the dag nodes below
    /// these, whose sharing counts.
    fn kept(&self, nodes: &[NodeSpec], original: usize) -> BTreeSet<usize> {
        let mut keep = self.keep_variables.iter().cycle();
        let mut kept = BTreeSet::new();
        for index in 0..original {
            match nodes[index] {
                NodeSpec::Op { .. } => _ = kept.insert(index),
                NodeSpec::Var { .. } | NodeSpec::Param { .. } | NodeSpec::Open { kind: OpenKind::Var, .. }
                    if keep.next() == Some(&true) =>
                {
                    let below = reached(nodes, index).into_iter();
                    kept.extend(below.filter(|below| nodes[*below].has_address()));
                    kept.insert(index);
                }
                _ => {}
            }
        }
        kept
    }

    fn rename(&self, name: &mut String) {
        if let Some(at) = NAMES.iter().position(|known| known == name) {
            *name = NAMES[usize::from(self.names[at])].into();
        }
    }
}

fn change_ignored_fields(spec: &mut NodeSpec) {
    match spec {
        NodeSpec::Var { name: ignored, .. }
        | NodeSpec::Add { span: ignored, .. }
        | NodeSpec::Lambda { span: ignored, .. }
        | NodeSpec::Custom { note: ignored, .. }
        | NodeSpec::NOp { note: ignored, .. } => ignored.push('\''),
        NodeSpec::Tensor { name, blob, note, .. } => {
            name.make_ascii_uppercase();
            blob.make_ascii_uppercase();
            note.push('\'');
        }
        _ => {}
    }
}

fn turn_map(spec: &mut NodeSpec) {
    match spec {
        NodeSpec::Attrs { entries } | NodeSpec::Registry { entries } => entries.reverse(),
        NodeSpec::Subst { entries } => entries.reverse(),
        NodeSpec::Pairs { entries } => entries.reverse(),
        NodeSpec::NameSet { names } => names.reverse(),
        NodeSpec::Sets { texts, variables } => {
            texts.reverse();
            variables.reverse();
        }
        _ => {}
    }
}

/// A change that may or may not change the verdict: of a leaf, of a name, or of where a reference leads.
#[derive(Clone, Copy, Debug)]
pub struct Mutation {
    /// Which node is changed.
    pub at: u8,
    /// What becomes of it.
    pub to: u8,
}

impl Mutation {
    /// The mutations that the next bytes say: two at most.
    pub fn draw_some(draw: &mut Draw<'_>) -> Vec<Mutation> {
        let count = draw.below(3);
        (0..count).map(|_| Mutation { at: draw.byte(), to: draw.byte() }).collect()
    }

    /// Changes one of the given nodes.
    pub fn apply(self, nodes: &mut [NodeSpec], candidates: &[usize]) {
        let (at, to) = (usize::from(self.at), usize::from(self.to));
        let index = candidates[at % candidates.len()];
        let (below, rest) = nodes.split_at_mut(index);
        let spec = &mut rest[0];
        if to.is_multiple_of(2) && change_leaf(spec) {
            return;
        }
        match spec {
            NodeSpec::NVar { name, .. } if !to.is_multiple_of(3) => *name = NAMES[to % NAMES.len()].into(),
            // Two keys could become one.
            NodeSpec::Subst { entries } | NodeSpec::OrderedSubst { entries } => {
                if let Some((_, value)) = entries.first_mut() {
                    *value = at * 7 % index;
                }
            }
            NodeSpec::Ordered { entries } if !to.is_multiple_of(3) => entries.reverse(),
            NodeSpec::Boxed { dag, .. } if !to.is_multiple_of(3) => *dag = !*dag,
            NodeSpec::Open { kind, .. } if !to.is_multiple_of(3) => {
                *kind = [OpenKind::Tree, OpenKind::Dag, OpenKind::Var][to / 2 % 3];
            }
            NodeSpec::Names { .. } | NodeSpec::Declare { .. } | NodeSpec::Goto { .. } if !to.is_multiple_of(3) => {
                let mut left = to / 2 % 3;
                spec.each_name(&mut |name, _| {
                    if left == 0 {
                        *name = NAMES[at % NAMES.len()].into();
                    }
                    left = left.wrapping_sub(1);
                });
            }
            NodeSpec::Name { name } => *name = NAMES[at % NAMES.len()].into(),
            NodeSpec::NDag { name, .. } if !to.is_multiple_of(3) => name.push('!'),
            NodeSpec::NOp { name, .. } => *name = NAMES[at % NAMES.len()].into(),
            NodeSpec::Shapes { result, nested, .. } if !to.is_multiple_of(3) => match (result, nested.as_slice()) {
                (result @ Err(_), _) => *result = Ok(at * 7 % index),
                (_, [None]) => nested.clear(),
                _ => *nested = vec![None],
            },
            spec => {
                let variables: Vec<usize> = (0..index).filter(|at| below[*at].is_variable()).collect();
                let mut left = to / 2 % 3;
                spec.each_reference(&mut |reference, any_node| {
                    if left == 0 {
                        *reference = if any_node { at * 7 % index } else { variables[at % variables.len()] };
                    }
                    left = left.wrapping_sub(1);
                });
            }
        }
    }
}

/// Changes the leaf that a node holds, if it holds one.
pub fn change_leaf(spec: &mut NodeSpec) -> bool {
    match spec {
        NodeSpec::Var { ty: value, .. } | NodeSpec::Int { value } => *value += 1,
        NodeSpec::Param { initial: value, .. } | NodeSpec::Checked { number: value, .. } => *value += 1,
        NodeSpec::Shapes { pair: (value, _), .. } => *value += 1,
        NodeSpec::Float { value } => *value = if value.is_nan() { 0.0 } else { -*value },
        NodeSpec::Str { value } | NodeSpec::Meta { tag: value, .. } => value.push('!'),
        NodeSpec::Virtual { title: value, .. } => value.push('!'),
        NodeSpec::Tensor { shape, data, name, blob, .. } => match shape.len() {
            0 => data.push(0),
            1 => name.push('!'),
            2 => blob.push('!'),
            _ => shape.push(1),
        },
        _ => return false,
    }
    true
}
