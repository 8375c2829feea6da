//! A rewriting that is under way: one value, and what replaces parts of it.
//!
//! A rewriting descends as a walk does, but types hand themselves over by another function, `Rewritable::visit`: a
//! visitor gets references, and these are parts that may be replaced. A [`Part`] is one of two:
//!
//! - *owned*: nobody else holds it, so its replacement is written there;
//! - *read*: it is below a pointer that something else holds as well. Its replacement becomes an edit, known by the
//!   part's place and type ([`Edits`]). Edits wait for the node around them to end. Then `Rewritable::rebuild` makes a
//!   copy of that node, in which each part is an edit or a copy, and the copy is an edit in turn, up to the pointer,
//!   which gets a pointee of its own.
//!
//! What was replaced is kept to the end of the run (`retire`), if addresses were noted by then: nothing else may come
//! to lie where a variable or a shared node was. Right results depend on that, but memory safety does not: a part is
//! replaced before anything in it is put off, or after all of that is done.
//!
//! What replaces a shared node is kept in a `BindingMemo`, with the bindings that it depends on.
//!
//! - `tasks`: what is put off, and the unsafe code for it; `end`: the last steps on a part;
//! - `edits`; `pointers`, `variables`, `maps`: parts that need more than a replacement;
//! - `merging`: pointers that become one; `fixing`: what must stay the same meanwhile.

pub(crate) mod edits;
pub(crate) mod end;
pub(crate) mod fixing;
pub(crate) mod maps;
pub(crate) mod merging;
pub(crate) mod pointers;
#[allow(unsafe_code)]
pub(crate) mod tasks;
pub(crate) mod variables;

use alloc::{boxed::Box, vec::Vec};
use core::{
    any::{Any, TypeId},
    cell::RefCell,
    marker::PhantomData,
};

use crate::{
    describe::{
        containers::MapOrder,
        identity::{Identity, Keys},
        info::{Kind, Shape},
        names::Namespace,
        options::Options,
        region::{Level, Region},
    },
    engine::{
        recursion::Recursion,
        trail::{Mark, Trail},
    },
    rewrite::{
        change::Change,
        containers::RewritableMap,
        part::Part,
        parts::Parts,
        rewritable::{Rewritable, RewritableNames},
        rewriting::{
            edits::Edits,
            end::{End, EndKept, LeaveScope},
            fixing::Fixing,
            merging::Merging,
            tasks::{Open, Slots, Step, Task},
            variables::{Pending, Replacements},
        },
        site::Site,
    },
    rules::{binding_memo::BindingMemo, bindings::Bindings, occurrence::Occurrence, value_order::ValueOrder},
    tables::index::Table,
};

/// What is called with parts.
pub(crate) trait Callbacks {
    /// Calls back with a part of the wanted type of this index, before what is in it or after. What replaces it is put
    /// into an `Option` of its type. Answers whether what is in it stays; `None` stops everything.
    fn call(
        &mut self,
        ty: usize,
        moment: Moment,
        part: &dyn Any,
        replacement: &mut dyn Any,
        site: &Site<'_>,
    ) -> Option<bool>;
}

/// When a callback is called with a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Moment {
    Before,
    After,
}

/// No callbacks.
struct Nothing;

impl Callbacks for Nothing {
    fn call(&mut self, _: usize, _: Moment, _: &dyn Any, _: &mut dyn Any, _: &Site<'_>) -> Option<bool> {
        Some(false)
    }
}

/// Which parts callbacks are to be called with.
#[derive(Clone, Debug, Default)]
pub(crate) struct WantedParts {
    pub(crate) options: Options,
    /// Parts of these types, before what is in them.
    pub(crate) before: Vec<TypeId>,
    /// Parts of these types, after what is in them.
    pub(crate) after: Vec<TypeId>,
    /// Whether one of the types is that of a leaf.
    pub(crate) leaves: bool,
}

/// What is around a part.
#[derive(Clone, Copy)]
pub(crate) struct Surroundings {
    pub(crate) nodes: usize,
    /// A key of a map is around, in which nothing binds.
    in_key: bool,
}

/// What a rewriting knows of where it is, to be asked for in callbacks.
pub(crate) struct RewritingState {
    pub(crate) keys: RefCell<Keys>,
    pub(crate) bindings: Bindings,
    pub(crate) trail: Trail<'static>,
    pub(crate) around: Surroundings,
    /// The variables whose meaning was asked for, with what they refer to: what becomes of the part depends on that.
    pub(crate) consulted: RefCell<Vec<(Identity, Option<u64>)>>,
}

