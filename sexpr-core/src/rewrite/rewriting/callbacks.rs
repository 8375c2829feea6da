//! `Callbacks`: the functions that are called with parts, by the parts' types.

use alloc::{boxed::Box, vec::Vec};
use core::{
    any::{Any, TypeId},
    marker::PhantomData,
};

use crate::{
    describe::{
        info::{Shape, TypeInfo},
        region::Region,
        structural::StructuralEq,
    },
    rewrite::{
        callback::Change,
        rewriting::{Rewriting, RewritingState},
    },
    rules::bindings::Occurrence,
    walk::callback::{At, Remarks},
};

/// The time of a callback: before or after the contents of a part.
#[derive(Clone, Copy)]
pub(crate) enum When {
    Before,
    After,
}

/// How a rewriting continues after a callback.
#[derive(Clone, Copy, Default)]
pub(crate) enum Flow {
    #[default]
    GoesOn,
    /// The contents of the part are skipped.
    Skips,
    /// The rewriting ends.
    Stops,
}

/// Returns the replacement of a part, if there is one, and sets [`RewritingState::flow`].
pub(crate) type Callback<'c> = Box<dyn FnMut(&dyn Any, Call<'_>) -> Option<Box<dyn Any>> + 'c>;

/// The circumstances of a call.
#[derive(Clone, Copy)]
pub(crate) struct Call<'w> {
    pub(crate) state: &'w RewritingState,
    at: Region,
    occurrence: Option<Occurrence>,
}

impl<'w> Call<'w> {
    /// The place of the part.
    #[inline(always)]
    pub(crate) fn at<C>(self) -> At<'w, C> {
        let Call { state, at: region, occurrence } = self;
        let RewritingState { keys, bindings, trail, around, remarks, .. } = state;
        let variable = occurrence.and_then(|_| state.variable());
        let (depth, remarks, context) = (around.nodes, Some(remarks), PhantomData);
        At { region, occurrence, variable, met_before: false, depth, keys, bindings, trail, remarks, context }
    }
}

/// The callbacks of a rewriting: the callbacks before and the callbacks after the contents of parts.
#[derive(Default)]
pub(crate) struct Callbacks<'c>([ByType<'c>; 2]);

#[derive(Default)]
struct ByType<'c> {
    /// The callbacks for each type, in the order in which they are called.
    types: Vec<(TypeId, &'static TypeInfo, Vec<Callback<'c>>)>,
    /// The set of classes of these types. A type of another class has no callbacks, so no lookup is needed.
    classes: u8,
}

/// The class of a type, as one bit.
const fn class<T: StructuralEq + ?Sized>() -> u8 {
    match T::INFO.shape() {
        Shape::Leaf => 1,
        Shape::Pointer(_) => 2,
        Shape::Struct(_) | Shape::Enum(_) => 4,
        _ => 8,
    }
}

impl<'c> Callbacks<'c> {
    /// Adds a callback for parts of a type.
    pub(crate) fn add<T: StructuralEq + 'static>(&mut self, when: When, callback: Callback<'c>) {
        let ByType { types, classes } = &mut self.0[when as usize];
        *classes |= class::<T>();
        let ty = TypeId::of::<T>();
        match types.iter_mut().find(|(known, ..)| *known == ty) {
            Some((.., callbacks)) => callbacks.push(callback),
            None => types.push((ty, T::INFO, Vec::from([callback]))),
        }
    }

    /// The types of the parts that callbacks are called with.
    pub(crate) fn types(&self) -> impl Iterator<Item = &'static TypeInfo> {
        self.0.iter().flat_map(|by_type| &by_type.types).map(|(_, info, _)| *info)
    }

    /// The index of the callbacks for a type.
    #[inline(always)]
    fn index_of<T: StructuralEq + 'static>(&self, when: When) -> Option<usize> {
        let ByType { types, classes } = &self.0[when as usize];
        if classes & const { class::<T>() } == 0 {
            return None;
        }
        match &**types {
            [(ty, ..)] => (*ty == TypeId::of::<T>()).then_some(0),
            types => find(types, TypeId::of::<T>()),
        }
    }

    /// Whether callbacks are called with parts of a type.
    #[inline(always)]
    pub(super) fn has<T: StructuralEq + 'static>(&self, when: When) -> bool {
        self.index_of::<T>(when).is_some()
    }
}

#[inline(never)]
fn find(types: &[(TypeId, &TypeInfo, Vec<Callback<'_>>)], ty: TypeId) -> Option<usize> {
    types.iter().position(|(known, ..)| *known == ty)
}

impl Rewriting<'_> {
    /// Calls back with a part before its contents.
    pub(super) fn call_back_before<T: StructuralEq + 'static>(
        &mut self,
        part: &T,
        at: Region,
        occurrence: Option<Occurrence>,
    ) -> Change<Box<T>> {
        let Some(index) = self.callbacks.index_of::<T>(When::Before) else { return Change::keep() };
        let Change { replacement, skips } = self.call_back(When::Before, index, part, at, occurrence);
        Change { replacement: replacement.and_then(|value| value.downcast().ok()), skips }
    }

    /// Calls back with a part after its contents. Returns its replacement.
    #[inline(always)]
    pub(super) fn ask_after<T: StructuralEq + 'static>(
        &mut self,
        part: &T,
        at: Region,
        occurrence: Option<Occurrence>,
    ) -> Option<Box<T>> {
        let index = self.callbacks.index_of::<T>(When::After)?;
        self.call_back(When::After, index, part, at, occurrence).replacement?.downcast().ok()
    }

    /// Calls back with a leaf, which has no contents. Returns its replacement.
    pub(super) fn ask_about_leaf<T: StructuralEq + 'static>(
        &mut self,
        leaf: &T,
        at: Region,
        occurrence: Option<Occurrence>,
    ) -> Option<Box<T>> {
        let before = self.call_back_before(leaf, at, occurrence).replacement;
        if self.stopped {
            return None;
        }
        self.ask_after(before.as_deref().unwrap_or(leaf), at, occurrence).or(before)
    }

    /// Calls back with a part. Each callback gets the result of the previous callback.
    fn call_back(
        &mut self,
        when: When,
        index: usize,
        part: &dyn Any,
        at: Region,
        occurrence: Option<Occurrence>,
    ) -> Change<Box<dyn Any>> {
        let (mut replacement, mut skips) = (None::<Box<dyn Any>>, false);
        let (.., callbacks) = &mut self.callbacks.0[when as usize].types[index];
        for callback in callbacks {
            let part = replacement.as_deref().unwrap_or(part);
            replacement = callback(part, Call { state: &self.state, at, occurrence }).or(replacement);
            match self.state.flow.take() {
                Flow::GoesOn => {}
                Flow::Skips => skips = true,
                Flow::Stops => {
                    self.stopped = true;
                    break;
                }
            }
        }
        let Remarks { consulted, met_free } = self.state.remarks.get_mut();
        if !(consulted.is_empty() && met_free.is_empty()) {
            self.take_remarks();
        }
        if self.stopped {
            self.recursion.suspend();
            return Change::skip();
        }
        Change { replacement, skips }
    }

    /// Records the variables that callbacks asked about, and the variables that count as met.
    #[inline(never)]
    fn take_remarks(&mut self) {
        let RewritingState { remarks, bindings, .. } = &mut self.state;
        let Remarks { consulted, met_free } = remarks.get_mut();
        consulted.drain(..).for_each(|consulted| self.memo.consult(consulted));
        met_free.drain(..).for_each(|variable| bindings.meet_free(variable));
    }
}
