//! How a walk meets nodes: it calls back with those that are wanted, and goes on with what is in them.
//!
//! On a walk that gives nodes in [batches](super::batch), a tree node that nothing else leads to is put into the batch
//! if it is of the wanted type, and takes a call if it has nodes in it. All other nodes, and all nodes on other walks,
//! are [entered](Visits::enter), which does whatever may be asked for.

use core::marker::PhantomData;

use crate::{
    describe::{
        any_node::AnyNode, containers::Sharing, identity::Identity, info::Kind, region::Region,
        structural::StructuralEq, visitor::Visitor,
    },
    engine::{
        frame::Step as TakeStep,
        nothing::is_light,
        place::{Content, Place},
        trail::Mark,
    },
    rules::occurrence::Occurrence,
    walk::visits::{
        Visits, What,
        ids::Known,
        state::{Flow, Visit, VisitState, Wanted},
    },
};

/// How a node is met.
#[derive(Clone, Copy)]
pub(super) struct Meeting {
    pub(super) at: Region,
    /// The region of what is in it.
    pub(super) inside: Region,
    pub(super) occurrence: Option<Occurrence>,
    pub(super) met_before: bool,
    /// Whether what is in it is looked at.
    pub(super) has_content: bool,
}

impl Meeting {
    /// A tree node that nothing else leads to, or that is as known as what is around it.
    pub(super) fn of_tree(at: Region, met_before: bool) -> Self {
        Meeting { at, inside: at, occurrence: None, met_before, has_content: true }
    }
}

