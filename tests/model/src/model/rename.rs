//! The same term with other variables, and with copies of its own for what is met at several places.

use super::{
    Options,
    describe::{Content, Description, Entry, Identity, Kind, Order, describe},
    entries::{Key, Ranked, Ranks, ranked},
    predeclared::declarations,
    scopes::{Bindings, Region},
};
use crate::conformance::{Namespace, NodeSpec};

/// How many nodes a copy may have.
const LIMIT: usize = 400;

pub(super) fn rename(
    nodes: &mut Vec<NodeSpec>,
    root: usize,
    options: Options,
    careless: bool,
    decide: &mut dyn FnMut(usize) -> usize,
) -> Option<usize> {
    let limit = nodes.len() + LIMIT;
    let graph = &*nodes.clone();
    let (bindings, ranks) = (Bindings::new(), Ranks::new(options, None));
    let mut rename = Rename { graph, nodes, limit, fresh: 0, bindings, ranks, options, careless, decide };
    let copy = rename.node(root, Region::root(options, None));
    if copy.is_none() {
        nodes.truncate(graph.len());
    }
    copy
}

/// What stands for a variable in the copy.
#[derive(Clone)]
enum StandIn {
    Node(usize),
    Name(String),
}

struct Rename<'a, 'd> {
    /// What is renamed.
    graph: &'a [NodeSpec],
    /// The same, and what was copied, behind it.
    nodes: &'a mut Vec<NodeSpec>,
    limit: usize,
    /// How many names there are that nothing had before.
    fresh: usize,
    /// A dag node is known by what stands for it in the copy.
    bindings: Bindings<StandIn, usize>,
    ranks: Ranks,
    options: Options,
    careless: bool,
    decide: &'a mut (dyn FnMut(usize) -> usize + 'd),
}

/// What a copy of a node refers to, and which names it has, in the order of comparison.
#[derive(Default)]
struct Parts {
    references: Vec<usize>,
    names: Vec<String>,
}

impl Rename<'_, '_> {
    fn push(&mut self, spec: NodeSpec) -> Option<usize> {
        self.nodes.push(spec);
        (self.nodes.len() < self.limit).then_some(self.nodes.len() - 1)
    }

    fn node(&mut self, index: usize, region: Region) -> Option<usize> {
        let Description { kind, scope, .. } = describe(self.graph, index, None);
        match kind {
            Kind::Singleton => Some(index),
            Kind::Var => self.variable(index, region),
            Kind::Tree if !self.graph[index].has_address() => {
                let copy = self.content(index, scope, region)?;
                self.tree(copy)
            }
            // A tree that holds a dag node of its own is one as well, for nothing else does.
            Kind::Dag | Kind::Tree => {
                let identity = Identity::of(self.graph, index);
                if let Some(copy) = self.bindings.recorded(&identity) {
                    return Some(copy);
                }
                self.bindings.enter_dag();
                let inside = if kind == Kind::Dag { region.past_dag() } else { region };
                let mut copy = self.content(index, scope, inside)?;
                // The key is not compared: it says which dag node this is, and each record is of a node of its own.
                if let NodeSpec::NDag { name, .. } = &mut copy {
                    *name = self.decide_name(name);
                }
                let copy = self.push(copy)?;
                self.bindings.leave_dag(identity, copy);
                Some(copy)
            }
        }
    }

    fn content(&mut self, index: usize, scope: bool, region: Region) -> Option<NodeSpec> {
        if !scope {
            return self.fields(index, region);
        }
        self.bindings.enter_scope();
        self.predeclare(index, region)?;
        let copy = self.fields(index, region.past_scope())?;
        self.bindings.leave_scope();
        Some(copy)
    }

