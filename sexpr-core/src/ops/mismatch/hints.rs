//! Hints: why a variable may be free that was meant to be bound.
//!
//! A missing `def`, or a scope that is too narrow, makes a variable free, and the report may end far from that. So where a
//! free variable differs, the comparison runs once more, to see whether it was bound before; if it was not, the value is
//! read, each node in it once for each kind of region, to see where it is met. Reading compares nothing: not what is opaque,
//! and not what has a comparison of its own.

use core::fmt;

use crate::{
    describe::{
        containers::Sharing,
        erased_arena::InColumns,
        identity::Identity,
        info::{Def, Kind},
        region::Region,
        structural::StructuralEq,
        visitor::Visitor,
    },
    engine::path::Path,
    ops::mismatch::{Report, watched::Watched},
    tables::index::Table,
};

/// Why a variable may be free that differs from another: where else it occurs.
///
/// Part of a [`Mismatch`](crate::Mismatch). It says what is so, and what may be wrong. Whether the types' annotations are,
/// or the values, only their author knows.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Hint {
    /// It was bound before, in a scope that has ended.
    #[non_exhaustive]
    ScopeEnded {
        /// Where it was bound last.
        at: Path,
    },
    /// It is bound only later.
    #[non_exhaustive]
    BoundLater {
        /// Where it is bound first.
        at: Path,
    },
    /// A variable with its key is bound, of another type, variant or namespace.
    #[non_exhaustive]
    OtherNamespace {
        /// Where that is bound first.
        at: Path,
    },
    /// Nothing binds it, and it occurs elsewhere, too.
    #[non_exhaustive]
    NeverBound {
        /// Where it occurs first, apart from the place that differs.
        at: Path,
    },
}

impl fmt::Display for Hint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Hint::ScopeEnded { at } => {
                write!(f, "it was bound at `{at}`, but that scope has ended: is the `scope` too narrow?")
            }
            Hint::BoundLater { at } => {
                write!(
                    f,
                    "it is bound only later, at `{at}`: if it is visible here, let `order` have that compared first"
                )
            }
            Hint::OtherNamespace { at } => {
                write!(f, "a variable with the same key is bound at `{at}`, but of another type, variant or namespace")
            }
            Hint::NeverBound { at } => {
                write!(f, "nothing binds it, and it also occurs at `{at}`: is a `def` missing at either place?")
            }
        }
    }
}

/// Two variables that differ, and where they are bound.
pub(super) struct Differing {
    variables: [Identity; 2],
    /// How often each is bound.
    times: [usize; 2],
    /// Of which time the place is wanted: a path may be long.
    wanted: [usize; 2],
    places: [Option<Path>; 2],
}

impl Differing {
    pub(super) fn new(variables: [Identity; 2]) -> Differing {
        Differing { variables, times: [0; 2], wanted: [0; 2], places: [None, None] }
    }

    /// Forgets what was found: the comparison starts over.
    pub(super) fn start_over(&mut self) {
        (self.times, self.places) = ([0; 2], [None, None]);
    }
}

/// A variable that is looked for in a value, and what was found.
pub(super) struct Scan {
    variable: Identity,
    sought: Sought,
    /// The nodes that were read, each in a kind of region.
    read: Table<(Identity, Def), ()>,
    bound: Option<Path>,
    unbound: Option<Path>,
    namesake: Option<Path>,
}

/// What is looked for of a variable.
pub(super) enum Sought {
    /// Where it is met, apart from the place that differs.
    Elsewhere(Path),
    /// Where the value that is read, a scope, declares it.
    Declaration,
}

impl Scan {
    pub(super) fn new(variable: Identity, sought: Sought) -> Scan {
        Scan { variable, sought, read: Table::default(), bound: None, unbound: None, namesake: None }
    }

    /// Where the variable is bound first.
    pub(super) fn into_bound(self) -> Option<Path> {
        self.bound
    }
}

impl<'a> Report<'a> {
    /// Notes that two variables are bound, if these are watched.
    pub(super) fn note_bound(&mut self, variables: [Identity; 2]) {
        for side in self.note_times(variables) {
            let (left, right) = self.trail.paths();
            self.note_bound_at(side, if side == 0 { left } else { right });
        }
    }

    /// Counts how often variables are bound, if these are watched, and gives the sides on which it is asked where that is.
    pub(super) fn note_times(&mut self, variables: [Identity; 2]) -> impl Iterator<Item = usize> + use<> {
        let is_asked: [bool; 2] = core::array::from_fn(|side| {
            let Some(differing) = self.differing.as_mut().filter(|of| of.variables[side] == variables[side]) else {
                return false;
            };
            differing.times[side] += 1;
            differing.times[side] == differing.wanted[side]
        });
        (0..2).filter(move |side| is_asked[*side])
    }

    /// Notes where a variable is bound that is watched.
    pub(super) fn note_bound_at(&mut self, side: usize, place: Path) {
        if let Some(differing) = &mut self.differing {
            differing.places[side] = Some(place);
        }
    }

