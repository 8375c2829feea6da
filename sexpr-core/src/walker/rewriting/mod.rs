//! A rewriting: one value, and what replaces parts of it.
//!
//! What nobody else holds is rewritten where it is. What is shared is only read; what replaces parts of it waits as
//! [`Edits`] for the node around them to end, of which a copy is made then, and so on up to the pointer that is shared.

mod edits;
mod end;
mod fixing;
mod maps;
mod merging;
mod pointers;
#[allow(unsafe_code)]
mod tasks;
mod variables;

use alloc::{boxed::Box, vec::Vec};
use core::{
    any::{Any, TypeId},
    cell::RefCell,
    marker::PhantomData,
};

pub use self::edits::Edits;
use self::{
    end::{End, EndKept, LeaveScope},
    fixing::Fixing,
    tasks::{Step, Tasks},
    variables::{Pending, Replacements},
};
pub(crate) use self::{merging::Merging, tasks::Brand};
use super::{
    bindings::Bindings,
    findings::Findings,
    trail::{Mark, Trail},
    value_order::ValueOrder,
};
use crate::{
    containers::MapOrder,
    identity::{Identity, Keys, Table},
    names::Namespace,
    options::Options,
    region::{Level, Region},
    rewrite::{Change, Part, Parts, Rewritable, RewritableMap, RewritableNames, Site},
    table::{Kind, Shape},
    walk::Occurrence,
};

/// What is called with parts.
pub(crate) trait Callbacks {
    /// Calls back with a part of the wanted type of this index, before what is in it or after. `None` stops everything.
    fn call(&mut self, ty: usize, moment: Moment, part: &dyn Any, site: &Site<'_>) -> Option<Change<Box<dyn Any>>>;
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
    fn call(&mut self, _: usize, _: Moment, _: &dyn Any, _: &Site<'_>) -> Option<Change<Box<dyn Any>>> {
        Some(Change::default())
    }
}

/// Which parts callbacks are to be called with.
#[derive(Clone, Debug, Default)]
pub(crate) struct WantedParts {
    pub(crate) options: Options,
    pub(crate) types: Vec<WantedType>,
    /// Whether one of the types is that of a leaf.
    pub(crate) leaves: bool,
}

/// A type whose parts callbacks are called with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WantedType {
    pub(crate) ty: TypeId,
    pub(crate) before: bool,
    pub(crate) after: bool,
}

/// What is around a part.
#[derive(Clone, Copy)]
pub(crate) struct Surroundings {
    pub(crate) at: Region,
    pub(crate) nodes: usize,
    /// A key of a map is around, in which nothing binds.
    in_key: bool,
}

/// A rewriting that is under way.
pub(crate) struct Rewriting<'c> {
    callbacks: &'c mut dyn Callbacks,
    wanted: WantedParts,
    tasks: Tasks,
    trail: Trail<'static>,
    around: Surroundings,
    edits: Edits,
    /// The parts around whose ends are waited for.
    open: Vec<Open>,
    keys: Keys,
    bindings: Bindings,
    values: ValueOrder,
    /// Pointers to what replaces shared nodes; none for those that stay.
    findings: Findings<Option<Box<dyn Any>>>,
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
pub(super) enum Purpose {
    /// To call back, and to put answers in the places of parts and variables.
    Replacing,
    /// To copy everything, down to what is shared.
    Copying,
    /// To find what stays the very same.
    Fixing(Box<Fixing>),
    /// To have nodes behind shared pointers become one.
    Merging(Box<Merging>),
}

/// A part whose end is waited for.
#[derive(Clone, Copy)]
struct Open {
    /// The edits within it come from here on.
    first_edit: usize,
    occurrence: Option<Occurrence>,
    /// For a pointer: whether findings are made of what it points to, and whether that is rewritten where it is.
    is_shared: bool,
    is_owned: bool,
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
    Parts::new(&mut rewriting).put_off(root, Mark::Transparent, at);
    rewriting.run_down_to(0);
}

