//! `Callbacks`: the functions that are called with parts, by the types of these.

use alloc::{boxed::Box, vec::Vec};
use core::{
    any::{Any, TypeId},
    fmt,
};

use crate::{
    describe::{info::Shape, region::Region, structural::StructuralEq},
    rewrite::{
        change::Change,
        rewriting::{Rewriting, RewritingState},
        site::Standpoint,
    },
    rules::occurrence::Occurrence,
};

/// When a callback is called with a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Moment {
    /// Before what is in it.
    Before,
    /// After what is in it.
    After,
}

/// What a callback leads to besides a replacement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Flow {
    #[default]
    GoesOn,
    /// What is in the part stays.
    Skips,
    /// Everything ends.
    Stops,
}

/// Returns what replaces a part, if anything does. It says in the state where it goes on otherwise.
pub(crate) type Callback<'c> = Box<dyn FnMut(&dyn Any, Standpoint<'_>) -> Option<Box<dyn Any>> + 'c>;

/// What is called with parts.
#[derive(Default)]
pub(crate) struct Callbacks<'c> {
    before: OfMoment<'c>,
    after: OfMoment<'c>,
}

#[derive(Default)]
struct OfMoment<'c> {
    types: Vec<OfType<'c>>,
    /// The classes of these types: a part of another class need not be looked up.
    classes: u8,
}

/// The callbacks for parts of one type, in the order in which they are called.
struct OfType<'c> {
    ty: TypeId,
    first: Callback<'c>,
    others: Vec<Callback<'c>>,
}

/// The class of a type, as one bit.
pub(super) const fn class<T: StructuralEq + ?Sized>() -> u8 {
    match T::INFO.shape() {
        Shape::Leaf => 1,
        Shape::Pointer(_) => 2,
        Shape::Struct(_) | Shape::Enum(_) => 4,
        _ => 8,
    }
}

impl<'c> Callbacks<'c> {
    /// Adds a callback for parts of a type.
    pub(crate) fn add<T: StructuralEq + 'static>(&mut self, moment: Moment, callback: Callback<'c>) {
        let of_moment = self.at_mut(moment);
        of_moment.classes |= class::<T>();
        let ty = TypeId::of::<T>();
        match of_moment.types.iter_mut().find(|of_type| of_type.ty == ty) {
            Some(of_type) => of_type.others.push(callback),
            None => of_moment.types.push(OfType { ty, first: callback, others: Vec::new() }),
        }
    }

    /// The types of the parts that callbacks are called with.
    pub(crate) fn types(&self) -> impl Iterator<Item = TypeId> {
        self.before.types.iter().chain(&self.after.types).map(|of_type| of_type.ty)
    }

    /// The classes of these types.
    pub(super) fn classes(&self) -> u8 {
        self.before.classes | self.after.classes
    }

    #[inline(always)]
    fn at(&self, moment: Moment) -> &OfMoment<'c> {
        match moment {
            Moment::Before => &self.before,
            Moment::After => &self.after,
        }
    }

    fn at_mut(&mut self, moment: Moment) -> &mut OfMoment<'c> {
        match moment {
            Moment::Before => &mut self.before,
            Moment::After => &mut self.after,
        }
    }

    /// The callbacks for parts of a type, as their number among those at this moment.
    #[inline(always)]
    fn of<T: StructuralEq + 'static>(&self, moment: Moment) -> Option<usize> {
        let OfMoment { types, classes } = self.at(moment);
        if classes & const { class::<T>() } == 0 {
            return None;
        }
        match &**types {
            [only] => (only.ty == TypeId::of::<T>()).then_some(0),
            types => position(types, TypeId::of::<T>()),
        }
    }

    /// Whether callbacks are called with parts of a type.
    #[inline(always)]
    pub(super) fn has<T: StructuralEq + 'static>(&self, moment: Moment) -> bool {
        self.of::<T>(moment).is_some()
    }
}

#[inline(never)]
fn position(types: &[OfType<'_>], ty: TypeId) -> Option<usize> {
    types.iter().position(|of_type| of_type.ty == ty)
}

impl fmt::Debug for Callbacks<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.types()).finish()
    }
}