/// A rewriting that is under way.
pub(crate) struct Rewriting<'c> {
    callbacks: &'c mut dyn Callbacks,
    wanted: WantedParts,
    recursion: Recursion<Task>,
    state: RewritingState,
    /// How many scopes are around what is listed. What is put off takes place in its turn, and so does the end of a
    /// scope.
    depth: Level,
    edits: Edits,
    slots: Slots,
    values: ValueOrder,
    /// Pointers to what replaces shared nodes; none for those that stay.
    findings: BindingMemo<Option<Box<dyn Any>>>,
    pending: Vec<Pending>,
    /// The variable that is asked about, if it is known by its value.
    name: Option<Identity>,
    replacements: Replacements,
    /// How often something was replaced.
    writes: u64,
    /// What was replaced, as long as its address may stand for it.
    buried: Vec<Box<dyn Any>>,
    /// The keys of maps around that change, as vectors of their types.
    keys_at_end: Vec<Box<dyn Any>>,
    purpose: Purpose,
    stopped: bool,
}

/// What a rewriting is for.
pub(crate) enum Purpose {
    /// To call back, and to put answers in the places of parts and variables.
    Replacing,
    /// To copy everything, down to what is shared.
    Copying,
    /// To find what stays the very same.
    Fixing(Box<Fixing>),
    /// To have nodes behind shared pointers become one.
    Merging(Box<Merging>),
}

/// Rewrites a value, unless a callback stops it.
pub(crate) fn rewrite<T: Rewritable>(root: &mut T, wanted: WantedParts, callbacks: &mut dyn Callbacks) {
    run(Part::Owned(root), wanted, callbacks);
}

/// Calls back as if a value were rewritten.
pub(crate) fn look<T: Rewritable>(root: &T, wanted: WantedParts, callbacks: &mut dyn Callbacks) {
    run(Part::Read(root), wanted, callbacks);
}

fn run<T: Rewritable>(root: Part<'_, T>, wanted: WantedParts, callbacks: &mut dyn Callbacks) {
    let mut rewriting = Rewriting::new(wanted, callbacks);
    let at = rewriting.wanted.options.root_region();
    rewriting.run(root, at);
}

/// The variables, and all that is behind shared pointers in them.
pub(crate) fn fixed<T: Rewritable>(root: &T, variables: Table<Identity, ()>) -> Table<Identity, ()> {
    let mut nothing = Nothing;
    let mut rewriting = Rewriting::new(WantedParts::default(), &mut nothing);
    rewriting.purpose = Purpose::Fixing(Box::new(Fixing::new(variables)));
    rewriting.run(Part::Read(root), Region::NONE);
    match rewriting.purpose {
        Purpose::Fixing(fixing) => fixing.into_fixed(),
        Purpose::Replacing | Purpose::Copying | Purpose::Merging(_) => Table::default(),
    }
}

/// Has nodes behind shared pointers become one.
pub(crate) fn merge<T: Rewritable>(root: &mut T, merging: Merging) {
    let mut nothing = Nothing;
    let mut rewriting = Rewriting::new(WantedParts::default(), &mut nothing);
    rewriting.purpose = Purpose::Merging(Box::new(merging));
    rewriting.run(Part::Owned(root), Region::NONE);
    // Nodes were given up after what is in them. Dropped last one first, each drops no other, however deep they were.
    while rewriting.buried.pop().is_some() {}
}

/// A copy of a value, down to what is shared.
pub(crate) fn clone<T: Rewritable>(value: &T) -> T {
    let mut nothing = Nothing;
    let mut rewriting = Rewriting::new(WantedParts::default(), &mut nothing);
    rewriting.purpose = Purpose::Copying;
    rewriting.edits.of_everything = true;
    rewriting.run(Part::Read(value), Region::NONE);
    let edits = &mut rewriting.edits;
    match edits.rebuild(0, |edits| edits.take(value)) {
        Some(copy) => copy,
        // What is no node has no copy of its own.
        None => value.rebuild(edits),
    }
}

impl<'c> Rewriting<'c> {
    fn new(wanted: WantedParts, callbacks: &'c mut dyn Callbacks) -> Self {
        Rewriting {
            callbacks,
            wanted,
            recursion: Recursion::new(),
            state: RewritingState {
                keys: RefCell::default(),
                bindings: Bindings::default(),
                trail: Trail::new(),
                around: Surroundings { nodes: 0, in_key: false },
                consulted: RefCell::default(),
            },
            depth: 0,
            edits: Edits::default(),
            slots: Slots::default(),
            values: ValueOrder::default(),
            findings: BindingMemo::default(),
            pending: Vec::new(),
            name: None,
            replacements: Replacements::default(),
            writes: 0,
            buried: Vec::new(),
            keys_at_end: Vec::new(),
            purpose: Purpose::Replacing,
            stopped: false,
        }
    }

