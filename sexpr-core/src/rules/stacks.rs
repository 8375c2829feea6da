//! What variables are bound to, on one side or two: a stack for each variable, what it was bound to last on top; and
//! the scopes that are entered. Leaving a scope takes what was bound in it from wherever it stands.
//!
//! As long as variables are bound once and for good, the tops are all there is ([`Pairs`]). Links begin with the first
//! binding that stands on another or belongs to a scope.
//!
//! Of what a scope predeclares, it is kept which binding each variable got, as others may shadow it in that scope.

use alloc::vec::Vec;

use crate::{
    describe::{identity::Identity, region::Level},
    rules::pairs::{Ordinal, Pairs},
    tables::index::Table,
};

/// In place of an ordinal: none.
const NONE: Ordinal = usize::MAX;

/// A stack of bindings for each variable, and the scopes around.
#[derive(Debug)]
pub(crate) struct Stacks<const SIDES: usize, Value> {
    /// All bindings, and which of them are on top. Those that are bound for good can be added here, if their variables
    /// have none.
    pub(crate) pairs: Pairs<SIDES, Value>,
    /// By ordinal, as far as there are any: the rest are alone.
    links: Vec<Link<SIDES>>,
    /// For each scope around, what was bound in it last.
    scopes: Vec<Ordinal>,
    /// What the scopes around have predeclared that predeclare anything, the innermost last.
    predeclared: Vec<Predeclared<SIDES>>,
}

/// What a scope has predeclared.
#[derive(Debug)]
struct Predeclared<const SIDES: usize> {
    /// The scope's level.
    level: Level,
    bindings: [Table<Identity, Ordinal>; SIDES],
}

/// A binding's place in its variables' stacks, and in its scope.
#[derive(Clone, Copy, Debug)]
struct Link<const SIDES: usize> {
    below: [Ordinal; SIDES],
    above: [Ordinal; SIDES],
    /// What was bound before it in the same scope.
    earlier: Ordinal,
    exists: bool,
}

impl<const SIDES: usize> Link<SIDES> {
    /// Of what is bound for good, and shadows nothing.
    const ALONE: Self = Link { below: [NONE; SIDES], above: [NONE; SIDES], earlier: NONE, exists: true };
}

/// Where a binding stood in a variable's stack that is no more.
pub(crate) enum Stood {
    /// Alone: the variable is unbound from now on.
    Alone,
    /// On top of this one, to which the variable is bound again.
    On(Ordinal),
    /// Below others, which shadowed it.
    Below,
}

impl<const SIDES: usize, Value> Default for Stacks<SIDES, Value> {
    fn default() -> Self {
        Stacks { pairs: Pairs::default(), links: Vec::new(), scopes: Vec::new(), predeclared: Vec::new() }
    }
}

impl<const SIDES: usize, Value: Copy> Stacks<SIDES, Value> {
    /// How many scopes are around.
    #[inline(always)]
    pub(crate) fn depth(&self) -> Level {
        self.scopes.len() as Level
    }

    /// Binds variables in the scope of that level, or for good if it is 0, and gives what they were bound to before.
    pub(crate) fn put(&mut self, variables: [Identity; SIDES], value: Value, level: Level) -> [Option<Ordinal>; SIDES] {
        let ordinal = self.pairs.next();
        let below = self.pairs.stack(variables, value);
        if level > 0 || below.iter().any(Option::is_some) {
            self.link(ordinal, below.map(|below| below.unwrap_or(NONE)), level);
        }
        below
    }

    /// The same of variables that are bound to nothing.
    #[inline(always)]
    pub(crate) fn put_first(&mut self, variables: [Identity; SIDES], value: Value, level: Level) {
        let ordinal = self.pairs.add(variables, value);
        if level > 0 {
            self.link(ordinal, [NONE; SIDES], level);
        }
    }

    fn link(&mut self, ordinal: Ordinal, below: [Ordinal; SIDES], level: Level) {
        self.links.resize(ordinal, Link::ALONE);
        for (side, below) in below.into_iter().enumerate() {
            if below != NONE {
                self.links[below].above[side] = ordinal;
            }
        }
        let scope = if level > 0 { self.scopes.get_mut(level as usize - 1) } else { None };
        let earlier = scope.map_or(NONE, |latest| core::mem::replace(latest, ordinal));
        self.links.push(Link { below, above: [NONE; SIDES], earlier, exists: true });
    }

