//! The same term with other variables, and with copies of its own for what is met at several places.

use super::{
    describe::{Def, Identity, Kind, describe},
    equal::Key,
    scopes::{Bindings, Region},
};
use crate::conformance::NodeSpec;

/// How many nodes a copy may have.
const LIMIT: usize = 400;

pub(super) fn rename(
    nodes: &mut Vec<NodeSpec>,
    root: usize,
    map_free_vars: bool,
    careless: bool,
    decide: &mut dyn FnMut(usize) -> usize,
) -> Option<usize> {
    let limit = nodes.len() + LIMIT;
    let original = nodes.len();
    let mut rename = Rename { nodes, original, limit, bindings: Bindings::new(), careless, decide };
    let copy = rename.node(root, Region::root(map_free_vars));
    if copy.is_none() {
        nodes.truncate(original);
    }
    copy
}

struct Rename<'a, 'd> {
    /// The graph, and what was copied, behind it.
    nodes: &'a mut Vec<NodeSpec>,
    original: usize,
    limit: usize,
    /// A variable is known by what stands for it in the copy, and so is a dag node.
    bindings: Bindings<usize, usize>,
    careless: bool,
    decide: &'a mut (dyn FnMut(usize) -> usize + 'd),
}

impl Rename<'_, '_> {
    fn push(&mut self, spec: NodeSpec) -> Option<usize> {
        self.nodes.push(spec);
        (self.nodes.len() < self.limit).then_some(self.nodes.len() - 1)
    }

    fn node(&mut self, index: usize, region: Region) -> Option<usize> {
        let spec = self.nodes[index].clone();
        let (kind, scope) = (describe(&spec).kind, describe(&spec).scope);
        match (kind, scope) {
            (Kind::Singleton, _) => Some(index),
            (Kind::Var, _) => self.variable(index, region),
            (Kind::Dag, _) => {
                if let Some(copy) = self.bindings.recorded(index) {
                    return Some(copy);
                }
                self.bindings.enter_dag();
                let copy = self.fields(spec, region)?;
                let copy = self.push(copy)?;
                self.bindings.leave_dag(index, copy);
                Some(copy)
            }
            (Kind::Tree, scope) => {
                if scope {
                    self.bindings.enter_scope();
                }
                let copy = self.fields(spec, region)?;
                if scope {
                    self.bindings.leave_scope();
                }
                self.tree(copy)
            }
        }
    }

    /// A tree node: a new one, or one of the same content that there is.
    fn tree(&mut self, spec: NodeSpec) -> Option<usize> {
        let same = |first: usize| (first..self.nodes.len()).find(|at| self.nodes[*at] == spec);
        let shared = match (self.decide)(4) {
            0 => None,
            1 => same(0),
            _ => same(self.original),
        };
        // Floats stay apart: those that are `==` need not be the same.
        match shared.filter(|_| !matches!(spec, NodeSpec::Float { .. })) {
            Some(shared) => Some(shared),
            None => self.push(spec),
        }
    }

    fn variable(&mut self, index: usize, region: Region) -> Option<usize> {
        let variable = Identity::of(self.nodes, index);
        let inside = region.inside_variable();
        if !region.binds_anew()
            && let Some(binding) = self.bindings.look_up(&variable)
        {
            return self.occurrence(*self.bindings.binder(binding));
        }
        let spec = self.nodes[index].clone();
        let copy = self.fields(spec, inside)?;
        if region.binds_anew() {
            let copy = self.stand_in(index, copy)?;
            self.bindings.bind(variable, region.level, copy);
            return Some(copy);
        }
        if let Some(binding) = self.bindings.look_up(&variable) {
            // Its own fields mentioned it.
            let name = self.nodes[*self.bindings.binder(binding)].clone();
            return match (name, copy) {
                (NodeSpec::NVar { name, .. }, NodeSpec::NVar { dep, .. }) => self.push(NodeSpec::NVar { name, dep }),
                _ => Some(index),
            };
        }
        let copy = match (&variable, region.binds()) {
            (_, true) => self.stand_in(index, copy)?,
            (Identity::Object(_), false) => index,
            (Identity::Name(_), false) => self.push(copy)?,
        };
        self.bindings.bind(variable, region.level, copy);
        Some(copy)
    }

    /// An occurrence of a variable, whose fields do not count.
    fn occurrence(&mut self, variable: usize) -> Option<usize> {
        match &self.nodes[variable] {
            NodeSpec::NVar { name, .. } if (self.decide)(3) == 0 => {
                let name = name.clone();
                self.push(NodeSpec::NVar { name, dep: None })
            }
            _ => Some(variable),
        }
    }

    /// What becomes of a variable that is bound: another one, unless that is decided carelessly.
    fn stand_in(&mut self, index: usize, mut copy: NodeSpec) -> Option<usize> {
        let decision = if self.careless { (self.decide)(8) } else { 7 };
        if decision == 0 {
            return Some(index);
        }
        let fresh = format!("new{}", self.nodes.len());
        match &mut copy {
            NodeSpec::NVar { .. } if decision == 1 => {}
            NodeSpec::NVar { name, .. } if decision == 2 => {
                *name = ["p", "q", "r"][(self.decide)(3)].into();
            }
            NodeSpec::NVar { name, .. } | NodeSpec::Var { name, .. } => *name = fresh,
            _ => {}
        }
        self.push(copy)
    }

    /// The node with its fields renamed, in the order of comparison.
    fn fields(&mut self, mut spec: NodeSpec, region: Region) -> Option<NodeSpec> {
        match &mut spec {
            NodeSpec::Subst { entries } => {
                *entries = self.substitutions(entries, region)?;
                return Some(spec);
            }
            NodeSpec::Attrs { entries } => entries.sort(),
            _ => {}
        }
        let def = if matches!(spec, NodeSpec::Let { .. }) { Def::Simple } else { Def::Pattern };
        let binding = region.enter(Some(def), self.bindings.level());
        let mut complete = true;
        spec.each_reference(&mut |to, of_any_type| {
            let copy = complete.then(|| self.node(*to, if of_any_type { region } else { binding })).flatten();
            complete &= copy.is_some();
            *to = copy.unwrap_or(*to);
        });
        complete.then_some(spec)
    }

    fn substitutions(&mut self, entries: &[(usize, usize)], region: Region) -> Option<Vec<(usize, usize)>> {
        let rank = |&(key, value): &(usize, usize)| {
            (Key::of(self.bindings.stacks(), Identity::of(self.nodes, key)), key, value)
        };
        let mut entries: Vec<_> = entries.iter().map(rank).collect();
        entries.sort();
        let keys: Vec<usize> = entries
            .iter()
            .map(|(key, index, _)| match key {
                Key::Bound(binding) => *self.bindings.binder(*binding),
                Key::Free(_) => *index,
            })
            .collect();
        for (key, index, _) in &entries {
            match key {
                Key::Bound(binding) => self.bindings.consult(*binding),
                Key::Free(variable) => _ = self.bindings.bind(variable.clone(), 0, *index),
            }
        }
        keys.into_iter().zip(entries).map(|(key, (_, _, value))| Some((key, self.node(value, region)?))).collect()
    }
}