    pub(crate) fn options(&self) -> Options {
        self.wanted.options
    }

    /// Whether it matters what variables refer to. If not, they are parts like all others.
    #[inline(always)]
    fn follows_variables(&self) -> bool {
        matches!(self.purpose, Purpose::Replacing)
    }

    /// Whether a node is not looked into since it is a key: a dag node, which is known by its own key. Nothing is noted
    /// of it there, since elsewhere it is looked into.
    #[inline(always)]
    fn is_bare_key(&self, kind: Kind) -> bool {
        kind == Kind::Dag && self.state.around.in_key
    }

    /// How many scopes are around what is visited.
    pub(crate) fn scopes(&self) -> Level {
        self.depth
    }

    pub(crate) fn trail_mut(&mut self) -> &mut Trail<'static> {
        &mut self.state.trail
    }

    /// Visits a part, and all that is put off meanwhile, unless a callback stops everything.
    fn run<T: Rewritable>(&mut self, part: Part<'_, T>, at: Region) {
        T::visit(part, at, &mut Parts::new(self));
        while !self.stopped {
            if self.recursion.is_suspended() {
                self.recursion.resume();
            }
            let Some(task) = self.recursion.next() else { return };
            self.state.trail.lead(task.trail as usize, task.mark);
            self.state.around = task.around;
            self.depth = self.state.bindings.depth();
            task.run(self);
        }
    }

    /// Has everything come to an end, with what is under way.
    fn stop(&mut self) {
        self.stopped = true;
        self.recursion.suspend();
    }

    /// The index of a type among those that are wanted, if callbacks are to be called at this moment.
    #[inline(always)]
    fn wanted<T: 'static>(&self, moment: Moment) -> Option<usize> {
        let types = match moment {
            Moment::Before => &self.wanted.before,
            Moment::After => &self.wanted.after,
        };
        match &**types {
            [] => None,
            [only] => (*only == TypeId::of::<T>()).then_some(0),
            types => position(types, TypeId::of::<T>()),
        }
    }

    /// Asks the callbacks about a part.
    fn ask<T: 'static>(
        &mut self,
        ty: usize,
        moment: Moment,
        part: &T,
        at: Region,
        occurrence: Option<Occurrence>,
    ) -> Change<T> {
        // A name is looked up and asked about in one go, a node while it waits to be bound.
        let variable = occurrence.and(self.name.or(self.pending.last().map(Pending::variable)));
        let site = Site { state: &self.state, at, occurrence, variable };
        let mut replacement: Option<T> = None;
        let skips = self.callbacks.call(ty, moment, part, &mut replacement, &site);
        if !self.state.consulted.get_mut().is_empty() {
            self.note_consulted();
        }
        let Some(skips) = skips else {
            self.stop();
            return Change::skip();
        };
        Change { replacement, skips }
    }

    #[cold]
    fn note_consulted(&mut self) {
        for (variable, binding) in self.state.consulted.get_mut().drain(..) {
            self.findings.consult(variable, binding);
        }
    }

    /// What the callbacks have a part replaced by after what is in it.
    #[inline(always)]
    fn ask_after<T: 'static>(&mut self, part: &T, at: Region, open: Open) -> Option<T> {
        self.ask(open.asks?, Moment::After, part, at, open.occurrence).replacement
    }

    /// Puts a value in the place of a part.
    fn write<T: 'static>(&mut self, part: Part<'_, T>, value: T) {
        match part {
            Part::Owned(place) => self.replace(place, value),
            Part::Read(place) => {
                self.writes += 1;
                self.edits.push(place, value);
            }
        }
    }

    fn replace<T: 'static>(&mut self, place: &mut T, value: T) {
        self.writes += 1;
        let replaced = core::mem::replace(place, value);
        self.retire(replaced);
    }

    /// Keeps what was replaced, if the address of something in it was noted: nothing else may come to lie there.
    fn retire<T: 'static>(&mut self, replaced: T) {
        let has_noted = !(self.findings.is_empty() && self.state.bindings.is_empty() && self.pending.is_empty());
        if has_noted || matches!(self.purpose, Purpose::Merging(_)) {
            self.buried.push(Box::new(replaced));
        }
    }
}

