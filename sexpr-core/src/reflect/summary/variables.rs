//! The variables of alpha classes. A variable counts by the places where it occurs and by its meaning, the binding to
//! which it refers. Its name does not count.

use alloc::vec::Vec;

use crate::{
    describe::{
        identity::Identity,
        region::{Level, Region},
    },
    reflect::{
        node::NodeInfo,
        reading::Node,
        summary::{
            NodeInProgress,
            classes::{AlphaClasses, PartKind, PartState, Sought, Tag},
            terms::{Occurrences, Summary},
        },
    },
    rules::{
        bindings::{Bindings, Occurrence},
        var_pairs::predeclared::Declaration,
    },
    tables::{index::Numbered, persistent::Key},
};

/// The kinds of keys, by their remainders.
const KINDS: usize = 3;
const BOUND: usize = 0;
const FREE: usize = 1;
const UNKNOWN: usize = 2;

/// The meanings of the variables of a value: a binding or a free variable, each with a number.
#[derive(Default)]
pub(super) struct Meanings {
    pub(super) bindings: Bindings,
    /// The numbers of nodes with an identity, such as variables.
    nodes: Numbered<Identity>,
    /// The bindings, indexed by their numbers minus one.
    made: Vec<Made>,
    /// The enclosing scopes.
    scopes: Vec<Scope>,
    /// The number of scopes that were entered.
    entered: usize,
    /// The number of the first binding that is certain to be in force; zero if all bindings are.
    first_certain: u64,
}

/// A binding.
#[derive(Clone, Copy)]
struct Made {
    variable: usize,
    /// The number of the scope in which the variable is bound; zero if it is bound for good.
    scope: usize,
}

struct Scope {
    number: usize,
    /// The bindings that were made in the scope.
    bound: Vec<u64>,
}

impl Meanings {
    /// The number of a node that has an identity.
    pub(super) fn number(&mut self, node: Identity) -> usize {
        self.nodes.number(node)
    }

    /// Classifies an occurrence of a variable. Also returns whether its fields are visited. Each declaration of a
    /// variable counts as a binding occurrence.
    pub(super) fn look_up(&mut self, variable: Identity, at: Region) -> (Occurrence, bool) {
        let (occurrence, is_first) = self.bindings.look_up(variable, self.bindings.ordinal(variable), at);
        let Some(binding) = occurrence.number().filter(|_| occurrence.is_binding() || at.is_binding_occurrence())
        else {
            return (occurrence, is_first);
        };
        // The bindings of predeclared variables were noted when their scope was entered.
        if binding as usize > self.made.len() {
            self.note_made(variable, binding, at);
        }
        (Occurrence::binds(binding), is_first)
    }

    fn note_made(&mut self, variable: Identity, binding: u64, at: Region) {
        let variable = self.number(variable);
        let mut scope = (at.level() as usize).checked_sub(1).map(|level| &mut self.scopes[level]);
        if let Some(scope) = &mut scope {
            scope.bound.push(binding);
        }
        self.made.push(Made { variable, scope: scope.map_or(0, |scope| scope.number) });
    }

    /// Binds the variables that the innermost scope predeclares.
    pub(super) fn predeclare(&mut self, declarations: &[Declaration]) {
        let mut made = Vec::new();
        self.bindings.predeclare(declarations, |variable, binding, at| made.push((variable, binding, at)));
        for (variable, binding, at) in made {
            self.note_made(variable, binding, at);
        }
    }

    /// The key of the binding or the free variable to which an occurrence refers.
    pub(super) fn key(&mut self, variable: Identity, occurrence: Occurrence) -> Key {
        match occurrence.number() {
            Some(binding) => self.key_of_binding(binding),
            None => Self::free(self.number(variable)),
        }
    }

    /// The key of a free variable with this number.
    pub(super) fn free(variable: usize) -> Key {
        Key { number: variable * KINDS + FREE, level: 0 }
    }

    /// A sort key for a key. The order does not depend on the names of bound variables.
    pub(super) fn rank(key: Key) -> (bool, usize) {
        (key.number % KINDS == BOUND, key.number)
    }

    /// A key for the fact that a variable was unknown before it was bound. This fact counts as a use: if the variable
    /// were known, the occurrence would not bind.
    pub(super) fn key_of_unknown(&mut self, variable: Identity) -> Key {
        // The variable may become known at any time, and not only when a scope is left.
        Key { number: self.number(variable) * KINDS + UNKNOWN, level: u64::MAX }
    }

    fn key_of_binding(&self, binding: u64) -> Key {
        Key { number: binding as usize * KINDS + BOUND, level: self.made[binding as usize - 1].scope as u64 }
    }

