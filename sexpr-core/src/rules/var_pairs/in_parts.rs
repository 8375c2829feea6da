//! The state of an operation that met unordered parts: the number of enclosing parts, the free variables that were met
//! in them, and, for two values, a log of the correspondences. From the log, `ops::in_context` rebuilds the context of
//! one side.
//!
//! A free variable that is met in an unordered part is not recorded there, so that no element sees the variables of
//! another element. These variables are recorded when the outermost part is left. The order in which they were met
//! depends on the order of the elements, so they count as free when the entries of a map are ordered.

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

/// An entry of the log of correspondences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Event<const SIDES: usize> {
    EnterScope,
    LeaveScope,
    /// Variables were bound in the scope at this level, or permanently if the level is 0.
    Bind([Identity; SIDES], Level),
}

/// The way in which the elements of an unordered part are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Elements {
    /// In order, since binding occurrences are met in order.
    InOrder,
    /// In any order.
    InAnyOrder,
    /// In any order, where each element is a scope in which free variables are numbered.
    AreScopes,
}

impl Elements {
    /// The way to compare elements in a region. `are_closed` says that they reach no variables. `are_scopes` says that
    /// each is a scope in which free variables are numbered, if the region binds.
    pub(crate) fn at(at: Region, are_closed: bool, are_scopes: bool) -> Elements {
        match at.binds() {
            _ if are_closed => Elements::InAnyOrder,
            true if are_scopes => Elements::AreScopes,
            true => Elements::InOrder,
            false => Elements::InAnyOrder,
        }
    }

    /// As [`at`](Self::at), for two values.
    pub(crate) fn of_two_values(at: Region, are_closed: bool, options: Options) -> Elements {
        Elements::at(at, are_closed, options.maps_free_vars() && at.binds_for_good())
    }
}

/// The state of an operation that met unordered parts.
#[derive(Debug, Default)]
pub(crate) struct InParts<const SIDES: usize> {
    /// The number of enclosing parts.
    around: usize,
    /// The ordinal of the next correspondence when the outermost part was entered.
    entered_at: Ordinal,
    /// The ranges of ordinals of permanent correspondences that were made in parts.
    made_in_parts: Vec<(Ordinal, Ordinal)>,
    /// The log since it was last [taken](VarPairs::events).
    events: Vec<Event<SIDES>>,
    /// Permanent correspondences that were made in the outermost enclosing part. They join the log when the outermost
    /// part is left.
    deferred: Vec<Event<SIDES>>,
    /// The number of scopes around each [noted](VarPairs::note_element) element, the outermost first. In the log, these
    /// elements are scopes.
    noted_elements: Vec<Level>,
    /// The free variables that were met in the outermost enclosing part, for one value.
    met: Vec<Identity>,
    /// Whether free variables may correspond to other free variables.
    pub(super) maps_free_vars: bool,
}

/// The numbers of scopes, parts and collectors around a place.
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

    /// A state whose log leads to the present correspondences.
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
    /// Notes that there are unordered parts, and whether free variables may correspond to others. Returns `false` if
    /// the operation has to start over, with tracking.
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

    /// Whether the operation is in an unordered part.
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

    /// The present place, for [`go_back_to`](Self::go_back_to).
    pub(crate) fn around(&self) -> Around {
        Around {
            scopes: self.depth(),
            parts: self.parts.as_ref().map_or(0, |parts| parts.around),
            collectors: self.tracked.as_ref().map_or(0, |tracked| tracked.tracker.count()),
        }
    }

    /// Leaves all scopes, parts and collectors that were entered since `around`, after two elements were compared on
    /// trial. Correspondences of free variables with themselves remain, since they hold whichever elements belong
    /// together.
    pub(crate) fn go_back_to(&mut self, around: Around) {
        if let Some(tracked) = &mut self.tracked {
            tracked.tracker.cut_back(around.collectors);
        }
        while self.depth() > around.scopes {
            self.leave_scope();
        }
        if let Some(parts) = &mut self.parts {
            parts.around = around.parts;
        }
    }

    /// Leaves the innermost unordered part. If no part is left, returns the free variables that were met.
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

    /// Takes the log.
    pub(crate) fn events(&mut self) -> Vec<Event<SIDES>> {
        self.parts.as_mut().map_or_else(Vec::new, |parts| core::mem::take(&mut parts.events))
    }

    /// Logs the beginning or the end of an element that is a scope.
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

    /// Notes that the next correspondence counts as made in a part.
    pub(crate) fn count_next_as_free(&mut self) {
        let next = self.stacks.pairs.next();
        if let Some(parts) = &mut self.parts {
            parts.made_in_parts.push((next, next + 1));
        }
    }

    /// The correspondence of a variable on a side. Unless free variables may correspond to others, `None` if the
    /// variable is free and was met in a part, since the order of such correspondences means nothing.
    #[inline(always)]
    pub(crate) fn top_in_order(&self, side: usize, variable: Identity) -> Option<Ordinal> {
        let counts = |parts: &InParts<SIDES>, ordinal| parts.maps_free_vars || !self.is_made_in_part(parts, ordinal);
        self.top(side, variable).filter(|ordinal| self.parts.as_deref().is_none_or(|parts| counts(parts, *ordinal)))
    }

    /// Whether a variable is free and was met in a part.
    pub(crate) fn was_met_in_part(&self, side: usize, variable: Identity) -> bool {
        let Some(parts) = &self.parts else { return false };
        self.top(side, variable).is_some_and(|ordinal| self.is_made_in_part(parts, ordinal))
    }

    /// Whether a correspondence is permanent and was made in the outermost enclosing part.
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

    /// Enters an element as a scope. Returns its region.
    pub(crate) fn enter_element(&mut self) -> Region {
        self.enter_scope();
        Region::in_element(self.depth())
    }

    /// Notes that a variable was bound, if the region belongs to an element that is a scope.
    pub(crate) fn note_in_element(&mut self, variable: Identity, at: Region) {
        if at.is_in_element()
            && let Some(parts) = &mut self.parts
        {
            parts.met.push(variable);
        }
    }

    /// Notes that a variable was met in an unordered part and is unbound.
    pub(crate) fn note_free_in_part(&mut self, variable: Identity) {
        self.tracker().found_unbound([variable]);
        if let Some(parts) = &mut self.parts {
            parts.met.push(variable);
        }
    }
}
