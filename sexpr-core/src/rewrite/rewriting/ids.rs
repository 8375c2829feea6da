//! Rewriting of ids: visits to them, and to what they lead to.

use alloc::{boxed::Box, vec::Vec};
use core::marker::PhantomData;

use crate::{
    describe::{
        arena::{Arena, Id},
        identity::Identity,
        info::{Kind, Roles},
        region::Region,
        structural::StructuralEq,
    },
    engine::trail::Mark,
    rewrite::{
        change::Change,
        part::Part,
        parts::Parts,
        rewritable::Rewritable,
        rewriting::{
            Rewriting,
            arenas::Meaning,
            copying::deep_copy,
            descent::{Before, Visit},
            ids_met::Closed,
            tasks::{Open, Step},
            tentative::Undecided,
            variables::Holder,
        },
    },
    rules::{cycles::Way, occurrence::Occurrence},
};

impl<'a> Parts<'a, '_, '_> {
    /// Visits an id, and what it leads to.
    pub(crate) fn visit_id<I: Id<Node: Rewritable> + Rewritable + Clone>(&mut self, part: Part<'a, I>, at: Region) {
        if !self.rewriting.is_replacing() {
            return self.visit_merged_id(part, at);
        }
        let Some(part) = self.unless_too_deep(part, at) else { return };
        if self.rewriting.kind_behind(part.get()) == Some(Kind::Var) {
            if !self.rewriting.passes_by_variables() {
                self.visit_variable_behind_id(part, at, true);
            }
            return;
        }
        if self.rewriting.state.around.is_declaring {
            return self.visit_declaring_id(part, at);
        }
        let Before { part, kept, goes_inside } = self.before_id(part, at, None);
        if !goes_inside {
            self.end_id(part, at);
        } else if self.rewriting.kind_behind(part.get()) == Some(Kind::Var) {
            self.visit_variable_behind_id(part, at, false);
        } else {
            self.visit_behind_id(part, at);
        }
        self.end_kept(kept, at);
    }

