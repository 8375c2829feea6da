//! Sites of correspondences; and hints why a variable is free that was meant to be bound.
//!
//! A missing `def`, or a scope that is too narrow, makes a variable free, and the report may end far from the mistake. So if a
//! free variable differs, the comparison runs once more, to see whether it was bound before. If it was not, the value is
//! searched for its other occurrences, each node once for each kind of region.

use core::fmt;

use crate::{
    describe::{
        containers::Sharing,
        identity::Identity,
        info::{Def, Kind},
        region::Region,
    },
    engine::path::Path,
    reflect::{
        lister::{ListedPart, ListerConfig},
        node::{AnyNode, Pair},
        reading::{Node, Read, Reading},
        report::{Failure, Report, reason::Reason},
    },
    rules::{environments::Environments, pairs::Ordinal, relation::Difference},
    tables::index::Table,
};

/// Why a free variable might have been meant to be bound: where else it occurs.
///
/// Part of a [`Mismatch`](crate::Mismatch). It states a fact; either the annotations of the types or the values may be
/// at fault.
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
    /// How often each was bound.
    times: [usize; 2],
    /// The time of which the path is wanted. Paths may be long, so not all of them are noted.
    wanted: [usize; 2],
    places: [Option<Path>; 2],
}

impl Differing {
    pub(super) fn new(variables: [Identity; 2], wanted: [usize; 2]) -> Differing {
        Differing { variables, times: [0; 2], wanted, places: [None, None] }
    }

    /// The same variables, for a comparison that starts over.
    pub(super) fn anew(self) -> Differing {
        Differing::new(self.variables, self.wanted)
    }
}

/// A search of a value for the occurrences of a variable.
struct Scan<'a> {
    reading: Reading<'a>,
    variable: Identity,
    /// The path to the occurrence that differs, which does not count.
    place: &'a Path,
    /// The nodes that were read, and the kinds of their regions.
    read: Table<(Identity, Def), ()>,
    bound: Option<Path>,
    unbound: Option<Path>,
    namesake: Option<Path>,
}

impl<'a> Scan<'a> {
    /// Reads a value until the variable is bound.
    fn read(&mut self, root: AnyNode<'a>) {
        let at = self.reading.lister.options.root_region();
        self.reading.lister.push_back(ListedPart::Node(Pair::twice(root), at));
        while self.bound.is_none()
            && let Some(read) = self.reading.next()
        {
            match read {
                Read::Node(node, at) => self.node(node, at),
                Read::Other(ListedPart::Map(mut maps, at)) => _ = self.reading.list_entries(&mut *maps, false, at),
                Read::Other(_) => {}
            }
        }
    }

    /// Reads a node, if it was not read.
    fn node(&mut self, node: Node<'a>, at: Region) {
        let info = node.info();
        let is_closed = info.is_closed && node.row.is_none();
        if is_closed || matches!(info.kind, Kind::ConstTree | Kind::Singleton) {
            return;
        }
        if info.kind != Kind::Tree || info.sharing != Sharing::Unique {
            let identity = self.reading.identify(node);
            if info.kind == Kind::Var {
                self.variable(identity, at);
            }
            if self.read.insert((identity, at.def()), ()).is_some() {
                return;
            }
        }
        node.list(at.inside(info.kind, info.is_scope), &mut self.reading.lister);
    }

    /// Notes an occurrence of the variable, or of another one with its key.
    fn variable(&mut self, variable: Identity, at: Region) {
        let first = if variable != self.variable {
            let is_namesake = at.binds() && self.namesake.is_none();
            if !is_namesake || !self.reading.keys.are_namesakes(variable, self.variable) {
                return;
            }
            &mut self.namesake
        } else if at.binds() {
            &mut self.bound
        } else {
            &mut self.unbound
        };
        if first.is_none() {
            *first = Some(self.reading.lister.trail.path()).filter(|path| path != self.place);
        }
    }
}

impl<'a> Report<'a> {
    /// Notes where a correspondence was made, if its site is wanted. Of several with one ordinal, which followed each other,
    /// the last one counts.
    pub(super) fn note_site(
        &mut self,
        correspondence: Correspondence,
        nodes: [Identity; 2],
        binds: bool,
        place: impl Fn(&mut Self, usize) -> Path,
    ) {
        if binds && correspondence.0 == Kind::Var {
            self.note_bound(nodes, &place);
        }
        if self.sites.contains_key(&correspondence) {
            let paths = [0, 1].map(|side| place(self, side));
            self.sites.insert(correspondence, Some(Site { paths, binds }));
        }
    }

    /// Counts how often the variables that differ are bound, and notes the place of the time that is wanted.
    fn note_bound(&mut self, variables: [Identity; 2], place: impl Fn(&mut Self, usize) -> Path) {
        for (side, variable) in variables.into_iter().enumerate() {
            let Some(differing) = self.differing.as_mut().filter(|of| of.variables[side] == variable) else { continue };
            differing.times[side] += 1;
            if differing.times[side] == differing.wanted[side] {
                let place = place(self, side);
                if let Some(differing) = &mut self.differing {
                    differing.places[side] = Some(place);
                }
            }
        }
    }