impl Rewriting<'_> {
    /// What to do with a part, before its own parts.
    pub(super) fn ask_before<T: StructuralEq + 'static>(
        &mut self,
        part: &T,
        at: Region,
        occurrence: Option<Occurrence>,
    ) -> Change<Box<T>> {
        let Some(number) = self.callbacks.of::<T>(Moment::Before) else { return Change::keep() };
        let Change { replacement, skips } = self.ask(Moment::Before, number, part, at, occurrence);
        Change { replacement: replacement.and_then(|value| value.downcast().ok()), skips }
    }

    /// What replaces a part, after what is in it.
    #[inline(always)]
    pub(super) fn ask_after<T: StructuralEq + 'static>(
        &mut self,
        part: &T,
        at: Region,
        occurrence: Option<Occurrence>,
    ) -> Option<Box<T>> {
        let number = self.callbacks.of::<T>(Moment::After)?;
        self.ask(Moment::After, number, part, at, occurrence).replacement?.downcast().ok()
    }

    /// What replaces a leaf.
    pub(super) fn ask_about_leaf<T: StructuralEq + 'static>(
        &mut self,
        leaf: &T,
        at: Region,
        occurrence: Option<Occurrence>,
    ) -> Option<Box<T>> {
        let (before, after) = (self.callbacks.of::<T>(Moment::Before), self.callbacks.of::<T>(Moment::After));
        self.ask_twice(before, after, leaf, at, occurrence)?.downcast().ok()
    }

    fn ask_twice(
        &mut self,
        before: Option<usize>,
        after: Option<usize>,
        leaf: &dyn Any,
        at: Region,
        occurrence: Option<Occurrence>,
    ) -> Option<Box<dyn Any>> {
        let before = before.and_then(|number| self.ask(Moment::Before, number, leaf, at, occurrence).replacement);
        if self.stopped {
            return None;
        }
        let leaf = before.as_deref().unwrap_or(leaf);
        after.and_then(|number| self.ask(Moment::After, number, leaf, at, occurrence).replacement).or(before)
    }

    /// Calls back with a part.
    fn ask(
        &mut self,
        moment: Moment,
        number: usize,
        part: &dyn Any,
        at: Region,
        occurrence: Option<Occurrence>,
    ) -> Change<Box<dyn Any>> {
        let OfType { first, others, .. } = &mut self.callbacks.at_mut(moment).types[number];
        let replacement = first(part, Standpoint { state: &self.state, at, occurrence });
        if replacement.is_none() && others.is_empty() && !self.state.has_remarks() {
            return Change::keep();
        }
        self.go_on_calling(moment, number, replacement, part, at, occurrence)
    }

    /// Calls back with a part after the first callback: each with what the one before made of it.
    fn go_on_calling(
        &mut self,
        moment: Moment,
        number: usize,
        replacement: Option<Box<dyn Any>>,
        part: &dyn Any,
        at: Region,
        occurrence: Option<Occurrence>,
    ) -> Change<Box<dyn Any>> {
        let Rewriting { callbacks, state, .. } = self;
        let mut others = callbacks.at_mut(moment).types[number].others.iter_mut();
        let (mut replacement, mut skips) = (replacement, false);
        let stops = loop {
            match state.flow.take() {
                Flow::GoesOn => {}
                Flow::Skips => skips = true,
                Flow::Stops => break true,
            }
            let Some(callback) = others.next() else { break false };
            let part = replacement.as_deref().unwrap_or(part);
            replacement = callback(part, Standpoint { state, at, occurrence }).or(replacement);
        };
        let RewritingState { consulted, met_free, bindings, .. } = &mut self.state;
        consulted.get_mut().drain(..).for_each(|consulted| self.memo.consult(consulted));
        met_free.get_mut().drain(..).for_each(|variable| bindings.meet_free(variable));
        if stops {
            self.stop();
            return Change::skip();
        }
        Change { replacement, skips }
    }
}

impl RewritingState {
    /// Whether a callback said something besides what replaces a part.
    #[inline(always)]
    fn has_remarks(&mut self) -> bool {
        self.flow.get() != Flow::GoesOn || !self.consulted.get_mut().is_empty() || !self.met_free.get_mut().is_empty()
    }
}