    /// Asks about an id before what it leads to. One that is replaced by itself stays as it is.
    fn before_id<I: Id + Rewritable>(
        &mut self,
        part: Part<'a, I>,
        at: Region,
        occurrence: Option<Occurrence>,
    ) -> Before<'a, I> {
        let Change { replacement, skips } = self.rewriting.ask_before(part.get(), at, occurrence);
        let replacement = replacement.filter(|new| new.index() != part.get().index());
        self.change_before(part, Change { replacement, skips })
    }

    /// Visits the node of an id, which is no variable.
    fn visit_behind_id<I: Id<Node: Rewritable> + Rewritable + Clone>(&mut self, part: Part<'a, I>, at: Region) {
        let rewriting = &mut *self.rewriting;
        let (meaning, kind) = (rewriting.meaning(part.get()), rewriting.kind_behind(part.get()));
        rewriting.ids.met_dangling |= meaning.is_none() && !I::Node::CLOSED;
        let Some((meaning, kind)) = meaning.zip(kind).filter(|(_, kind)| !rewriting.is_bare_key(*kind)) else {
            return self.end_id(part, at);
        };
        if rewriting.is_open(&meaning) {
            rewriting.depend_on_open(&meaning);
            let becomes = rewriting.hand_out(&meaning, part.get());
            let present = becomes.as_ref().map_or(part.get(), |(id, _)| id);
            match (rewriting.ask_after_id(present, at, None), becomes) {
                (Some(id), _) => rewriting.write(part, id),
                (None, Some((id, undecided))) => rewriting.write_waiting(part, Box::new(id), undecided),
                (None, None) => {}
            }
            return;
        }
        let kind = rewriting.kind_where_it_stands(&meaning, part.get(), kind, at);
        let inside = if rewriting.is_on_cycle(meaning.identity) { at.past_boundary() } else { at };
        if let Some(becomes) = rewriting.id_found::<I>(&meaning, kind, at) {
            if let Some((id, undecided)) = becomes {
                rewriting.write_waiting(part, Box::new(id), undecided);
            }
            return;
        }
        let around = rewriting.asks_for_variables.then(|| rewriting.memo.around());
        if around.is_some() {
            rewriting.memo.begin_behind_id(meaning.identity, kind, at, &rewriting.state.bindings);
        }
        let Some(copy) = rewriting.open_id(meaning, part.get(), around) else { return };
        self.before_end::<EndId<I>>(part, at, Open::default(), |_, parts| {
            parts.in_copy(copy, |part, parts| I::Node::visit(part, inside, parts));
        });
    }

    /// Visits an id whose node may become one with others. Each node is visited once.
    fn visit_merged_id<I: Id<Node: Rewritable> + Rewritable + Clone>(&mut self, part: Part<'a, I>, at: Region) {
        if !self.rewriting.merges_behind_ids() {
            return;
        }
        let Some(part) = self.unless_too_deep(part, at) else { return };
        let rewriting = &mut *self.rewriting;
        let (meaning, kind) = (rewriting.meaning(part.get()), rewriting.kind_behind(part.get()));
        let Some((meaning, kind)) = meaning.zip(kind) else { return };
        let is_known = rewriting.ids.is_met(&meaning);
        let copy =
            if is_known || rewriting.is_bare_key(kind) { None } else { rewriting.open_id(meaning, part.get(), None) };
        let Some(copy) = copy else { return self.rewriting.merge_id(part, meaning) };
        self.before_end::<EndMergedId<I>>(part, at, Open::default(), |_, parts| {
            parts.in_copy(copy, |part, parts| I::Node::visit(part, at, parts));
        });
    }

    /// Ends an id whose node is not looked into.
    fn end_id<I: Id + Rewritable>(&mut self, part: Part<'a, I>, at: Region) {
        if let Some(id) = self.rewriting.ask_after_id(part.get(), at, None) {
            self.rewriting.write(part, id);
        }
    }

    /// Does something with the copy of a node, which is kept until it is [taken](Rewriting::taken_copy).
    fn in_copy<T: 'static>(&mut self, copy: T, inside: impl FnOnce(Part<'a, T>, &mut Self)) {
        if let Part::Owned(Some(node)) = self.rewriting.slots.keep(Box::new(Some(copy)), self.brand) {
            inside(Part::Owned(node), self);
        }
    }

    /// Visits a variable that an id leads to; `asks` unless the id was asked about before what is behind it.
    fn visit_variable_behind_id<I>(&mut self, part: Part<'a, I>, at: Region, asks: bool)
    where
        I: Id<Node: Rewritable> + Rewritable + Clone,
    {
        self.with_variable(at, |parts| parts.visit_occurrence_behind_id(part, at, asks));
    }

    fn visit_occurrence_behind_id<I>(&mut self, part: Part<'a, I>, at: Region, asks: bool)
    where
        I: Id<Node: Rewritable> + Rewritable + Clone,
    {
        let rewriting = &mut *self.rewriting;
        let Some(meaning) = rewriting.meaning(part.get()) else { return };
        let Some(variable) = rewriting.state.variable_behind(part.get()) else { return };
        let (occurrence, is_looked_into) = rewriting.look_up(variable, at);
        let replacement = if rewriting.is_open(&meaning) {
            Some(rewriting.hand_out(&meaning, part.get()))
        } else if is_looked_into {
            None
        } else {
            rewriting.replaced_id(part.get(), &meaning, variable, occurrence.number()).map(Some)
        };
        if let Some(id) = replacement {
            rewriting.write_id(part, id);
            return;
        }
        let holder = Holder::id::<I>(&meaning);
        if !rewriting.replacements.asks::<I>(variable, occurrence) {
            // It stays, but its node may have become another variable elsewhere, and must not become one from now on.
            if let Some(id) = rewriting.pin(&meaning, part.get()) {
                rewriting.replacements.set(variable, occurrence.number(), holder, id.clone(), None);
                rewriting.write(part, Box::new(id));
            }
            return;
        }
        if let Some(id) = rewriting.kept_in_version::<I>(variable, meaning.identity, holder, occurrence, at) {
            rewriting.write_id(part, id);
            return;
        }
        let is_on_cycle = rewriting.is_on_cycle(meaning.identity);
        let way = Way::of(Kind::Var, is_on_cycle, true, I::Node::INFO.has_key());
        rewriting.begin_binding(variable, occurrence, at, way);
        let Before { part, kept, goes_inside } =
            if asks { self.before_id(part, at, Some(occurrence)) } else { Before::nothing(part) };
        let rewriting = &mut *self.rewriting;
        let meaning = rewriting.meaning(part.get()).filter(|meaning| !rewriting.is_open(meaning));
        let copy = meaning.and_then(|meaning| rewriting.open_id(meaning, part.get(), None));
        let open = Open { is_owned: copy.is_some(), ..self.opened(Some(occurrence)) };
        self.before_end::<BindId<I>>(part, at, open, |_, parts| {
            if let Some(copy) = copy {
                parts.in_copy(copy, |part, parts| {
                    parts.enter_variable(part, at, occurrence, goes_inside && is_looked_into);
                });
            }
        });
        self.end_kept(kept, at);
    }

    /// All nodes of an arena, in a field at this position.
    #[doc(hidden)]
    pub fn whole_arena<A, I>(&mut self, position: u32, roles: Roles, at: Region)
    where
        A: Arena<I>,
        I: Id<Node: Rewritable> + Rewritable + Clone,
    {
        let goes_inside = self.rewriting.is_replacing() || self.rewriting.merges_behind_ids();
        if !goes_inside || self.rewriting.options().skips(roles) {
            return;
        }
        let at = at.enter_field(roles, self.rewriting.scopes());
        let mark = self.rewriting.trail_mut().field(position);
        self.at_mark::<VisitWhole<I>>(Part::Read(&()), mark, at);
    }
}

impl Rewriting<'_> {
    /// Replaces an id, if the node of another one stays in place of its own.
    fn merge_id<I: Id + Clone>(&mut self, part: Part<'_, I>, meaning: Meaning) {
        if let Some(id) = self.merged_id(part.get(), meaning.environment) {
            self.write(part, Box::new(id));
        }
    }

    /// What callbacks have in the place of an id, if that is another one.
    fn ask_after_id<I: Id + Rewritable>(
        &mut self,
        id: &I,
        at: Region,
        occurrence: Option<Occurrence>,
    ) -> Option<Box<I>> {
        self.ask_after(id, at, occurrence).filter(|asked| asked.index() != id.index())
    }

    /// Puts another id in the place of one, if there is another one.
    fn write_id<I: Id>(&mut self, part: Part<'_, I>, id: Option<(I, Option<Undecided>)>) {
        if let Some((id, undecided)) = id.filter(|(id, _)| id.index() != part.get().index()) {
            self.write_waiting(part, Box::new(id), undecided);
        }
    }

    /// Takes the copy of a node that was kept last.
    fn taken_copy<T: 'static>(&mut self) -> Option<T> {
        let mut kept = self.slots.take::<Option<T>>()?;
        let copy = kept.take();
        // Its place is used no more.
        self.retire(kept);
        copy
    }

    /// What replaces an id of a variable, and what that waits for.
    fn replaced_id<I: Id<Node: Rewritable> + Clone>(
        &mut self,
        id: &I,
        meaning: &Meaning,
        variable: Identity,
        binding: Option<u64>,
    ) -> Option<(I, Option<Undecided>)> {
        let holder = Holder::id::<I>(meaning);
        if let Some((id, undecided)) = self.replacements.get::<I>(variable, binding, holder, &self.ids.tentative) {
            return Some((id.clone(), undecided));
        }
        // It was replaced where something else leads to it, or in another arena.
        let node = Holder::of::<I::Node>();
        let (node, undecided) = self.replacements.get::<I::Node>(variable, binding, node, &self.ids.tentative)?;
        // What is in the node that replaces it may belong to that arena, so one that suffices stays.
        let new = if self.state.keys.get_mut().identify(node) == variable {
            self.pin(meaning, id).unwrap_or_else(|| id.clone())
        } else {
            let copy = deep_copy(node);
            self.state.arenas.get_mut().allocate_at(meaning, copy)?
        };
        self.replacements.set(variable, binding, holder, new.clone(), undecided);
        Some((new, undecided))
    }
}

