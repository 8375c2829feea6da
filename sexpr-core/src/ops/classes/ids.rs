//! Summaries of what lies in arenas: nodes that have arenas, and what ids lead to.
//!
//! What an id leads to is summed up in its environment, and known there by its address. What is behind another pointer
//! and may hold ids is summed up in each environment in which it is met, though it is one object, and found once.

use alloc::vec::Vec;
use core::{any::TypeId, marker::PhantomData};

use crate::{
    describe::{
        any_node::AnyNode,
        arena::{Arena, Id},
        closed_types::TypesWithIds,
        custom::VirtualField,
        erased_arena::{InColumns, all_nodes},
        identity::{Identity, Keys},
        info::Kind,
        leaf::Encoder,
        options::Options,
        region::{Level, Region},
        structural::StructuralEq,
    },
    engine::{
        frame::{Frame, Step as TakeStep},
        trail::Mark,
    },
    ops::classes::{
        AlphaClasses, Begun, Behind, Tag, What,
        remembered::Memory,
        summary::{Occurrences, Summary},
        variables::Known,
    },
    reflect::declarations::DeclarationSearch,
    rules::{
        environments::{Environments, Found, Met, OnSide, Slots},
        occurrence::Occurrence,
        predeclared::{Declaration, Lent},
    },
    tables::index::Table,
};

/// The arenas in force, and what was reached through them.
#[derive(Default)]
pub(super) struct ArenasInForce<'a> {
    environments: Environments<1>,
    slots: Slots<'a>,
    /// The row of what an id led to that is met next.
    columns: Option<InColumns<'a>>,
    types_with_ids: TypesWithIds,
    /// The nodes that ids led to and that are being summed up.
    open: Table<Identity, ()>,
    /// What may be met again and is being summed up: where it is, if an id led to it.
    around: Vec<Option<Identity>>,
    /// What binds around it, of dag nodes and of what leads to cycles.
    effects: Table<Memory, Effect>,
}

/// A node that binds around it and was summed up.
#[derive(Clone, Copy)]
struct Effect {
    /// The number of the scope in which it was met.
    scope: usize,
    /// The level of the outermost scope in which something in it is bound.
    binds_at: Level,
    size: u64,
    leads_to_cycle: bool,
}

impl<'a> ArenasInForce<'a> {
    /// Whether arenas are in force, or were.
    #[inline(always)]
    pub(super) fn is_used(&self) -> bool {
        self.environments.is_used()
    }

    /// The arenas in force, for keys of maps.
    pub(super) fn in_force(&self) -> OnSide<'_, 'a, 1> {
        OnSide { side: 0, environments: Some(&self.environments), slots: &self.slots }
    }

    /// What something is known by in the present environment.
    fn place(&self, address: Identity) -> Identity {
        let [environment] = self.environments.current();
        address.in_environment(environment)
    }

    /// Whether a node may hold ids.
    fn may_hold_ids<T: StructuralEq + ?Sized>(&mut self, node: &T) -> bool {
        !T::CLOSED && self.types_with_ids.contains(T::concrete_type(node).map_or(T::INFO, |concrete| concrete.info))
    }

    /// What a scope predeclares that was entered as the innermost of so many, in this region.
    pub(super) fn declarations<T: StructuralEq + ?Sized>(
        &mut self,
        scope: &'a T,
        at: Region,
        depth: Level,
        options: Options,
        keys: &mut Keys,
        lent: &mut Lent,
    ) -> Vec<Declaration> {
        let ArenasInForce { environments, slots, .. } = self;
        lent.environments = environments.lend(0);
        lent.follows_ids = true;
        let found = DeclarationSearch::of(scope, at, depth, options, keys, slots, lent);
        environments.give_back(core::mem::take(&mut lent.environments));
        found
    }
}

