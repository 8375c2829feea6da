//! Visits to parts: nodes, containers and leaves.

use core::marker::PhantomData;

use crate::{
    describe::{
        arena::{Arena, Id},
        containers::MapOrder,
        info::{Kind, Shape},
        names::Namespace,
        region::Region,
        structural::StructuralEq,
    },
    engine::trail::Mark,
    rewrite::{
        change::Change,
        containers::RewritableMap,
        part::Part,
        parts::Parts,
        rewritable::{Rewritable, RewritableNames},
        rewriting::{
            callbacks::Moment,
            end::{AfterContents, EndHeld, EndKept, LeaveScope},
            tasks::{PartInProgress, Step},
        },
    },
    rules::occurrence::Occurrence,
};

/// The step on a part of any type.
pub(crate) struct Visit<T>(PhantomData<T>);

impl<T: Rewritable> Step for Visit<T> {
    type Of = T;

    #[inline(always)]
    fn run<'a>(part: Part<'a, T>, at: Region, _: PartInProgress, parts: &mut Parts<'a, '_, '_>) {
        T::visit(part, at, parts);
    }
}

/// The step on names.
struct VisitNames<T, N>(PhantomData<(T, N)>);

impl<T: RewritableNames, N: Namespace> Step for VisitNames<T, N> {
    type Of = T;

    fn run<'a>(part: Part<'a, T>, at: Region, _: PartInProgress, parts: &mut Parts<'a, '_, '_>) {
        T::visit_names::<N>(part, at, parts);
    }
}

/// The step on a map, in the container's order or by its keys.
struct VisitMap<M, const ORDERED: bool>(PhantomData<M>);

impl<M: RewritableMap<Key: Rewritable, Value: Rewritable>, const ORDERED: bool> Step for VisitMap<M, ORDERED> {
    type Of = M;

    fn run<'a>(part: Part<'a, M>, at: Region, _: PartInProgress, parts: &mut Parts<'a, '_, '_>) {
        parts.visit_map(part, at, if ORDERED { MapOrder::Container } else { MapOrder::ByKey });
    }
}

/// The step on the nodes of an arena.
struct VisitArena<A, I>(PhantomData<(A, I)>);

impl<A: Arena<I>, I: Id<Node: Rewritable>> Step for VisitArena<A, I> {
    type Of = A;

    fn run<'a>(part: Part<'a, A>, at: Region, _: PartInProgress, parts: &mut Parts<'a, '_, '_>) {
        let Some(nodes_mut) = A::NODES_MUT else { return };
        match part {
            Part::Owned(arena) => {
                let nodes = nodes_mut(arena).into_iter().enumerate();
                nodes.for_each(|(index, node)| parts.go_to(Part::Owned(node), Mark::Index(index), at));
            }
            Part::Read(arena) => {
                arena
                    .nodes()
                    .enumerate()
                    .for_each(|(index, node)| parts.go_to(Part::Read(node), Mark::Index(index), at));
            }
        }
    }
}

