//! The bindings of the variables of one value, for walks, rewritings and alpha classes. `Occurrence` classifies an
//! occurrence of a variable: a binding occurrence, a use, or a free variable.

use alloc::vec::Vec;

use crate::{
    describe::{
        identity::Identity,
        region::{Level, Region},
    },
    rules::{
        entries::Ranked,
        pairs::{NONE, Ordinal},
        stacks::{Stacks, Stood},
        var_pairs::predeclared::Declaration,
        variables::{self, AfterFields, Lookup},
    },
};

/// The bindings of the variables of one value, as equality would make them: a stack of entries for each variable. A
/// free variable has an entry once it was met.
#[derive(Default)]
pub(crate) struct Bindings {
    stacks: Stacks<1, Referent>,
    /// The entry of each binding, by the binding's number; `NONE` if the binding has no entry any more.
    entries: Vec<Ordinal>,
    /// The number of shadowed entries.
    shadowed: usize,
}

/// The referent of an occurrence: a binding, or a free variable.
#[derive(Clone, Copy, Debug, Default)]
struct Referent {
    /// The number of the binding, from one on; zero for a free variable.
    number: u64,
    /// Whether the variable has an entry but was not met yet: it is predeclared, or was matched as the key of a map.
    is_unmet: bool,
    /// Whether the variable is predeclared, and its declaration was not met yet.
    is_undeclared: bool,
}

impl Referent {
    #[inline(always)]
    fn of(number: u64) -> Referent {
        Referent { number, ..Referent::default() }
    }

    /// The meaning of a use.
    #[inline(always)]
    fn meaning(self) -> Occurrence {
        if self.number == 0 { Occurrence::Free } else { Occurrence::bound(self.number) }
    }
}

impl Bindings {
    /// The number of enclosing scopes.
    pub(crate) fn depth(&self) -> Level {
        self.stacks.depth()
    }

    /// The entry on top of a variable's stack.
    #[inline(always)]
    pub(crate) fn ordinal(&self, variable: Identity) -> Option<Ordinal> {
        self.stacks.pairs.top(0, variable)
    }

    /// The meaning of a use of a variable; `None` if it was not met before.
    pub(crate) fn meaning(&self, variable: Identity) -> Option<Occurrence> {
        self.ordinal(variable).map(|ordinal| self.stacks.pairs.value(ordinal).meaning())
    }

    /// Classifies an occurrence of a variable, given the variable's top entry. Returns also whether the variable's
    /// fields are visited; if so, the variable is bound after them.
    #[inline(always)]
    pub(crate) fn look_up(&mut self, variable: Identity, ordinal: Option<Ordinal>, at: Region) -> (Occurrence, bool) {
        match variables::meet(at, || ordinal.map(|ordinal| self.stacks.pairs.value(ordinal).meaning())) {
            Lookup::Decided(occurrence) => (occurrence, false),
            Lookup::LookInside(_) if at.is_predeclared() => (self.declaration(variable, at), true),
            Lookup::LookInside(_) if at.binds() => (Occurrence::binds(self.number()), true),
            Lookup::LookInside(_) => (Occurrence::Free, true),
        }
    }

    /// Classifies an occurrence whose fields are visited, in a scope that predeclares variables. A second declaration
    /// of a variable counts as a use.
    #[cold]
    fn declaration(&mut self, variable: Identity, at: Region) -> Occurrence {
        let declared = self.stacks.predeclared(0, variable).filter(|_| at.is_binding_occurrence());
        let Some(referent) = declared.and_then(|ordinal| self.stacks.pairs.value_mut(ordinal)) else {
            return if at.binds() { Occurrence::binds(self.number()) } else { Occurrence::Free };
        };
        let Referent { number, is_undeclared, .. } = *referent;
        *referent = Referent::of(number);
        if is_undeclared { Occurrence::binds(number) } else { Occurrence::bound(number) }
    }

    /// Binds the variables that the innermost scope predeclares, and calls `made` with each binding.
    pub(crate) fn predeclare(&mut self, declarations: &[Declaration], mut made: impl FnMut(Identity, u64, Region)) {
        for ([variable], at) in self.stacks.predeclare([declarations]) {
            let number = self.number();
            let is_unmet = !self.tells_met(self.ordinal(variable));
            self.put(variable, Referent { number, is_unmet, is_undeclared: true }, at);
            made(variable, number, at);
        }
    }

    /// Binds a variable, or enters it as free, unless an occurrence in its own fields already did.
    pub(crate) fn bind_after_fields(&mut self, variable: Identity, occurrence: Occurrence, at: Region) {
        match variables::after_fields(at, |source| self.stacks.find(source, 0, variable)) {
            AfterFields::Decided(_) => {}
            AfterFields::Binds | AfterFields::Free => {
                self.put(variable, Referent::of(occurrence.number().unwrap_or(0)), at)
            }
        }
    }