/// The variables, and all that is behind shared pointers in them.
pub(crate) fn fixed<T: Rewritable>(root: &T, variables: Table<Identity, ()>) -> Table<Identity, ()> {
    let mut nothing = Nothing;
    let mut rewriting = Rewriting::new(WantedParts::default(), &mut nothing);
    rewriting.purpose = Purpose::Fixing(Box::new(Fixing::new(variables)));
    Parts::new(&mut rewriting).put_off(Part::Read(root), Mark::Transparent, Region::NONE);
    rewriting.run_down_to(0);
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
    let mut parts = Parts::new(&mut rewriting);
    parts.put_off(Part::Owned(root), Mark::Transparent, Region::NONE);
    rewriting.run_down_to(0);
    // Nodes were given up after what is in them. Dropped last one first, each drops no other, however deep they were.
    while rewriting.buried.pop().is_some() {}
}

/// A copy of a value, down to what is shared.
pub(crate) fn clone<T: Rewritable>(value: &T) -> T {
    let mut nothing = Nothing;
    let mut rewriting = Rewriting::new(WantedParts::default(), &mut nothing);
    rewriting.purpose = Purpose::Copying;
    rewriting.edits.of_everything = true;
    let mut parts = Parts::new(&mut rewriting);
    parts.put_off(Part::Read(value), Mark::Transparent, Region::NONE);
    rewriting.run_down_to(0);
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
            tasks: Tasks::default(),
            trail: Trail::new(),
            around: Surroundings { at: Region::NONE, nodes: 0, in_key: false },
            edits: Edits::default(),
            open: Vec::new(),
            keys: Keys::default(),
            bindings: Bindings::default(),
            values: ValueOrder::default(),
            findings: Findings::default(),
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
        kind == Kind::Dag && self.around.in_key
    }

    /// How many scopes are around what is visited.
    pub(crate) fn scopes(&self) -> Level {
        self.bindings.depth()
    }

    pub(crate) fn trail_mut(&mut self) -> &mut Trail<'static> {
        &mut self.trail
    }

    /// Does what was put off, until there is no more than this left.
    fn run_down_to(&mut self, length: usize) {
        while self.tasks.length() > length && !self.stopped {
            let Some(task) = self.tasks.pop() else { return };
            self.trail.forget_after(task.mark);
            self.trail.lead(task.trail as usize, task.mark);
            self.around = task.around;
            task.run(self);
        }
    }

    /// The index of a type among those that are wanted, if callbacks are to be called at this moment.
    #[inline(always)]
    fn wanted<T: 'static>(&self, moment: Moment) -> Option<usize> {
        let is_wanted = |wanted: &WantedType| match moment {
            Moment::Before => wanted.before,
            Moment::After => wanted.after,
        };
        self.wanted.types.iter().position(|wanted| wanted.ty == TypeId::of::<T>() && is_wanted(wanted))
    }

    /// Asks the callbacks about a part.
    fn ask<T: 'static>(&mut self, ty: usize, moment: Moment, part: &T, occurrence: Option<Occurrence>) -> Change<T> {
        // A name is looked up and asked about in one go, a node while it waits to be bound.
        let variable = occurrence.and(self.name.or(self.pending.last().map(Pending::variable)));
        let site = Site {
            around: self.around,
            occurrence,
            variable,
            trail: &self.trail,
            bindings: &self.bindings,
            keys: RefCell::new(&mut self.keys),
            consulted: RefCell::default(),
        };
        let answer = self.callbacks.call(ty, moment, part, &site);
        for (variable, binding) in site.consulted.into_inner() {
            self.findings.consult(variable, binding);
        }
        match answer {
            Some(Change { replacement, is_whole }) => {
                let replacement = replacement.and_then(|value| value.downcast().ok()).map(|value| *value);
                Change { replacement, is_whole }
            }
            None => {
                self.stopped = true;
                Change::whole()
            }
        }
    }

    /// What the callbacks have a part replaced by after what is in it.
    #[inline(always)]
    fn ask_after<T: 'static>(&mut self, part: &T, occurrence: Option<Occurrence>) -> Option<T> {
        let ty = self.wanted::<T>(Moment::After)?;
        self.ask(ty, Moment::After, part, occurrence).replacement
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
        self.bury(replaced);
    }

    /// Keeps what was replaced, if the address of something in it was noted: nothing else may come to lie there.
    fn bury<T: 'static>(&mut self, replaced: T) {
        let has_noted = !(self.findings.is_empty() && self.bindings.is_empty() && self.pending.is_empty());
        if has_noted || matches!(self.purpose, Purpose::Merging(_)) {
            self.buried.push(Box::new(replaced));
        }
    }
}

