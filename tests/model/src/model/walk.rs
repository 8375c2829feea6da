//! What a walk meets, node by node.

use std::collections::HashSet;

use super::{
    Mistake, Options,
    describe::{Content, Description, Entry, EntryKey, Field, Identity, Kind, Order, describe},
    entries::{Key, Ranks, ranked},
    met::{How, Met, Occurrence},
    predeclared::declarations,
    scopes::{Binding, Bindings, Region},
};
use crate::conformance::{Namespace, NodeSpec};

/// What a walk meets, and on what the order hangs.
pub(super) fn walk(
    nodes: &[NodeSpec],
    root: usize,
    options: Options,
    how: How,
    mistake: Option<Mistake>,
) -> (Vec<Met>, Ranks) {
    let bindings = Bindings::new();
    let mut walk = Walk {
        nodes,
        how,
        mistake,
        bindings,
        made: 0,
        options,
        declared: HashSet::new(),
        known: HashSet::new(),
        visited: 0,
        is_silent: false,
        met: vec![],
        ranks: Ranks::new(options, mistake),
    };
    let at = Place { path: vec![], depth: 0, region: Region::root(options, mistake), met_before: false };
    walk.node(root, &at);
    (numbered(walk.met), walk.ranks)
}

/// The same, with bindings numbered in the order in which they are met. Predeclared ones are made in another.
fn numbered(mut met: Vec<Met>) -> Vec<Met> {
    let mut numbers: Vec<usize> = vec![];
    for occurrence in met.iter_mut().filter_map(|met| met.occurrence.as_mut()) {
        if let Occurrence::Binds(number) | Occurrence::Bound(number) = occurrence {
            let known = numbers.iter().position(|known| known == number);
            *number = 1 + known.unwrap_or_else(|| {
                numbers.push(*number);
                numbers.len() - 1
            });
        }
    }
    met
}

struct Walk<'a> {
    nodes: &'a [NodeSpec],
    how: How,
    mistake: Option<Mistake>,
    /// What a use of each binding is.
    bindings: Bindings<Occurrence, ()>,
    /// How many binding occurrences were met.
    made: usize,
    options: Options,
    /// What was declared where it stands.
    declared: HashSet<Binding>,
    /// The nodes that were met.
    known: HashSet<Which>,
    /// How many nodes were visited.
    visited: usize,
    /// Whether nothing is written down.
    is_silent: bool,
    met: Vec<Met>,
    ranks: Ranks,
}

/// What tells whether a node was met before.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Which {
    Node(Identity),
    /// The node behind a pointer of its own that another holds.
    Inside(usize),
}

/// Where a node stands.
#[derive(Clone)]
struct Place {
    path: Vec<String>,
    depth: usize,
    region: Region,
    /// Whether a node around was met before.
    met_before: bool,
}

impl Place {
    /// One step on.
    fn step(&self, step: String) -> Place {
        let mut place = self.clone();
        place.path.push(step);
        place
    }

    fn met(&self, name: String, index: Option<usize>) -> Met {
        let Place { path, depth, region, met_before } = self.clone();
        Met { is_end: false, name, index, path, depth, region: region.def(), occurrence: None, met_before }
    }
}

