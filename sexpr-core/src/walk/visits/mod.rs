//! A walk that is under way: one value, and every node in it.
//!
//! A walk visits what equality looks at, and calls back with nodes on its way. It knows what variables are bound to,
//! which nodes it met before, and the path from the root. It has the rule for variables from `rules::bindings`.

mod batch;
mod ids;
mod maps;
mod nodes;
mod state;
mod variables;
mod visitor;

use alloc::boxed::Box;
use core::any::TypeId;

pub(crate) use self::state::{Flow, Visit, VisitCallbacks, VisitState, Wanted};

use crate::{
    describe::{
        identity::Identity,
        info::TypeInfo,
        region::{Level, Region},
        structural::StructuralEq,
    },
    engine::{
        frame::{Frame, Step as TakeStep, VisitPart},
        recursion::Recursion,
        trail::Mark,
    },
    rules::occurrence::Occurrence,
    tables::index::Table,
    walk::visits::{batch::Batch, ids::ArenasInForce, state::Around},
};

/// A walk that is under way.
pub(crate) struct Visits<'a, 'c> {
    callbacks: &'c mut dyn VisitCallbacks<'a>,
    recursion: Recursion<Task<'a, 'c>>,
    wanted: Wanted,
    /// The first type that is wanted, and whether there are others.
    first: TypeId,
    has_others: bool,
    /// Whether it makes a difference what variables are bound to and which nodes were met before.
    tracks: bool,
    /// Whether there is nothing to be done with leaves and variables of leaves.
    passes_light: bool,
    /// Whether nothing is wanted of variables of leaves, unless of their type, but what they are bound to.
    passes_variables: bool,
    batch: Batch<'a>,
    state: VisitState<'a>,
    /// How many scopes are around what is listed. What is put off takes place in its turn, and so does the end of a
    /// scope.
    depth: Level,
    arenas: ArenasInForce<'a>,
    /// The shared nodes below which nothing is predeclared.
    barren: Table<(Identity, bool), ()>,
    /// How many nodes occurred, those included that needed no second look.
    occurrences: u128,
}

/// What is put off, and where.
struct Task<'a, 'c> {
    /// As long as a way is in nodes and containers: memory ends first.
    trail: u32,
    mark: Mark,
    around: Around,
    what: What<'a, 'c>,
}

