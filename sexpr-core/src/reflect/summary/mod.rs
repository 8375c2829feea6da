//! Summaries of subterms: a walk sums up each node at its end, from the summaries of what is in it.
//!
//! They follow Maziarz, Ellis, Lawrence, Fitzgibbon and Peyton Jones, "Hashing Modulo Alpha-Equivalence" (PLDI 2021). A
//! summary has two parts: a *shape*, in which variables are left out, and the *uses*, a map from variables to the
//! *places* in the shape where they occur. A scope takes what it bound out of the map, and adds the places to the shape:
//! so two lambdas have one summary whatever their parameters are called, and nothing is renamed. A node's map is that of
//! its child with the largest one, with the entries of the other children put in, so that a node costs no more than its
//! smaller children have variables.
//!
//! Summaries are made of numbers or of digests:
//!
//! - `classes` finds which nodes of one value are equal. Shapes, places and maps are interned (`terms`), and
//!   uses are keyed by what variables refer to (`meanings`). `variables` and `containers` are parts of it;
//! - `subterms` fingerprints nodes, each as a term of its own, with `digests`.
//!
//! Both share the walk in this module, and the paths to nodes.

pub(crate) mod classes;
mod containers;
mod digests;
mod meanings;
pub(crate) mod subterms;
mod terms;
mod variables;

use alloc::vec::Vec;

use crate::{
    describe::{
        identity::{Identity, Keys},
        options::Options,
        region::Region,
    },
    engine::{
        path::Path,
        trail::{Mark, Trail},
    },
    reflect::{
        NodeRef,
        containers::Maps,
        lister::{Leaves, ListedPart, Lister, ListerConfig},
        reading::ArenasInForce,
    },
    rules::value_order::ValueOrder,
    tables::index::Table,
};

/// Where a place is.
#[derive(Clone, Copy, Default)]
struct Context {
    /// Nodes that are found here were found before, or are found on another walk.
    is_known: bool,
    /// A key of a map is around, in which nothing is found.
    in_key: bool,
}

/// A part of a value that is being summed up. What it is, `What` says.
struct NodeInProgress<State> {
    state: State,
    context: Context,
    /// Its number, in the order in which parts are met.
    order: usize,
    /// The number of the way that leads there, or zero at the root.
    path: usize,
    /// How long the trail is that leads there.
    trail: usize,
    /// How many parts waited before what is in it.
    waiting: usize,
    is_scope: bool,
    first_of_text: usize,
    first_child: usize,
    /// How many children were met.
    met: usize,
    size: u64,
    /// Whether it is not known for certain what it is made of.
    is_excluded: bool,
    /// Whether something in it is not the same in another process.
    is_process_local: bool,
}

/// What comes next on a walk.
enum Next<'a, W> {
    Part(ListedPart<'a>),
    /// All that is in the innermost part was met.
    End(NodeInProgress<W>),
}

/// A walk on which parts are summed up.
struct SummaryWalk<'a, W, Child> {
    lister: Lister<'a>,
    keys: Keys,
    values: ValueOrder,
    arenas: ArenasInForce<'a>,
    /// The parts around, the innermost last.
    open: Vec<NodeInProgress<W>>,
    /// The children of the parts around, as far as they were summed up.
    children: Vec<Child>,
    context: Context,
    begun: usize,
    paths: Vec<LastStep>,
}

impl<'a, W, Child> SummaryWalk<'a, W, Child> {
    fn new(options: Options, config: ListerConfig) -> Self {
        SummaryWalk {
            lister: Lister::new(options, ListerConfig { leaves: Leaves::Written, ..config }),
            keys: Keys::default(),
            values: ValueOrder::default(),
            arenas: ArenasInForce::default(),
            open: Vec::new(),
            children: Vec::new(),
            context: Context::default(),
            begun: 0,
            paths: Vec::new(),
        }
    }

    /// Begins a part.
    fn begin(&mut self, state: W) -> &mut NodeInProgress<W> {
        self.begun += 1;
        let open = NodeInProgress {
            state,
            context: self.context,
            order: self.begun,
            path: self.path(),
            trail: self.lister.trail.length(),
            waiting: self.lister.begin(),
            is_scope: false,
            first_of_text: self.lister.text.length(),
            first_child: self.children.len(),
            met: 0,
            size: 0,
            is_excluded: false,
            is_process_local: false,
        };
        self.open.push(open);
        self.innermost()
    }