/// The step on a part of any type.
pub(crate) struct Visit<T>(PhantomData<T>);

impl<T: Rewritable> Step for Visit<T> {
    type Of = T;

    #[inline(always)]
    fn run<'a>(part: Part<'a, T>, at: Region, _: Open, parts: &mut Parts<'a, '_, '_>) {
        T::visit(part, at, parts);
    }
}

/// The step on names.
struct VisitNames<T, N>(PhantomData<(T, N)>);

impl<T: RewritableNames, N: Namespace> Step for VisitNames<T, N> {
    type Of = T;

    fn run<'a>(part: Part<'a, T>, at: Region, _: Open, parts: &mut Parts<'a, '_, '_>) {
        T::visit_names::<N>(part, at, parts);
    }
}

/// The step on a map, in the container's order or by its keys.
struct VisitMap<M, const ORDERED: bool>(PhantomData<M>);

impl<M: RewritableMap<Key: Rewritable, Value: Rewritable>, const ORDERED: bool> Step for VisitMap<M, ORDERED> {
    type Of = M;

    fn run<'a>(part: Part<'a, M>, at: Region, _: Open, parts: &mut Parts<'a, '_, '_>) {
        parts.visit_map(part, at, if ORDERED { MapOrder::Container } else { MapOrder::ByKey });
    }
}

impl<'a> Parts<'a, '_, '_> {
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
    fn at_mark<S: Step>(&mut self, part: Part<'a, S::Of>, mark: Mark, at: Region) {
        if self.rewriting.recursion.is_suspended() {
            return self.put_off_step::<S>(part, mark, at);
        }
        let trail = &mut self.rewriting.state.trail;
        let (length, listing) = (trail.length(), trail.listing());
        trail.push(mark);
        S::run(part, at, Open::default(), self);
        let trail = &mut self.rewriting.state.trail;
        trail.shorten(length);
        trail.list(listing);
    }

    /// Puts off a part if the native stack is too deep; if not, gives it back.
    #[inline(always)]
    pub(crate) fn unless_too_deep<T: Rewritable>(&mut self, part: Part<'a, T>, at: Region) -> Option<Part<'a, T>> {
        let recursion = &mut self.rewriting.recursion;
        if recursion.may_have_to_wait(at) && recursion.has_to_wait() {
            self.put_off_step::<Visit<T>>(part, Mark::Transparent, at);
            return None;
        }
        Some(part)
    }

    /// What is known of a part that begins.
    #[inline(always)]
    fn opened<T: 'static>(&self, occurrence: Option<Occurrence>) -> Open {
        let asks = self.rewriting.wanted::<T>(Moment::After);
        Open { first_edit: self.rewriting.edits.length(), occurrence, asks, ..Open::default() }
    }

    /// Whether parts of a type are to be visited, or what is in them.
    #[inline(always)]
    pub(crate) fn wants<T: Rewritable>(&self) -> bool {
        self.rewriting.wanted.leaves || !const { matches!(T::INFO.shape(), Shape::Leaf) }
    }

    /// Whether everything that is read is copied.
    pub(crate) fn copies(&self) -> bool {
        matches!(self.rewriting.purpose, Purpose::Copying)
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
        self.enter_part(part, at, false, inside);
    }

    /// Visits a part that is copied by itself, without being a node: a pointer or container of one's own.
    pub(crate) fn enter_apart<T: Rewritable>(
        &mut self,
        part: Part<'a, T>,
        at: Region,
        inside: impl for<'b> FnOnce(Part<'b, T>, Region, &mut Parts<'b, '_, '_>),
    ) {
        let at = at.one_call_down();
        if let Some(part) = self.unless_too_deep(part, at) {
            self.enter_part(part, at, true, |part, parts| inside(part, at, parts));
        }
    }

    #[inline(always)]
    fn enter_part<T: Rewritable>(
        &mut self,
        part: Part<'a, T>,
        at: Region,
        is_copied_apart: bool,
        inside: impl for<'b> FnOnce(Part<'b, T>, &mut Parts<'b, '_, '_>),
    ) {
        let Before { part, kept, goes_inside } = self.before(part, at, None);
        let is_copied = is_copied_apart && matches!(part, Part::Read(_));
        let open = self.opened::<T>(None);
        let open = (is_copied || open.asks.is_some()).then_some(open);
        self.before_end::<End<T>>(part, at, open, |part, parts| {
            if goes_inside {
                inside(part, parts);
            }
        });
        self.end_kept(kept, at);
    }

