//! What variables refer to, as numbers.

use alloc::vec::Vec;

use crate::{
    describe::{identity::Identity, region::Region},
    rules::{bindings::Bindings, occurrence::Occurrence, var_pairs::predeclared::Declaration},
    tables::{index::Numbered, persistent::Key},
};

/// What keys stand for, by their remainders.
const KINDS: usize = 3;
const BOUND: usize = 0;
const FREE: usize = 1;
const UNKNOWN: usize = 2;

/// What the variables of a value refer to: bindings, and free variables, each with a number.
#[derive(Default)]
pub(super) struct Meanings {
    pub(super) bindings: Bindings,
    /// Of nodes that have an identity, variables among them.
    nodes: Numbered<Identity>,
    /// By the number of the binding, less one.
    made: Vec<Made>,
    /// The scopes around.
    scopes: Vec<Scope>,
    /// How many scopes were entered.
    entered: usize,
    /// The first binding of which it is certain that it was not replaced since; none, if all are.
    first_certain: u64,
}

/// A binding.
#[derive(Clone, Copy)]
struct Made {
    variable: usize,
    /// The number of its scope; zero for one that lasts.
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

    /// What an occurrence of a variable is, and whether its fields are looked at. Each place where a variable is declared
    /// counts as one where it is bound.
    pub(super) fn look_up(&mut self, variable: Identity, at: Region) -> (Occurrence, bool) {
        let (occurrence, is_first) = self.bindings.look_up(variable, self.bindings.ordinal(variable), at);
        let Some(binding) = occurrence.number().filter(|_| occurrence.is_binding() || at.is_binding_occurrence())
        else {
            return (occurrence, is_first);
        };
        // What is predeclared is known.
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

    /// Binds what the innermost scope predeclares.
    pub(super) fn predeclare(&mut self, declarations: &[Declaration]) {
        let mut made = Vec::new();
        self.bindings.predeclare(declarations, |variable, binding, at| made.push((variable, binding, at)));
        for (variable, binding, at) in made {
            self.note_made(variable, at, true);
            self.note_bound(binding, at);
        }
    }

    /// Binds a variable that was looked up, or has it free.
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

    /// What an occurrence of a variable refers to, as a key.
    pub(super) fn key(&mut self, variable: Identity, occurrence: Occurrence) -> Key {
        match occurrence.number() {
            Some(binding) => self.key_of_binding(binding),
            None => Self::free(self.number(variable)),
        }
    }

    /// The key of a variable that is free, by its number.
    pub(super) fn free(variable: usize) -> Key {
        Key { number: variable * KINDS + FREE, level: 0 }
    }

    /// Where a variable with this key comes in an order that does not depend on the names of bound ones.
    pub(super) fn rank(key: Key) -> (bool, usize) {
        (key.number % KINDS == BOUND, key.number)
    }

    /// That a variable was not known before it was bound, which is as if it referred to something: where it is known,
    /// it is not bound.
    pub(super) fn key_of_unknown(&mut self, variable: Identity) -> Key {
        // It may become known at any time, and not only when a scope is left.
        Key { number: self.number(variable) * KINDS + UNKNOWN, level: u64::MAX }
    }

    fn key_of_binding(&self, binding: u64) -> Key {
        Key { number: binding as usize * KINDS + BOUND, level: self.made[binding as usize - 1].scope as u64 }
    }

    /// The number of the variable that has this key.
    pub(super) fn variable(&self, key: usize) -> usize {
        match key % KINDS {
            BOUND => self.made[key / KINDS - 1].variable,
            _ => key / KINDS,
        }
    }

    /// What the variable with this key refers to now, if it is known.
    pub(super) fn now(&mut self, key: usize) -> Option<Key> {
        let variable = *self.nodes.get(self.variable(key));
        match self.bindings.meaning(variable) {
            Some(occurrence) if key % KINDS != UNKNOWN => Some(self.key(variable, occurrence)),
            None if key % KINDS == UNKNOWN => Some(self.key_of_unknown(variable)),
            _ => None,
        }
    }

    /// Whether all bindings that were met in this scope or around it are still what their variables refer to.
    pub(super) fn all_hold_since(&self, scope: usize) -> bool {
        let is_open = scope == 0 || self.scopes.binary_search_by_key(&scope, |open| open.number).is_ok();
        is_open && self.bindings.shadowed() == 0
    }

    /// The number of the innermost scope, zero if there is none.
    pub(super) fn scope(&self) -> usize {
        self.scopes.last().map_or(0, |scope| scope.number)
    }

    /// Notes that something may have been bound or met that was not looked at: what variables refer to is not known for
    /// certain, but for those that are bound from now on.
    pub(super) fn doubt(&mut self) {
        self.first_certain = self.bindings.made() + 1;
    }

    /// Whether it is known for certain that an occurrence is this one.
    #[inline(always)]
    pub(super) fn is_certain(&self, occurrence: Occurrence) -> bool {
        occurrence.number().unwrap_or(0) >= self.first_certain
    }

    /// Whether there was something that may have been bound or met.
    pub(super) fn is_in_doubt(&self) -> bool {
        self.first_certain > 0
    }

    pub(super) fn enter_scope(&mut self) {
        self.entered += 1;
        self.bindings.enter_scope();
        self.scopes.push(Scope { number: self.entered, bound: Vec::new() });
    }

    /// Leaves the innermost scope, and gives what was bound in it.
    pub(super) fn leave_scope(&mut self) -> Vec<Key> {
        self.bindings.leave_scope();
        let bound = self.scopes.pop().map_or_else(Vec::new, |scope| scope.bound);
        bound.into_iter().map(|binding| self.key_of_binding(binding)).collect()
    }
}