/// The step on a part of any type.
struct Visit<T>(PhantomData<T>);

impl<T: Rewritable> Step for Visit<T> {
    type Of = T;

    #[inline(always)]
    fn run<'a>(part: Part<'a, T>, parts: &mut Parts<'a, '_, '_>) {
        let at = parts.rewriting.around.at;
        T::visit(part, at, parts);
    }
}

/// The step on names.
struct VisitNames<T, N>(PhantomData<(T, N)>);

impl<T: RewritableNames, N: Namespace> Step for VisitNames<T, N> {
    type Of = T;

    fn run<'a>(part: Part<'a, T>, parts: &mut Parts<'a, '_, '_>) {
        let at = parts.rewriting.around.at;
        T::visit_names::<N>(part, at, parts);
    }
}

/// The step on a map, in the container's order or by its keys.
struct VisitMap<M, const ORDERED: bool>(PhantomData<M>);

impl<M: RewritableMap<Key: Rewritable, Value: Rewritable>, const ORDERED: bool> Step for VisitMap<M, ORDERED> {
    type Of = M;

    fn run<'a>(part: Part<'a, M>, parts: &mut Parts<'a, '_, '_>) {
        let at = parts.rewriting.around.at;
        parts.visit_map(part, at, if ORDERED { MapOrder::Container } else { MapOrder::ByKey });
    }
}

impl<'a> Parts<'a, '_, '_> {
    /// Puts off the visit of the names in a part.
    pub(crate) fn put_off_names<T: RewritableNames, N: Namespace>(
        &mut self,
        part: Part<'a, T>,
        mark: Mark,
        at: Region,
    ) {
        self.put_off_step::<VisitNames<T, N>>(part, mark, at);
    }