    /// Reads a node, if it was not read.
    pub(super) fn scan_node<T: StructuralEq + ?Sized>(&mut self, node: &'a T, sharing: Sharing, at: Region) -> bool {
        if let Some(concrete) = T::concrete_type(node) {
            self.content_of(concrete.info);
        }
        let kind = T::kind(node);
        let columns = core::mem::take(&mut self.columns);
        if T::CLOSED && columns[0].is_none() || matches!(kind, Kind::ConstTree | Kind::Singleton) {
            return true;
        }
        let mut identity = self.relation.keys.identify(node);
        if core::mem::take(&mut self.is_behind_id) {
            [identity] = InColumns::known_by([columns[0]], [identity]);
            [identity, _] = self.relation.behind_ids([identity; 2]);
        }
        if kind == Kind::Var && !self.scan_variable(identity, at) {
            return false;
        }
        let Some(scan) = &mut self.scan else { return false };
        let may_be_met_again = sharing != Sharing::Unique || kind != Kind::Tree;
        if may_be_met_again && scan.read.insert((identity, at.def()), ()).is_some() {
            return true;
        }
        let inside = match kind {
            Kind::Var => at.inside_variable(),
            Kind::Dag => at.past_boundary(),
            _ if T::is_scope(node) => at.past_boundary(),
            _ => at,
        };
        // Other scopes declare their own variables.
        let is_other_scope = at.is_predeclared() && T::is_scope(node);
        if matches!(scan.sought, Sought::Declaration)
            && (is_other_scope || !at.is_predeclared() && self.trail.length() > 0)
        {
            return true;
        }
        self.content(node, node, inside, columns)
    }

    /// Notes where the variable is that is looked for; `false` if nothing more can be found.
    pub(super) fn scan_variable(&mut self, variable: Identity, at: Region) -> bool {
        let Some(scan) = &mut self.scan else { return false };
        if matches!(scan.sought, Sought::Declaration) {
            if variable == scan.variable && at.is_predeclared() && at.binds() {
                scan.bound = Some(self.trail.paths().0);
            }
            return scan.bound.is_none();
        }
        let first = if variable != scan.variable {
            let is_namesake = at.binds() && scan.namesake.is_none();
            if !is_namesake || !self.relation.keys.are_namesakes(variable, scan.variable) {
                return true;
            }
            &mut scan.namesake
        } else if at.binds() {
            &mut scan.bound
        } else {
            &mut scan.unbound
        };
        if first.is_none() {
            let is_elsewhere = |path: &Path| !matches!(&scan.sought, Sought::Elsewhere(place) if place == path);
            *first = Some(self.trail.paths().0).filter(is_elsewhere);
        }
        scan.bound.is_none()
    }

    /// Why those of two values' variables may be free that differ, and are, at these places.
    pub(super) fn hints<T: StructuralEq + ?Sized>(
        mut self,
        values: [&'a &T; 2],
        are_free: [bool; 2],
        places: [&Path; 2],
    ) -> [Option<Hint>; 2] {
        let Some(Differing { variables, .. }) = self.differing.take().filter(|_| are_free.contains(&true)) else {
            return [None, None];
        };
        // Values are read with the same numbers for keys and environments: else the variable would not be recognized.
        let mut keys = core::mem::take(&mut self.relation.keys);
        let (mut numbers, mut slots) = (self.relation.variables().take_numbers(), core::mem::take(&mut self.slots));
        let options = self.options;
        drop(self);
        let again = |differing: Differing| {
            let mut report = Report::new(options, Watched::default());
            report.differing = Some(differing);
            report.first_failure::<T>(values[0], values[1]);
            report.differing.unwrap_or_else(|| Differing::new(variables))
        };
        let Differing { times, .. } = again(Differing::new(variables));
        let wanted: [usize; 2] = core::array::from_fn(|side| if are_free[side] { times[side] } else { 0 });
        // To show a declaration is to read its scope, which numbers keys in another order: so one side at a time.
        let bound: [Option<Path>; 2] = core::array::from_fn(|side| {
            let mut of_side = [0; 2];
            of_side[side] = wanted[side];
            let mut places = match of_side {
                [0, 0] => return None,
                wanted => again(Differing { wanted, ..Differing::new(variables) }).places,
            };
            places[side].take()
        });
        let mut hints = [None, None];
        for (side, bound) in bound.into_iter().enumerate().filter(|(side, _)| are_free[*side]) {
            hints[side] = bound.map(|at| Hint::ScopeEnded { at }).or_else(|| {
                let mut reading = Report::new(options, Watched::default());
                reading.relation.keys = core::mem::take(&mut keys);
                reading.slots = core::mem::take(&mut slots);
                reading.relation.variables().number_as(core::mem::take(&mut numbers));
                // To start over would take the keys.
                reading.relation.variables().track();
                let (variable, place) = (variables[side], places[side].clone());
                reading.scan = Some(Scan::new(variable, Sought::Elsewhere(place)));
                reading.first_failure::<T>(values[side], values[side]);
                keys = core::mem::take(&mut reading.relation.keys);
                slots = core::mem::take(&mut reading.slots);
                numbers = reading.relation.variables().take_numbers();
                let Scan { bound, unbound, namesake, .. } = reading.scan?;
                let later = bound.map(|at| Hint::BoundLater { at });
                let elsewhere = later.or(namesake.map(|at| Hint::OtherNamespace { at }));
                elsewhere.or(unbound.map(|at| Hint::NeverBound { at }))
            });
        }
        hints
    }
}
