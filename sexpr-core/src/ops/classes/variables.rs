//! Summaries of variables: the places where a variable occurs count, and not its name.

use crate::{
    describe::{
        identity::Identity,
        keys::KeyValue,
        leaf::Encoder,
        names::Namespace,
        region::{Level, Region},
        structural::StructuralEq,
    },
    ops::classes::{
        AlphaClasses, Behind, Open, Sought, Tag, What,
        meanings::Meanings,
        summary::{Occurrences, Summary},
    },
    rules::occurrence::Occurrence,
};

/// What is known of a variable that is a node.
#[derive(Clone, Copy)]
pub(super) struct Known {
    pub(super) variable: Identity,
    /// What its fields are known by, which may mean something else in other environments.
    pub(super) fields: Identity,
    pub(super) has_leaf_fields: bool,
}

/// A variable whose fields are being visited.
#[derive(Clone, Copy)]
pub(super) struct Pending {
    known: Known,
    occurrence: Occurrence,
    at: Region,
    /// Whether this is where it is bound or, free, met first.
    is_first: bool,
}

impl Pending {
    /// With what its shape begins.
    pub(super) fn tag(&self) -> Tag {
        if self.occurrence.is_binding() { Tag::Binder } else { Tag::Use }
    }
}

impl<'a> AlphaClasses<'a> {
    /// Meets a variable that is a node.
    pub(super) fn meet_variable<T: StructuralEq + ?Sized>(&mut self, node: &'a T, behind: Behind, at: Region) -> bool {
        let variable = self.keys.identify(node);
        if self.arenas.is_used() {
            return self.meet_variable_in_arenas(node, variable, behind, at);
        }
        let known = Known { variable, fields: variable, has_leaf_fields: T::LEAF_FIELDS };
        let has_key = variable.as_address().is_none();
        let (occurrence, is_first) = self.meanings.look_up(variable, at);
        if is_first && has_key && self.open_variables.insert(variable, ()).is_some() {
            // Its own fields mention it: what that refers to is a question of its own.
            self.exclude();
        }
        let Some(pending) = self.pending(known, occurrence, is_first, at) else { return true };
        self.note(Identity::address(node), behind);
        self.begin_of(node, pending.tag(), What::Variable(pending), None, false);
        self.list(node, at.inside_variable()) && self.put_off_end()
    }

    /// A variable, if its fields are looked at where it is met; else this is a use of it, which is summed up.
    pub(super) fn pending(
        &mut self,
        known: Known,
        occurrence: Occurrence,
        is_first: bool,
        at: Region,
    ) -> Option<Pending> {
        let Known { variable, has_leaf_fields, .. } = known;
        self.has_free_with_fields |= occurrence == Occurrence::Free && !has_leaf_fields;
        if is_first || has_leaf_fields && variable.as_address().is_none() {
            return Some(Pending { known, occurrence, at, is_first });
        }
        self.use_variable(known, occurrence);
        None
    }

    /// Meets a variable that is known by its value, and has no fields.
    pub(super) fn meet_name<T: KeyValue, N: Namespace>(&mut self, name: &T, at: Region) {
        let variable = self.keys.identify_name::<T, N>(name);
        let (occurrence, is_first) = self.meanings.look_up(variable, at);
        if is_first {
            self.meanings.bind(variable, occurrence, at);
        }
        if occurrence.is_binding() {
            let open = self.innermost();
            open.binds_at = open.binds_at.min(at.level());
            self.occurs(variable, occurrence, Tag::Binder, at);
        } else {
            self.occurs(variable, occurrence, Tag::Use, at);
        }
    }

    /// Meets a variable that is a key of a map: a use, whose fields are not looked at.
    pub(super) fn meet_key(&mut self, variable: Identity) {
        let occurrence = self.meanings.bindings.meaning(variable).unwrap_or(Occurrence::Free);
        self.has_free_with_fields |= occurrence == Occurrence::Free;
        self.occurs(variable, occurrence, Tag::Use, Region::NONE);
    }

