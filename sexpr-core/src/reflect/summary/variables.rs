//! Alpha classes of variables: a variable counts by the places where it occurs, and not by its name.

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
            meanings::Meanings,
            terms::{Occurrences, Summary},
        },
    },
    rules::occurrence::Occurrence,
};

/// A variable whose fields are being visited.
#[derive(Clone, Copy)]
pub(super) struct Pending {
    variable: Identity,
    /// The identity of its fields, which depends on the environment if they may hold ids.
    fields: Identity,
    /// Whether it has a key and its fields are leaves: then they count at each occurrence.
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
            // Its own fields mention it, before it is bound.
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
                // Another object with its key may have other fields.
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
            self.meanings.bind(variable, occurrence, at);
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

    /// The uses of an occurrence of a variable, and whether it is certain what it refers to.
    fn here(&mut self, variable: Identity, occurrence: Occurrence, at: Region) -> (Occurrences, bool) {
        if occurrence == Occurrence::Free {
            self.free.insert(variable, ());
        }
        let meaning = self.meanings.key(variable, occurrence);
        // It binds since the variable was unknown.
        let was_unknown = occurrence.is_binding() && !at.is_binding_occurrence();
        let unknown = was_unknown.then(|| self.meanings.key_of_unknown(variable));
        let free = Meanings::free(self.meanings.number(variable));
        (self.terms.here(meaning, free, unknown), self.meanings.is_certain(occurrence))
    }

    /// Sums up a variable after its fields.
    pub(super) fn end_variable(&mut self, open: &NodeInProgress<PartState<'a>>, pending: Pending) -> Summary {
        let Pending { variable, fields, has_key_and_leaves, occurrence, at, is_first } = pending;
        if is_first {
            self.meanings.bind(variable, occurrence, at);
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
        // A free variable is the same wherever it is met, unless its fields hold variables.
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
