//! How a walk meets nodes: it calls back with those that are wanted, and goes on with what is in them.

use core::{
    any::{Any, TypeId},
    ops::ControlFlow,
};

use crate::{
    describe::{containers::Sharing, erased_arena::InColumns, identity::Identity, info::Kind, region::Region},
    reflect::node::{ErasedNode, NodeInfo, Pair},
    rules::occurrence::Occurrence,
    walk::{
        next::Next,
        visits::{
            Deferred, Visits,
            state::{Flow, Visit, VisitState},
        },
    },
};

/// How a node is met.
#[derive(Clone, Copy)]
pub(super) struct Meeting<'a> {
    pub(super) at: Region,
    /// The region of what is in it.
    pub(super) inside: Region,
    pub(super) occurrence: Option<Occurrence>,
    pub(super) met_before: bool,
    /// Whether what is in it is looked at.
    pub(super) has_content: bool,
    /// What it has in other tables.
    pub(super) columns: Option<InColumns<'a>>,
}

impl<'a> Meeting<'a> {
    /// A tree node that nothing else leads to, or that is as known as what is around it.
    #[inline(always)]
    pub(super) fn of(at: Region, met_before: bool, has_content: bool) -> Self {
        Meeting { at, inside: at, occurrence: None, met_before, has_content, columns: None }
    }
}

/// Whether what is in nodes of a kind is looked at wherever they are met.
#[inline(always)]
fn has_content(kind: Kind) -> bool {
    !matches!(kind, Kind::Var | Kind::Singleton)
}