impl<'a> Parts<'a, '_, '_> {
    /// Visits the nodes of an arena, one step further.
    pub(crate) fn go_to_arena<A, I>(&mut self, part: Part<'a, A>, mark: Mark, at: Region)
    where
        A: Arena<I>,
        I: Id<Node: Rewritable>,
    {
        self.at_mark::<VisitArena<A, I>>(part, mark, at);
    }

    /// Visits the names in a part, one step further.
    pub(crate) fn go_to_names<T: RewritableNames, N: Namespace>(&mut self, part: Part<'a, T>, mark: Mark, at: Region) {
        self.at_mark::<VisitNames<T, N>>(part, mark, at);
    }

    /// Visits a map, one step further.
    pub(crate) fn go_to_map<M>(&mut self, part: Part<'a, M>, mark: Mark, at: Region, order: MapOrder)
    where
        M: RewritableMap<Key: Rewritable, Value: Rewritable>,
    {
        match order {
            MapOrder::ByKey => self.at_mark::<VisitMap<M, false>>(part, mark, at),
            MapOrder::Container => self.at_mark::<VisitMap<M, true>>(part, mark, at),
        }
    }

    /// Visits a part, one step further.
    #[inline(always)]
    pub(crate) fn go_to<T: Rewritable>(&mut self, part: Part<'a, T>, mark: Mark, at: Region) {
        self.at_mark::<Visit<T>>(part, mark, at);
    }

    /// Goes one step further, does something there, and comes back; or puts that off.
    #[inline(always)]
    pub(super) fn at_mark<S: Step>(&mut self, part: Part<'a, S::Of>, mark: Mark, at: Region) {
        if self.rewriting.recursion.is_suspended() || self.rewriting.is_detoured {
            return self.on_the_way::<S>(part, mark, at);
        }
        S::run(part, at, PartInProgress::default(), self);
    }

    /// The same, with the way to it noted.
    #[inline(never)]
    fn on_the_way<S: Step>(&mut self, part: Part<'a, S::Of>, mark: Mark, at: Region) {
        if self.rewriting.recursion.is_suspended() {
            return self.put_off_step::<S>(part, mark, at);
        }
        let trail = &mut self.rewriting.state.trail;
        let (length, listing) = (trail.length(), trail.listing());
        trail.push(mark);
        S::run(part, at, PartInProgress::default(), self);
        let trail = &mut self.rewriting.state.trail;
        trail.shorten(length);
        trail.list(listing);
    }

    /// Puts off a part if the native stack is too deep; if not, gives it back.
    #[inline(always)]
    pub(crate) fn unless_too_deep<T: Rewritable>(&mut self, part: Part<'a, T>, at: Region) -> Option<Part<'a, T>> {
        if self.rewriting.recursion.has_to_wait() {
            self.put_off_step::<Visit<T>>(part, Mark::Transparent, at);
            return None;
        }
        Some(part)
    }

    /// What is known of a part that begins.
    #[inline(always)]
    pub(super) fn opened(&self, occurrence: Option<Occurrence>) -> PartInProgress {
        PartInProgress { first_edit: self.rewriting.edits.length(), occurrence, ..PartInProgress::default() }
    }

    /// Whether callbacks are called with parts of this type after what is in them.
    #[inline(always)]
    pub(super) fn asks_after<T: StructuralEq + 'static>(&self) -> bool {
        self.rewriting.callbacks.has::<T>(Moment::After)
    }

    /// Whether parts of a type are to be visited, or what is in them.
    #[inline(always)]
    pub(crate) fn wants<T: Rewritable>(&self) -> bool {
        self.rewriting.wanted.leaves || !const { matches!(T::INFO.shape(), Shape::Leaf) }
    }

    /// Visits a leaf.
    pub(crate) fn visit_leaf<T: Rewritable>(&mut self, part: Part<'a, T>, at: Region) {
        if let Some(value) = self.rewriting.ask_about_leaf(part.get(), at, None) {
            self.rewriting.write(part, value);
        }
    }

    /// Visits a part that is no node and no pointer to what is shared: a container, or a box.
    #[inline(always)]
    pub(crate) fn enter_owned<T: Rewritable>(
        &mut self,
        part: Part<'a, T>,
        at: Region,
        inside: impl for<'b> FnOnce(Part<'b, T>, &mut Parts<'b, '_, '_>),
    ) {
        let Before { part, kept, goes_inside } = self.before(part, at, None);
        self.before_end::<EndHeld<T>>(part, at, self.opened(None), |part, parts| {
            if goes_inside {
                inside(part, parts);
            }
        });
        self.end_kept(kept, at);
    }

    /// Visits a part that is copied by itself, without being a node: a pointer or container of one's own.
    pub(crate) fn enter_apart<T: Rewritable>(
        &mut self,
        part: Part<'a, T>,
        at: Region,
        inside: impl for<'b> FnOnce(Part<'b, T>, Region, &mut Parts<'b, '_, '_>),
    ) {
        let Some(part) = self.unless_too_deep(part, at) else { return };
        let Before { part, kept, goes_inside } = self.before(part, at, None);
        self.before_end::<AfterContents<T>>(part, at, self.opened(None), |part, parts| {
            if goes_inside {
                inside(part, at, parts);
            }
        });
        self.end_kept(kept, at);
    }

    /// Visits a node that is held by value.
    #[inline(always)]
    pub(crate) fn visit_node<T: Rewritable>(&mut self, part: Part<'a, T>, at: Region) {
        let Some(part) = self.unless_too_deep(part, at) else { return };
        if T::kind(part.get()) == Kind::Var {
            return self.visit_variable(part, at, true);
        }
        if self.rewriting.callbacks.has::<T>(Moment::Before) {
            return self.visit_node_asking_before(part, at);
        }
        // Not by `enter`: what is written here is all that most nodes take.
        self.before_end::<AfterContents<T>>(part, at, self.opened(None), |part, parts| {
            let kind = T::kind(part.get());
            if kind.has_content() && !parts.rewriting.is_bare_key(kind) {
                parts.visit_fields(part, at);
            }
        });
    }

    #[inline(never)]
    fn visit_node_asking_before<T: Rewritable>(&mut self, part: Part<'a, T>, at: Region) {
        let Before { part, kept, goes_inside } = self.ask_before(part, at, None);
        if T::kind(part.get()) == Kind::Var {
            if goes_inside {
                self.visit_variable(part, at, false);
            }
        } else {
            self.enter(part, at, at, None, goes_inside);
        }
        self.end_kept(kept, at);
    }

    /// Has callbacks called before what is in a part.
    #[inline(always)]
    pub(super) fn before<T: StructuralEq + 'static>(
        &mut self,
        part: Part<'a, T>,
        at: Region,
        occurrence: Option<Occurrence>,
    ) -> Before<'a, T> {
        if self.rewriting.callbacks.has::<T>(Moment::Before) {
            return self.ask_before(part, at, occurrence);
        }
        Before::nothing(part)
    }