    /// A use of a variable that was met before, whose fields are not looked at.
    fn use_variable(&mut self, Known { variable, fields, has_leaf_fields }: Known, occurrence: Occurrence) {
        let is_free = occurrence.binding().is_none();
        if !has_leaf_fields {
            let is_certain = match variable.as_address() {
                // Under one key, another object may have other fields.
                None => !is_free && self.sought != Sought::Pointees,
                Some(_) => !is_free || self.plain.contains_key(&fields),
            };
            if !is_certain {
                self.exclude();
            }
        }
        self.occurs(variable, occurrence, Tag::Use, Region::NONE);
    }

    /// An occurrence of a variable, of which nothing else counts.
    pub(super) fn occurs(&mut self, variable: Identity, occurrence: Occurrence, tag: Tag, at: Region) {
        let summary = self.occurrence(variable, occurrence, tag, at);
        self.deliver(summary);
    }

    fn occurrence(&mut self, variable: Identity, occurrence: Occurrence, tag: Tag, at: Region) -> Summary {
        let uses = self.here(variable, occurrence, at);
        let start = self.text.length();
        self.text.word(tag as u64);
        let shape = self.terms.shape(self.text.since(start));
        self.text.truncate(start);
        Summary { shape, uses, size: 1, binds_at: Level::MAX, is_excluded: false, leads_to_cycle: false }
    }

    fn here(&mut self, variable: Identity, occurrence: Occurrence, at: Region) -> Occurrences {
        if occurrence == Occurrence::Free {
            self.free.insert(variable, ());
        }
        if !self.meanings.is_certain(occurrence) {
            self.exclude();
        }
        let meaning = self.meanings.key(variable, occurrence);
        // Where it is looked up first, it is bound since nothing was found.
        let was_unknown = occurrence.is_binding() && !at.is_binding_occurrence();
        let unknown = was_unknown.then(|| self.meanings.key_of_unknown(variable));
        let free = Meanings::free(self.meanings.number(variable));
        self.terms.here(meaning, free, unknown)
    }

    /// Sums up a variable after its fields.
    pub(super) fn end_variable(&mut self, open: &Open<'a>, pending: Pending) -> Summary {
        let Pending { known: Known { variable, fields, has_leaf_fields }, occurrence, at, is_first } = pending;
        if is_first {
            self.meanings.bind(variable, occurrence, at);
            self.open_variables.remove(&variable);
        }
        if occurrence.is_binding() || has_leaf_fields && variable.as_address().is_none() {
            let uses = self.here(variable, occurrence, at);
            let itself = Summary {
                shape: 0,
                uses,
                size: 1,
                binds_at: if occurrence.is_binding() { at.level() } else { Level::MAX },
                is_excluded: false,
                leads_to_cycle: false,
            };
            // It comes after its fields.
            self.children.add(open.met, itself);
            let whole = self.sum_up(open);
            return Summary {
                size: whole.size.saturating_add(1),
                binds_at: whole.binds_at.min(itself.binds_at),
                ..whole
            };
        }
        // One that is free is the same wherever it is met, if nothing in its fields may be another one.
        let is_plain = self.children.length() == open.first_child && !open.is_excluded;
        self.children.truncate(open.first_child);
        self.text.truncate(open.first_of_text);
        let is_certain = is_plain && variable.as_address().is_some();
        if is_certain {
            self.plain.insert(fields, ());
        }
        let summary = self.occurrence(variable, occurrence, Tag::Use, at);
        Summary { binds_at: open.binds_at, is_excluded: !is_certain, leads_to_cycle: open.leads_to_cycle, ..summary }
    }
}

/// A singleton.
impl AlphaClasses<'_> {
    /// Meets a node that is known by its identity alone.
    pub(super) fn deliver_singleton(&mut self, node: Identity) {
        let number = self.meanings.number(node);
        let start = self.text.length();
        self.text.word(Tag::Singleton as u64);
        self.text.number(number);
        let shape = self.terms.shape(self.text.since(start));
        self.text.truncate(start);
        let (uses, binds_at) = (Occurrences::NONE, Level::MAX);
        self.deliver(Summary { shape, uses, size: 1, binds_at, is_excluded: false, leads_to_cycle: false });
    }
}