/// Environments.
impl<'a> AlphaClasses<'a> {
    /// Lists what is in a node that may have arenas, and what it has in other tables.
    #[inline(never)]
    pub(super) fn list_in_arenas<T: StructuralEq + ?Sized>(
        &mut self,
        node: &'a T,
        columns: &[VirtualField<'a>],
        at: Region,
    ) -> bool {
        let met = if const { T::HAS_ARENAS } { Met::of([node]) } else { None };
        if let Some(met) = &met {
            self.arenas.slots.enter(met, &mut self.arenas.environments);
        }
        T::content(node, node, at, self)
            && (columns.is_empty() || self.virtual_fields(columns, at))
            && (met.is_none() || self.leave_environment())
    }

    /// Returns to the environment around, when its turn comes.
    fn leave_environment(&mut self) -> bool {
        self.put_off(Mark::Transparent, Frame::new::<LeaveEnvironment>(&(), &(), Region::NONE))
    }

    /// Goes on to an id when its turn comes: it may lead to another environment, which must not be that of its neighbours.
    pub(super) fn put_off_id<I: Id>(&mut self, id: &'a I, at: Region) -> bool {
        let mark = self.position.take().map_or(Mark::Transparent, |position| self.trail.field(position));
        self.put_off(mark, Frame::new::<Follow<I>>(id, id, at))
    }

    /// Goes on to all nodes of an arena, in order.
    pub(super) fn put_off_arena<A: Arena<I>, I: Id>(&mut self, position: u32, arena: &'a A, at: Region) -> bool {
        self.put_off(self.trail.field(position), Frame::new::<WholeArena<A, I>>(arena, arena, at))
    }

    fn follow_id<I: Id>(&mut self, id: &'a I, at: Region) {
        let ArenasInForce { environments, slots, .. } = &mut self.arenas;
        let [arena] = environments.find_again(TypeId::of::<I>()).arenas;
        let Some(Found { environment, node, columns }) = arena.and_then(|arena| slots.node_in(id, arena)) else {
            return self.deliver_dangling(id.index());
        };
        let has_moved = environments.go_to([environment]);
        self.meet_behind_id(node, columns, at);
        if has_moved {
            self.leave_environment();
        }
    }

    /// Meets an id that means nothing: it is equal to others of its number.
    fn deliver_dangling(&mut self, index: u64) {
        let start = self.text.length();
        self.text.word(Tag::Dangling as u64);
        self.text.word(index);
        let shape = self.terms.shape(self.text.since(start));
        self.text.truncate(start);
        let (uses, binds_at) = (Occurrences::NONE, Level::MAX);
        self.deliver(Summary { shape, uses, size: 0, binds_at, is_excluded: false, leads_to_cycle: false });
    }
}

/// What may be met again where arenas are in force.
impl<'a> AlphaClasses<'a> {
    /// Where something that begins behind a pointer is to be remembered; nothing if it was met before, and is the same.
    #[cold]
    #[inline(never)]
    pub(super) fn remember_in_arenas<T: StructuralEq + ?Sized>(&mut self, node: &T, at: Region) -> Option<Begun> {
        let address = Identity::address(node);
        if !self.arenas.may_hold_ids(node) {
            return self.remember_at(address, at);
        }
        let begun = self.remember_in_environment(self.arenas.place(address), at)?;
        self.note(address, Behind::SharedPointer);
        self.arenas.around.push(None);
        Some(begun)
    }

    /// The same of what is known by this in its environment.
    fn remember_in_environment(&mut self, place: Identity, at: Region) -> Option<Begun> {
        let memory = self.memory(place, at);
        let effect = self.arenas.effects.get(&memory).copied();
        let passed_by = effect.and_then(|effect| self.pass_by(effect));
        let known = passed_by.or_else(|| self.remembered.recall(&memory, &mut self.meanings, &mut self.terms));
        let Some(summary) = known else { return Some(Begun { memory: Some(memory), is_in_arenas: true }) };
        self.deliver(summary);
        None
    }

    /// The summary of a dag node that binds around it, while its record is in force, and so has no effect. Nodes that lead to
    /// a cycle are visited once; otherwise every path through the cycle would be visited. Where the record of such a node may
    /// not be in force, what variables refer to from then on is [in doubt](super::meanings::Meanings::doubt).
    fn pass_by(&mut self, Effect { scope, binds_at, size, leads_to_cycle }: Effect) -> Option<Summary> {
        let is_in_force = self.meanings.all_hold_since(scope);
        if !is_in_force && !leads_to_cycle {
            return None;
        }
        if !is_in_force {
            self.meanings.doubt();
        }
        let binds_at = if is_in_force { binds_at } else { 0 };
        Some(Summary { shape: 0, uses: Occurrences::NONE, size, binds_at, is_excluded: true, leads_to_cycle })
    }

