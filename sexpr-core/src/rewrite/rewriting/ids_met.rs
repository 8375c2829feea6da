//! What became of nodes behind ids: each is rewritten in its arena, once for each way in which its variables are bound.
//!
//! The first way replaces the node under its id. Where the node is met again and its variables mean something else, what
//! it was at first is rewritten once more; if that turns out otherwise, it gets an id of its own, which replaces the one
//! that led there. Where no callback can tell how variables are bound, there is one way alone. Where a node is met inside
//! itself, its id stays in the first way; in a later one, it becomes the id that the copy will get, if there is one in the
//! end. So a cycle ends.

use alloc::{boxed::Box, vec::Vec};
use core::any::Any;

use crate::{
    describe::{arena::Id, identity::Identity, info::Kind, region::Region, structural::StructuralEq},
    ops::cycles::FoundCycles,
    rewrite::{
        part::Part,
        rewritable::Rewritable,
        rewriting::{
            Rewriting, RewritingState,
            arenas::Meaning,
            copying::deep_copy,
            tentative::{Standing, Tentative, Undecided},
            versions::Versions,
        },
    },
    tables::index::Table,
};

/// What became of nodes behind ids.
#[derive(Default)]
pub(super) struct IdsMet {
    states: Table<Identity, State>,
    /// Those that are being rewritten, the innermost last.
    open: Vec<OpenNode>,
    /// Those of them that are mentioned by new ids.
    pub(super) tentative: Tentative,
    /// For each shared node around that a pointer leads to, inside one that an id leads to: what that one waited for before.
    waited_before: Vec<usize>,
    pub(super) cycles: FoundCycles,
    /// What became of cycles that lead through the fields of variables.
    pub(super) versions: Versions,
    /// Whether an id was met that is dangling, of a node that may have variables.
    pub(super) met_dangling: bool,
}

/// What is known of a node behind an id.
#[derive(Default)]
struct State {
    /// It is being rewritten, as this one of those.
    open: Option<usize>,
    /// It was rewritten: where the ways in which variables are bound make no difference, its id became this, if anything.
    done: Option<Option<Box<dyn Any>>>,
}

/// A node behind an id that is being rewritten.
struct OpenNode {
    meaning: Meaning,
    /// The number of its component, if it lies on a cycle.
    component: Option<usize>,
    /// Whether its environment is another one than that around.
    has_moved: bool,
    /// How many nodes are around of which something is to be kept, if something is to be kept of this one.
    around: Option<usize>,
    /// How many are around what is in it.
    inside: usize,
    /// How often something was replaced before.
    writes: u64,
    /// How often something changed before that is not only tentative.
    changes: u64,
    /// The id under which it was met inside itself, if it is rewritten not for the first time.
    handed_out: Option<Box<dyn Any>>,
    /// Then it has a number, as long as that is undecided.
    undecided: Option<Undecided>,
    /// The outermost node that mentions in it wait for.
    waits_for: usize,
    /// Something that stays mentions nodes around by their new ids, from this one on.
    kept_from: usize,
    /// It is rewritten not for the first time, or a node on its cycle is in which it is met.
    is_repeated: bool,
}

/// What became of a node that may be met again: what replaces the id or pointer, if anything does, and what that waits for.
pub(super) struct Became {
    pub(super) replacement: Option<Box<dyn Any>>,
    pub(super) undecided: Option<Undecided>,
}

impl IdsMet {
    /// The node behind an id that means this, if it is being rewritten.
    fn open(&self, meaning: &Meaning) -> Option<&OpenNode> {
        self.open.get(self.states.get(&meaning.identity)?.open?)
    }

    /// Whether the node of an id that means this was met.
    pub(super) fn is_met(&self, meaning: &Meaning) -> bool {
        self.states.contains_key(&meaning.identity)
    }

    /// Whether what became of a node still stands.
    pub(super) fn stands(&self, became: &Became) -> bool {
        became.undecided.is_none() || self.tentative.standing(became.undecided) != Standing::Withdrawn
    }

    /// Something in the innermost node waits for one around.
    fn wait_for(&mut self, around: usize) {
        if let Some(innermost) = self.open.last_mut() {
            innermost.waits_for = innermost.waits_for.min(around);
        }
    }

    /// Something that stays mentions nodes around, from this one on, by their new ids.
    fn keep_from(&mut self, around: usize) {
        if let Some(innermost) = self.open.last_mut() {
            innermost.kept_from = innermost.kept_from.min(around);
        }
    }

    /// The number of the outermost node that mentions wait for, if there are any.
    fn undecided_at(&self, around: usize) -> Option<Undecided> {
        self.open.get(around)?.undecided
    }

