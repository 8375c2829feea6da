//! Hints: why a variable may be free that was meant to be bound.
//!
//! A missing `def`, or a scope that is too narrow, makes a variable free, and the report ends at a use far from that. So
//! where a free variable differs, its other occurrences are looked at: those that the comparison meets before, and, if
//! none of these binds, all of them.

use alloc::string::String;
use core::fmt;

use crate::{
    describe::{identity::Identity, region::Region, structural::StructuralEq},
    engine::path::Path,
    ops::mismatch::{Report, Watched},
    rules::relation::Relation,
};

/// Why a variable may be free that differs from another: what becomes of it elsewhere.
///
/// Part of a [`Mismatch`](crate::Mismatch). It says what is so, and asks whether that is meant: whether the types'
/// annotations are wrong, or the values, only their author knows.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Hint {
    /// It was bound before, in a scope that has ended.
    #[non_exhaustive]
    ScopeEnded {
        /// Where it was bound.
        at: Path,
    },
    /// It is bound only later.
    #[non_exhaustive]
    BoundLater {
        /// Where it is bound.
        at: Path,
    },
    /// A variable with its key is bound, of another type or namespace.
    #[non_exhaustive]
    OtherNamespace {
        /// Where that is bound.
        at: Path,
    },
    /// Nothing binds it, and it stands elsewhere, too.
    #[non_exhaustive]
    NeverBound {
        /// Where it stands first, apart from the place that differs.
        at: Path,
    },
}

impl fmt::Display for Hint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Hint::ScopeEnded { at } => {
                write!(f, "`{at}` binds it in a scope that has ended: is a `scope` missing, or too narrow?")
            }
            Hint::BoundLater { at } => write!(f, "`{at}` binds it, and comes later: is the `order` of fields meant?"),
            Hint::OtherNamespace { at } => {
                write!(f, "`{at}` binds a variable with its key, of another type or namespace: is that meant?")
            }
            Hint::NeverBound { at } => {
                write!(f, "nothing binds it, and it stands at `{at}`, too: is a `def` missing?")
            }
        }
    }
}

/// The variables whose occurrences are looked at, one on each side, and what was found.
pub(super) struct Variables {
    differing: [Identity; 2],
    keys: [Option<String>; 2],
    places: [Path; 2],
    found: [Found; 2],
}

/// Where a variable stands first.
#[derive(Default)]
struct Found {
    /// Where it binds.
    bound: Option<Path>,
    /// Where it does not, apart from the place that differs.
    unbound: Option<Path>,
    /// Where one with its key binds, of another type or namespace.
    namesake: Option<Path>,
}

impl Variables {
    fn new(differing: [Identity; 2], keys: [&Option<String>; 2], places: [&Path; 2]) -> Variables {
        Variables {
            differing,
            keys: keys.map(Clone::clone),
            places: places.map(Clone::clone),
            found: Default::default(),
        }
    }

    /// Forgets what was found: the comparison starts over.
    pub(super) fn forget(&mut self) {
        self.found = Default::default();
    }
}

impl Report<'_> {
    /// Notes where variables are met, if their occurrences are looked at.
    #[inline(always)]
    pub(super) fn note_occurrence(
        &mut self,
        met: [Identity; 2],
        at: Region,
        keys: impl FnOnce() -> [Option<String>; 2],
    ) {
        if self.variables.is_some() {
            self.look_at_occurrence(met, at, keys());
        }
    }

    #[cold]
    fn look_at_occurrence(&mut self, met: [Identity; 2], at: Region, keys: [Option<String>; 2]) {
        let Some(variables) = &mut self.variables else { return };
        for side in 0..2 {
            let Found { bound, unbound, namesake } = &mut variables.found[side];
            let binds = at.binds();
            let first = match met[side] == variables.differing[side] {
                true if binds => bound,
                true => unbound,
                false if binds && keys[side].is_some() && keys[side] == variables.keys[side] => namesake,
                false => continue,
            };
            if first.is_none() {
                let (left, right) = self.trail.paths();
                let path = if side == 0 { left } else { right };
                *first = Some(path).filter(|path| binds || *path != variables.places[side]);
            }
        }
    }

    /// Why those of the variables that differ, at these places, may be free that are. Compares the values once more, and
    /// each of them with itself: that takes as long as the comparison did, and as reading both values does.
    pub(super) fn hints<T: StructuralEq + ?Sized>(
        &self,
        values: [&&T; 2],
        are_free: [bool; 2],
        places: [&Path; 2],
    ) -> [Option<Hint>; 2] {
        let Some(differing) = self.differing else { return [None, None] };
        let mut before = Report::new(self.options, Watched::default());
        before.variables = Some(Variables::new(differing, self.names.each_ref(), places));
        before.first_failure::<T>(values[0], values[1]);
        let found = before.variables.take().map(|variables| variables.found).unwrap_or_default();
        let mut keys = core::mem::take(&mut before.relation.keys);
        let mut hints = [None, None];
        for (side, before) in found.into_iter().enumerate().filter(|(side, _)| are_free[*side]) {
            hints[side] = before.bound.map(|at| Hint::ScopeEnded { at }).or_else(|| {
                let mut report = Report::new(self.options, Watched::default());
                report.relation = Relation::with_keys(core::mem::take(&mut keys));
                let (variable, key, place) = (differing[side], &self.names[side], places[side]);
                report.variables = Some(Variables::new([variable; 2], [key; 2], [place; 2]));
                report.first_failure::<T>(values[side], values[side]);
                keys = core::mem::take(&mut report.relation.keys);
                let [Found { bound, unbound, namesake }, _] = report.variables?.found;
                let later = bound.map(|at| Hint::BoundLater { at });
                let elsewhere = later.or(namesake.map(|at| Hint::OtherNamespace { at }));
                elsewhere.or(unbound.map(|at| Hint::NeverBound { at }))
            });
        }
        hints
    }
}