    /// Renames what a scope predeclares. Only what has no fields: these are renamed where it stands, which is later.
    fn predeclare(&mut self, index: usize, region: Region) -> Option<()> {
        let (graph, level) = (self.graph, self.bindings.level());
        let scope = describe(graph, index, None);
        for declaration in declarations(graph, &scope, region, level, self.options, None) {
            let has_fields = |spec: &NodeSpec| !spec.references().0.is_empty();
            if declaration.node.is_some_and(|node| has_fields(&graph[node])) {
                return None;
            }
            if self.bindings.predeclared(&declaration.variable).is_some() {
                continue;
            }
            let stand_in = match (&declaration.variable, declaration.node) {
                (Identity::Variable(_, name), None) => StandIn::Name(self.decide_name(name)),
                (_, Some(node)) => StandIn::Node(self.stand_in(node, graph[node].clone())?),
                (_, None) => return None,
            };
            self.bindings.predeclare(declaration, stand_in);
        }
        Some(())
    }

    /// A tree node: a new one, or one of the same content that there is.
    fn tree(&mut self, spec: NodeSpec) -> Option<usize> {
        let same = |first: usize| (first..self.nodes.len()).find(|at| self.nodes[*at] == spec);
        let shared = match (self.decide)(4) {
            0 => None,
            1 => same(0),
            _ => same(self.graph.len()),
        };
        // Floats stay apart: those that are `==` need not be the same.
        match shared.filter(|_| !matches!(spec, NodeSpec::Float { .. })) {
            Some(shared) => Some(shared),
            None => self.push(spec),
        }
    }

    fn variable(&mut self, index: usize, region: Region) -> Option<usize> {
        let variable = Identity::of(self.graph, index);
        let inside = region.inside_variable();
        if region.is_predeclared()
            && region.binds_anew()
            && let Some(binding) = self.bindings.predeclared(&variable)
            && let StandIn::Node(stand_in) = *self.bindings.binder(binding)
        {
            return self.occurrence(stand_in);
        }
        if !region.binds_anew()
            && let Some(StandIn::Node(stand_in)) = self.look_up(&variable)
        {
            return self.occurrence(stand_in);
        }
        let copy = self.fields(index, inside)?;
        if region.binds_anew() {
            let copy = self.stand_in(index, copy)?;
            self.bindings.bind(variable, region.level, StandIn::Node(copy));
            return Some(copy);
        }
        if let Some(StandIn::Node(stand_in)) = self.look_up(&variable) {
            // Its own fields mentioned it.
            let name = self.nodes[stand_in].clone();
            return match (name, copy) {
                (NodeSpec::NVar { name, .. }, NodeSpec::NVar { dep, .. }) => self.push(NodeSpec::NVar { name, dep }),
                _ => Some(index),
            };
        }
        let copy = match (&variable, region.binds()) {
            (_, true) => self.stand_in(index, copy)?,
            (Identity::Object(_), false) => index,
            (_, false) => self.push(copy)?,
        };
        self.bindings.bind(variable, region.level, StandIn::Node(copy));
        Some(copy)
    }

    fn look_up(&mut self, variable: &Identity) -> Option<StandIn> {
        let binding = self.bindings.look_up(variable)?;
        Some(self.bindings.binder(binding).clone())
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
        if self.careless && (self.decide)(8) == 0 {
            return Some(index);
        }
        if let NodeSpec::NVar { name, .. } | NodeSpec::Var { name, .. } = &mut copy {
            *name = self.decide_name(name);
        }
        self.push(copy)
    }

    /// A name that nothing has, unless it is decided carelessly.
    fn decide_name(&mut self, old: &str) -> String {
        let decision = if self.careless { (self.decide)(8) } else { 7 };
        match decision {
            0 | 1 => old.into(),
            2 => ["p", "q", "r"][(self.decide)(3)].into(),
            _ => {
                self.fresh += 1;
                format!("new{}", self.fresh)
            }
        }
    }