impl<'a> Visits<'a, '_> {
    /// Whether anything has to be done with values of a type, or with what is in them.
    #[inline(always)]
    pub(super) fn looks_at<T: StructuralEq + ?Sized>(&self) -> bool {
        self.wanted.leaves
            || !const { T::INFO.is_leaf() } && (!T::LEAF_FIELDS || self.wanted.flat || !T::CLOSED && self.tracks)
    }

    /// Goes on to what a pointer points to.
    #[inline(always)]
    pub(super) fn follow<P: Place<Holder: 'a, Node: 'a>>(&mut self, holder: &'a P::Holder, at: Region) -> bool {
        if !self.looks_at::<P::Node>() {
            return true;
        }
        if self.recursion.may_have_to_wait() {
            return self.meet_or_wait::<P>(holder, at);
        }
        self.meet::<P>(holder, at)
    }

    #[cold]
    #[inline(never)]
    fn meet_or_wait<P: Place<Holder: 'a, Node: 'a>>(&mut self, holder: &'a P::Holder, at: Region) -> bool {
        if self.recursion.has_to_wait() {
            return self.put_off_step::<Meet<P>>(Mark::Transparent, holder, at);
        }
        self.meet::<P>(holder, at)
    }

    /// Meets what stands somewhere.
    #[inline(always)]
    fn meet<P: Place<Holder: 'a, Node: 'a>>(&mut self, holder: &'a P::Holder, at: Region) -> bool {
        let node = P::node(holder);
        if P::Node::NODE
            && self.batch.is_used
            && P::Node::kind(node).is_tree()
            && (P::sharing(holder) == Sharing::Unique || !self.tracks)
        {
            return self.meet_tree(node, at);
        }
        self.meet_any(node, P::sharing(holder), at)
    }

    /// Meets a tree node behind a pointer, on a walk in batches.
    #[inline(always)]
    fn meet_tree<T: StructuralEq + ?Sized>(&mut self, node: &'a T, at: Region) -> bool {
        if !self.add_to_batch(node, at) {
            return false;
        }
        if self.passes_light {
            // To tell these from each other would take as long as all the rest.
            if is_light(node) {
                return true;
            }
        } else if let Some(goes_on) = T::light(node, node, at, self) {
            return goes_on;
        }
        self.fields(node, at)
    }

    /// Meets a value, held inline or at the root.
    #[inline(always)]
    pub(super) fn meet_inline<T: StructuralEq + ?Sized>(&mut self, node: &'a T, at: Region) -> bool {
        if T::NODE && self.batch.is_used && T::kind(node).is_tree() {
            return self.add_to_batch(node, at) && self.list_fields(node, at);
        }
        self.meet_any(node, Sharing::Unique, at)
    }

    /// Meets anything, on any walk.
    #[inline(never)]
    pub(super) fn meet_any<T: StructuralEq + ?Sized>(&mut self, node: &'a T, sharing: Sharing, at: Region) -> bool {
        if !T::NODE {
            return self.look_through(node, sharing, at);
        }
        let kind = T::kind(node);
        if kind == Kind::Var {
            return self.meet_variable(node, at);
        }
        if sharing == Sharing::Unique && kind.is_tree() || !self.tracks {
            let has_content = kind.has_content();
            return self.enter(node, Meeting { has_content, ..Meeting::of_tree(at, self.state.around.met_before) });
        }
        self.meet_again(node, kind, at)
    }

    /// Gives a leaf, or goes on with what a container holds.
    #[inline(always)]
    fn look_through<T: StructuralEq + ?Sized>(&mut self, value: &'a T, sharing: Sharing, at: Region) -> bool {
        if self.has_arenas() {
            return self.look_through_in_environment(value, sharing, at);
        }
        if sharing == Sharing::Unique || !self.tracks {
            return self.list(value, at);
        }
        let identity = Identity::address(value);
        let met_before = self.state.seen.note(identity);
        if met_before && self.wanted.distinct {
            return true;
        }
        self.in_node(met_before, |visits| visits.once(identity, Kind::Tree, at, |visits| visits.list(value, at)))
    }

    /// Does something in a node that was met before, or was not.
    #[inline(always)]
    pub(super) fn in_node(&mut self, met_before: bool, visit: impl FnOnce(&mut Self) -> bool) -> bool {
        if !met_before || self.state.around.met_before {
            return visit(self);
        }
        if !self.end_batch() {
            return false;
        }
        self.state.around.met_before = true;
        let goes_on = visit(self) && self.end_batch();
        self.state.around.met_before = false;
        goes_on
    }

    /// Returns a value that is a leaf, or lists its parts.
    #[inline(always)]
    pub(super) fn list<T: StructuralEq + ?Sized>(&mut self, value: &'a T, at: Region) -> bool {
        if const { T::INFO.is_leaf() } {
            if !self.wanted.leaves {
                return true;
            }
            let met_before = self.state.around.met_before;
            let leaf = Meeting { at, inside: at, occurrence: None, met_before, has_content: false };
            return self.offer(value, leaf, AnyNode::new) != Flow::Stop
                && (!self.wanted.ends || self.offer_end(value, leaf, AnyNode::new));
        }
        self.state.trail.content_of(T::INFO);
        T::content(value, value, at, self)
    }

    /// Meets a node, no variable, that may have been met before.
    fn meet_again<T: StructuralEq + ?Sized>(&mut self, node: &'a T, kind: Kind, at: Region) -> bool {
        // As a key of a map, a dag node is known by its own key, and not looked into.
        let is_key = self.state.around.key && kind == Kind::Dag;
        let Known { identity, place, is_behind_id, is_open } = self.in_environment(node, kind);
        let known = match is_key {
            true => self.state.seen.top(0, identity).is_some(),
            false => self.state.seen.note(identity),
        };
        if known && self.wanted.distinct {
            return is_open || !is_behind_id || self.end_behind_id(place);
        }
        let inside = if kind == Kind::Dag { at.past_boundary() } else { at };
        if is_behind_id {
            let columns = self.arenas.columns.take();
            let met_before = known || self.state.around.met_before;
            let has_content = kind.has_content() && !is_open && !is_key;
            let meeting = Meeting { met_before, has_content, inside, ..Meeting::of_tree(at, false) };
            if is_key {
                return self.enter(node, meeting) && (is_open || self.end_behind_id(place));
            }
            if is_open {
                return self.enter(node, meeting);
            }
            return self.once(place, kind, at, |visits| visits.enter_behind_id(node, meeting, columns))
                && self.end_behind_id(place);
        }
        if self.batch.is_used && kind.is_tree() {
            return self.in_node(known, |visits| visits.meet_tree(node, inside));
        }
        let met_before = known || self.state.around.met_before;
        let has_content = kind.has_content() && !is_key;
        let meeting = Meeting { at, inside, occurrence: None, met_before, has_content };
        if is_key {
            return self.enter(node, meeting);
        }
        self.once(place, kind, at, |visits| visits.enter(node, meeting))
    }

    /// Visits a shared node, unless it was met where its variables meant the same, if these are to be left out.
    #[inline(always)]
    pub(super) fn once(
        &mut self,
        node: Identity,
        kind: Kind,
        at: Region,
        visit: impl FnOnce(&mut Self) -> bool,
    ) -> bool {
        let VisitState { once, bindings, .. } = &mut self.state;
        let Some(once) = once else { return visit(self) };
        if let Some(occurrences) = once.find(node, kind, at, bindings) {
            self.occurrences = self.occurrences.saturating_add(*occurrences);
            return true;
        }
        once.begin(node, kind, at, bindings);
        let before = self.occurrences;
        visit(self) && self.end_shared(before)
    }

    pub(super) fn end_shared(&mut self, before: u128) -> bool {
        if self.recursion.is_suspended() {
            return self.put_off(Mark::Transparent, What::EndShared(before.into()));
        }
        if let Some(once) = &mut self.state.once {
            once.end(self.occurrences - before, &self.state.bindings);
        }
        true
    }

    /// Counts a node, if it may not be visited at each of its occurrences.
    #[inline(always)]
    pub(super) fn count(&mut self) {
        if self.wanted.once_for_bindings {
            self.occurrences = self.occurrences.saturating_add(1);
        }
    }

    /// Gives a node if it is wanted, then what it is made of, and itself once more.
    #[inline(always)]
    pub(super) fn enter<T: StructuralEq + ?Sized>(&mut self, node: &'a T, meeting: Meeting) -> bool {
        self.enter_with(node, meeting, |visits, inside| visits.fields(node, inside))
    }

    /// [`enter`](Self::enter), with what visits what is in the node.
    #[inline(always)]
    pub(super) fn enter_with<T: StructuralEq + ?Sized>(
        &mut self,
        node: &'a T,
        meeting: Meeting,
        fields: impl FnOnce(&mut Self, Region) -> bool,
    ) -> bool {
        self.count();
        let flow = self.offer(node, meeting, AnyNode::new);
        if flow == Flow::Stop {
            return false;
        }
        if meeting.has_content && flow == Flow::Inside && !self.enter_fields(node, meeting, fields) {
            return false;
        }
        !self.wanted.ends || self.offer_end(node, meeting, AnyNode::new)
    }

    /// Visits what is in a node that was met before, or was not.
    fn enter_fields<T: StructuralEq + ?Sized>(
        &mut self,
        node: &'a T,
        meeting: Meeting,
        fields: impl FnOnce(&mut Self, Region) -> bool,
    ) -> bool {
        self.state.around.nodes += 1;
        if self.wanted.paths {
            self.state.trail.content_of(T::concrete_type(node).map_or(T::INFO, |concrete| concrete.info));
        }
        let goes_on = self.in_node(meeting.met_before, |visits| fields(visits, meeting.inside));
        self.state.around.nodes -= 1;
        goes_on
    }

    /// Visits what is in a node.
    #[inline(never)]
    fn fields<T: StructuralEq + ?Sized>(&mut self, node: &'a T, inside: Region) -> bool {
        self.list_fields(node, inside)
    }

    #[inline(always)]
    fn list_fields<T: StructuralEq + ?Sized>(&mut self, node: &'a T, inside: Region) -> bool {
        self.in_scope_of(node, inside, |visits, inside| visits.content(node, inside))
    }

    /// Visits what is in a node that may be a scope.
    #[inline(always)]
    pub(super) fn in_scope_of<T: StructuralEq + ?Sized>(
        &mut self,
        node: &'a T,
        inside: Region,
        visit: impl FnOnce(&mut Self, Region) -> bool,
    ) -> bool {
        let is_scope = T::is_scope(node) && self.tracks;
        if is_scope {
            self.state.bindings.enter_scope();
            self.depth += 1;
            if T::predeclares(node) {
                self.predeclare(node, inside);
            }
        }
        let inside = if is_scope { inside.past_boundary() } else { inside };
        let goes_on = visit(self, inside);
        if is_scope {
            self.depth -= 1;
            return goes_on && self.leave_scope();
        }
        goes_on
    }

    /// Lists what is in a node.
    #[inline(always)]
    fn content<T: StructuralEq + ?Sized>(&mut self, node: &'a T, inside: Region) -> bool {
        if const { T::HAS_ARENAS } {
            return self.within_arenas(node, inside);
        }
        T::content(node, node, inside, self)
    }

    /// Gives a node if it is wanted.
    #[inline(always)]
    pub(super) fn offer<T: StructuralEq + ?Sized>(
        &mut self,
        node: &'a T,
        meeting: Meeting,
        any: impl FnOnce(&'a T) -> AnyNode<'a>,
    ) -> Flow {
        match self.index_of(node) {
            Some(ty) => self.give(&self.visit(any(node), meeting, ty)),
            None => Flow::Inside,
        }
    }

    /// Gives a node at its end if it is wanted, when that has come.
    #[inline(never)]
    pub(super) fn offer_end<T: StructuralEq + ?Sized>(
        &mut self,
        node: &'a T,
        meeting: Meeting,
        any: impl FnOnce(&'a T) -> AnyNode<'a>,
    ) -> bool {
        let Some(ty) = self.index_of(node) else { return true };
        self.give_end(Visit { is_end: true, ..self.visit(any(node), meeting, ty) })
    }

    fn give_end(&mut self, visit: Visit<'a>) -> bool {
        if self.recursion.is_suspended() {
            return self.put_off(Mark::Transparent, What::GiveEnd(visit.into()));
        }
        self.give(&visit) != Flow::Stop
    }

    #[inline(always)]
    pub(super) fn visit(&self, node: AnyNode<'a>, meeting: Meeting, ty: u32) -> Visit<'a> {
        let Meeting { at, occurrence, met_before, .. } = meeting;
        Visit { node, is_end: false, at, occurrence, met_before, depth: self.state.around.nodes, ty }
    }

    /// The index of a node's type among those that are wanted, or their number where all are.
    #[inline(always)]
    pub(super) fn index_of<T: StructuralEq + ?Sized>(&self, node: &T) -> Option<u32> {
        let id = T::concrete_type(node).map(|concrete| concrete.id).or(T::TYPE_ID);
        match id {
            Some(id) if id == self.first => Some(0),
            _ if self.has_others => self.index_among_others(id),
            _ => None,
        }
    }

    #[inline(never)]
    fn index_among_others(&self, id: Option<core::any::TypeId>) -> Option<u32> {
        let Wanted { types, all_types, .. } = &self.wanted;
        let index = id.and_then(|id| types.iter().position(|ty| *ty == id));
        index.or(all_types.then_some(types.len())).map(|index| index as u32)
    }

    #[inline(never)]
    pub(super) fn give(&mut self, visit: &Visit<'a>) -> Flow {
        if !self.end_batch() {
            return Flow::Stop;
        }
        self.callbacks.call(visit, &self.state)
    }
}

/// The step on a node behind a pointer.
struct Meet<P>(PhantomData<P>);

impl<'a, P: Place<Holder: 'a, Node: 'a>> TakeStep<'a, Visits<'a, '_>> for Meet<P> {
    type Place = P::Holder;

    fn run(visits: &mut Visits<'a, '_>, holder: &'a P::Holder, _: &'a P::Holder, at: Region) -> bool {
        visits.meet::<P>(holder, at)
    }
}

/// The step on the content of a node whose type was not known.
impl<'a, T: StructuralEq + 'a> TakeStep<'a, Visits<'a, '_>> for Content<T> {
    type Place = T;

    fn run(visits: &mut Visits<'a, '_>, node: &'a T, _: &'a T, at: Region) -> bool {
        visits.content_of(T::INFO);
        visits.content(node, at)
    }
}