    /// The part around.
    fn innermost(&mut self) -> &mut NodeInProgress<W> {
        match self.open.last_mut() {
            Some(open) => open,
            None => unreachable!("the value itself is around all that is in it"),
        }
    }

    /// Leaves the part around out, with all around it.
    fn exclude(&mut self) {
        self.innermost().is_excluded = true;
    }

    /// The next part in the innermost one that is open, or its end. Nothing after all is ended.
    #[inline(always)]
    fn next(&mut self) -> Option<Next<'a, W>> {
        loop {
            let open = self.open.last_mut()?;
            self.context = open.context;
            let next = self.lister.next_above(open.waiting);
            let Lister { is_irregular, is_indescribable, is_process_local, .. } = &mut self.lister;
            // An opaque value without a stable form is what its own `Eq` says, in this process.
            let is_opaque = core::mem::take(is_indescribable);
            open.is_excluded |= core::mem::take(is_irregular) | is_opaque;
            open.is_process_local |= core::mem::take(is_process_local) | is_opaque;
            match next {
                Some(ListedPart::EnterArenas(arenas)) => self.arenas.enter(*arenas),
                Some(ListedPart::LeaveArenas) => self.arenas.leave(),
                Some(part) => return Some(Next::Part(part)),
                None => return self.open.pop().map(Next::End),
            }
        }
    }

    /// Has the values of a map listed, by this order of its entries.
    fn list_values(&mut self, map: &dyn Maps<'a>, entries: impl Iterator<Item = usize>, at: Region) {
        self.lister.text.number(map.ranked(0).len());
        self.lister.in_order(|lister| {
            for index in entries {
                let mark = map.mark(index, &self.arenas.in_force(), lister);
                map.push_value(index, mark, at, lister);
            }
        });
    }

    /// The way to where the walk is, beyond the part around.
    fn path(&mut self) -> usize {
        let Some(NodeInProgress { path, trail, .. }) = self.open.last() else { return 0 };
        let mut path = *path;
        for mark in self.lister.trail.since(*trail) {
            self.paths.push(LastStep { before: path, mark: *mark });
            path = self.paths.len();
        }
        path
    }

    fn into_paths(self) -> Paths<'a> {
        Paths { trail: self.lister.trail, paths: self.paths }
    }
}

/// A value of which everything was summed up.
pub(crate) struct SummedUp<'a> {
    /// The nodes that are sought, in the order in which they end.
    pub(crate) found: Vec<FoundNode<'a>>,
    /// How many pointees were left out that bind something around them at one place, and may stand where they do not.
    pub(crate) left_out: usize,
    pub(crate) paths: Paths<'a>,
    /// The variables that are free somewhere.
    pub(crate) free: Table<Identity, ()>,
    /// Whether one of them has fields that are more than leaves.
    pub(crate) has_free_with_fields: bool,
}

/// A node that was summed up.
#[derive(Clone, Copy)]
pub(crate) struct FoundNode<'a> {
    pub(crate) node: NodeRef<'a>,
    /// Its address, if it was sought as a pointee.
    pub(crate) address: Option<Identity>,
    /// Equal of equal terms.
    pub(crate) term: (usize, usize),
    /// How many nodes it has, itself included, and those below shared ones as often as they occur.
    pub(crate) size: u64,
    /// Grows in the order in which nodes are met.
    pub(crate) order: usize,
    pub(crate) path: usize,
}

/// The last step of a way, and the way before it.
#[derive(Clone, Copy)]
pub(crate) struct LastStep {
    pub(crate) before: usize,
    pub(crate) mark: Mark,
}

/// The paths to what was found.
pub(crate) struct Paths<'a> {
    pub(crate) trail: Trail<'a>,
    pub(crate) paths: Vec<LastStep>,
}

impl Paths<'_> {
    /// The path along the way of this number, which is zero at the root.
    pub(crate) fn path(&self, path: usize) -> Path {
        self.path_between(0, path)
    }

    /// The rest of the path along a way, behind another one that it goes on from.
    pub(crate) fn path_between(&self, first: usize, path: usize) -> Path {
        // Numbers grow along a way.
        let paths = core::iter::successors(Some(path), |path| Some(self.paths[path.checked_sub(1)?].before));
        let paths = paths.take_while(|path| *path > first).map(|path| self.paths[path - 1].mark);
        let mut marks: Vec<Mark> = paths.collect();
        marks.reverse();
        self.trail.path_along(&marks)
    }
}