    /// The number of the variable to which a key belongs. For the key of a binding, this is the bound variable.
    pub(super) fn variable(&self, key: usize) -> usize {
        match key % KINDS {
            BOUND => self.made[key / KINDS - 1].variable,
            _ => key / KINDS,
        }
    }

    /// The current key of a key's variable, if the variable is known.
    pub(super) fn now(&mut self, key: usize) -> Option<Key> {
        let variable = *self.nodes.get(self.variable(key));
        match self.bindings.meaning(variable) {
            Some(occurrence) if key % KINDS != UNKNOWN => Some(self.key(variable, occurrence)),
            None if key % KINDS == UNKNOWN => Some(self.key_of_unknown(variable)),
            _ => None,
        }
    }

    /// Whether all bindings that were ever in force in this scope are still in force.
    pub(super) fn all_hold_since(&self, scope: usize) -> bool {
        let is_open = scope == 0 || self.scopes.binary_search_by_key(&scope, |open| open.number).is_ok();
        is_open && self.bindings.shadowed() == 0
    }

    /// The number of the innermost scope, zero if there is none.
    pub(super) fn scope(&self) -> usize {
        self.scopes.last().map_or(0, |scope| scope.number)
    }

    /// Notes that a part was skipped that may have bound variables. From now on, only new bindings are certain.
    pub(super) fn doubt(&mut self) {
        self.first_certain = self.bindings.made() + 1;
    }

    /// Whether the binding to which an occurrence refers is certain to be in force.
    #[inline(always)]
    pub(super) fn is_certain(&self, occurrence: Occurrence) -> bool {
        occurrence.number().unwrap_or(0) >= self.first_certain
    }

    /// Whether a part was skipped that may have bound variables.
    pub(super) fn is_in_doubt(&self) -> bool {
        self.first_certain > 0
    }

    pub(super) fn enter_scope(&mut self) {
        self.entered += 1;
        self.bindings.enter_scope();
        self.scopes.push(Scope { number: self.entered, bound: Vec::new() });
    }

    /// Leaves the innermost scope, and returns the keys of its bindings.
    pub(super) fn leave_scope(&mut self) -> Vec<Key> {
        self.bindings.leave_scope();
        let bound = self.scopes.pop().map_or_else(Vec::new, |scope| scope.bound);
        bound.into_iter().map(|binding| self.key_of_binding(binding)).collect()
    }
}

/// A variable whose fields are being visited.
#[derive(Clone, Copy)]
pub(super) struct Pending {
    variable: Identity,
    /// The identity of the fields. The identity depends on the environment if the fields may hold ids.
    fields: Identity,
    /// Whether the variable has a key and its fields are leaves. Such fields count at each occurrence.
    has_key_and_leaves: bool,
    occurrence: Occurrence,
    at: Region,
    /// Whether this occurrence binds it, or is the first free one.
    is_first: bool,
}

impl<'a> AlphaClasses<'a> {
    /// Meets a variable that is a node.
    pub(super) fn meet_variable(&mut self, node: Node<'a>, info: NodeInfo, at: Region) {
        let listed = node.without_empty_row();
        let (address, identity) = (node.address(), node.identify(&mut self.walk.reading.keys));
        let has_key = identity.as_address().is_none();
        let place = self.walk.reading.arenas.place(identity);
        let variable = if info.is_behind_id { place } else { identity };
        let fields = if self.may_mean_something_else(node.erased) { place } else { identity };
        let is_in_arenas = self.walk.reading.arenas.is_used();
        if is_in_arenas && self.open_variables.contains_key(&variable) {
            // The variable is mentioned in its own fields, before it is bound.
            self.walk.exclude();
            return self.occurs(variable, Occurrence::Free, Tag::Use, Region::NONE);
        }
        let (occurrence, is_first) = self.meanings.look_up(variable, at);
        if is_first && (is_in_arenas || has_key) && self.open_variables.insert(variable, ()).is_some() {
            self.walk.exclude();
        }
        let has_leaf_fields = info.has_leaf_fields && listed.row.is_none();
        self.has_free_with_fields |= occurrence == Occurrence::Free && !has_leaf_fields;
        let has_key_and_leaves = has_key && has_leaf_fields;
        if !is_first && !has_key_and_leaves {
            // A use, whose fields are not visited.
            let is_free = occurrence.binding().is_none();
            let is_certain = match has_key {
                _ if has_leaf_fields => true,
                // Another variable node with the same key may have other fields.
                true => !is_free && self.sought != Sought::Pointees,
                false => !is_free || self.plain.contains_key(&fields),
            };
            self.walk.innermost().is_excluded |= !is_certain;
            return self.occurs(variable, occurrence, Tag::Use, Region::NONE);
        }
        self.note(address, info.is_behind_id);
        let tag = if occurrence.is_binding() { Tag::Binder } else { Tag::Use };
        let pending = Pending { variable, fields, has_key_and_leaves, occurrence, at, is_first };
        self.begin_of(listed, tag, PartKind::Variable(pending));
        listed.list(at.inside_variable(), &mut self.walk.reading.lister);
    }