    /// Puts off the visit of a map.
    pub(crate) fn put_off_map<M>(&mut self, part: Part<'a, M>, mark: Mark, at: Region, order: MapOrder)
    where
        M: RewritableMap<Key: Rewritable, Value: Rewritable>,
    {
        match order {
            MapOrder::ByKey => self.put_off_step::<VisitMap<M, false>>(part, mark, at),
            MapOrder::Container => self.put_off_step::<VisitMap<M, true>>(part, mark, at),
        }
    }

    /// Puts off the visit of a part.
    #[inline(always)]
    pub(crate) fn put_off<T: Rewritable>(&mut self, part: Part<'a, T>, mark: Mark, at: Region) {
        self.put_off_step::<Visit<T>>(part, mark, at);
    }

    #[inline(always)]
    fn put_off_step<S: Step>(&mut self, part: Part<'a, S::Of>, mark: Mark, at: Region) {
        let Rewriting { tasks, trail, around, .. } = &mut *self.rewriting;
        tasks.put_off::<S>(part, self.brand, mark, Surroundings { at, ..*around }, trail.length() as u32);
    }

    /// Puts off a step until all is done that is put off from now on.
    #[inline(always)]
    fn put_off_to_the_end<S: Step>(&mut self, part: Part<'a, S::Of>, open: Open) -> Part<'a, S::Of> {
        let Rewriting { tasks, trail, around, open: opened, .. } = &mut *self.rewriting;
        opened.push(open);
        tasks.put_off_to_the_end::<S>(part, self.brand, *around, trail.length() as u32)
    }

    fn opened(&self, occurrence: Option<Occurrence>) -> Open {
        Open { first_edit: self.rewriting.edits.length(), occurrence, is_shared: false, is_owned: false }
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
    pub(crate) fn visit_leaf<T: Rewritable>(&mut self, part: Part<'a, T>) {
        if let Some(value) = self.rewriting.ask_about_leaf(part.get(), None) {
            self.rewriting.write(part, value);
        }
    }

    /// Begins a part that is no node and no pointer to what is shared: a container, or a box.
    #[inline(always)]
    pub(crate) fn enter_owned<T: Rewritable>(&mut self, part: Part<'a, T>) -> (Part<'a, T>, bool) {
        let (part, goes_inside) = self.before(part, None);
        if self.rewriting.wanted::<T>(Moment::After).is_none() {
            return (part, goes_inside);
        }
        let opened = self.opened(None);
        (self.put_off_to_the_end::<End<T>>(part, opened), goes_inside)
    }

    /// Begins a part that is copied by itself, without being a node: a pointer or container of one's own.
    pub(crate) fn enter_apart<T: Rewritable>(&mut self, part: Part<'a, T>) -> (Part<'a, T>, bool) {
        let (part, goes_inside) = self.before(part, None);
        if matches!(part, Part::Owned(_)) && self.rewriting.wanted::<T>(Moment::After).is_none() {
            return (part, goes_inside);
        }
        let opened = self.opened(None);
        (self.put_off_to_the_end::<End<T>>(part, opened), goes_inside)
    }

    /// Visits a node that is held by value.
    #[inline(always)]
    pub(crate) fn visit_node<T: Rewritable>(&mut self, part: Part<'a, T>, at: Region) {
        if T::kind(part.get()) == Kind::Var {
            return self.visit_variable(part, at, true);
        }
        let (part, goes_inside) = self.before(part, None);
        if T::kind(part.get()) != Kind::Var {
            self.enter(part, at, None, goes_inside);
        } else if goes_inside {
            self.visit_variable(part, at, false);
        }
    }

    /// Has callbacks called before what is in a part; gives what is there afterwards, and whether it is to be looked
    /// into.
    #[inline(always)]
    fn before<T: 'static>(&mut self, part: Part<'a, T>, occurrence: Option<Occurrence>) -> (Part<'a, T>, bool) {
        let Some(ty) = self.rewriting.wanted::<T>(Moment::Before) else { return (part, true) };
        let Change { replacement, is_whole } = self.rewriting.ask(ty, Moment::Before, part.get(), occurrence);
        // What was rewritten is not looked into again, but what is put there before is.
        if replacement.is_some() {
            self.rewriting.values.forget_values();
        }
        let part = match (replacement, part) {
            (None, part) => part,
            (Some(value), Part::Owned(place)) => {
                self.rewriting.replace(place, value);
                Part::Owned(place)
            }
            (Some(value), part) => {
                self.rewriting.writes += 1;
                let opened = self.opened(occurrence);
                self.put_off_to_the_end::<EndKept<T>>(part, opened);
                self.rewriting.tasks.keep(value, self.brand)
            }
        };
        (part, !is_whole)
    }

    /// Puts off what a node is made of, and what is to be done at its end.
    #[inline(always)]
    fn enter<T: Rewritable>(
        &mut self,
        mut part: Part<'a, T>,
        inside: Region,
        occurrence: Option<Occurrence>,
        goes_inside: bool,
    ) {
        if matches!(part, Part::Read(_)) || self.rewriting.wanted::<T>(Moment::After).is_some() {
            let opened = self.opened(occurrence);
            part = self.put_off_to_the_end::<End<T>>(part, opened);
        }
        let kind = T::kind(part.get());
        if !goes_inside || kind == Kind::Singleton || self.rewriting.is_bare_key(kind) {
            return;
        }
        if self.rewriting.follows_variables() && T::is_scope(part.get()) {
            self.rewriting.bindings.enter_scope();
            self.put_off_step::<LeaveScope>(Part::Read(&()), Mark::Transparent, Region::NONE);
        }
        self.rewriting.around.nodes += 1;
        self.rewriting.trail.content_of(T::INFO);
        T::fields(part, inside, self);
    }
}

impl Rewriting<'_> {
    /// What callbacks have a leaf replaced by.
    fn ask_about_leaf<T: 'static>(&mut self, leaf: &T, occurrence: Option<Occurrence>) -> Option<T> {
        let before = self.wanted::<T>(Moment::Before);
        let before = before.and_then(|ty| self.ask(ty, Moment::Before, leaf, occurrence).replacement);
        self.ask_after(before.as_ref().unwrap_or(leaf), occurrence).or(before)
    }
}