    pub(super) fn put_off_end_in_arenas(&mut self) -> bool {
        self.put_off(Mark::Transparent, Frame::new::<EndInArenas>(&(), &(), Region::NONE))
    }

    /// Sums up the innermost node, which may hold ids.
    fn end_in_arenas(&mut self) {
        let Some(open) = self.open.pop() else { return };
        let summary = self.end_of(&open);
        let Some(memory) = open.memory else { return };
        if let Some(place) = self.arenas.around.pop().flatten() {
            self.arenas.open.remove(&place);
        }
        let Summary { binds_at, size, leads_to_cycle, .. } = summary;
        if binds_at <= open.depth && (leads_to_cycle || matches!(open.what, What::Dag)) {
            let scope = self.meanings.scope();
            self.arenas.effects.insert(memory, Effect { scope, binds_at, size, leads_to_cycle });
        }
    }
}

/// Nodes behind ids.
impl<'a> AlphaClasses<'a> {
    fn meet_behind_id<T: StructuralEq>(&mut self, node: &'a T, columns: Option<InColumns<'a>>, at: Region) {
        match T::kind(node) {
            Kind::Var if T::NODE => {
                self.arenas.columns = columns;
                self.meet_variable(node, Behind::Id, at);
            }
            Kind::Singleton if T::NODE => {
                let singleton = self.identify_behind_id(node, columns);
                self.deliver_singleton(singleton);
            }
            _ => self.meet_content_behind_id(node, columns, at),
        }
    }

    /// What a node is known by that an id led to.
    fn identify_behind_id<T: StructuralEq + ?Sized>(&mut self, node: &T, columns: Option<InColumns<'a>>) -> Identity {
        let [identity] = InColumns::known_by([columns], [self.keys.identify(node)]);
        if identity.as_address().is_some() { self.arenas.place(identity) } else { identity }
    }

    /// What a dag node is known by. In other environments, another one.
    pub(super) fn identify_dag<T: StructuralEq + ?Sized>(&mut self, node: &T) -> Identity {
        let identity = self.keys.identify(node);
        match self.arenas.is_used() && identity.as_address().is_some() && self.arenas.may_hold_ids(node) {
            true => self.arenas.place(identity),
            false => identity,
        }
    }

    /// Meets what an id led to, unless it is known by its identity alone.
    fn meet_content_behind_id<T: StructuralEq>(&mut self, node: &'a T, columns: Option<InColumns<'a>>, at: Region) {
        let fields = InColumns::fields(columns);
        if T::INFO.is_leaf() && fields.is_empty() {
            self.trail.content_of(T::INFO);
            T::content(node, node, at, self);
            return;
        }
        let [address] = InColumns::known_by([columns], [Identity::address(node)]);
        let place = self.arenas.place(address);
        if self.arenas.open.contains_key(&place) {
            self.innermost().leads_to_cycle = true;
            return self.exclude();
        }
        let Some(begun) = self.remember_in_environment(place, at) else { return };
        self.note(address, Behind::Id);
        self.arenas.open.insert(place, ());
        self.arenas.around.push(Some(place));
        let any = AnyNode::new(node);
        let (what, tag) = match any.kind {
            _ if !T::NODE => (What::Container, Tag::Container),
            Kind::Dag => (What::Dag, Tag::Dag),
            _ => (What::Subterm(any, None), Tag::Tree),
        };
        self.begin_in_columns(node, tag, what, begun.memory, &fields);
        if matches!(what, What::Dag) {
            let identity = self.identify_behind_id(node, columns);
            self.write_identity(identity);
        }
        let inside = if T::NODE { self.enter(node, any, at) } else { at };
        self.trail.content_of(any.info);
        self.list_in_arenas(node, &fields, inside);
        self.put_off_end_of(begun);
    }