    /// Meets a name: a variable that is known by its value, and has no fields.
    pub(super) fn meet_name(&mut self, name: Node<'a>, at: Region) {
        let variable = name.identify(&mut self.walk.reading.keys);
        let (occurrence, is_first) = self.meanings.look_up(variable, at);
        if is_first {
            self.meanings.bindings.bind_after_fields(variable, occurrence, at);
        }
        let is_binding = occurrence.is_binding();
        if is_binding {
            let state = &mut self.walk.innermost().state;
            state.binds_at = state.binds_at.min(at.level());
        }
        self.occurs(variable, occurrence, if is_binding { Tag::Binder } else { Tag::Use }, at);
    }

    /// Meets a variable that is a key of a map: a use, whose fields are not visited.
    pub(super) fn meet_key(&mut self, variable: Identity) {
        let occurrence = self.meanings.bindings.meaning(variable).unwrap_or(Occurrence::Free);
        self.has_free_with_fields |= occurrence == Occurrence::Free;
        self.occurs(variable, occurrence, Tag::Use, Region::NONE);
    }

    /// Sums up an occurrence whose fields do not count, and adds it to the enclosing part.
    fn occurs(&mut self, variable: Identity, occurrence: Occurrence, tag: Tag, at: Region) {
        let summary = self.occurrence(variable, occurrence, tag, at);
        self.deliver(summary);
    }

    fn occurrence(&mut self, variable: Identity, occurrence: Occurrence, tag: Tag, at: Region) -> Summary {
        let (uses, is_certain) = self.here(variable, occurrence, at);
        let shape = self.shape_of(tag, |_| ());
        Summary { uses, size: 1, is_excluded: !is_certain, ..Summary::constant(shape) }
    }

    /// The uses of an occurrence of a variable, and whether its meaning is certain.
    fn here(&mut self, variable: Identity, occurrence: Occurrence, at: Region) -> (Occurrences, bool) {
        if occurrence == Occurrence::Free {
            self.free.insert(variable, ());
        }
        let meaning = self.meanings.key(variable, occurrence);
        // The occurrence binds only because the variable was unknown.
        let was_unknown = occurrence.is_binding() && !at.is_binding_occurrence();
        let unknown = was_unknown.then(|| self.meanings.key_of_unknown(variable));
        let free = Meanings::free(self.meanings.number(variable));
        (self.terms.here(meaning, free, unknown), self.meanings.is_certain(occurrence))
    }

    /// Sums up a variable after its fields.
    pub(super) fn end_variable(&mut self, open: &NodeInProgress<PartState<'a>>, pending: Pending) -> Summary {
        let Pending { variable, fields, has_key_and_leaves, occurrence, at, is_first } = pending;
        if is_first {
            self.meanings.bindings.bind_after_fields(variable, occurrence, at);
            self.open_variables.remove(&variable);
        }
        let is_binding = occurrence.is_binding();
        if is_binding || has_key_and_leaves {
            let (uses, is_certain) = self.here(variable, occurrence, at);
            // The occurrence comes after the fields.
            Summary { uses, ..Summary::constant(0) }.add_to(&mut self.walk.children, open.met);
            let whole = self.sum_up(open);
            return Summary {
                size: whole.size.saturating_add(1),
                binds_at: whole.binds_at.min(if is_binding { at.level() } else { Level::MAX }),
                is_excluded: whole.is_excluded || !is_certain,
                ..whole
            };
        }
        // A free variable has the same meaning at all occurrences, unless its fields hold variables.
        let is_plain = self.walk.children.len() == open.first_child && !open.is_excluded;
        self.walk.children.truncate(open.first_child);
        self.walk.reading.lister.text.truncate(open.first_of_text);
        let is_certain = is_plain && variable.as_address().is_some();
        if is_certain {
            self.plain.insert(fields, ());
        }
        let summary = self.occurrence(variable, occurrence, Tag::Use, at);
        Summary {
            binds_at: open.state.binds_at,
            is_excluded: summary.is_excluded || !is_certain,
            leads_to_cycle: open.state.leads_to_cycle,
            ..summary
        }
    }
}
