//! What unordered parts need to know: how many are around, which free variables were met in them, and, for two values,
//! what happened to the correspondences, so that the context of one side can be rebuilt (`ops::in_context`).
//!
//! Inside an unordered part nothing is recorded of a free variable that another element could see. The variables are
//! recorded when the outermost part is left, and count as free in the order of a map's values from then on: in which order
//! they were met depends on the order of the elements.

use alloc::{boxed::Box, vec::Vec};

use crate::{
    describe::{
        identity::Identity,
        options::Options,
        region::{Level, Region},
    },
    rules::{
        pairs::Ordinal,
        stacks::Stacks,
        var_pairs::{Tracked, VarPairs},
    },
};

/// What happened to correspondences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Event<const SIDES: usize> {
    EnterScope,
    LeaveScope,
    /// Variables were bound in the scope of this level; for good, if it is 0.
    Bind([Identity; SIDES], Level),
}

/// How the elements of an unordered part are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Elements {
    /// In order: what binds is met in order.
    InOrder,
    /// In any order.
    InAnyOrder,
    /// In any order. Each is a scope, in which free variables are numbered.
    AreScopes,
}

impl Elements {
    /// How elements are compared that stand in a region, and may reach variables or not. `are_scopes` says whether free
    /// variables are numbered in each element of such a region.
    pub(crate) fn at(at: Region, are_closed: bool, are_scopes: bool) -> Elements {
        match at.binds() {
            _ if are_closed => Elements::InAnyOrder,
            true if are_scopes => Elements::AreScopes,
            true => Elements::InOrder,
            false => Elements::InAnyOrder,
        }
    }

    /// The same where two values are compared.
    pub(crate) fn of_two_values(at: Region, are_closed: bool, options: Options) -> Elements {
        Elements::at(at, are_closed, options.maps_free_vars() && at.binds_for_good())
    }
}

/// What is known of unordered parts, once one was met.
#[derive(Debug, Default)]
pub(crate) struct InParts<const SIDES: usize> {
    /// How many are around.
    around: usize,
    /// The ordinal of the next correspondence when the outermost one was entered.
    entered_at: Ordinal,
    /// From and to: the ordinals of those that were made in parts for good.
    made_in_parts: Vec<(Ordinal, Ordinal)>,
    /// What happened, and was not asked for yet.
    events: Vec<Event<SIDES>>,
    /// What was bound for good in the part around, and counts outside of it only.
    deferred: Vec<Event<SIDES>>,
    /// How many scopes are around each element that was [noted](VarPairs::note_element), the outermost first: in
    /// what is told of these, it is a scope as well.
    noted_elements: Vec<Level>,
    /// Of one value: the free variables that were met in the part around.
    met: Vec<Identity>,
    /// Whether free variables may correspond to others.
    pub(super) maps_free_vars: bool,
}

/// How far a comparison has got: what is around.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Around {
    scopes: Level,
    parts: usize,
    collectors: usize,
}

impl<const SIDES: usize> InParts<SIDES> {
    pub(super) fn note_scope(&mut self, event: Event<SIDES>) {
        if SIDES > 1 {
            self.events.push(event);
        }
    }

    pub(super) fn note_bound(&mut self, variables: [Identity; SIDES], level: Level) {
        if SIDES == 1 {
            return;
        }
        let elements = self.noted_elements.partition_point(|depth| *depth < level);
        let level = level + elements as Level;
        let events = if level == 0 && self.around > 0 { &mut self.deferred } else { &mut self.events };
        events.push(Event::Bind(variables, level));
    }

    /// What led to these correspondences.
    fn following<Value: Copy>(stacks: &Stacks<SIDES, Value>, tracked: &Tracked<SIDES>) -> Self {
        let mut this = InParts::default();
        (0..stacks.depth()).for_each(|_| this.note_scope(Event::EnterScope));
        for ordinal in (0..stacks.pairs.next()).filter(|ordinal| SIDES > 1 && stacks.exists(*ordinal)) {
            let variables = core::array::from_fn(|side| stacks.pairs.node(side, ordinal));
            this.note_bound(variables, tracked.records[ordinal].level);
        }
        this
    }
}

impl<const SIDES: usize, Value: Copy> VarPairs<SIDES, Value> {
    /// Notes that there are unordered parts, where free variables may correspond to others or not; `false` if the operation
    /// is to start over, and track what is derived from what.
    pub(crate) fn follow_parts(&mut self, maps_free_vars: bool) -> bool {
        if !self.tracking() {
            self.want_tracking();
            return false;
        }
        let VarPairs { stacks, tracked, parts, .. } = self;
        let follow = || Box::new(InParts::following(stacks, tracked.get_or_insert_default()));
        parts.get_or_insert_with(follow).maps_free_vars = maps_free_vars;
        true
    }

    /// Whether an unordered part was met.
    #[inline(always)]
    pub(crate) fn have_parts(&self) -> bool {
        self.parts.is_some()
    }

    /// Whether an unordered part is around.
    #[inline(always)]
    pub(crate) fn are_in_part(&self) -> bool {
        self.parts.as_ref().is_some_and(|parts| parts.around > 0)
    }

    /// Enters an unordered part.
    pub(crate) fn enter_part(&mut self) {
        let next = self.stacks.pairs.next();
        let parts = self.parts.get_or_insert_default();
        if parts.around == 0 {
            parts.entered_at = next;
        }
        parts.around += 1;
    }