    /// Visits a node that is held by value.
    #[inline(always)]
    pub(crate) fn visit_node<T: Rewritable>(&mut self, part: Part<'a, T>, at: Region) {
        let at = at.one_call_down();
        let Some(part) = self.unless_too_deep(part, at) else { return };
        if T::kind(part.get()) == Kind::Var {
            return self.visit_variable(part, at, true);
        }
        let Before { part, kept, goes_inside } = self.before(part, at, None);
        if T::kind(part.get()) != Kind::Var {
            self.enter(part, at, at, None, goes_inside);
        } else if goes_inside {
            self.visit_variable(part, at, false);
        }
        self.end_kept(kept, at);
    }

    /// Has callbacks called before what is in a part.
    #[inline(always)]
    fn before<T: 'static>(&mut self, part: Part<'a, T>, at: Region, occurrence: Option<Occurrence>) -> Before<'a, T> {
        match self.rewriting.wanted::<T>(Moment::Before) {
            None => Before { part, kept: None, goes_inside: true },
            Some(ty) => self.ask_before(ty, part, at, occurrence),
        }
    }

    fn ask_before<T: 'static>(
        &mut self,
        ty: usize,
        part: Part<'a, T>,
        at: Region,
        occurrence: Option<Occurrence>,
    ) -> Before<'a, T> {
        let Change { replacement, skips } = self.rewriting.ask(ty, Moment::Before, part.get(), at, occurrence);
        // What was rewritten is not looked into again, but what is put there before is.
        if replacement.is_some() {
            self.rewriting.values.forget_values();
        }
        let (part, kept) = match (replacement, part) {
            (None, part) => (part, None),
            (Some(value), Part::Owned(place)) => {
                self.rewriting.replace(place, value);
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
    fn end_kept<T: 'static>(&mut self, place: Option<&'a T>, at: Region) {
        if let Some(place) = place {
            self.at_mark::<EndKept<T>>(Part::Read(place), Mark::Transparent, at);
        }
    }

    /// Visits what a node is made of, and does what is to be done at its end.
    #[inline(always)]
    fn enter<T: Rewritable>(
        &mut self,
        part: Part<'a, T>,
        at: Region,
        inside: Region,
        occurrence: Option<Occurrence>,
        goes_inside: bool,
    ) {
        let open = self.opened::<T>(occurrence);
        let open = (matches!(part, Part::Read(_)) || open.asks.is_some()).then_some(open);
        self.before_end::<End<T>>(part, at, open, |part, parts| {
            let kind = T::kind(part.get());
            if goes_inside && kind.has_content() && !parts.rewriting.is_bare_key(kind) {
                parts.visit_fields(part, inside);
            }
        });
    }

    #[inline(always)]
    fn visit_fields<T: Rewritable>(&mut self, part: Part<'a, T>, inside: Region) {
        let is_scope = self.rewriting.follows_variables() && T::is_scope(part.get());
        if is_scope {
            self.rewriting.state.bindings.enter_scope();
            self.rewriting.depth += 1;
        }
        self.rewriting.state.around.nodes += 1;
        self.rewriting.state.trail.content_of(T::INFO);
        T::fields(part, inside, self);
        self.rewriting.state.around.nodes -= 1;
        if is_scope {
            self.rewriting.depth -= 1;
            self.at_mark::<LeaveScope>(Part::Read(&()), Mark::Transparent, inside);
        }
    }
}

#[inline(never)]
fn position(types: &[TypeId], ty: TypeId) -> Option<usize> {
    types.iter().position(|wanted| *wanted == ty)
}

/// What is there after callbacks were called before what is in a part.
struct Before<'a, T> {
    part: Part<'a, T>,
    /// What the part was, if it is only read and something is kept in its place.
    kept: Option<&'a T>,
    /// Whether the part is to be looked into.
    goes_inside: bool,
}

impl Rewriting<'_> {
    /// What callbacks have a leaf replaced by.
    fn ask_about_leaf<T: 'static>(&mut self, leaf: &T, at: Region, occurrence: Option<Occurrence>) -> Option<T> {
        let before = self.wanted::<T>(Moment::Before);
        let before = before.and_then(|ty| self.ask(ty, Moment::Before, leaf, at, occurrence).replacement);
        if self.stopped {
            return None;
        }
        let open = Open { occurrence, asks: self.wanted::<T>(Moment::After), ..Open::default() };
        self.ask_after(before.as_ref().unwrap_or(leaf), at, open).or(before)
    }
}
