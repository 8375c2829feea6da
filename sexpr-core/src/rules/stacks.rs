//! The rule for scopes: a stack of bindings for each variable, on one side or two, and the scopes that were entered.
//! Leaving a scope removes its bindings, wherever they are in the stacks.
//!
//! While each variable is bound once and permanently, [`Pairs`] is all that is needed. The first binding that shadows
//! another or belongs to a scope begins the links.
//!
//! A predeclared binding may be shadowed in its own scope, so each scope keeps the bindings that it predeclared.

use alloc::vec::Vec;

use crate::{
    describe::{
        identity::Identity,
        region::{Level, Region},
    },
    rules::{
        pairs::{NONE, Ordinal, Pairs},
        var_pairs::predeclared::Declaration,
        variables::Source,
    },
    tables::index::Table,
};

/// A stack of bindings for each variable, and the enclosing scopes.
#[derive(Debug, Default)]
pub(crate) struct Stacks<const SIDES: usize, Value> {
    /// All bindings, and the top of each stack. A permanent binding of unbound variables can be added here directly.
    pub(crate) pairs: Pairs<SIDES, Value>,
    /// The link of each binding, by ordinal. Bindings without a link are [alone](Link::ALONE).
    links: Vec<Link<SIDES>>,
    /// For each enclosing scope, its latest binding.
    scopes: Vec<Ordinal>,
    /// For each enclosing scope that predeclares variables, its predeclared bindings, the innermost scope last.
    predeclared: Vec<Predeclared<SIDES>>,
}

/// The bindings that a scope predeclared.
#[derive(Debug)]
struct Predeclared<const SIDES: usize> {
    /// The scope's level.
    level: Level,
    bindings: [Table<Identity, Ordinal>; SIDES],
}

/// The place of a binding in its variables' stacks and in its scope.
#[derive(Clone, Copy, Debug)]
struct Link<const SIDES: usize> {
    below: [Ordinal; SIDES],
    above: [Ordinal; SIDES],
    /// The binding before it in the same scope.
    earlier: Ordinal,
    exists: bool,
}

impl<const SIDES: usize> Link<SIDES> {
    /// The link of a permanent binding that shadows no other.
    const ALONE: Self = Link { below: [NONE; SIDES], above: [NONE; SIDES], earlier: NONE, exists: true };
}

/// The former place of a removed binding in a variable's stack.
pub(crate) enum Stood {
    /// Alone. The variable is now unbound.
    Alone,
    /// On top of this binding, which is now the top.
    On(Ordinal),
    /// Below bindings that shadowed it.
    Below,
}

impl<const SIDES: usize, Value: Copy> Stacks<SIDES, Value> {
    /// The number of enclosing scopes.
    #[inline(always)]
    pub(crate) fn depth(&self) -> Level {
        self.scopes.len() as Level
    }

    /// Binds variables in the scope at a level, or permanently if the level is 0. Returns the shadowed bindings.
    pub(crate) fn put(&mut self, variables: [Identity; SIDES], value: Value, level: Level) -> [Option<Ordinal>; SIDES] {
        let ordinal = self.pairs.next();
        let below = self.pairs.stack(variables, value);
        if level > 0 || below.iter().any(Option::is_some) {
            self.link(ordinal, below.map(|below| below.unwrap_or(NONE)), level);
        }
        below
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

    /// The binding that a binding shadows, on a side.
    pub(crate) fn below(&self, side: usize, ordinal: Ordinal) -> Option<Ordinal> {
        self.links.get(ordinal).map(|link| link.below[side]).filter(|below| *below != NONE)
    }

    /// Whether a binding exists: it was not removed.
    pub(crate) fn exists(&self, ordinal: Ordinal) -> bool {
        self.links.get(ordinal).is_none_or(|link| link.exists)
    }

    pub(crate) fn enter(&mut self) {
        self.scopes.push(NONE);
    }

    /// Begins the innermost scope with its predeclared variables. Returns the variables that the caller must bind next,
    /// in this order: the first declarations of each side, paired, with the region on the first side.
    pub(crate) fn predeclare(
        &mut self,
        declarations: [&[Declaration]; SIDES],
    ) -> impl Iterator<Item = ([Identity; SIDES], Region)> + use<SIDES, Value> {
        let first_of_each = |declarations: &[Declaration]| -> Vec<Declaration> {
            let mut met = Table::default();
            let is_first = |declared: &&Declaration| met.insert(declared.variable, ()).is_none();
            declarations.iter().filter(is_first).copied().collect()
        };
        let declared = declarations.map(first_of_each);
        let count = declared.iter().map(Vec::len).min().unwrap_or(0);
        let ordinals = self.pairs.next()..;
        let bindings = declared.each_ref().map(|declared| {
            let variables = declared[..count].iter().map(|declared| declared.variable);
            variables.zip(ordinals.clone()).collect()
        });
        self.predeclared.push(Predeclared { level: self.depth(), bindings });
        (0..count)
            .map(move |index| (declared.each_ref().map(|declared| declared[index].variable), declared[0][index].at))
    }

    /// The binding of a variable that the innermost scope predeclared, on a side. To be called only if that scope
    /// predeclares.
    pub(crate) fn predeclared(&self, side: usize, variable: Identity) -> Option<Ordinal> {
        self.predeclared.last()?.bindings[side].get(&variable).copied()
    }

    /// The binding of a variable, on a side.
    #[inline(always)]
    pub(crate) fn find(&self, source: Source, side: usize, variable: Identity) -> Option<Ordinal> {
        match source {
            Source::Present => self.pairs.top(side, variable),
            Source::Predeclared => self.predeclared(side, variable),
        }
    }

    /// Leaves the innermost scope. Calls `removed` with each removed binding, the latest first, and its former place on
    /// each side.
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
        // Ordinals are given back from the end only. Below an existing binding, removed bindings keep theirs.
        while self.links.len() == self.pairs.next() && self.links.last().is_some_and(|link| !link.exists) {
            self.links.pop();
            self.pairs.pop();
        }
    }

    /// Enters a scope that binds only these variables.
    pub(crate) fn push(&mut self, variables: [Identity; SIDES], value: Value) {
        self.enter();
        self.put(variables, value, self.depth());
    }

    /// Leaves the scope that was [pushed](Self::push) last. Returns the value of its binding.
    pub(crate) fn pop(&mut self) -> Option<Value> {
        let mut popped = None;
        self.leave(|pairs, ordinal, _| popped = Some(pairs.value(ordinal)));
        popped
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