/// The step after what is behind an id.
struct EndId<I>(PhantomData<I>);

impl<I: Id<Node: Rewritable> + Rewritable + Clone> Step for EndId<I> {
    type Of = I;

    fn run<'a>(part: Part<'a, I>, at: Region, _: Open, parts: &mut Parts<'a, '_, '_>) {
        let rewriting = &mut *parts.rewriting;
        let node = rewriting.taken_copy();
        let Closed { meaning, becomes, undecided, .. } = rewriting.close_id(part.get(), node);
        let asked = rewriting.ask_after_id(becomes.as_ref().unwrap_or(part.get()), at, None);
        let undecided = undecided.filter(|_| asked.is_none());
        let id = asked.or(becomes.map(Box::new));
        if let Some(meaning) = meaning {
            rewriting.note_id(&meaning, id.as_deref(), undecided);
        }
        if let Some(id) = id {
            rewriting.write_waiting(part, id, undecided);
        }
    }
}

/// The step after what is behind an id, whose node may become one with others.
struct EndMergedId<I>(PhantomData<I>);

impl<I: Id<Node: Rewritable> + Rewritable + Clone> Step for EndMergedId<I> {
    type Of = I;

    fn run<'a>(part: Part<'a, I>, _: Region, _: Open, parts: &mut Parts<'a, '_, '_>) {
        let rewriting = &mut *parts.rewriting;
        let node = rewriting.taken_copy();
        if let Closed { meaning: Some(meaning), .. } = rewriting.close_id(part.get(), node) {
            rewriting.merge_id(part, meaning);
        }
    }
}

