//! What each variable of one value is bound to, for walks, rewritings and alpha classes.

use crate::{
    describe::{
        identity::Identity,
        region::{Level, Region},
    },
    rules::{
        entries::Ranked,
        occurrence::Occurrence,
        pairs::Ordinal,
        predeclared::Declaration,
        stacks::{Stacks, Stood},
        variables::{self, AfterFields, Lookup, Source},
    },
};

/// What the variables of one value are bound to, as equality would bind them: on a stack for each variable. A free
/// variable that was met is on it, too.
#[derive(Default)]
pub(crate) struct Bindings {
    stacks: Stacks<1, Referent>,
    /// How many binding occurrences were met.
    made: u64,
    /// How many bindings others shadow.
    shadowed: usize,
}

/// What an occurrence refers to: a binding by its number, or, for a free variable, nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Referent(u64);

impl Referent {
    /// A free variable. Bindings are numbered from one on.
    const FREE: Referent = Referent(0);
    /// A free variable that was matched as the key of a map, and not met so far.
    const MATCHED: Referent = Referent(u64::MAX);
    /// Of a predeclared binding, beside its number: the variable was not met so far.
    const UNMET: u64 = 1 << 63;
    /// Of a predeclared binding, beside its number: no declaration was met so far.
    const UNDECLARED: u64 = 1 << 62;

    #[inline(always)]
    fn of(occurrence: Occurrence) -> Referent {
        occurrence.number().map_or(Referent::FREE, Referent)
    }

    /// What a use refers to.
    #[inline(always)]
    fn meaning(self) -> Occurrence {
        match self {
            Referent::FREE | Referent::MATCHED => Occurrence::Free,
            Referent(number) => Occurrence::bound(number & !(Referent::UNMET | Referent::UNDECLARED)),
        }
    }

    /// Whether the variable was not met.
    #[inline(always)]
    fn is_unmet(self) -> bool {
        self.0 >= Referent::UNMET
    }

    /// The same of a variable that was met.
    #[inline(always)]
    fn met(self) -> Referent {
        if self == Referent::MATCHED { Referent::FREE } else { Referent(self.0 & !Referent::UNMET) }
    }
}

impl Bindings {
    /// How many scopes are around.
    pub(crate) fn depth(&self) -> Level {
        self.stacks.depth()
    }

    #[inline(always)]
    pub(crate) fn ordinal(&self, variable: Identity) -> Option<Ordinal> {
        self.stacks.pairs.top(0, variable)
    }

    /// What a use of a variable refers to; nothing, if it was not met before.
    pub(crate) fn meaning(&self, variable: Identity) -> Option<Occurrence> {
        self.meaning_at(self.ordinal(variable))
    }

    /// What a use of a variable refers to that has this ordinal.
    #[inline(always)]
    fn meaning_at(&self, ordinal: Option<Ordinal>) -> Option<Occurrence> {
        ordinal.map(|ordinal| self.stacks.pairs.value(ordinal).meaning())
    }

    /// What an occurrence of a variable is, and whether its fields are looked at, after which it is bound.
    pub(crate) fn look_up(&mut self, variable: Identity, at: Region) -> (Occurrence, bool) {
        self.look_up_at(variable, self.ordinal(variable), at)
    }

    /// The same of a variable that has this ordinal.
    #[inline(always)]
    pub(crate) fn look_up_at(
        &mut self,
        variable: Identity,
        ordinal: Option<Ordinal>,
        at: Region,
    ) -> (Occurrence, bool) {
        match variables::meet(at, || self.meaning_at(ordinal)) {
            Lookup::Decided(occurrence) => (occurrence, false),
            Lookup::LookInside(_) if at.is_predeclared() => (self.declaration(variable, at), true),
            Lookup::LookInside(_) if at.binds() => (Occurrence::binds(self.number()), true),
            Lookup::LookInside(_) => (Occurrence::Free, true),
        }
    }

    /// What an occurrence is whose fields are looked at, where the scope around predeclares. A variable that is declared
    /// again is used.
    #[cold]
    fn declaration(&mut self, variable: Identity, at: Region) -> Occurrence {
        let declared = self.stacks.predeclared(0, variable).filter(|_| at.is_binding_occurrence());
        let Some(referent) = declared.and_then(|ordinal| self.stacks.pairs.value_mut(ordinal)) else {
            return if at.binds() { Occurrence::binds(self.number()) } else { Occurrence::Free };
        };
        let is_first = referent.0 & Referent::UNDECLARED != 0;
        *referent = Referent(referent.met().0 & !Referent::UNDECLARED);
        if is_first { Occurrence::binds(referent.0) } else { Occurrence::bound(referent.0) }
    }