    #[inline(never)]
    fn ask_before<T: StructuralEq + 'static>(
        &mut self,
        part: Part<'a, T>,
        at: Region,
        occurrence: Option<Occurrence>,
    ) -> Before<'a, T> {
        let Change { replacement, skips } = self.rewriting.ask_before(part.get(), at, occurrence);
        // What was rewritten is not looked into again, but what is put there before is.
        if replacement.is_some() {
            self.rewriting.values.forget_values();
        }
        let (part, kept) = match (replacement, part) {
            (None, part) => (part, None),
            (Some(value), Part::Owned(place)) => {
                self.rewriting.replace(place, *value);
                (Part::Owned(place), None)
            }
            (Some(value), Part::Read(place)) => {
                self.rewriting.writes += 1;
                (self.rewriting.slots.keep(value, self.brand), Some(place))
            }
        };
        Before { part, kept, goes_inside: !skips }
    }

    /// Ends what was kept in the place of a part, if anything was.
    #[inline(always)]
    pub(super) fn end_kept<T: 'static>(&mut self, place: Option<&'a T>, at: Region) {
        if let Some(place) = place {
            self.at_mark::<EndKept<T>>(Part::Read(place), Mark::Transparent, at);
        }
    }

    /// Visits what a node is made of, and does what is to be done at its end.
    #[inline(never)]
    pub(super) fn enter<T: Rewritable>(
        &mut self,
        part: Part<'a, T>,
        at: Region,
        inside: Region,
        occurrence: Option<Occurrence>,
        goes_inside: bool,
    ) {
        self.before_end::<AfterContents<T>>(part, at, self.opened(occurrence), |part, parts| {
            let kind = T::kind(part.get());
            if goes_inside && kind.has_content() && !parts.rewriting.is_bare_key(kind) {
                parts.visit_fields(part, inside);
            }
        });
    }

    #[inline(always)]
    fn visit_fields<T: Rewritable>(&mut self, part: Part<'a, T>, inside: Region) {
        let is_scope = self.rewriting.follows_variables && T::is_scope(part.get());
        let is_boundary = is_scope || T::kind(part.get()) == Kind::Dag;
        if is_boundary || self.rewriting.is_detoured {
            return self.visit_more_than_fields(part, inside, is_scope, is_boundary);
        }
        T::fields(part, inside, self);
    }

    /// Visits the fields of a node that may be a scope, where the way may be kept, or is one to declarations.
    #[inline(never)]
    fn visit_more_than_fields<T: Rewritable>(
        &mut self,
        part: Part<'a, T>,
        inside: Region,
        is_scope: bool,
        is_boundary: bool,
    ) {
        let around = inside;
        let inside = if is_boundary { inside.past_boundary() } else { inside };
        if self.rewriting.state.around.is_declaring && !inside.is_predeclared() {
            return;
        }
        if !is_scope {
            return self.list_fields(part, inside);
        }
        self.rewriting.state.bindings.enter_scope();
        self.rewriting.depth += 1;
        if T::predeclares(part.get()) {
            self.visit_predeclaring(part, around);
        } else {
            self.list_fields(part, inside);
        }
        self.rewriting.depth -= 1;
        self.at_mark::<LeaveScope>(Part::Read(&()), Mark::Transparent, inside);
    }

    /// Visits the fields of a node, with the way to them noted.
    pub(super) fn list_fields<T: Rewritable>(&mut self, part: Part<'a, T>, inside: Region) {
        let keeps_paths = self.rewriting.keeps_paths();
        if keeps_paths {
            self.rewriting.state.around.nodes += 1;
            self.rewriting.state.trail.content_of(T::INFO);
        }
        T::fields(part, inside, self);
        if keeps_paths {
            self.rewriting.state.around.nodes -= 1;
        }
    }
}

/// What is there after callbacks were called before what is in a part.
pub(super) struct Before<'a, T> {
    pub(super) part: Part<'a, T>,
    /// What the part was, if it is only read and something is kept in its place.
    pub(super) kept: Option<&'a T>,
    /// Whether the part is to be looked into.
    pub(super) goes_inside: bool,
}

impl<'a, T> Before<'a, T> {
    /// Nothing changed.
    pub(super) fn nothing(part: Part<'a, T>) -> Self {
        Before { part, kept: None, goes_inside: true }
    }
}
