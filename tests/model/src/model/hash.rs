//! One node alone: what [`equal`](super::equal) would look at, written down.

use std::mem::discriminant;

use super::{
    Mistake, Options,
    describe::{Content, Description, Entry, Field, Identity, Kind, Order, Role, describe},
    entries::{Key, Ranks, ranked},
    predeclared::declarations,
    scopes::{Binding, Bindings, Region},
};
use crate::conformance::{Namespace, NodeSpec};

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

/// The items of a node.
pub(super) fn items(nodes: &[NodeSpec], root: usize, options: Options, mistake: Option<Mistake>) -> Item {
    let bindings = Bindings::new();
    let ranks = Ranks::new(options, mistake);
    let mut hash = Hash { nodes, options, mistake, bindings, ranks, lasting: 0, dags: 0 };
    hash.node(root, Region::root(options, mistake))
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
    options: Options,
    mistake: Option<Mistake>,
    /// A dag node is known by its ordinal.
    bindings: Bindings<Binder, usize>,
    ranks: Ranks,
    lasting: usize,
    dags: usize,
}

impl Hash<'_> {
    fn makes(&self, mistake: Mistake) -> bool {
        self.mistake == Some(mistake)
    }

    /// What is bound by a scope gives how many such were bound after it.
    fn occurrence(&self, binding: Binding) -> Item {
        match self.bindings.binder(binding) {
            Binder::Scope if self.makes(Mistake::HashForgetsWhichBinder) => Item::tagged("index", []),
            Binder::Scope => Item::tagged("index", [Item::number(self.bindings.later_in_scopes(binding))]),
            Binder::Lasting(value) => value.clone(),
        }
    }

    fn node(&mut self, index: usize, region: Region) -> Item {
        let variant = Item::Atom(format!("{:?}", discriminant(&self.nodes[index])));
        let described =
            self.described(Identity::of(self.nodes, index), describe(self.nodes, index, self.mistake), region);
        Item::List(vec![variant, described])
    }

    fn described(&mut self, identity: Identity, description: Description<'_>, region: Region) -> Item {
        match description.kind {
            Kind::Singleton => Item::tagged("singleton", [Item::identity(&identity)]),
            Kind::Dag => self.dag(identity, description, region),
            Kind::Var => self.variable(identity, description, region),
            Kind::Tree => Item::tagged("tree", [self.content(description, region)]),
        }
    }

    fn content(&mut self, description: Description<'_>, region: Region) -> Item {
        let scope = description.scope;
        if !scope {
            return self.fields(description, region);
        }
        self.bindings.enter_scope();
        let level = self.bindings.level();
        for declaration in declarations(self.nodes, &description, region, level, self.options, self.mistake) {
            if self.bindings.predeclared(&declaration.variable).is_none() {
                self.bindings.predeclare(declaration, Binder::Scope);
            }
        }
        let fields = self.fields(description, region.past_scope());
        self.bindings.leave_scope();
        fields
    }

    fn dag(&mut self, identity: Identity, description: Description<'_>, region: Region) -> Item {
        if let Some(ordinal) = self.bindings.recorded(&identity)
            && !self.makes(Mistake::HashByContent)
        {
            if self.makes(Mistake::HashForgetsWhichDag) {
                return Item::tagged("recorded", []);
            }
            return Item::tagged("recorded", [Item::number(ordinal)]);
        }
        self.bindings.enter_dag();
        let content = self.content(description, region.past_dag());
        let ordinal = self.dags;
        self.dags += 1;
        self.bindings.leave_dag(identity, ordinal);
        Item::tagged("new", [Item::number(ordinal), content])
    }

    fn variable(&mut self, variable: Identity, description: Description<'_>, region: Region) -> Item {
        let inside = region.inside_variable();
        if region.binds_anew() {
            let fields = self.fields(description, inside);
            if let Some(binding) = self.bindings.predeclared(&variable)
                && region.is_predeclared()
            {
                let index = Item::number(self.bindings.later_in_scopes(binding));
                return Item::tagged("declared", [fields, index]);
            }
            self.bindings.bind(variable, region.level, Binder::Scope);
            let fields = Some(fields).filter(|_| !self.makes(Mistake::HashForgetsFieldsOfBinders));
            return Item::tagged("binder", fields);
        }
        if let Some(binding) = self.bindings.look_up(&variable)
            && !self.makes(Mistake::HashReadsFieldsAgain)
        {
            return self.occurrence(binding);
        }
        let fields = self.fields(description, inside);
        if let Some(binding) = self.bindings.look_up(&variable) {
            let mention = self.occurrence(binding);
            if self.makes(Mistake::HashForgetsFieldsWithMentions) {
                return mention;
            }
            return Item::tagged("mentions itself", [fields, mention]);
        }
        if region.binds() && region.level > 0 {
            self.bindings.bind(variable, region.level, Binder::Scope);
            return Item::tagged("first", [fields]);
        }
        let value = if region.binds() {
            self.lasting += 1;
            Item::tagged("lasting", [fields, Item::number(self.lasting)])
        } else {
            let identity = Some(Item::identity(&variable)).filter(|_| !self.makes(Mistake::HashForgetsFreeVariables));
            Item::tagged("free", [fields].into_iter().chain(identity))
        };
        self.bindings.bind(variable, 0, Binder::Lasting(value.clone()));
        value
    }

    fn fields(&mut self, description: Description<'_>, region: Region) -> Item {
        let skips_payload = self.options.skip_payload || self.makes(Mistake::HashSkipsPayload);
        let skipped = |field: &Field<'_>| field.role == Role::Payload && skips_payload;
        let fields: Vec<Field<'_>> = description.fields.into_iter().filter(|field| !skipped(field)).collect();
        Item::List(fields.into_iter().map(|field| self.field(field, region)).collect())
    }

    fn field(&mut self, field: Field<'_>, region: Region) -> Item {
        let region = region.enter_field(&field, self.bindings.level());
        match field.content {
            Content::Leaf(text) => Item::Atom(text),
            Content::Leaves(texts) => Item::List(texts.into_iter().map(Item::Atom).collect()),
            Content::Node(None) => Item::Atom("none".into()),
            Content::Node(Some(node)) => self.node(node, region),
            Content::Nodes(nodes) => Item::List(nodes.iter().map(|node| self.node(*node, region)).collect()),
            Content::Names(space, names) => {
                Item::List(names.iter().map(|name| self.name(space, name, region)).collect())
            }
            Content::Map(entries, order) => self.map(entries, order, region),
            Content::Inside(owner, inside) => self.described(Identity::Object(owner), inside, region),
        }
    }

    fn name(&mut self, space: Namespace, name: &str, region: Region) -> Item {
        let description = Description { kind: Kind::Var, scope: false, fields: vec![] };
        self.variable(Identity::Variable(space, name.into()), description, region)
    }

    fn map(&mut self, entries: Vec<Entry>, order: Order, region: Region) -> Item {
        let region = region.past_map();
        let order = if self.makes(Mistake::HashInOrderOfInsertion) { Order::Container } else { order };
        let mut entries = ranked(self.bindings.stacks(), entries, order);
        let ties = self.ranks.arrange(self.nodes, &mut entries, |entry| entry, order);
        let key = |key: &Key| match key {
            Key::Content(text) => Item::Atom(text.clone()),
            Key::Structural(term) => Item::Atom(term.number.to_string()),
            Key::Pair(text, number) => Item::Atom(format!("{number} {text}")),
            Key::Bound(binding) => self.occurrence(*binding),
            Key::Free(variable) => Item::free_key(variable),
        };
        let keys: Vec<Item> = entries.iter().map(|entry| key(&entry.key)).collect();
        for entry in &entries {
            match &entry.key {
                Key::Content(_) | Key::Pair(..) | Key::Structural(_) => {}
                Key::Bound(binding) => self.bindings.consult(*binding),
                Key::Free(variable) => {
                    let value = Binder::Lasting(Item::free_key(variable));
                    self.bindings.bind(variable.clone(), 0, value);
                }
            }
        }
        self.ranks.note_ties(&ties, |at| &entries[at], self.bindings.stacks());
        let value = |value: Option<usize>| value.map_or(Item::Atom("none".into()), |value| self.node(value, region));
        let values: Vec<Item> = entries.iter().map(|entry| entry.value).map(value).collect();
        Item::List(keys.into_iter().zip(values).map(|(key, value)| Item::List(vec![key, value])).collect())
    }
}