    /// Binds what the innermost scope predeclares, and tells which bindings these are.
    pub(crate) fn predeclare(&mut self, declarations: &[Declaration], mut made: impl FnMut(Identity, u64, Region)) {
        self.stacks.begin_predeclared();
        let mut next = [0];
        while let Some(([variable], at)) = self.stacks.next_declared([declarations], &mut next) {
            let (ordinal, number) = (self.stacks.pairs.next(), self.number());
            let below = self.ordinal(variable);
            let unmet = if self.tells_met(below) { 0 } else { Referent::UNMET };
            self.put(variable, below, Referent(number | unmet | Referent::UNDECLARED), at);
            self.stacks.predeclare([variable], ordinal);
            made(variable, number, at);
        }
    }

    /// Binds a variable, or has it free, unless it was bound by now through its own fields.
    pub(crate) fn bind_after_fields(&mut self, variable: Identity, occurrence: Occurrence, at: Region) {
        let ordinal = self.ordinal(variable);
        self.bind_after_leaves(variable, ordinal, occurrence, at);
    }

    /// The same of a variable that has this ordinal. It had it before its fields, if these are leaves.
    #[inline(always)]
    pub(crate) fn bind_after_leaves(
        &mut self,
        variable: Identity,
        ordinal: Option<Ordinal>,
        occurrence: Occurrence,
        at: Region,
    ) {
        let known = |source| match source {
            Source::Present => ordinal,
            Source::Predeclared => self.stacks.predeclared(0, variable),
        };
        match variables::after_fields(at, known) {
            AfterFields::Decided(_) => {}
            AfterFields::Binds | AfterFields::Free => self.put(variable, ordinal, Referent::of(occurrence), at),
        }
    }

    /// Has a variable free that was not met before.
    pub(crate) fn meet_free(&mut self, variable: Identity) {
        match self.ordinal(variable) {
            Some(ordinal) => self.note_met(ordinal),
            None => self.put(variable, None, Referent::FREE, Region::NONE),
        }
    }

    /// Has the variables free that are among the keys of a map and were not met before, as matching them does. Of two
    /// keys of one identity, the first one does.
    pub(crate) fn meet_keys(&mut self, keys: &[Ranked]) {
        for variable in keys.iter().filter_map(Ranked::free_variable) {
            if let (AfterFields::Free, at) = variables::match_key(|| self.ordinal(variable)) {
                self.put(variable, None, Referent::MATCHED, at);
            }
        }
    }

    /// Whether a variable is known here to have been met before, by its ordinal. It may have been, though it is not:
    /// where its scope was left.
    #[inline(always)]
    pub(crate) fn tells_met(&self, ordinal: Option<Ordinal>) -> bool {
        ordinal.is_some_and(|ordinal| !self.stacks.pairs.value(ordinal).is_unmet())
    }

    /// Notes that a variable with this ordinal is met.
    #[inline(always)]
    pub(crate) fn note_met(&mut self, ordinal: Ordinal) {
        if self.stacks.pairs.value(ordinal).is_unmet()
            && let Some(referent) = self.stacks.pairs.value_mut(ordinal)
        {
            *referent = referent.met();
        }
    }

    /// Whether nothing was bound or met.
    pub(crate) fn is_empty(&self) -> bool {
        self.stacks.pairs.next() == 0 && self.made == 0
    }

    /// The number of the binding that was made last.
    pub(crate) fn made(&self) -> u64 {
        self.made
    }

    /// The numbers of a variable's bindings that are not forgotten, though others may shadow them: the latest first.
    pub(crate) fn numbers(&self, variable: Identity) -> impl Iterator<Item = u64> {
        core::iter::successors(self.ordinal(variable), |ordinal| self.stacks.below(0, *ordinal))
            .filter_map(|ordinal| self.stacks.pairs.value(ordinal).meaning().number())
    }

    /// How many bindings are shadowed by others, free variables that were met included.
    pub(crate) fn shadowed(&self) -> usize {
        self.shadowed
    }

    /// The number of a new binding.
    fn number(&mut self) -> u64 {
        self.made += 1;
        self.made
    }

    /// Puts what a variable is bound to on top of what it was bound to before, if anything, in the scope of a region.
    #[inline(always)]
    fn put(&mut self, variable: Identity, below: Option<Ordinal>, referent: Referent, at: Region) {
        if below.is_some() {
            self.stacks.put([variable], referent, at.level());
            self.shadowed += 1;
        } else {
            self.stacks.put_first([variable], referent, at.level());
        }
    }

    pub(crate) fn enter_scope(&mut self) {
        self.stacks.enter();
    }

    pub(crate) fn leave_scope(&mut self) {
        self.leave_scope_with(|_| {});
    }

    /// Leaves a scope, and tells which variables were bound in it, and met.
    pub(crate) fn leave_scope_with(&mut self, mut forgotten: impl FnMut(Identity)) {
        let shadowed = &mut self.shadowed;
        self.stacks.leave(|pairs, ordinal, [stood]| {
            if !pairs.value(ordinal).is_unmet() {
                forgotten(pairs.node(0, ordinal));
            }
            *shadowed -= usize::from(!matches!(stood, Stood::Alone));
        });
    }
}