    /// Enters a variable as free if it was not met before.
    pub(crate) fn meet_free(&mut self, variable: Identity) {
        match self.ordinal(variable) {
            Some(ordinal) => self.note_met(ordinal),
            None => self.put(variable, Referent::of(0), Region::NONE),
        }
    }

    /// Enters each variable among a map's keys as free if it has no entry, as matching the keys would.
    pub(crate) fn meet_keys(&mut self, keys: &[Ranked]) {
        for variable in keys.iter().filter_map(Ranked::free_variable) {
            if let (AfterFields::Free, at) = variables::match_key(|| self.ordinal(variable)) {
                self.put(variable, Referent { is_unmet: true, ..Referent::of(0) }, at);
            }
        }
    }

    /// Whether the top entry of a variable's stack shows that the variable was met before. After its scope is left, a
    /// variable has no entry, although it may have been met.
    #[inline(always)]
    pub(crate) fn tells_met(&self, ordinal: Option<Ordinal>) -> bool {
        ordinal.is_some_and(|ordinal| !self.stacks.pairs.value(ordinal).is_unmet)
    }

    /// Notes an occurrence of the variable whose top entry is `ordinal`.
    #[inline(always)]
    pub(crate) fn note_met(&mut self, ordinal: Ordinal) {
        if let Some(referent) = self.stacks.pairs.value_mut(ordinal) {
            referent.is_unmet = false;
        }
    }

    /// Whether no variable was bound or met.
    pub(crate) fn is_empty(&self) -> bool {
        self.stacks.pairs.next() == 0 && self.entries.is_empty()
    }

    /// The number of the latest binding.
    pub(crate) fn made(&self) -> u64 {
        self.entries.len() as u64
    }

    /// Whether a binding still exists, shadowed or not.
    pub(crate) fn exists(&self, number: u64) -> bool {
        let ordinal = self.entries[number as usize - 1];
        ordinal < self.stacks.pairs.next()
            && self.stacks.exists(ordinal)
            && self.stacks.pairs.value(ordinal).number == number
    }

    /// The number of shadowed entries, including entries of free variables.
    pub(crate) fn shadowed(&self) -> usize {
        self.shadowed
    }

    /// The number of a new binding.
    fn number(&mut self) -> u64 {
        self.entries.push(NONE);
        self.made()
    }

    /// Puts an entry on top of a variable's stack, in the scope of a region.
    #[inline(always)]
    fn put(&mut self, variable: Identity, referent: Referent, at: Region) {
        if let Some(latest) = referent.number.checked_sub(1) {
            self.entries[latest as usize] = self.stacks.pairs.next();
        }
        let [below] = self.stacks.put([variable], referent, at.level());
        self.shadowed += usize::from(below.is_some());
    }

    pub(crate) fn enter_scope(&mut self) {
        self.stacks.enter();
    }

    pub(crate) fn leave_scope(&mut self) {
        self.leave_scope_with(|_| {});
    }

    /// Leaves a scope. Calls `forgotten` with each variable that was bound in the scope and was met.
    pub(crate) fn leave_scope_with(&mut self, mut forgotten: impl FnMut(Identity)) {
        let shadowed = &mut self.shadowed;
        self.stacks.leave(|pairs, ordinal, [stood]| {
            if !pairs.value(ordinal).is_unmet {
                forgotten(pairs.node(0, ordinal));
            }
            *shadowed -= usize::from(!matches!(stood, Stood::Alone));
        });
    }
}

/// An occurrence of a variable: a binding occurrence, a use of a binding, or a use of a free variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Occurrence {
    /// The occurrence binds the variable. If a scope predeclares the variable, this is its first declaration, and uses
    /// may have come before.
    Binds(Binding),
    /// A use of a binding. A predeclared binding may be used before its `Binds`.
    Bound(Binding),
    /// A use of an unbound variable.
    Free,
}

/// A binding of a variable, within one walk. All uses of one binding return the same `Binding`; binding the variable
/// again makes another. Later bindings compare greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Binding(u64);

impl Occurrence {
    pub(crate) fn bound(number: u64) -> Occurrence {
        Occurrence::Bound(Binding(number))
    }

    pub(crate) fn binds(number: u64) -> Occurrence {
        Occurrence::Binds(Binding(number))
    }

    pub(crate) fn number(self) -> Option<u64> {
        self.binding().map(|binding| binding.0)
    }

    /// The binding that the occurrence makes or uses; `None` for a free variable.
    pub fn binding(self) -> Option<Binding> {
        match self {
            Occurrence::Binds(binding) | Occurrence::Bound(binding) => Some(binding),
            Occurrence::Free => None,
        }
    }

    /// Whether the occurrence binds the variable.
    pub fn is_binding(self) -> bool {
        matches!(self, Occurrence::Binds(_))
    }
}