    /// Why the variables that differ at these paths may be free, on the sides where they are.
    pub(super) fn hints(mut self, root: Pair<'_>, are_free: [bool; 2], places: [&Path; 2]) -> [Option<Hint>; 2] {
        let Some(Differing { variables, .. }) = self.differing.take().filter(|_| are_free.contains(&true)) else {
            return [None, None];
        };
        // A search continues the numbering of keys and environments. Otherwise it would not recognize the variable.
        let mut keys = core::mem::take(&mut self.relation.keys);
        let (mut numbers, mut slots) = (self.relation.variables.take_numbers(), core::mem::take(&mut self.slots));
        let options = self.lister.options;
        drop(self);
        let again = |wanted: [usize; 2]| {
            let differing = Some(Differing::new(variables, wanted));
            let mut report = Report { differing, ..Report::new(options) };
            report.first_failure(root);
            report.differing.unwrap_or_else(|| Differing::new(variables, wanted))
        };
        let Differing { times, .. } = again([0; 2]);
        let mut hints = [None, None];
        for side in (0..2).filter(|side| are_free[*side]) {
            // To find the path of a declaration, its scope is read, which numbers keys in another order. So sides are
            // searched one at a time.
            if times[side] > 0 {
                let mut wanted = [0; 2];
                wanted[side] = times[side];
                if let Some(at) = again(wanted).places[side].take() {
                    hints[side] = Some(Hint::ScopeEnded { at });
                    continue;
                }
            }
            let mut reading = Reading::new(options, ListerConfig { flat_variables: true, ..ListerConfig::default() });
            (reading.keys, reading.arenas.slots) = (keys, slots);
            reading.arenas.environments = Environments::with_numbers(numbers);
            let (variable, place, read) = (variables[side], places[side], Table::default());
            let mut scan = Scan { reading, variable, place, read, bound: None, unbound: None, namesake: None };
            scan.read(root.sides()[side]);
            let Scan { bound, unbound, namesake, reading: Reading { arenas, keys: numbered, .. }, .. } = scan;
            (keys, numbers, slots) = (numbered, arenas.environments.numbers, arenas.slots);
            let later = bound.map(|at| Hint::BoundLater { at });
            let elsewhere = later.or(namesake.map(|at| Hint::OtherNamespace { at }));
            hints[side] = elsewhere.or(unbound.map(|at| Hint::NeverBound { at }));
        }
        hints
    }
}

/// The correspondences whose sites are wanted, and the site of each, once it is known.
pub(super) type Sites = Table<Correspondence, Option<Site>>;

/// A correspondence of variables, or a pair of dag nodes.
pub(super) type Correspondence = (Kind, Ordinal);

/// Where a correspondence was made.
#[derive(Clone)]
pub(super) struct Site {
    paths: [Path; 2],
    /// Whether a variable was bound there. Otherwise a free one was met.
    binds: bool,
}

/// A table in which the site of each of these correspondences is unknown.
pub(super) fn sites_of(correspondences: impl IntoIterator<Item = Correspondence>) -> Sites {
    correspondences.into_iter().map(|one| (one, None)).collect()
}

impl Failure {
    /// The correspondences of each side whose sites the reason shows.
    pub(super) fn correspondences(&self) -> [Option<Correspondence>; 2] {
        match self {
            Failure::Difference(Difference::BoundElsewhere(one, other), _) => {
                [*one, *other].map(|ordinal| Some((Kind::Var, ordinal?)))
            }
            Failure::Difference(Difference::Sharing(one, other), _) => {
                [*one, *other].map(|ordinal| Some((Kind::Dag, ordinal?)))
            }
            _ => [None, None],
        }
    }

    /// Why values differ, with the sites of correspondences.
    pub(super) fn reason(self, sites: &Sites) -> Option<Reason> {
        let sites = self.correspondences().map(|correspondence| sites.get(&correspondence?)?.clone());
        Some(match self {
            Failure::Reason(reason) => reason,
            // Reports of cycles have a reason from the beginning.
            Failure::Obstacle(_) | Failure::Difference(Difference::Cycle(_), _) => return None,
            Failure::Difference(Difference::Shadowed, _) => Reason::Shadowed,
            Failure::Difference(Difference::Singletons, [lhs, rhs]) => Reason::Singletons { lhs, rhs },
            Failure::Difference(Difference::Free | Difference::BoundElsewhere(..), names) => {
                // A free variable has a correspondence, too, and is bound to nothing.
                match sites.map(|site| site.filter(|site| site.binds)) {
                    [None, None] => {
                        let [lhs, rhs] = names;
                        Reason::FreeVariables { lhs, rhs }
                    }
                    [lhs, rhs] => {
                        let (left_binder, rhs_of_left) =
                            lhs.map(|Site { paths: [left, right], .. }| (left, right)).unzip();
                        let (lhs_of_right, right_binder) =
                            rhs.map(|Site { paths: [left, right], .. }| (left, right)).unzip();
                        let binders = [left_binder, right_binder];
                        Reason::BoundElsewhere { lhs: rhs_of_left, rhs: lhs_of_right, binders, names }
                    }
                }
            }
            Failure::Difference(Difference::Sharing(..), _) => {
                let [lhs, rhs] = sites.map(|site| site.map(|site| site.paths));
                Reason::Sharing { lhs: lhs.map(|[left, _]| left), rhs: rhs.map(|[_, right]| right) }
            }
        })
    }
}