    /// What is around, for [`go_back_to`](Self::go_back_to).
    pub(crate) fn around(&self) -> Around {
        Around {
            scopes: self.depth(),
            parts: self.parts.as_ref().map_or(0, |parts| parts.around),
            collectors: self.tracked.as_ref().map_or(0, |tracked| tracked.tracker.count()),
        }
    }

    /// Leaves all that was entered since elements were compared to find out whether they are equal, whatever was found. That
    /// free variables correspond to themselves stays, as it does whichever elements belong together.
    pub(crate) fn go_back_to(&mut self, around: Around) {
        if let Some(tracked) = &mut self.tracked {
            tracked.tracker.cut_back(around.collectors);
        }
        while self.depth() > around.scopes {
            self.leave();
        }
        if let Some(parts) = &mut self.parts {
            parts.around = around.parts;
        }
    }

    /// Leaves the innermost unordered part. Gives the free variables that were met, if there is none around it.
    pub(crate) fn leave_part(&mut self) -> Vec<Identity> {
        let next = self.stacks.pairs.next();
        let Some(parts) = &mut self.parts else { return Vec::new() };
        parts.around -= 1;
        if parts.around > 0 {
            return Vec::new();
        }
        if parts.entered_at < next {
            parts.made_in_parts.push((parts.entered_at, next));
        }
        let InParts { events, deferred, .. } = &mut **parts;
        events.append(deferred);
        core::mem::take(&mut parts.met)
    }

    /// What happened since this was asked last.
    pub(crate) fn events(&mut self) -> Vec<Event<SIDES>> {
        self.parts.as_mut().map_or_else(Vec::new, |parts| core::mem::take(&mut parts.events))
    }

    /// Notes for [`events`](Self::events) that an element begins, or ends, in which variables are numbered anew.
    pub(crate) fn note_element(&mut self, event: Event<SIDES>) {
        let depth = self.depth();
        if let Some(parts) = &mut self.parts {
            if event == Event::EnterScope {
                parts.noted_elements.push(depth);
            } else {
                parts.noted_elements.pop();
            }
            parts.note_scope(event);
        }
    }

    /// Notes that a correspondence that is made next counts as made in a part.
    pub(crate) fn count_next_as_free(&mut self) {
        let next = self.stacks.pairs.next();
        if let Some(parts) = &mut self.parts {
            parts.made_in_parts.push((next, next + 1));
        }
    }

    /// The correspondence of a variable on a side, unless it is that of a free variable that was met in a part: which of
    /// these came first is not known.
    #[inline(always)]
    pub(crate) fn top_in_order(&self, side: usize, variable: Identity) -> Option<Ordinal> {
        let ordinal = self.top(side, variable)?;
        match &self.parts {
            None => Some(ordinal),
            Some(parts) if parts.maps_free_vars => Some(ordinal),
            Some(parts) => (!self.is_made_in_part(parts, ordinal)).then_some(ordinal),
        }
    }

    /// Whether a variable that has a correspondence has that of a free variable that was met in a part.
    pub(crate) fn was_met_in_part(&self, side: usize, variable: Identity) -> bool {
        let Some(parts) = &self.parts else { return false };
        self.top(side, variable).is_some_and(|ordinal| self.is_made_in_part(parts, ordinal))
    }

    /// Whether a correspondence is that of a free variable that was met in the part around.
    pub(crate) fn was_made_in_part_around(&self, ordinal: Ordinal) -> bool {
        let is_lasting = self.tracked.as_deref().is_none_or(|tracked| tracked.records[ordinal].level == 0);
        is_lasting && self.parts.as_ref().is_some_and(|parts| parts.around > 0 && ordinal >= parts.entered_at)
    }

    fn is_made_in_part(&self, parts: &InParts<SIDES>, ordinal: Ordinal) -> bool {
        let is_lasting = self.tracked.as_deref().is_none_or(|tracked| tracked.records[ordinal].level == 0);
        let known = parts.made_in_parts.partition_point(|(_, end)| *end <= ordinal);
        let is_known = parts.made_in_parts.get(known).is_some_and(|(first, _)| *first <= ordinal);
        is_lasting && (is_known || parts.around > 0 && ordinal >= parts.entered_at)
    }
}

impl<Value: Copy> VarPairs<1, Value> {
    /// Whether free variables that were met in parts may correspond to others.
    pub(crate) fn map_free_vars(&self) -> bool {
        self.parts.as_ref().is_some_and(|parts| parts.maps_free_vars)
    }

    /// Enters an element as a scope, and gives its region.
    pub(crate) fn enter_element(&mut self) -> Region {
        self.enter();
        Region::in_element(self.depth())
    }

    /// Leaves an element that is a scope.
    pub(crate) fn leave_element(&mut self) {
        self.leave();
    }

    /// Notes that a variable was bound in an element that is a scope, if this is its region.
    pub(crate) fn met_in_element(&mut self, variable: Identity, at: Region) {
        if at.is_in_element()
            && let Some(parts) = &mut self.parts
        {
            parts.met.push(variable);
        }
    }

    /// Notes that a variable was met in an unordered part and is bound to nothing.
    pub(crate) fn met_free_in_part(&mut self, variable: Identity) {
        self.tracker().found_unbound([variable]);
        if let Some(parts) = &mut self.parts {
            parts.met.push(variable);
        }
    }
}
