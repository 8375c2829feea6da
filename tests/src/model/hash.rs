//! One node alone: what [`equal`](super::equal) would look at, written down.

use std::mem::discriminant;

use super::{
    describe::{Content, Description, Identity, Kind, describe},
    equal::Key,
    scopes::{Binding, Bindings, Region},
};
use crate::conformance::NodeSpec;

/// What a hash is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// A leaf, a name, a number.
    Atom(String),
    /// Several.
    List(Vec<Item>),
}

impl Item {
    fn tagged(tag: &str, items: impl IntoIterator<Item = Item>) -> Item {
        Item::List([Item::Atom(tag.into())].into_iter().chain(items).collect())
    }

    fn number(number: usize) -> Item {
        Item::Atom(number.to_string())
    }

    fn identity(variable: &Identity) -> Item {
        Item::Atom(format!("{variable:?}"))
    }

    fn free_key(variable: &Identity) -> Item {
        Item::tagged("free key", [Item::identity(variable)])
    }
}

/// The items, and whether a variable was met that its own fields mention.
pub(super) fn items(nodes: &[NodeSpec], root: usize, map_free_vars: bool) -> (Item, bool) {
    let mut hash = Hash { nodes, bindings: Bindings::new(), lasting: 0, dags: 0, mentions_itself: false };
    (hash.node(root, Region::root(map_free_vars)), hash.mentions_itself)
}

/// What a variable is bound by, which says what its occurrences give.
enum Binder {
    /// A scope.
    Scope,
    /// Nothing that is ever forgotten: the value that it got at its first occurrence.
    Lasting(Item),
}

struct Hash<'a> {
    nodes: &'a [NodeSpec],
    /// A dag node is known by its ordinal.
    bindings: Bindings<Binder, usize>,
    lasting: usize,
    dags: usize,
    mentions_itself: bool,
}

impl Hash<'_> {
    /// What is bound by a scope gives how many such were bound after it.
    fn occurrence(&self, binding: Binding) -> Item {
        match self.bindings.binder(binding) {
            Binder::Scope => Item::tagged("index", [Item::number(self.bindings.later_in_scopes(binding))]),
            Binder::Lasting(value) => value.clone(),
        }
    }

    fn node(&mut self, index: usize, region: Region) -> Item {
        let spec = &self.nodes[index];
        let description = describe(spec);
        let items = match description.kind {
            Kind::Singleton => Item::number(index),
            Kind::Dag => self.dag(index, description, region),
            Kind::Var => self.variable(index, description, region),
            Kind::Tree if description.scope => {
                self.bindings.enter_scope();
                let fields = self.fields(description, region);
                self.bindings.leave_scope();
                fields
            }
            Kind::Tree => self.fields(description, region),
        };
        Item::List(vec![Item::Atom(format!("{:?}", discriminant(spec))), items])
    }

    fn dag(&mut self, index: usize, description: Description<'_>, region: Region) -> Item {
        if let Some(ordinal) = self.bindings.recorded(index) {
            return Item::tagged("recorded", [Item::number(ordinal)]);
        }
        self.bindings.enter_dag();
        let fields = self.fields(description, region);
        let ordinal = self.dags;
        self.dags += 1;
        self.bindings.leave_dag(index, ordinal);
        Item::tagged("new", [Item::number(ordinal), fields])
    }

    fn variable(&mut self, index: usize, description: Description<'_>, region: Region) -> Item {
        let variable = Identity::of(self.nodes, index);
        let inside = region.inside_variable();
        if region.binds_anew() {
            let fields = self.fields(description, inside);
            self.bindings.bind(variable, region.level, Binder::Scope);
            return Item::tagged("binder", [fields]);
        }
        if let Some(binding) = self.bindings.look_up(&variable) {
            return self.occurrence(binding);
        }
        let fields = self.fields(description, inside);
        if let Some(binding) = self.bindings.look_up(&variable) {
            // Its own fields mentioned it: that is all that it gives.
            self.mentions_itself = true;
            return self.occurrence(binding);
        }
        if region.binds() && region.level > 0 {
            self.bindings.bind(variable, region.level, Binder::Scope);
            return Item::tagged("first", [fields]);
        }
        let value = if region.binds() {
            self.lasting += 1;
            Item::tagged("lasting", [fields, Item::number(self.lasting)])
        } else {
            Item::tagged("free", [fields, Item::identity(&variable)])
        };
        self.bindings.bind(variable, 0, Binder::Lasting(value.clone()));
        value
    }

    fn fields(&mut self, description: Description<'_>, region: Region) -> Item {
        let mut items = vec![];
        for (def, content) in description.fields {
            let region = region.enter(def, self.bindings.level());
            items.push(match content {
                Content::Leaf(text) => Item::Atom(text),
                Content::Node(None) => Item::Atom("none".into()),
                Content::Node(Some(node)) => self.node(node, region),
                Content::Nodes(nodes) => Item::List(nodes.iter().map(|node| self.node(*node, region)).collect()),
                Content::Attributes(entries) => {
                    let mut entries = entries.to_vec();
                    entries.sort();
                    let entries = entries.into_iter().map(|(key, value)| (Item::Atom(key), value));
                    self.entries(entries.collect(), region)
                }
                Content::Substitutions(entries) => self.substitutions(entries, region),
            });
        }
        Item::List(items)
    }

    fn substitutions(&mut self, entries: &[(usize, usize)], region: Region) -> Item {
        let rank =
            |entry: &(usize, usize)| (Key::of(self.bindings.stacks(), Identity::of(self.nodes, entry.0)), entry.1);
        let mut entries: Vec<_> = entries.iter().map(rank).collect();
        entries.sort();
        let item = |(key, value): &(Key, usize)| match key {
            Key::Bound(binding) => (self.occurrence(*binding), *value),
            Key::Free(variable) => (Item::free_key(variable), *value),
        };
        let items = entries.iter().map(item).collect();
        for (key, _) in entries {
            match key {
                Key::Bound(binding) => self.bindings.consult(binding),
                Key::Free(variable) => {
                    let value = Binder::Lasting(Item::free_key(&variable));
                    self.bindings.bind(variable, 0, value);
                }
            }
        }
        self.entries(items, region)
    }

    fn entries(&mut self, entries: Vec<(Item, usize)>, region: Region) -> Item {
        let entry = |(key, value)| Item::List(vec![key, self.node(value, region)]);
        Item::List(entries.into_iter().map(entry).collect())
    }
}