enum What<'a, 'c> {
    Step(Frame<'a, Visits<'a, 'c>>),
    /// Binds a variable, after its fields.
    Bind(Identity, Occurrence, Region),
    LeaveScope,
    /// Returns to the environment around.
    LeaveEnvironment,
    /// What an id led to ends.
    EndBehindId(Identity),
    /// Notes what was found of a shared node, of which so many nodes had occurred before.
    EndShared(Box<u128>),
    /// Gives a node once more, at its end.
    GiveEnd(Box<Visit<'a>>),
}

/// Where a walk is in what it lists.
struct Standing {
    trail: usize,
    listing: (&'static TypeInfo, u32),
}

/// Walks over a value that has an address, and answers with how many nodes occurred; nothing, if a callback stopped it.
pub(crate) fn walk<'a, T: StructuralEq + ?Sized>(
    root: &'a T,
    wanted: Wanted,
    callbacks: &mut dyn VisitCallbacks<'a>,
) -> Option<u128> {
    let mut visits = Visits::new(wanted, T::INFO, callbacks);
    // From here, and not from where it was made.
    visits.recursion.begin_again();
    let at = visits.wanted.options.root_region();
    let goes_on = visits.meet_inline(root, at) && visits.finish() && visits.end_batch();
    goes_on.then_some(visits.occurrences)
}

impl<'a, 'c> Visits<'a, 'c> {
    fn new(mut wanted: Wanted, root: &'static TypeInfo, callbacks: &'c mut dyn VisitCallbacks<'a>) -> Self {
        /// In place of a type that is wanted: none.
        struct Nothing;
        let first = wanted.types.first().copied().unwrap_or(TypeId::of::<Nothing>());
        wanted.flat |= wanted.all_types || wanted.once_for_bindings;
        let tracks = wanted.depends_on_bindings(root);
        Visits {
            callbacks,
            recursion: Recursion::new(),
            first,
            has_others: wanted.types.len() > 1 || wanted.all_types,
            tracks,
            passes_light: !(wanted.leaves || wanted.flat || tracks),
            passes_variables: wanted.is_brief() && !(wanted.leaves || wanted.distinct),
            batch: Batch::new(first, wanted.in_batches && wanted.is_brief() && !wanted.leaves),
            state: VisitState::new(&wanted),
            wanted,
            depth: 0,
            arenas: ArenasInForce::default(),
            barren: Table::default(),
            occurrences: 0,
        }
    }

    /// Does all that was put off, unless a callback stops it.
    fn finish(&mut self) -> bool {
        loop {
            if self.recursion.is_suspended() {
                self.recursion.resume();
            }
            let Some(task) = self.recursion.next() else { return true };
            if !self.end_batch() {
                return false;
            }
            self.state.trail.lead(task.trail as usize, task.mark);
            self.state.around = task.around;
            self.depth = self.state.bindings.depth();
            let goes_on = match task.what {
                What::Step(frame) => frame.run(self),
                What::Bind(variable, occurrence, at) => self.bind(variable, occurrence, at),
                What::LeaveScope => self.leave_scope(),
                What::LeaveEnvironment => self.leave_environment(),
                What::EndBehindId(node) => self.end_behind_id(node),
                What::EndShared(before) => self.end_shared(*before),
                What::GiveEnd(visit) => self.give(&visit) != Flow::Stop,
            };
            if !goes_on {
                return false;
            }
        }
    }

    /// Puts something off. The walk is suspended.
    #[cold]
    #[inline(never)]
    fn put_off(&mut self, mark: Mark, what: What<'a, 'c>) -> bool {
        let VisitState { trail, around, .. } = &self.state;
        self.recursion.put_off(Task { trail: trail.length() as u32, mark, around: *around, what });
        true
    }

    /// Puts a step off. Its frame is made here, so that what calls this needs no place for it on the native stack.
    #[cold]
    #[inline(never)]
    fn put_off_step<S: TakeStep<'a, Self>>(&mut self, mark: Mark, place: &'a S::Place, at: Region) -> bool {
        self.put_off(mark, What::Step(Frame::new::<S>(place, place, at)))
    }

    /// Puts a step off if the native stack is too deep; if not, there is nothing to be said of it.
    #[inline(always)]
    fn waits<S: TakeStep<'a, Self>>(&mut self, place: &'a S::Place, at: Region) -> bool {
        self.recursion.has_to_wait() && self.put_off_step::<S>(Mark::Transparent, place, at)
    }

    #[inline(always)]
    fn go_on(&mut self, mark: Mark) -> Option<Standing> {
        if !self.wanted.paths {
            return None;
        }
        let trail = &mut self.state.trail;
        let standing = Standing { trail: trail.length(), listing: trail.listing() };
        trail.push(mark);
        Some(standing)
    }

    #[inline(always)]
    fn go_back(&mut self, standing: Option<Standing>) {
        if let Some(Standing { trail, listing }) = standing {
            self.state.trail.shorten(trail);
            self.state.trail.list(listing);
        }
    }

    /// Goes one step further, takes a step there, and comes back; or puts that off.
    #[inline(always)]
    fn at_mark<S: TakeStep<'a, Self>>(&mut self, mark: Mark, place: &'a S::Place, at: Region) -> bool {
        if self.recursion.is_suspended() {
            return self.put_off_step::<S>(mark, place, at);
        }
        let standing = self.go_on(mark);
        let goes_on = S::run(self, place, place, at);
        self.go_back(standing);
        goes_on
    }

    /// The same for a step whose type was not known, which may lead to any depth.
    fn at_mark_of(&mut self, mark: Mark, part: &VisitPart<'a>, at: Region) -> bool {
        let frame = part.frame(at);
        if self.recursion.has_to_wait() {
            return self.put_off(mark, What::Step(frame));
        }
        let standing = self.go_on(mark);
        let goes_on = frame.run(self);
        self.go_back(standing);
        goes_on
    }

    /// Forgets what marks name that were made since these were so many, unless something with such a mark was put off.
    fn forget_names(&mut self, names: (usize, usize)) -> bool {
        if !self.recursion.is_suspended() {
            self.state.trail.forget_names(names);
        }
        true
    }
}
