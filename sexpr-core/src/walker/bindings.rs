//! What each variable of one value is bound to.

use alloc::vec::Vec;

use super::pairs::{Ordinal, Pairs};
use crate::{identity::Identity, region::Region, walk::Occurrence};

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
    pub(crate) fn depth(&self) -> u32 {
        // No more than `Region::LEVELS`.
        self.scopes.len() as u32
    }

    pub(crate) fn ordinal(&self, variable: Identity) -> Option<Ordinal> {
        self.tops.top(0, variable)
    }

    /// What a use of a variable refers to; nothing, if it was not met before.
    pub(crate) fn meaning(&self, variable: Identity) -> Option<Occurrence> {
        let Bound(binding) = self.tops.value(self.ordinal(variable)?);
        Some(binding.map_or(Occurrence::Free, Occurrence::bound))
    }

    /// The number of a new binding.
    pub(crate) fn number(&mut self) -> u64 {
        self.made += 1;
        self.made
    }

    /// Binds a variable in the scope of a region, or has it free.
    pub(crate) fn bind(&mut self, variable: Identity, occurrence: Occurrence, at: Region) {
        let ordinal = self.links.len();
        let below = self.tops.stack([variable], Bound(occurrence.number()))[0].unwrap_or(NONE);
        if below != NONE {
            self.links[below].above = ordinal;
        }
        let scope = match at.level() {
            0 => None,
            level => self.scopes.get_mut(level as usize - 1),
        };
        let earlier = scope.map_or(NONE, |latest| core::mem::replace(latest, ordinal));
        self.links.push(Link { below, above: NONE, earlier, exists: true });
    }

    pub(crate) fn enter_scope(&mut self) {
        assert!(self.depth() < Region::LEVELS, "there are more than 2^30 scopes inside each other");
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