    /// A name that is a variable without fields.
    fn name(&mut self, space: Namespace, name: &str, region: Region) -> String {
        let variable = Identity::Variable(space, name.into());
        if region.is_predeclared()
            && region.binds_anew()
            && let Some(binding) = self.bindings.predeclared(&variable)
            && let StandIn::Name(name) = self.bindings.binder(binding)
        {
            return name.clone();
        }
        if !region.binds_anew()
            && let Some(StandIn::Name(name)) = self.look_up(&variable)
        {
            return name;
        }
        let new = if region.binds() { self.decide_name(name) } else { name.into() };
        self.bindings.bind(variable, region.level, StandIn::Name(new.clone()));
        new
    }

    /// The node with its fields renamed, in the order of comparison.
    fn fields(&mut self, index: usize, region: Region) -> Option<NodeSpec> {
        let graph = self.graph;
        let mut parts = Parts::default();
        for field in describe(graph, index, None).fields {
            let region = region.enter_field(&field, self.bindings.level());
            self.part(field.content, region, &mut parts)?;
        }
        let mut copy = graph[index].clone();
        let (mut references, mut names) = (parts.references.into_iter(), parts.names.into_iter());
        copy.each_reference(&mut |to, _| *to = references.next().unwrap_or(*to));
        copy.each_name(&mut |name, _| *name = names.next().unwrap_or_else(|| name.clone()));
        Some(copy)
    }

    fn part(&mut self, content: Content<'_>, region: Region, parts: &mut Parts) -> Option<()> {
        match content {
            Content::Leaf(_) | Content::Leaves(_) | Content::Node(None) => {}
            Content::Node(Some(node)) => parts.references.push(self.node(node, region)?),
            Content::Nodes(nodes) => {
                for node in nodes {
                    parts.references.push(self.node(*node, region)?);
                }
            }
            Content::Names(space, names) => {
                for name in names {
                    parts.names.push(self.name(space, name, region));
                }
            }
            Content::Map(entries, order) => self.map(entries, order, region, parts)?,
            Content::Inside(_, inside) => {
                let region = if inside.kind == Kind::Dag { region.past_dag() } else { region };
                for field in inside.fields {
                    self.part(field.content, region, parts)?;
                }
            }
        }
        Some(())
    }

    /// Renames in the order of comparison, and writes down in the container's.
    fn map(&mut self, entries: Vec<Entry>, order: Order, region: Region, parts: &mut Parts) -> Option<()> {
        let region = region.past_map();
        let mut entries = ranked(self.bindings.stacks(), entries, order);
        let ties = self.ranks.arrange(self.graph, &mut entries, |entry| entry, order);
        let mut copies: Vec<(usize, Option<StandIn>, Option<usize>)> = vec![];
        for Ranked { key, node, place, .. } in &entries {
            let itself = match (key, node) {
                (Key::Bound(binding), _) => Some(self.bindings.binder(*binding).clone()),
                (Key::Free(_), Some(node)) => Some(StandIn::Node(*node)),
                (Key::Free(Identity::Variable(_, name)), None) => Some(StandIn::Name(name.clone())),
                _ => None,
            };
            copies.push((*place, itself, None));
        }
        for (Ranked { key, .. }, (_, itself, _)) in entries.iter().zip(&copies) {
            match (key, itself) {
                (Key::Bound(binding), _) => self.bindings.consult(*binding),
                (Key::Free(variable), Some(itself)) => _ = self.bindings.bind(variable.clone(), 0, itself.clone()),
                _ => {}
            }
        }
        self.ranks.note_ties(&ties, |at| &entries[at], self.bindings.stacks());
        for (entry, copy) in entries.iter().zip(&mut copies) {
            if let Some(value) = entry.value {
                copy.2 = Some(self.node(value, region)?);
            }
        }
        copies.sort_by_key(|(place, ..)| *place);
        for (_, key, value) in copies {
            match key {
                Some(StandIn::Node(node)) => parts.references.push(node),
                Some(StandIn::Name(name)) => parts.names.push(name),
                None => {}
            }
            parts.references.extend(value);
        }
        Some(())
    }
}