    /// Begins a part of a value, which may have fields in other tables.
    fn begin_in_columns<T: StructuralEq + ?Sized>(
        &mut self,
        node: &T,
        tag: Tag,
        what: What<'a>,
        memory: Option<Memory>,
        columns: &[VirtualField<'a>],
    ) {
        self.begin(what, memory, !matches!(what, What::Variable(_)) && T::is_scope(node));
        if !columns.is_empty() {
            self.text.word(Tag::InColumns as u64);
        }
        self.write_type(node, tag);
    }

    /// Meets a variable with this identity that is a node, where arenas are in force.
    #[cold]
    #[inline(never)]
    pub(super) fn meet_variable_in_arenas<T: StructuralEq + ?Sized>(
        &mut self,
        node: &'a T,
        identity: Identity,
        behind: Behind,
        at: Region,
    ) -> bool {
        let columns = if behind == Behind::Id { self.arenas.columns.take() } else { None };
        let columns_listed = InColumns::fields(columns);
        let [address, identity] = InColumns::known_by([columns; 2], [Identity::address(node), identity]);
        let has_key = identity.as_address().is_none();
        let variable = if behind == Behind::Id && !has_key { self.arenas.place(identity) } else { identity };
        let fields = match behind != Behind::Id && !has_key && self.arenas.may_hold_ids(node) {
            true => self.arenas.place(identity),
            false => variable,
        };
        if self.open_variables.contains_key(&variable) {
            // Its own fields mention it: what that refers to is a question of its own.
            self.exclude();
            self.occurs(variable, Occurrence::Free, Tag::Use, Region::NONE);
            return true;
        }
        let (occurrence, is_first) = self.meanings.look_up(variable, at);
        if is_first {
            self.open_variables.insert(variable, ());
        }
        let has_leaf_fields = T::LEAF_FIELDS && columns_listed.is_empty();
        let known = Known { variable, fields, has_leaf_fields };
        let Some(pending) = self.pending(known, occurrence, is_first, at) else { return true };
        self.note(address, behind);
        self.begin_in_columns(node, pending.tag(), What::Variable(pending), None, &columns_listed);
        self.trail.content_of(T::INFO);
        self.list_in_arenas(node, &columns_listed, at.inside_variable()) && self.put_off_end()
    }
}

/// The step on an id.
struct Follow<I>(PhantomData<I>);

impl<'a, I: Id> TakeStep<'a, AlphaClasses<'a>> for Follow<I> {
    type Place = I;

    fn run(summaries: &mut AlphaClasses<'a>, id: &'a I, _: &'a I, at: Region) -> bool {
        summaries.follow_id(id, at);
        true
    }
}

/// The step on an arena all of whose nodes count.
struct WholeArena<A, I>(PhantomData<(A, I)>);

impl<'a, A: Arena<I>, I: Id> TakeStep<'a, AlphaClasses<'a>> for WholeArena<A, I> {
    type Place = A;

    fn run(summaries: &mut AlphaClasses<'a>, arena: &'a A, _: &'a A, at: Region) -> bool {
        let mut count = 0;
        for (index, node) in all_nodes::<A, I>(arena).enumerate() {
            summaries.put_off(Mark::Index(index), Frame::new::<MeetInArena<I::Node>>(node, node, at));
            count += 1;
        }
        summaries.text.word(count);
        true
    }
}

/// The step on a node of an arena in force.
struct MeetInArena<T>(PhantomData<T>);

impl<'a, T: StructuralEq + 'a> TakeStep<'a, AlphaClasses<'a>> for MeetInArena<T> {
    type Place = T;

    fn run(summaries: &mut AlphaClasses<'a>, node: &'a T, _: &'a T, at: Region) -> bool {
        summaries.meet_behind_id(node, None, at);
        true
    }
}

/// The step after what is in an environment.
struct LeaveEnvironment;

impl<'a> TakeStep<'a, AlphaClasses<'a>> for LeaveEnvironment {
    type Place = ();

    fn run(summaries: &mut AlphaClasses<'a>, (): &'a (), (): &'a (), _: Region) -> bool {
        summaries.arenas.environments.leave();
        true
    }
}

/// The step after what is in a node that may hold ids.
struct EndInArenas;

impl<'a> TakeStep<'a, AlphaClasses<'a>> for EndInArenas {
    type Place = ();

    fn run(summaries: &mut AlphaClasses<'a>, (): &'a (), (): &'a (), _: Region) -> bool {
        summaries.end_in_arenas();
        true
    }
}
