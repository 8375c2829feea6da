//! Visits to nodes: a walk calls back with a node, and visits its contents.

use core::{any::Any, ops::ControlFlow};

use crate::{
    describe::{arena::InColumns, identity::Identity, info::Kind, region::Region},
    reflect::node::{AnyNode, NodeInfo},
    rules::bindings::Occurrence,
    walk::{
        callback::Next,
        visits::{Deferred, Flow, Visit, WalkInProgress, WalkState},
    },
};

/// The circumstances in which a node is met.
#[derive(Clone, Copy)]
pub(super) struct Encounter<'a> {
    pub(super) at: Region,
    /// The region of its contents.
    pub(super) inside: Region,
    pub(super) occurrence: Option<Occurrence>,
    pub(super) met_before: bool,
    /// Whether its contents are visited.
    pub(super) has_content: bool,
    /// The row of the node in the columns of its arena.
    pub(super) columns: Option<InColumns<'a>>,
}

impl<'a> Encounter<'a> {
    /// The circumstances of a tree node that is met as often as the enclosing node.
    #[inline(always)]
    pub(super) fn of(at: Region, met_before: bool, has_content: bool) -> Self {
        Encounter { at, inside: at, occurrence: None, met_before, has_content, columns: None }
    }
}

/// Whether the contents of nodes of a kind are visited at each occurrence.
#[inline(always)]
fn has_content(kind: Kind) -> bool {
    !matches!(kind, Kind::Var | Kind::Singleton)
}

impl<'a> WalkInProgress<'a, '_> {
    /// Meets a node, a leaf or a container.
    #[inline(always)]
    pub(super) fn meet(&mut self, node: AnyNode<'a>, at: Region, columns: Option<InColumns<'a>>) -> bool {
        let info = node.info();
        // A scope's meaning does not depend on its own bindings, so a scope inside a shared node is memoized, too.
        // Outside of shared nodes, a uniquely owned scope is reached only once.
        let is_met_once = info.is_scope && self.state.once.as_deref().is_some_and(|once| once.around() > 0);
        let is_alone = !self.tracks || info.is_unique && info.kind.is_tree() && !is_met_once;
        if is_alone && info.is_node {
            let encounter = Encounter::of(at, self.state.around.met_before, has_content(info.kind));
            return self.enter(node, &info, encounter);
        }
        self.meet_other(node, &info, at, columns, is_alone)
    }

    #[inline(never)]
    fn meet_other(
        &mut self,
        node: AnyNode<'a>,
        info: &NodeInfo,
        at: Region,
        columns: Option<InColumns<'a>>,
        is_alone: bool,
    ) -> bool {
        if !is_alone && info.kind == Kind::Var {
            return self.meet_variable(node, info, at, columns);
        }
        let encounter =
            Encounter { columns, ..Encounter::of(at, self.state.around.met_before, has_content(info.kind)) };
        if is_alone { self.look_through(node, info, encounter) } else { self.meet_again(node, info, encounter) }
    }

    /// Meets a node that may have been met before and is not a variable.
    fn meet_again(&mut self, node: AnyNode<'a>, info: &NodeInfo, encounter: Encounter<'a>) -> bool {
        let Encounter { at, columns, .. } = encounter;
        // A dag node in a key of a map is identified by its own key, so its contents are skipped.
        let is_key = self.state.around.key.is_some() && info.kind == Kind::Dag;
        let identity = match info.is_node {
            true => node.identify(self.state.keys.get_mut()),
            false => node.details().address,
        };
        let known = self.known(identity, node, info, columns);
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
        let has_content = encounter.has_content && looks_inside;
        let inside = if info.kind == Kind::Dag { at.past_boundary() } else { at };
        let encounter = Encounter { inside, has_content, met_before: encounter.met_before || is_known, ..encounter };
        match info.is_node {
            true => self.enter(node, info, encounter),
            false => self.look_through(node, info, encounter),
        }
    }

    /// Calls back with a leaf, or visits the contents of a container.
    fn look_through(&mut self, node: AnyNode<'a>, info: &NodeInfo, encounter: Encounter<'a>) -> bool {
        if info.is_leaf {
            let leaf = Encounter { has_content: false, ..encounter };
            return !self.wanted.leaves || self.offer_node(node, leaf).is_continue();
        }
        if encounter.has_content {
            self.return_to_around(encounter.met_before, 0);
            self.state.lister.list_node(node, encounter.columns, encounter.inside);
        }
        true
    }

    /// Whether a shared node is skipped since it was visited in this binding context. If not, begins its memo entry.
    fn was_visited(&mut self, place: Identity, kind: Kind, at: Region) -> bool {
        let WalkState { once, bindings, .. } = &mut self.state;
        let Some(once) = once else { return false };
        if let Some(occurrences) = once.find(place, kind, at, bindings) {
            self.occurrences = self.occurrences.saturating_add(*occurrences);
            return true;
        }
        once.begin(place, kind, at, bindings);
        self.leave(Deferred::Shared(self.occurrences));
        false
    }

    /// Calls back with a node, and visits its contents.
    #[inline(always)]
    pub(super) fn enter(&mut self, node: AnyNode<'a>, info: &NodeInfo, encounter: Encounter<'a>) -> bool {
        // Only walks that skip occurrences count them.
        if self.wanted.once_for_bindings {
            self.occurrences = self.occurrences.saturating_add(1);
        }
        let flow = self.offer_node(node, encounter);
        if flow == ControlFlow::Continue(Next::Inside) && encounter.has_content {
            self.return_to_around(encounter.met_before, usize::from(self.wanted.paths));
            if info.is_scope && self.tracks {
                self.enter_scope(node, encounter.inside, encounter.columns);
            } else {
                self.state.lister.list_node(node, encounter.columns, encounter.inside);
            }
        }
        flow.is_continue()
    }

    /// Enters a number of nodes, and defers the return to the present context until their end. `met_before` tells
    /// whether they were met before.
    #[inline(always)]
    fn return_to_around(&mut self, met_before: bool, nodes: usize) {
        let around = self.state.around;
        if nodes > 0 || met_before && !around.met_before {
            self.leave(Deferred::Around(around));
            self.state.around.nodes += nodes;
            self.state.around.met_before |= met_before;
        }
    }

    /// Calls back with a node, and defers the callback for its end.
    #[inline(always)]
    fn offer_node(&mut self, node: AnyNode<'a>, encounter: Encounter<'a>) -> Flow {
        if !(self.wanted.all_types || node.is_any_of(&self.wanted.types)) {
            return ControlFlow::Continue(Next::Inside);
        }
        self.offer(encounter, Some(node), node.typed())
    }

    /// Calls back with a node or with a leaf at the root, and defers the callback for its end.
    #[inline(always)]
    pub(super) fn offer(
        &mut self,
        Encounter { at, occurrence, met_before, .. }: Encounter<'a>,
        node: Option<AnyNode<'a>>,
        typed: Option<&'a dyn Any>,
    ) -> Flow {
        let depth = self.state.around.nodes;
        let visit = Visit { node, typed, is_end: false, at, occurrence, met_before, depth };
        let flow = (self.calls)(&visit, &self.state);
        if self.wanted.ends {
            self.leave(Deferred::Node(Visit { is_end: true, ..visit }));
        }
        flow
    }
}
