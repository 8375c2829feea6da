//! Hints for free variables that were probably meant to be bound, and the sites of correspondences.
//!
//! If a `def` is missing or a scope is too narrow, a variable is free, and the report may end far from the mistake. So
//! if a free variable differs, the report looks up in the sites whether the variable was bound before. If not, the
//! value is searched for other occurrences of the variable. The search visits each node once for each kind of region.

use alloc::vec::Vec;
use core::fmt;

use crate::{
    describe::{
        identity::Identity,
        info::{Def, Kind},
        region::Region,
    },
    engine::path::Path,
    reflect::{
        lister::{ListedPart, ListerConfig},
        node::{AnyNode, ErasedNode, Pair},
        reading::{Node, Read, Reading},
        report::{Report, reason::Reason},
    },
    rules::{environments::Environments, pairs::Ordinal, relation::Difference},
    tables::index::Table,
};

/// Another occurrence of a free variable that was probably meant to be bound.
///
/// Part of a [`Mismatch`](crate::Mismatch). The hint states a fact. The mistake may be in the annotations of the types
/// or in the values.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Hint {
    /// The variable was bound before, in a scope that has ended.
    #[non_exhaustive]
    ScopeEnded {
        /// The path to its last binding site.
        at: Path,
    },
    /// The variable is bound only later.
    #[non_exhaustive]
    BoundLater {
        /// The path to its first binding site.
        at: Path,
    },
    /// A variable with the same key is bound, but of another type, variant or namespace.
    #[non_exhaustive]
    OtherNamespace {
        /// The path to the first binding site of that variable.
        at: Path,
    },
    /// The variable is bound nowhere, and also occurs elsewhere.
    #[non_exhaustive]
    NeverBound {
        /// The path to its first occurrence apart from the place that differs.
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

/// A search of a value for the occurrences of a variable.
struct Scan<'a> {
    reading: Reading<'a>,
    variable: Identity,
    /// The path to the occurrence that differs. The search ignores this occurrence.
    place: &'a Path,
    /// The nodes that were read, each with the kind of its region.
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

    /// Reads a node, unless it was read before.
    fn node(&mut self, node: Node<'a>, at: Region) {
        let info = node.info();
        let is_closed = info.is_closed && node.row.is_none();
        if is_closed || matches!(info.kind, Kind::ConstTree | Kind::Singleton) {
            return;
        }
        if info.kind != Kind::Tree || !info.is_unique {
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
    /// Hints why the variables that differ at these paths may be free, for the sides where they are free.
    pub(super) fn hints(mut self, root: Pair<'_>, are_free: [bool; 2], places: [&Path; 2]) -> [Option<Hint>; 2] {
        let Some(variables) = self.differing.filter(|_| are_free.contains(&true)) else {
            return [None, None];
        };
        let mut hints = [0, 1].map(|side| {
            let is_bound = |site: &&Site| are_free[side] && site.binds && site.nodes[side] == variables[side];
            let last = self.sites.all.iter().rfind(is_bound)?;
            Some(Hint::ScopeEnded { at: self.lister.trail.numbered_path(side, last.paths[side]) })
        });
        // A search continues the numbering of keys and environments. Otherwise it would not recognize the variable.
        let mut keys = core::mem::take(&mut self.relation.keys);
        let (mut numbers, mut slots) = (self.relation.variables.take_numbers(), core::mem::take(&mut self.slots));
        let options = self.lister.options;
        drop(self);
        for side in 0..2 {
            if !are_free[side] || hints[side].is_some() {
                continue;
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

/// The sites of the correspondences that were made so far.
#[derive(Default)]
pub(super) struct Sites {
    /// The sites, in the order of their correspondences.
    all: Vec<Site>,
    /// The index in `all` of the site of each correspondence. Ordinals are reused after the end of a scope, so the last
    /// correspondence with an ordinal counts.
    by_correspondence: Table<(Kind, Ordinal), usize>,
}

/// The place where two variables or dag nodes were made to correspond.
struct Site {
    nodes: [Identity; 2],
    /// Whether variables were bound at the site. Otherwise, they are free.
    binds: bool,
    /// The number of the path to the site on each side.
    paths: [usize; 2],
}

impl<'a> Report<'a> {
    /// Notes where a correspondence was made.
    pub(super) fn note_site(&mut self, made: (Kind, Ordinal), nodes: [Identity; 2], binds: bool, paths: [usize; 2]) {
        self.sites.by_correspondence.insert(made, self.sites.all.len());
        self.sites.all.push(Site { nodes, binds: binds && made.0 == Kind::Var, paths });
    }

    /// The paths to a site.
    fn paths_of(&self, site: &Site) -> [Path; 2] {
        [0, 1].map(|side| self.lister.trail.numbered_path(side, site.paths[side]))
    }

    /// The paths to the site of a correspondence; for variables, only if they were bound there.
    fn site(&self, kind: Kind, made: Option<Ordinal>) -> Option<[Path; 2]> {
        let site = &self.sites.all[*self.sites.by_correspondence.get(&(kind, made?))?];
        // Free variables have correspondences, too, but no binding site.
        (kind == Kind::Dag || site.binds).then(|| self.paths_of(site))
    }

    /// The reason why two nodes differ.
    pub(super) fn explain(&self, difference: Difference, pair: Pair<'a>) -> Reason {
        let [lhs, rhs] = pair.sides().map(ErasedNode::text);
        match difference {
            Difference::Shadowed => Reason::Shadowed,
            Difference::Singletons => Reason::Singletons { lhs, rhs },
            Difference::Cycle(sides) => {
                let [lhs, rhs] = sides.map(|is_on_cycle| is_on_cycle.then(|| pair.left().table()));
                Reason::Cycle { lhs, rhs }
            }
            Difference::Free => Reason::FreeVariables { lhs, rhs },
            Difference::BoundElsewhere(one, other) => match [one, other].map(|made| self.site(Kind::Var, made)) {
                [None, None] => Reason::FreeVariables { lhs, rhs },
                [of_left, of_right] => {
                    let (left_binder, rhs_of_left) = of_left.map(|[left, right]| (left, right)).unzip();
                    let (lhs_of_right, right_binder) = of_right.map(|[left, right]| (left, right)).unzip();
                    Reason::BoundElsewhere {
                        lhs: rhs_of_left,
                        rhs: lhs_of_right,
                        binders: [left_binder, right_binder],
                        names: [lhs, rhs],
                    }
                }
            },
            Difference::Sharing(one, other) => Reason::Sharing {
                lhs: self.site(Kind::Dag, one).map(|[left, _]| left),
                rhs: self.site(Kind::Dag, other).map(|[_, right]| right),
            },
        }
    }
}