    /// What a binding stands on, on a side.
    pub(crate) fn below(&self, side: usize, ordinal: Ordinal) -> Option<Ordinal> {
        self.links.get(ordinal).map(|link| link.below[side]).filter(|below| *below != NONE)
    }

    /// Whether a binding was not removed.
    pub(crate) fn exists(&self, ordinal: Ordinal) -> bool {
        self.links.get(ordinal).is_none_or(|link| link.exists)
    }

    /// Whether a binding is on top, on all sides.
    pub(crate) fn is_on_top(&self, ordinal: Ordinal) -> bool {
        self.links.get(ordinal).is_none_or(|link| link.above.iter().all(|above| *above == NONE))
    }

    pub(crate) fn enter(&mut self) {
        self.scopes.push(NONE);
    }

    /// Begins what the innermost scope predeclares.
    pub(crate) fn begin_predeclared(&mut self) {
        let bindings = core::array::from_fn(|_| Table::default());
        self.predeclared.push(Predeclared { level: self.depth(), bindings });
    }

    /// Notes that the innermost scope predeclares variables, by this binding.
    pub(crate) fn predeclare(&mut self, variables: [Identity; SIDES], ordinal: Ordinal) {
        if let Some(predeclared) = self.predeclared.last_mut() {
            for (bindings, variable) in predeclared.bindings.iter_mut().zip(variables) {
                bindings.insert(variable, ordinal);
            }
        }
    }

    /// The binding of a variable that the innermost scope has predeclared, on a side. Asked only where that scope
    /// predeclares.
    pub(crate) fn predeclared(&self, side: usize, variable: Identity) -> Option<Ordinal> {
        self.predeclared.last()?.bindings[side].get(&variable).copied()
    }

    /// Leaves the innermost scope, and tells which bindings are no more, the latest first, and where they stood.
    pub(crate) fn leave(&mut self, mut removed: impl FnMut(&Pairs<SIDES, Value>, Ordinal, [Stood; SIDES])) {
        if self.predeclared.last().is_some_and(|predeclared| predeclared.level == self.depth()) {
            self.predeclared.pop();
        }
        let mut ordinal = self.scopes.pop().unwrap_or(NONE);
        while ordinal != NONE {
            let stood = self.remove(ordinal);
            removed(&self.pairs, ordinal, stood);
            ordinal = self.links[ordinal].earlier;
        }
        // Those that came later have been removed, or hold the place.
        while self.links.len() == self.pairs.next() && self.links.last().is_some_and(|link| !link.exists) {
            self.links.pop();
            self.pairs.pop();
        }
    }

    fn remove(&mut self, ordinal: Ordinal) -> [Stood; SIDES] {
        let Stacks { pairs, links, .. } = self;
        links[ordinal].exists = false;
        let Link { below, above, .. } = links[ordinal];
        core::array::from_fn(|side| {
            let (below, above) = (below[side], above[side]);
            if below != NONE {
                links[below].above[side] = above;
            }
            if above != NONE {
                links[above].below[side] = below;
                Stood::Below
            } else if below != NONE {
                pairs.put_on_top(side, below);
                Stood::On(below)
            } else {
                pairs.leave_without(side, ordinal);
                Stood::Alone
            }
        })
    }

    pub(crate) fn clear(&mut self) {
        self.pairs.clear();
        self.links.clear();
        self.scopes.clear();
        self.predeclared.clear();
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::Stacks;
    use crate::describe::identity::Identity;

    #[test]
    fn what_a_scope_bound_goes_from_wherever_it_stands() {
        let variables = [1_u8, 2, 3];
        let [x, y, z] = variables.each_ref().map(Identity::address::<u8>);
        let value_of = |stacks: &Stacks<1, u8>, of| stacks.pairs.top(0, of).map(|top| stacks.pairs.value(top));
        let mut stacks = Stacks::<1, u8>::default();
        stacks.put_first([x], 0, 0);
        stacks.enter();
        stacks.enter();
        stacks.put([x], 1, 2);
        stacks.put([x], 2, 1);
        stacks.put([y], 3, 2);
        stacks.put_first([z], 4, 0);
        let mut gone = Vec::new();
        stacks.leave(|pairs, ordinal, _| gone.push(pairs.value(ordinal)));
        assert_eq!(gone, [3, 1]);
        assert_eq!([x, y].map(|of| value_of(&stacks, of)), [Some(2), None]);
        stacks.leave(|_, _, _| {});
        assert_eq!(value_of(&stacks, x), Some(0));
        assert_eq!((stacks.pairs.next(), stacks.depth()), (5, 0), "what came last holds the place of what is gone");
    }
}
