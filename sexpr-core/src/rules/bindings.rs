//! What each variable of one value is bound to, for walks, rewritings and alpha classes.

use alloc::vec::Vec;

use crate::{
    describe::{
        identity::Identity,
        region::{Level, Region},
    },
    rules::{
        entries::Ranked,
        occurrence::Occurrence,
        pairs::{Ordinal, Pairs},
        variables::{self, AfterFields, Met},
    },
};

/// In place of an ordinal: none.
const NONE: usize = usize::MAX;

/// What the variables of one value are bound to, as equality would bind them: on a stack for each variable. A free
/// variable that was met is on it, too.
#[derive(Default)]
pub(crate) struct Bindings {
    tops: Pairs<1, Bound>,
    /// By ordinal.
    links: Vec<Link>,
    /// For each scope around, what was bound in it last.
    scopes: Vec<Ordinal>,
    /// How many binding occurrences were met.
    made: u64,
    /// How many bindings others shadow.
    shadowed: usize,
    /// Whether a variable was recorded as the key of a map before it was met.
    has_keys: bool,
}

/// What an occurrence refers to: a binding by its number, or, for a free variable, none.
#[derive(Clone, Copy, Debug)]
struct Bound(Option<u64>);

#[derive(Clone, Copy)]
struct Link {
    /// What the variable was bound to before.
    below: Ordinal,
    /// What it was bound to afterwards.
    above: Ordinal,
    /// What was bound before in the same scope.
    earlier: Ordinal,
    exists: bool,
}

impl Bindings {
    /// How many scopes are around.
    pub(crate) fn depth(&self) -> Level {
        self.scopes.len() as Level
    }

    pub(crate) fn ordinal(&self, variable: Identity) -> Option<Ordinal> {
        self.tops.top(0, variable)
    }

    /// What a use of a variable refers to; nothing, if it was not met before.
    pub(crate) fn meaning(&self, variable: Identity) -> Option<Occurrence> {
        let Bound(binding) = self.tops.value(self.ordinal(variable)?);
        Some(binding.map_or(Occurrence::Free, Occurrence::bound))
    }

    /// What an occurrence of a variable is, and whether its fields are looked at, after which it is bound.
    pub(crate) fn look_up(&mut self, variable: Identity, at: Region) -> (Occurrence, bool) {
        match variables::meet(at, || self.meaning(variable)) {
            Met::Decided(occurrence) => (occurrence, false),
            Met::LookInside(_) if at.binds() => (Occurrence::binds(self.number()), true),
            Met::LookInside(_) => (Occurrence::Free, true),
        }
    }

    /// Binds a variable, or has it free, unless it was bound by now through its own fields.
    pub(crate) fn bind_after_fields(&mut self, variable: Identity, occurrence: Occurrence, at: Region) {
        match variables::after_fields(at, || self.ordinal(variable)) {
            AfterFields::Decided(_) => {}
            AfterFields::Binds | AfterFields::Free => self.bind(variable, occurrence, at),
        }
    }

    /// Has the variables free that are among the keys of a map and were not met before, as matching them does. Of two
    /// keys of one identity, the first one does.
    pub(crate) fn meet_keys(&mut self, keys: &[Ranked]) {
        for variable in keys.iter().filter_map(Ranked::free_variable) {
            if self.ordinal(variable).is_none() {
                self.bind(variable, Occurrence::Free, Region::NONE);
                self.has_keys = true;
            }
        }
    }

    /// Whether a variable is known here to have been met before. It may have been, though it is not: where its scope
    /// was left.
    #[inline(always)]
    pub(crate) fn tells_met(&self, variable: Identity) -> bool {
        !self.has_keys && self.ordinal(variable).is_some()
    }

    /// Whether nothing was bound or met.
    pub(crate) fn is_empty(&self) -> bool {
        self.links.is_empty() && self.made == 0
    }

    /// The number of the binding that was made last.
    pub(crate) fn made(&self) -> u64 {
        self.made
    }

    /// Whether a binding of a variable is not forgotten, though another one may shadow it.
    pub(crate) fn exists(&self, variable: Identity, binding: u64) -> bool {
        let top = self.ordinal(variable).unwrap_or(NONE);
        let below = |ordinal: &Ordinal| Some(self.links[*ordinal].below).filter(|below| *below != NONE);
        let stack = core::iter::successors(Some(top).filter(|top| *top != NONE), below);
        stack.into_iter().any(|ordinal| self.tops.value(ordinal).0 == Some(binding))
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

    /// Binds a variable in the scope of a region, or has it free.
    pub(crate) fn bind(&mut self, variable: Identity, occurrence: Occurrence, at: Region) {
        let ordinal = self.links.len();
        let below = self.tops.stack([variable], Bound(occurrence.number()))[0].unwrap_or(NONE);
        if below != NONE {
            self.links[below].above = ordinal;
            self.shadowed += 1;
        }
        let scope = match at.level() {
            0 => None,
            level => self.scopes.get_mut(level as usize - 1),
        };
        let earlier = scope.map_or(NONE, |latest| core::mem::replace(latest, ordinal));
        self.links.push(Link { below, above: NONE, earlier, exists: true });
    }

    pub(crate) fn enter_scope(&mut self) {
        self.scopes.push(NONE);
    }

    pub(crate) fn leave_scope(&mut self) {
        let mut ordinal = self.scopes.pop().unwrap_or(NONE);
        while ordinal != NONE {
            self.remove(ordinal);
            ordinal = self.links[ordinal].earlier;
        }
        while self.links.last().is_some_and(|link| !link.exists) {
            self.links.pop();
            self.tops.pop();
        }
    }

    /// Takes a binding from where it stands in its variable's stack.
    fn remove(&mut self, ordinal: Ordinal) {
        self.links[ordinal].exists = false;
        let Link { below, above, .. } = self.links[ordinal];
        if below != NONE || above != NONE {
            self.shadowed -= 1;
        }
        if below != NONE {
            self.links[below].above = above;
        }
        if above != NONE {
            self.links[above].below = below;
        } else if below != NONE {
            self.tops.put_on_top(0, below);
        } else {
            self.tops.leave_without(0, ordinal);
        }
    }
}
