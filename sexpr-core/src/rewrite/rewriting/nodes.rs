//! Visits to nodes, containers and leaves: callbacks before the contents, the contents, copies, and callbacks after the
//! contents.

use alloc::boxed::Box;

use crate::{
    describe::{
        info::{Kind, Shape},
        region::Region,
        structural::{StructuralEq, predeclares},
    },
    engine::trail::Mark,
    rewrite::{
        callback::Change,
        parts::{Part, Parts},
        rewritable::Rewritable,
        rewriting::{Rewriting, callbacks::When, tasks::OpenPart},
    },
    rules::bindings::Occurrence,
};

impl<'a> Parts<'a, '_, '_> {
    /// Visits a part one step further on the trail, or puts the visit off. Restores the trail afterwards.
    #[inline(always)]
    pub(crate) fn go_to<T: 'static>(
        &mut self,
        part: Part<'a, T>,
        mark: Mark,
        at: Region,
        visit: impl for<'b> Fn(Part<'b, T>, Region, &mut Parts<'b, '_, '_>) + Copy + 'static,
    ) {
        if self.rewriting.recursion.is_suspended() || self.rewriting.is_detoured {
            return self.go_on_the_trail(part, mark, at, visit);
        }
        visit(part, at, self);
    }

    #[inline(never)]
    fn go_on_the_trail<T: 'static>(
        &mut self,
        part: Part<'a, T>,
        mark: Mark,
        at: Region,
        visit: impl for<'b> Fn(Part<'b, T>, Region, &mut Parts<'b, '_, '_>) + Copy + 'static,
    ) {
        if self.rewriting.recursion.is_suspended() {
            return self.put_off(part, mark, at, visit);
        }
        let trail = &mut self.rewriting.state.trail;
        let (length, listing) = (trail.length(), trail.listing());
        trail.push(mark);
        visit(part, at, self);
        let trail = &mut self.rewriting.state.trail;
        trail.shorten(length);
        trail.list(listing);
    }

    /// Returns a part, unless the native stack is too deep. Then the visit of the part is put off.
    #[inline(always)]
    fn unless_too_deep<T: Rewritable>(&mut self, part: Part<'a, T>, at: Region) -> Option<Part<'a, T>> {
        if self.rewriting.recursion.has_to_wait() {
            self.put_off(part, Mark::TRANSPARENT, at, T::visit);
            return None;
        }
        Some(part)
    }

    /// Whether callbacks are called with parts of this type after their contents.
    #[inline(always)]
    pub(super) fn asks_after<T: StructuralEq + 'static>(&self) -> bool {
        self.rewriting.callbacks.has::<T>(When::After)
    }

    /// Whether parts of a type, or the parts inside them, have to be visited.
    #[inline(always)]
    pub(crate) fn wants<T: Rewritable>(&self) -> bool {
        self.rewriting.wanted.leaves || !const { matches!(T::INFO.shape(), Shape::Leaf) }
    }

    /// A leaf.
    #[doc(hidden)]
    pub fn leaf<T: Rewritable>(&mut self, part: Part<'a, T>, at: Region) {
        if let Some(value) = self.rewriting.ask_about_leaf(part.get(), at, None) {
            self.rewriting.write(part, value);
        }
    }

    /// A part that is neither a node nor a shared pointer, and is copied with the enclosing node: a container, or a
    /// box.
    #[inline(always)]
    pub(crate) fn enter_owned<T: Rewritable>(
        &mut self,
        part: Part<'a, T>,
        at: Region,
        inside: impl for<'b> FnOnce(Part<'b, T>, &mut Parts<'b, '_, '_>),
    ) {
        let (part, goes_inside) = self.ask_before(part, at, None);
        let (needs_end, open) = (self.asks_after::<T>(), self.open(at, None));
        self.visit_then(
            part,
            open,
            needs_end,
            |part, parts| {
                if goes_inside {
                    inside(part, parts);
                }
            },
            |part, open, parts| end_part(part, open, parts),
        );
    }

    /// A part that is copied by itself and is not a node: a user's pointer or container.
    pub(crate) fn enter_apart<T: Rewritable>(
        &mut self,
        part: Part<'a, T>,
        at: Region,
        inside: impl for<'b> FnOnce(Part<'b, T>, Region, &mut Parts<'b, '_, '_>),
    ) {
        let Some(part) = self.unless_too_deep(part, at) else { return };
        let (part, goes_inside) = self.ask_before(part, at, None);
        self.visit_copied(part, at, None, |part, parts| {
            if goes_inside {
                inside(part, at, parts);
            }
        });
    }

    /// A node that is held by value.
    #[doc(hidden)]
    #[inline(always)]
    pub fn node<T: Rewritable>(&mut self, part: Part<'a, T>, at: Region) {
        let Some(part) = self.unless_too_deep(part, at) else { return };
        if T::kind(part.get()) == Kind::Var {
            return self.visit_variable(part, at, true);
        }
        if self.rewriting.callbacks.has::<T>(When::Before) {
            return self.ask_and_enter(part, at);
        }
        self.visit_copied(part, at, None, |part, parts| parts.visit_contents(part, at));
    }

    #[inline(never)]
    fn ask_and_enter<T: Rewritable>(&mut self, part: Part<'a, T>, at: Region) {
        let (part, goes_inside) = self.ask_before(part, at, None);
        if T::kind(part.get()) != Kind::Var {
            self.enter(part, at, at, None, goes_inside);
        } else if goes_inside {
            self.visit_variable(part, at, false);
        }
    }

    /// Calls back with a part before its contents. Returns the part or its replacement, and whether the contents are
    /// visited.
    #[inline(always)]
    pub(super) fn ask_before<T: StructuralEq + 'static>(
        &mut self,
        part: Part<'a, T>,
        at: Region,
        occurrence: Option<Occurrence>,
    ) -> (Part<'a, T>, bool) {
        if !self.rewriting.callbacks.has::<T>(When::Before) {
            return (part, true);
        }
        self.call_before(part, at, occurrence)
    }

    #[inline(never)]
    fn call_before<T: StructuralEq + 'static>(
        &mut self,
        part: Part<'a, T>,
        at: Region,
        occurrence: Option<Occurrence>,
    ) -> (Part<'a, T>, bool) {
        let Change { replacement, skips } = self.rewriting.call_back_before(part.get(), at, occurrence);
        let Some(value) = replacement else { return (part, !skips) };
        // The contents of this replacement are visited, unlike those of a result of `after`.
        self.rewriting.values.forget_values();
        let part = match part {
            Part::Owned(place) => {
                self.rewriting.replace(place, *value);
                Part::Owned(place)
            }
            Part::Read(place) => {
                self.rewriting.writes += 1;
                self.edit_to_visit(place, value)
            }
        };
        (part, !skips)
    }

    /// Visits a node after the callbacks before its contents. If `goes_inside`, visits its contents in the region
    /// `inside`.
    #[inline(never)]
    pub(super) fn enter<T: Rewritable>(
        &mut self,
        part: Part<'a, T>,
        at: Region,
        inside: Region,
        occurrence: Option<Occurrence>,
        goes_inside: bool,
    ) {
        self.visit_copied(part, at, occurrence, |part, parts| {
            if goes_inside {
                parts.visit_contents(part, inside);
            }
        });
    }

    /// Visits a part that is copied by itself, and ends it.
    #[inline(always)]
    fn visit_copied<T: Rewritable>(
        &mut self,
        part: Part<'a, T>,
        at: Region,
        occurrence: Option<Occurrence>,
        visit: impl for<'b> FnOnce(Part<'b, T>, &mut Parts<'b, '_, '_>),
    ) {
        let needs_end = matches!(part, Part::Read(_)) || self.asks_after::<T>();
        let open = self.open(at, occurrence);
        self.visit_then(part, open, needs_end, visit, end_part);
    }

    /// Visits the fields of a node, if its kind has contents.
    #[inline(always)]
    fn visit_contents<T: Rewritable>(&mut self, part: Part<'a, T>, inside: Region) {
        let kind = T::kind(part.get());
        if !kind.has_content() || self.rewriting.is_bare_key(kind) {
            return;
        }
        let is_scope = self.rewriting.follows_variables && T::is_scope(part.get());
        if is_scope || kind == Kind::Dag || self.rewriting.is_detoured {
            return self.visit_fields(part, inside, is_scope);
        }
        T::fields(part, inside, self);
    }

    /// Visits the fields of a node that may be a scope, while paths may be tracked or declarations visited.
    #[inline(never)]
    fn visit_fields<T: Rewritable>(&mut self, part: Part<'a, T>, around: Region, is_scope: bool) {
        let is_boundary = is_scope || T::kind(part.get()) == Kind::Dag;
        let inside = if is_boundary { around.past_boundary() } else { around };
        if self.rewriting.state.around.is_declaring && !inside.is_predeclared() {
            return;
        }
        if !is_scope {
            return self.list_fields(part, inside);
        }
        self.rewriting.state.bindings.enter_scope();
        self.rewriting.depth += 1;
        if predeclares(part.get()) {
            self.visit_predeclaring(part, around);
        } else {
            self.list_fields(part, inside);
        }
        self.rewriting.depth -= 1;
        let (end, open) = (Part::Read(&()), self.open(inside, None));
        self.visit_then(end, open, true, |_, _| {}, |_, _, parts| parts.rewriting.state.bindings.leave_scope());
    }

    /// Visits the fields of a node, and adds the node to the trail.
    pub(super) fn list_fields<T: Rewritable>(&mut self, part: Part<'a, T>, inside: Region) {
        let nodes = usize::from(self.rewriting.wanted.paths);
        if nodes > 0 {
            self.rewriting.state.trail.content_of(T::INFO);
        }
        self.rewriting.state.around.nodes += nodes;
        T::fields(part, inside, self);
        self.rewriting.state.around.nodes -= nodes;
    }
}

