//! The meanings of variables: the bindings that they refer to, as keys of maps.

use alloc::vec::Vec;

use crate::{
    describe::{identity::Identity, region::Region},
    rules::{bindings::Bindings, occurrence::Occurrence, var_pairs::predeclared::Declaration},
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
    /// The bindings, by their numbers less one.
    made: Vec<Made>,
    /// The enclosing scopes.
    scopes: Vec<Scope>,
    /// How many scopes were entered.
    entered: usize,
    /// The first binding that is certain to be in force; zero if all are.
    first_certain: u64,
}

/// A binding.
#[derive(Clone, Copy)]
struct Made {
    variable: usize,
    /// The number of its scope; zero if it is bound for good.
    scope: usize,
    is_predeclared: bool,
}

struct Scope {
    number: usize,
    /// The bindings that were made in it.
    bound: Vec<u64>,
}

impl Meanings {
    /// The number of a node that has an identity.
    pub(super) fn number(&mut self, node: Identity) -> usize {
        self.nodes.number(node)
    }

    /// What an occurrence of a variable is, and whether its fields are visited. Each declaration of a variable counts as a
    /// binding occurrence.
    pub(super) fn look_up(&mut self, variable: Identity, at: Region) -> (Occurrence, bool) {
        let (occurrence, is_first) = self.bindings.look_up(variable, self.bindings.ordinal(variable), at);
        let Some(binding) = occurrence.number().filter(|_| occurrence.is_binding() || at.is_binding_occurrence())
        else {
            return (occurrence, is_first);
        };
        // The bindings of predeclared variables were noted when their scope was entered.
        if binding as usize > self.made.len() {
            self.note_made(variable, at, false);
        }
        (Occurrence::binds(binding), is_first)
    }

    fn note_made(&mut self, variable: Identity, at: Region, is_predeclared: bool) {
        let scope = (at.level() as usize).checked_sub(1).map_or(0, |level| self.scopes[level].number);
        let variable = self.number(variable);
        self.made.push(Made { variable, scope, is_predeclared });
    }

    /// Binds the variables that the innermost scope predeclares.
    pub(super) fn predeclare(&mut self, declarations: &[Declaration]) {
        let mut made = Vec::new();
        self.bindings.predeclare(declarations, |variable, binding, at| made.push((variable, binding, at)));
        for (variable, binding, at) in made {
            self.note_made(variable, at, true);
            self.note_bound(binding, at);
        }
    }

    /// Binds a variable that was looked up, or notes that it is free.
    pub(super) fn bind(&mut self, variable: Identity, occurrence: Occurrence, at: Region) {
        self.bindings.bind_after_fields(variable, occurrence, at);
        if let Some(binding) = occurrence.number()
            && !self.made[binding as usize - 1].is_predeclared
        {
            self.note_bound(binding, at);
        }
    }

    fn note_bound(&mut self, binding: u64, at: Region) {
        if let Some(level) = (at.level() as usize).checked_sub(1) {
            self.scopes[level].bound.push(binding);
        }
    }

    /// The key of what an occurrence of a variable refers to.
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

    /// The rank of a key in an order that does not depend on the names of bound variables.
    pub(super) fn rank(key: Key) -> (bool, usize) {
        (key.number % KINDS == BOUND, key.number)
    }

    /// A key for the fact that a variable was unknown before it was bound. It counts as a use: where the variable is known, the
    /// occurrence would not bind.
    pub(super) fn key_of_unknown(&mut self, variable: Identity) -> Key {
        // The variable may become known at any time, and not only when a scope is left.
        Key { number: self.number(variable) * KINDS + UNKNOWN, level: u64::MAX }
    }

    fn key_of_binding(&self, binding: u64) -> Key {
        Key { number: binding as usize * KINDS + BOUND, level: self.made[binding as usize - 1].scope as u64 }
    }

    /// The number of the variable of a key.
    pub(super) fn variable(&self, key: usize) -> usize {
        match key % KINDS {
            BOUND => self.made[key / KINDS - 1].variable,
            _ => key / KINDS,
        }
    }

    /// The present key of the variable of a key, if the variable is known.
    pub(super) fn now(&mut self, key: usize) -> Option<Key> {
        let variable = *self.nodes.get(self.variable(key));
        match self.bindings.meaning(variable) {
            Some(occurrence) if key % KINDS != UNKNOWN => Some(self.key(variable, occurrence)),
            None if key % KINDS == UNKNOWN => Some(self.key_of_unknown(variable)),
            _ => None,
        }
    }

    /// Whether all bindings that were in force at some time in this scope are still in force.
    pub(super) fn all_hold_since(&self, scope: usize) -> bool {
        let is_open = scope == 0 || self.scopes.binary_search_by_key(&scope, |open| open.number).is_ok();
        is_open && self.bindings.shadowed() == 0
    }

    /// The number of the innermost scope, zero if there is none.
    pub(super) fn scope(&self) -> usize {
        self.scopes.last().map_or(0, |scope| scope.number)
    }

    /// Notes that a part was left out that may have bound variables. From now on, only new bindings are certain.
    pub(super) fn doubt(&mut self) {
        self.first_certain = self.bindings.made() + 1;
    }

    /// Whether it is certain what an occurrence refers to.
    #[inline(always)]
    pub(super) fn is_certain(&self, occurrence: Occurrence) -> bool {
        occurrence.number().unwrap_or(0) >= self.first_certain
    }

    /// Whether a part was left out that may have bound variables.
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