impl Walk<'_> {
    fn makes(&self, mistake: Mistake) -> bool {
        self.mistake == Some(mistake)
    }

    /// Writes a node down, with all that is in it.
    fn visit(&mut self, met: Met, inside: impl FnOnce(&mut Self)) {
        if self.is_silent {
            return inside(self);
        }
        let is_left_out = self.how.skips_after(self.visited);
        self.visited += 1;
        self.met.push(met.clone());
        if !is_left_out {
            inside(self);
        } else if self.makes(Mistake::WalksBindWhatIsLeftOut) {
            self.is_silent = true;
            inside(self);
            self.is_silent = false;
        }
        self.met.push(Met { is_end: true, ..met });
    }

    fn node(&mut self, index: usize, at: &Place) {
        let description = describe(self.nodes, index, self.mistake);
        let identity = Identity::of(self.nodes, index);
        self.described(Which::Node(identity), at.met(type_name(&self.nodes[index]), Some(index)), description, at);
    }

    fn described(&mut self, which: Which, met: Met, description: Description<'_>, at: &Place) {
        let known = !self.known.insert(which.clone());
        if known && self.how.distinct {
            return;
        }
        let met_before = known || at.met_before && !self.makes(Mistake::WalksForgetWhatIsAround);
        let met = Met { met_before, ..met };
        let inside = Place { depth: at.depth + 1, met_before, ..at.clone() };
        match (description.kind, which) {
            (Kind::Var, Which::Node(variable)) => self.variable(variable, met, description, &inside),
            (Kind::Singleton, _) => self.visit(met, |_| {}),
            (Kind::Dag, _) if known && self.makes(Mistake::WalksTakeDagNodesOnce) => self.visit(met, |_| {}),
            _ => self.visit(met, |walk| {
                let scope = description.scope;
                let region = if description.kind == Kind::Dag { inside.region.past_dag() } else { inside.region };
                if !scope {
                    return walk.fields(description, &Place { region, ..inside });
                }
                walk.bindings.enter_scope();
                walk.predeclare(&description, region);
                walk.fields(description, &Place { region: region.past_scope(), ..inside });
                walk.bindings.leave_scope();
            }),
        }
    }

    fn predeclare(&mut self, scope: &Description<'_>, region: Region) {
        let level = self.bindings.level();
        for declaration in declarations(self.nodes, scope, region, level, self.options, self.mistake) {
            if self.bindings.predeclared(&declaration.variable).is_none() {
                self.made += 1;
                self.bindings.predeclare(declaration, Occurrence::Binds(self.made));
            }
        }
    }

    /// A variable is bound after its fields, unless these have bound it. Where nothing binds it, it is recorded as
    /// free.
    fn variable(&mut self, variable: Identity, met: Met, description: Description<'_>, at: &Place) {
        let region = at.region;
        let looked_up = self.bindings.stacks().top(&variable).filter(|_| !region.binds_anew());
        if let Some(binding) = looked_up {
            let occurrence = Some(self.used(binding));
            return self.visit(Met { occurrence, ..met }, |_| {});
        }
        let inside = Place { region: region.inside_variable(), ..at.clone() };
        if region.is_predeclared()
            && region.binds_anew()
            && let Some(binding) = self.bindings.predeclared(&variable)
        {
            let is_first = self.declared.insert(binding);
            let occurrence = if is_first { *self.bindings.binder(binding) } else { self.used(binding) };
            let met = Met { occurrence: Some(occurrence), ..met };
            return self.visit(met, |walk| walk.fields(description, &inside));
        }
        let (occurrence, level) = if region.binds() {
            self.made += 1;
            (Occurrence::Binds(self.made), region.level)
        } else {
            (Occurrence::Free, 0)
        };
        let bind = |walk: &mut Self| {
            if region.binds_anew() || walk.bindings.stacks().top(&variable).is_none() {
                walk.bindings.bind(variable.clone(), level, occurrence);
            }
        };
        let early = self.makes(Mistake::WalksBindBeforeFields);
        if early {
            bind(self);
        }
        self.visit(Met { occurrence: Some(occurrence), ..met }, |walk| walk.fields(description, &inside));
        if !early {
            bind(self);
        }
    }

    fn used(&self, binding: Binding) -> Occurrence {
        match self.bindings.binder(binding) {
            Occurrence::Binds(number) | Occurrence::Bound(number) => Occurrence::Bound(*number),
            Occurrence::Free => Occurrence::Free,
        }
    }

    fn fields(&mut self, description: Description<'_>, at: &Place) {
        for field in description.fields {
            self.field(field, at);
        }
    }

    fn field(&mut self, field: Field<'_>, at: &Place) {
        let mut at = at.clone();
        // A field in a tuple takes two steps.
        at.path.extend(field.path.split('.').skip(1).map(|step| format!(".{step}")));
        at.region = at.region.enter_field(&field, self.bindings.level());
        let element = |number: usize| at.step(format!("[{number}]"));
        match field.content {
            Content::Leaf(_) | Content::Leaves(_) | Content::Node(None) => {}
            Content::Node(Some(node)) => self.node(node, &at),
            Content::Nodes(nodes) => {
                nodes.iter().enumerate().for_each(|(number, node)| self.node(*node, &element(number)));
            }
            // A field that holds one name has no index.
            Content::Names(space, [name]) if field.path == ".name" => self.name(space, name, &at),
            Content::Names(space, names) => {
                names.iter().enumerate().for_each(|(number, name)| self.name(space, name, &element(number)));
            }
            Content::Map(entries, order) => self.map(entries, order, &at),
            Content::Inside(owner, inside) => {
                self.described(Which::Inside(owner), at.met("Open".into(), None), inside, &at);
            }
        }
    }

    fn name(&mut self, space: Namespace, name: &str, at: &Place) {
        let description = Description { kind: Kind::Var, scope: false, fields: vec![] };
        let which = Which::Node(Identity::Variable(space, name.into()));
        self.described(which, at.met(name.into(), None), description, at);
    }

    /// What keys refer to is found for all of them first, and free ones are recorded; then comes each key before its
    /// value.
    fn map(&mut self, entries: Vec<Entry>, order: Order, at: &Place) {
        let at = &Place { region: at.region.past_map(), ..at.clone() };
        let keys: Vec<EntryKey> = entries.iter().map(|entry| entry.key.clone()).collect();
        let mut entries = ranked(self.bindings.stacks(), entries, order);
        let ties = self.ranks.arrange(self.nodes, &mut entries, |entry| entry, order);
        let mut occurrences = vec![];
        for entry in &entries {
            occurrences.push(match &entry.key {
                Key::Bound(binding) => Some(self.used(*binding)),
                Key::Free(variable) => {
                    self.bindings.bind(variable.clone(), 0, Occurrence::Free);
                    Some(Occurrence::Free)
                }
                Key::Content(_) | Key::Pair(..) | Key::Structural(_) => None,
            });
        }
        self.ranks.note_ties(&ties, |at| &entries[at], self.bindings.stacks());
        for (entry, occurrence) in entries.iter().zip(occurrences) {
            let key = &keys[entry.place];
            let at = at.step(key_step(key));
            self.key(key, occurrence, &Place { region: at.region.none(), ..at.clone() });
            if let Some(value) = entry.value {
                self.node(value, &at);
            }
        }
    }

    /// Nothing is looked into, and nothing binds. What is no node is not visited.
    fn key(&mut self, key: &EntryKey, occurrence: Option<Occurrence>, at: &Place) {
        let (which, met) = match key {
            EntryKey::Content(_) | EntryKey::Pair(..) => return,
            EntryKey::Structural(_) => return self.visit(at.met("Words".into(), None), |_| {}),
            EntryKey::Keyed(name) => (Identity::Singleton(name.clone()), at.met("NOp".into(), None)),
            EntryKey::Variable(variable, Some(node)) => {
                (variable.clone(), at.met(type_name(&self.nodes[*node]), Some(*node)))
            }
            EntryKey::Variable(Identity::Variable(_, name), None) => {
                (Identity::Variable(Namespace::Names, name.clone()), at.met(name.clone(), None))
            }
            EntryKey::Variable(..) => return,
        };
        let occurrence = match self.bindings.stacks().top(&which).filter(|_| self.makes(Mistake::WalksLookUpKeysLate)) {
            Some(binding) => Some(self.used(binding)),
            None => occurrence,
        };
        let known = !self.known.insert(Which::Node(which));
        if !known || !self.how.distinct {
            self.visit(Met { occurrence, met_before: known || at.met_before, ..met }, |_| {});
        }
    }
}

/// The step to a key.
fn key_step(key: &EntryKey) -> String {
    match key {
        EntryKey::Content(text) | EntryKey::Keyed(text) | EntryKey::Variable(Identity::Variable(_, text), _) => {
            format!("[{text:?}]")
        }
        EntryKey::Pair(..) | EntryKey::Structural(_) | EntryKey::Variable(..) => "[…]".into(),
    }
}

/// The name of a node's type.
fn type_name(spec: &NodeSpec) -> String {
    let text = format!("{spec:?}");
    text.split(' ').next().unwrap_or_default().into()
}