/// Ends a part after its contents: copies the part if there are edits in it, and calls the callbacks after the
/// contents.
#[inline(always)]
fn end_part<'a, T: Rewritable>(part: Part<'a, T>, open: &OpenPart, parts: &mut Parts<'a, '_, '_>) {
    let rewriting = &mut *parts.rewriting;
    let replacement = match &part {
        Part::Read(value) if rewriting.edits.has_since(open.first_edit) => Some(rewriting.copy_after(*value, open)),
        part => rewriting.ask_after(part.get(), open.at, open.occurrence),
    };
    rewriting.write_some(part, replacement);
}

impl Rewriting<'_> {
    #[inline(never)]
    fn copy_after<T: Rewritable>(&mut self, value: &T, open: &OpenPart) -> Box<T> {
        let copy = self.edits.rebuild(open.first_edit, |edits| value.rebuild(edits));
        self.ask_about_copy(copy, open)
    }

    /// Calls back with a copy. Returns the copy or its replacement.
    pub(super) fn ask_about_copy<T: Rewritable>(&mut self, copy: T, open: &OpenPart) -> Box<T> {
        match self.ask_after(&copy, open.at, open.occurrence) {
            None => Box::new(copy),
            Some(replacement) => {
                self.retire(copy);
                replacement
            }
        }
    }
}