/// The step after a variable behind an id. The variable was opened if that is `is_owned`.
struct BindId<I>(PhantomData<I>);

impl<I: Id<Node: Rewritable> + Rewritable + Clone> Step for BindId<I> {
    type Of = I;

    fn run<'a>(part: Part<'a, I>, at: Region, open: Open, parts: &mut Parts<'a, '_, '_>) {
        let rewriting = &mut *parts.rewriting;
        let closed = open.is_owned.then(|| {
            let node = rewriting.taken_copy();
            rewriting.close_id(part.get(), node)
        });
        let Closed { is_changed, becomes, undecided, .. } =
            closed.unwrap_or(Closed { meaning: None, is_changed: false, becomes: None, undecided: None });
        let asked = rewriting.ask_after_id(becomes.as_ref().unwrap_or(part.get()), at, open.occurrence);
        let undecided = undecided.filter(|_| asked.is_none());
        let id = asked.or(becomes.map(Box::new));
        let Some(pending) = rewriting.state.pending.pop() else { return };
        let binding = rewriting.bind_pending(&pending);
        let is_written = rewriting.own_writes() != pending.writes() && matches!(part, Part::Owned(_));
        if is_changed || is_written || id.is_some() {
            let replacement = id.as_deref().unwrap_or(part.get()).clone();
            if pending.variable().as_address().is_none()
                && let Some(node) = rewriting.state.arenas.get_mut().node(&replacement)
            {
                let (copy, holder) = (deep_copy(node), Holder::of::<I::Node>());
                rewriting.replacements.set(pending.variable(), binding, holder, copy, undecided);
            }
            if let Some(meaning) = rewriting.meaning(&replacement) {
                let holder = Holder::id::<I>(&meaning);
                rewriting.replacements.set(pending.variable(), binding, holder, replacement, undecided);
            }
        }
        if let Some(id) = id.filter(|_| !pending.is_declared()) {
            rewriting.write_waiting(part, id, undecided);
        }
    }
}

/// The step on all nodes of an arena.
struct VisitWhole<I>(PhantomData<I>);

impl<I: Id<Node: Rewritable> + Rewritable + Clone> Step for VisitWhole<I> {
    type Of = ();

    fn run<'a>(_: Part<'a, ()>, at: Region, _: Open, parts: &mut Parts<'a, '_, '_>) {
        let ids = parts.rewriting.state.arenas.get_mut().ids::<I>();
        let Part::Owned(ids) = parts.rewriting.slots.keep(Box::new(ids), parts.brand) else { return };
        _ = parts.rewriting.recursion.has_to_wait();
        for (index, id) in ids.iter_mut().enumerate() {
            parts.at_mark::<Visit<I>>(Part::Owned(id), Mark::Index(index), at);
        }
        parts.at_mark::<EndWhole<I>>(Part::Read(&()), Mark::Transparent, at);
    }
}

/// The step after all nodes of an arena.
struct EndWhole<I>(PhantomData<I>);

impl<I: Id> Step for EndWhole<I> {
    type Of = ();

    fn run<'a>(_: Part<'a, ()>, _: Region, _: Open, parts: &mut Parts<'a, '_, '_>) {
        if let Some(ids) = parts.rewriting.slots.take::<Vec<I>>() {
            parts.rewriting.retire(ids);
        }
    }
}