impl<'a> Visits<'a, '_> {
    /// Meets a node, or a value that is none.
    #[inline(always)]
    pub(super) fn meet(&mut self, pair: Pair<'a>, at: Region, columns: Option<InColumns<'a>>) -> bool {
        let info = pair.left().info();
        // A scope's meaning does not depend on its own bindings, so inside a shared node it is memoized, too. Elsewhere it
        // is reached only once.
        let is_met_once = info.is_scope && self.state.once.as_deref().is_some_and(|once| once.around() > 0);
        let is_alone = !self.tracks || info.sharing == Sharing::Unique && info.kind.is_tree() && !is_met_once;
        if is_alone && info.is_node {
            let meeting = Meeting::of(at, self.state.around.met_before, has_content(info.kind));
            return self.enter(pair, &info, meeting);
        }
        self.meet_other(pair, &info, at, columns, is_alone)
    }

    #[inline(never)]
    fn meet_other(
        &mut self,
        pair: Pair<'a>,
        info: &NodeInfo,
        at: Region,
        columns: Option<InColumns<'a>>,
        is_alone: bool,
    ) -> bool {
        if !is_alone && info.kind == Kind::Var {
            return self.meet_variable(pair, info, at, columns);
        }
        let meeting = Meeting { columns, ..Meeting::of(at, self.state.around.met_before, has_content(info.kind)) };
        if is_alone { self.look_through(pair, info, meeting) } else { self.meet_again(pair, info, meeting) }
    }

    /// Meets what may have been met before, and is no variable.
    fn meet_again(&mut self, pair: Pair<'a>, info: &NodeInfo, meeting: Meeting<'a>) -> bool {
        let (node, Meeting { at, columns, .. }) = (pair.left(), meeting);
        // As a key of a map, a dag node is known by its own key, and not looked into.
        let is_key = self.state.around.key && info.kind == Kind::Dag;
        let identity = match info.is_node {
            true => node.identify(self.state.keys.get_mut()),
            false => node.details().address,
        };
        let known = self.known(identity, pair, info, columns);
        let identity = if info.is_node { known.identity } else { known.place };
        let is_known = match is_key {
            true => self.state.seen.top(0, identity).is_some(),
            false => self.state.seen.note(identity),
        };
        if is_known && self.wanted.distinct {
            return true;
        }
        let looks_inside = !(is_key || known.is_open);
        if looks_inside && self.was_visited(known.place, info.kind, at) {
            return true;
        }
        let has_content = meeting.has_content && looks_inside;
        let inside = if info.kind == Kind::Dag { at.past_boundary() } else { at };
        let meeting = Meeting { inside, has_content, met_before: meeting.met_before || is_known, ..meeting };
        match info.is_node {
            true => self.enter(pair, info, meeting),
            false => self.look_through(pair, info, meeting),
        }
    }

    /// Gives a leaf, or goes on with what a container holds.
    fn look_through(&mut self, pair: Pair<'a>, info: &NodeInfo, meeting: Meeting<'a>) -> bool {
        if info.is_leaf {
            let leaf = Meeting { has_content: false, ..meeting };
            return !self.wanted.leaves || self.offer_node(pair, info, leaf).is_continue();
        }
        if meeting.has_content {
            self.return_to_around(meeting.met_before, 0);
            self.state.lister.list_in_columns(pair, [meeting.columns; 2], meeting.inside);
        }
        true
    }

    /// Whether a shared node was met where its variables meant the same, if such nodes are to be left out.
    fn was_visited(&mut self, place: Identity, kind: Kind, at: Region) -> bool {
        let VisitState { once, bindings, .. } = &mut self.state;
        let Some(once) = once else { return false };
        if let Some(occurrences) = once.find(place, kind, at, bindings) {
            self.occurrences = self.occurrences.saturating_add(*occurrences);
            return true;
        }
        once.begin(place, kind, at, bindings);
        self.leave(Deferred::Shared(self.occurrences));
        false
    }

    /// Gives a node if it is wanted, then what it is made of, and itself once more.
    #[inline(always)]
    pub(super) fn enter(&mut self, pair: Pair<'a>, info: &NodeInfo, meeting: Meeting<'a>) -> bool {
        // Those that may not be visited at each of their occurrences are counted.
        if self.wanted.once_for_bindings {
            self.occurrences = self.occurrences.saturating_add(1);
        }
        let flow = self.offer_node(pair, info, meeting);
        if flow == ControlFlow::Continue(Next::Inside) && meeting.has_content {
            self.return_to_around(meeting.met_before, usize::from(self.wanted.paths));
            if info.is_scope && self.tracks {
                self.enter_scope(pair, meeting.inside, meeting.columns);
            } else {
                self.state.lister.list_in_columns(pair, [meeting.columns; 2], meeting.inside);
            }
        }
        flow.is_continue()
    }

    /// What is listed next is in so many more nodes, which may have been met before.
    #[inline(always)]
    fn return_to_around(&mut self, met_before: bool, nodes: usize) {
        let around = self.state.around;
        if nodes > 0 || met_before && !around.met_before {
            self.leave(Deferred::Around(around));
            self.state.around.nodes += nodes;
            self.state.around.met_before |= met_before;
        }
    }

    /// Gives a node if it is wanted, now and at its end.
    #[inline(always)]
    fn offer_node(&mut self, pair: Pair<'a>, info: &NodeInfo, meeting: Meeting<'a>) -> Flow {
        let node = pair.left();
        self.offer(info.ty, meeting, Some(node), || node.typed())
    }

    /// Gives a node, or a leaf at the root.
    #[inline(always)]
    pub(super) fn offer(
        &mut self,
        ty: TypeId,
        Meeting { at, occurrence, met_before, .. }: Meeting<'a>,
        node: Option<&'a dyn ErasedNode>,
        typed: impl FnOnce() -> Option<&'a dyn Any>,
    ) -> Flow {
        let Some(ty) = self.index_of(ty) else { return ControlFlow::Continue(Next::Inside) };
        let depth = self.state.around.nodes;
        let visit = Visit { node, typed: typed(), is_end: false, at, occurrence, met_before, depth, ty };
        let flow = (self.calls)(&visit, &self.state);
        if self.wanted.ends {
            self.leave(Deferred::Node(Visit { is_end: true, ..visit }));
        }
        flow
    }

    /// The index of a type among those that are wanted, or their number where all are.
    #[inline(always)]
    fn index_of(&self, ty: TypeId) -> Option<u32> {
        let types = &self.wanted.types;
        let index = types.iter().position(|wanted| *wanted == ty);
        index.or(self.wanted.all_types.then_some(types.len())).map(|index| index as u32)
    }
}