    /// A shared node begins that a pointer leads to.
    pub(super) fn begin_shared(&mut self) {
        if let Some(innermost) = self.open.last_mut() {
            self.waited_before.push(core::mem::replace(&mut innermost.waits_for, usize::MAX));
        }
    }

    /// It ends: what mentions in it wait for.
    pub(super) fn end_shared(&mut self) -> Option<Undecided> {
        let innermost = self.open.last_mut()?;
        let inside = innermost.waits_for;
        innermost.waits_for = inside.min(self.waited_before.pop().unwrap_or(usize::MAX));
        self.undecided_at(inside)
    }
}

impl Rewriting<'_> {
    /// How often something was replaced that was not behind an id that stayed.
    pub(super) fn own_writes(&self) -> u64 {
        self.writes - self.writes_behind_ids
    }

    pub(super) fn meaning<I: Id>(&mut self, id: &I) -> Option<Meaning> {
        self.state.arenas.get_mut().meaning(id)
    }

    /// The kind of the node that an id leads to.
    pub(super) fn kind_behind<I: Id>(&mut self, id: &I) -> Option<Kind> {
        let arenas = self.state.arenas.get_mut();
        arenas.original_at(&arenas.meaning(id)?, id).map(StructuralEq::kind)
    }

    /// The kind by which it counts where the node of an id stands: a scope that stands where nothing binds is the same in
    /// other scopes, and in none, as a dag node is; and so is what lies on a cycle.
    pub(super) fn kind_where_it_stands<I: Id>(&mut self, meaning: &Meaning, id: &I, kind: Kind, at: Region) -> Kind {
        let is_scope = self.state.arenas.get_mut().original_at(meaning, id).is_some_and(StructuralEq::is_scope);
        let is_dag = is_scope && !at.binds() && !at.is_predeclared() || self.is_on_cycle(meaning.identity);
        if is_dag { Kind::Dag } else { kind }
    }

    /// Whether nodes lie on cycles, so far as that makes a difference.
    #[inline(always)]
    pub(super) fn has_cycles(&self) -> bool {
        !self.ids.cycles.on_cycle.is_empty()
    }

    /// Whether a node does.
    #[inline(always)]
    pub(super) fn is_on_cycle(&self, node: Identity) -> bool {
        self.has_cycles() && self.ids.cycles.on_cycle.contains_key(&node)
    }

    /// What something behind a pointer is known by where it is, in the arenas in force.
    pub(super) fn place_of<T: StructuralEq + ?Sized>(&mut self, target: &T) -> Identity {
        self.state.arenas.get_mut().in_force(Identity::address(target))
    }

    /// Whether what a pointer points to does.
    #[inline(always)]
    pub(super) fn points_into_cycle<T: StructuralEq + ?Sized>(&mut self, target: &T) -> bool {
        self.has_cycles() && {
            let place = self.place_of(target);
            self.is_on_cycle(place)
        }
    }

    /// The innermost node around that may be met again.
    pub(super) fn shared_node_around(&self) -> Option<Identity> {
        match self.ids.open.last() {
            Some(open) if open.inside >= self.memo.around() => Some(open.meaning.identity),
            _ => self.memo.innermost(),
        }
    }

    /// The number of the component of a node that lies on a cycle.
    pub(super) fn component(&self, node: Identity) -> Option<usize> {
        if self.has_cycles() { self.ids.cycles.component(node) } else { None }
    }

    /// What an id became, if its node was rewritten where its variables meant the same, and what that waits for.
    pub(super) fn id_found<I: Id + Clone>(
        &mut self,
        meaning: &Meaning,
        kind: Kind,
        at: Region,
    ) -> Option<Option<(I, Option<Undecided>)>> {
        let (node, component) = (meaning.identity, self.component(meaning.identity));
        let Rewriting { memo, ids, state: RewritingState { bindings, .. }, .. } = self;
        let IdsMet { states, versions, tentative, .. } = ids;
        let stands = |became: &Became| tentative.standing(became.undecided) != Standing::Withdrawn;
        let (becomes, undecided) = if self.asks_for_variables {
            let found = component.and_then(|component| versions.node(component, node, memo, bindings));
            let found = found.filter(|became| stands(became));
            let Became { replacement, undecided } = match found {
                Some(became) => became,
                None => memo.find(node, kind, at, bindings, stands)?,
            };
            (replacement, *undecided)
        } else {
            (states.get(&node)?.done.as_ref()?, None)
        };
        Some(becomes.as_ref().and_then(|id| id.downcast_ref::<I>()).map(|id| (id.clone(), undecided)))
    }

    /// Notes what an id became, and what that waits for.
    pub(super) fn note_id<I: Id + Clone>(
        &mut self,
        meaning: &Meaning,
        becomes: Option<&I>,
        undecided: Option<Undecided>,
    ) {
        let boxed = || becomes.map(|id| Box::new(id.clone()) as Box<dyn Any>);
        let became = || Became { replacement: boxed(), undecided };
        if self.asks_for_variables {
            let depends_on = self.memo.end(became(), &self.state.bindings);
            if let Some((component, depends_on)) = self.component(meaning.identity).zip(depends_on) {
                self.ids.versions.note_node(component, meaning.identity, became(), depends_on);
            }
        } else if let Some(state) = self.ids.states.get_mut(&meaning.identity) {
            state.done = Some(boxed());
        }
    }

    /// Puts what replaces something in its place, which may be tentative.
    pub(super) fn write_waiting<T: 'static>(&mut self, part: Part<'_, T>, value: Box<T>, undecided: Option<Undecided>) {
        match self.ids.tentative.standing(undecided) {
            Standing::Waits(around) => {
                self.ids.wait_for(around);
                self.put(part, value);
            }
            Standing::Certain | Standing::Withdrawn => self.write(part, value),
        }
    }

    /// What is kept for later mentions things that wait: so these do not stay as they were.
    pub(super) fn keep_what_waits(&mut self) {
        if let Some(around) = self.ids.open.last().map(|open| open.waits_for) {
            self.ids.keep_from(around);
        }
    }

    /// Begins with the node of an id, and gives a copy of it as it was at first.
    pub(super) fn open_id<I: Id<Node: Rewritable>>(
        &mut self,
        meaning: Meaning,
        id: &I,
        around: Option<usize>,
    ) -> Option<I::Node> {
        let (writes, inside, changes) = (self.own_writes(), self.memo.around(), self.changes);
        let component = self.component(meaning.identity);
        // A copy of a node on a cycle leads to copies of the others.
        let is_in_copy = |around: &OpenNode| around.is_repeated && component.is_some() && around.component == component;
        let in_copy = self.ids.open.last().is_some_and(is_in_copy);
        let IdsMet { states, open, .. } = &mut self.ids;
        let state = states.entry(meaning.identity).or_default();
        let is_repeated = in_copy || state.done.is_some();
        let arenas = self.state.arenas.get_mut();
        let copy = deep_copy::<I::Node>(arenas.original_at(&meaning, id)?);
        state.open = Some(open.len());
        let has_moved = arenas.go_to(meaning.environment);
        open.push(OpenNode {
            meaning,
            component,
            has_moved,
            around,
            inside,
            writes,
            changes,
            handed_out: None,
            undecided: None,
            waits_for: usize::MAX,
            kept_from: usize::MAX,
            is_repeated,
        });
        if let Some(component) = component {
            self.ids.versions.open(component, around, &self.memo, &self.state.bindings);
        }
        Some(copy)
    }

    /// Has the node of an id stay what it is from now on, or gives a new id for what it was, if it was replaced.
    pub(super) fn pin<I: Id<Node: Rewritable>>(&mut self, meaning: &Meaning, id: &I) -> Option<I> {
        self.ids.states.entry(meaning.identity).or_default().done.get_or_insert(None);
        let arenas = self.state.arenas.get_mut();
        let original = arenas.has_original(meaning, id).then(|| arenas.original_at(meaning, id)).flatten();
        let copy = deep_copy::<I::Node>(original?);
        arenas.allocate_at(meaning, copy)
    }

    /// Whether the node of an id is being rewritten.
    pub(super) fn is_open(&self, meaning: &Meaning) -> bool {
        self.ids.open(meaning).is_some()
    }

    /// What is between a node that is being rewritten, and where it is met again, depends on all that is in it.
    pub(super) fn depend_on_open(&mut self, meaning: &Meaning) {
        if let Some(around) = self.ids.open(meaning).and_then(|open| open.around) {
            self.memo.depend_on(around);
        }
    }

    /// What an id becomes where its node is met that is being rewritten, and what that waits for.
    pub(super) fn hand_out<I: Id<Node: Rewritable> + Clone>(
        &mut self,
        meaning: &Meaning,
        id: &I,
    ) -> Option<(I, Option<Undecided>)> {
        let IdsMet { states, open, tentative, .. } = &mut self.ids;
        let state = states.get(&meaning.identity)?;
        let index = state.open?;
        let around = open.get_mut(index).filter(|open| open.is_repeated)?;
        if let Some(handed_out) = &around.handed_out {
            return Some((handed_out.downcast_ref::<I>()?.clone(), around.undecided));
        }
        let arenas = self.state.arenas.get_mut();
        let copy = deep_copy::<I::Node>(arenas.original_at(meaning, id)?);
        let new = arenas.allocate_at::<I>(meaning, copy)?;
        around.handed_out = Some(Box::new(new.clone()));
        around.undecided = Some(tentative.open(index));
        Some((new, around.undecided))
    }

    /// Ends with the node of an id, which became this, and tells whether it changed, and the id that it has now, if that
    /// is another one.
    pub(super) fn close_id<I: Id<Node: Rewritable> + Clone>(&mut self, id: &I, node: Option<I::Node>) -> Closed<I> {
        let nothing = Closed { meaning: None, is_changed: false, becomes: None, undecided: None };
        let Some(open) = self.ids.open.pop() else { return nothing };
        let (meaning, around) = (open.meaning, self.ids.open.len());
        let is_changed = self.own_writes() != open.writes;
        let is_certain = open.kept_from <= around || self.changes != open.changes;
        (self.writes_behind_ids, self.changes) = (self.writes - open.writes, open.changes);
        let arenas = self.state.arenas.get_mut();
        if open.has_moved {
            arenas.come_back();
        }
        let is_other = is_certain || arenas.has_original(&meaning, id);
        self.ids.keep_from(open.kept_from);
        if let Some(component) = open.component {
            self.ids.versions.close(component);
        }
        if let Some(state) = self.ids.states.get_mut(&meaning.identity) {
            state.open = None;
            state.done.get_or_insert(None);
        }
        let waits_for = Some(open.waits_for).filter(|outer| *outer < around);
        let closed = Closed { meaning: Some(meaning), is_changed, ..nothing };
        if !open.is_repeated {
            if let Some(outer) = waits_for {
                self.ids.keep_from(outer);
            }
            let unused = if is_changed { self.replace_first(&meaning, id, node) } else { node };
            self.retire_any(unused);
            return closed;
        }
        if !is_other && waits_for.is_none() {
            if let Some(undecided) = open.undecided {
                self.ids.tentative.withdraw(undecided);
            }
            self.retire_any(node);
            return Closed { is_changed: false, ..closed };
        }
        // If it is another one in any case, so is what it waits for.
        let undecided = waits_for.filter(|_| !is_other).and_then(|outer| self.ids.undecided_at(outer));
        if let Some(outer) = waits_for {
            self.ids.wait_for(outer);
        }
        if let Some(own) = open.undecided {
            match undecided {
                Some(outer) => self.ids.tentative.follow(own, outer),
                None => self.ids.tentative.replace(own),
            }
        }
        let handed_out = open.handed_out.and_then(|id| id.downcast::<I>().ok());
        let becomes = self.under_another_id(&meaning, handed_out.map(|id| *id), node);
        Closed { becomes, undecided, ..closed }
    }

    /// Replaces a node under its id, and gives what was there, unless that is kept.
    fn replace_first<I: Id<Node: Rewritable>>(
        &mut self,
        meaning: &Meaning,
        id: &I,
        node: Option<I::Node>,
    ) -> Option<I::Node> {
        let arenas = self.state.arenas.get_mut();
        let before = arenas.replace(meaning, id, node?)?;
        let is_variable = |node: &I::Node| I::Node::kind(node) == Kind::Var;
        let makes_difference =
            self.asks_for_variables || is_variable(&before) || arenas.node_at(meaning, id).is_some_and(is_variable);
        if !makes_difference {
            return Some(before);
        }
        arenas.keep_original(meaning, id, before);
        None
    }

    /// The other id of a node: the one that was handed out for it, or a new one.
    fn under_another_id<I: Id<Node: Rewritable>>(
        &mut self,
        meaning: &Meaning,
        handed_out: Option<I>,
        node: Option<I::Node>,
    ) -> Option<I> {
        let arenas = self.state.arenas.get_mut();
        let Some(new) = handed_out else { return arenas.allocate_at(meaning, node?) };
        let unused = node.and_then(|node| arenas.replace(meaning, &new, node));
        self.retire_any(unused);
        Some(new)
    }

    /// Retires a node that is used no more, if there is one.
    fn retire_any<T: 'static>(&mut self, unused: Option<T>) {
        if let Some(unused) = unused {
            self.retire(unused);
        }
    }
}

/// What came of the node of an id.
pub(super) struct Closed<I> {
    pub(super) meaning: Option<Meaning>,
    pub(super) is_changed: bool,
    /// The id that it has now, if that is another one, and what that waits for.
    pub(super) becomes: Option<I>,
    pub(super) undecided: Option<Undecided>,
}
