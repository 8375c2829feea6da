//! Rewriting of sequences.

use alloc::{
    boxed::Box,
    collections::{LinkedList, VecDeque},
    vec::Vec,
};
use core::any::{Any, TypeId};

use crate::{
    describe::{
        names::{NameField, Namespace},
        region::Region,
        structural::Field,
    },
    rewrite::{
        containers::RewritableSequence,
        part::Part,
        part_types::PartTypes,
        parts::Parts,
        pointee::{Pointee, PointeeNames},
        rewritable::{Rewritable, RewritableNames},
        rewriting::edits::Edits,
    },
    rules::occurrence::Occurrence,
};

impl<'a> Parts<'a, '_, '_> {
    /// Hands over the elements of a sequence.
    #[inline(always)]
    pub(crate) fn items<S: RewritableSequence>(&mut self, part: Part<'a, S>, at: Region) {
        if !self.wants::<S::Item>() {
            return;
        }
        match part {
            Part::Owned(items) => {
                items.items_mut().enumerate().for_each(|(index, item)| self.element(index, Part::Owned(item), at));
            }
            Part::Read(items) => {
                items.items().enumerate().for_each(|(index, item)| self.element(index, Part::Read(item), at));
            }
        }
    }

    /// Hands over elements that lie side by side.
    #[inline(always)]
    pub(crate) fn slice<T: Rewritable>(&mut self, part: Part<'a, [T]>, at: Region) {
        if !self.wants::<T>() {
            return;
        }
        match part {
            Part::Owned(items) => {
                items.iter_mut().enumerate().for_each(|(index, item)| self.element(index, Part::Owned(item), at));
            }
            Part::Read(items) => {
                items.iter().enumerate().for_each(|(index, item)| self.element(index, Part::Read(item), at));
            }
        }
    }

    /// Hands over names that lie one after the other.
    pub(crate) fn names<T, N, O, R>(&mut self, owned: Option<O>, read: Option<R>, at: Region)
    where
        T: RewritableNames,
        N: Namespace,
        O: Iterator<Item = &'a mut T>,
        R: Iterator<Item = &'a T>,
    {
        if let Some(items) = owned {
            items.enumerate().for_each(|(index, item)| self.element_names::<T, N>(index, Part::Owned(item), at));
        }
        if let Some(items) = read {
            items.enumerate().for_each(|(index, item)| self.element_names::<T, N>(index, Part::Read(item), at));
        }
    }
}

/// The iterators over the elements of a part: one that is owned, or one that is read.
macro_rules! iterators {
    ($part:expr) => {
        match $part {
            $crate::rewrite::part::Part::Owned(items) => (Some(items.iter_mut()), None),
            $crate::rewrite::part::Part::Read(items) => (None, Some(items.iter())),
        }
    };
}

/// A sequence that is collected from its elements.
macro_rules! rewritable_sequence {
    ([$($generics:tt)*] $ty:ty, $item:ty, names: [$($of_names:tt)*]) => {
        impl<$($generics)*> $crate::rewrite::containers::RewritableSequence for $ty {
            fn items_mut(&mut self) -> impl DoubleEndedIterator<Item = &mut $item> {
                self.iter_mut()
            }
            fn copied(&self, item: impl FnMut(&$item) -> $item) -> Self {
                self.iter().map(item).collect()
            }
        }
        impl<$($generics)*> $crate::rewrite::rewritable::Rewritable for $ty {
            #[inline(always)]
            fn visit<'a>(
                part: $crate::rewrite::part::Part<'a, Self>,
                at: $crate::describe::region::Region,
                parts: &mut $crate::rewrite::parts::Parts<'a, '_, '_>,
            ) {
                parts.enter_owned(part, at, |part, parts| parts.items(part, at));
            }
            fn part_types(types: &mut $crate::rewrite::part_types::PartTypes) {
                types.add::<$item>();
            }
            fn rebuild(&self, edits: &mut $crate::rewrite::rewriting::edits::Edits) -> Self {
                $crate::rewrite::generic::copied_sequence(self, edits)
            }
        }
        impl<$($of_names)*> $crate::rewrite::rewritable::RewritableNames for $ty
        where
            $ty: $crate::describe::names::NameField + $crate::rewrite::rewritable::Rewritable,
        {
            fn visit_names<'a, N: $crate::describe::names::Namespace>(
                part: $crate::rewrite::part::Part<'a, Self>,
                at: $crate::describe::region::Region,
                parts: &mut $crate::rewrite::parts::Parts<'a, '_, '_>,
            ) {
                let (owned, read) = $crate::rewrite::types::sequences::iterators!(part);
                parts.names::<$item, N, _, _>(owned, read, at);
            }
        }
    };
}
pub(super) use iterators;
#[cfg_attr(not(feature = "smallvec"), expect(unused_imports, reason = "used by types of other crates"))]
pub(super) use rewritable_sequence;

rewritable_sequence!([T: Rewritable + Field] Vec<T>, T, names: [T: RewritableNames]);
rewritable_sequence!([T: Rewritable + Field] VecDeque<T>, T, names: [T: RewritableNames]);
rewritable_sequence!([T: Rewritable + Field] LinkedList<T>, T, names: [T: RewritableNames]);

impl<T: Rewritable + Field> Rewritable for Box<[T]> {
    fn visit<'a>(part: Part<'a, Self>, at: Region, parts: &mut Parts<'a, '_, '_>) {
        parts.enter_owned(part, at, |part, parts| {
            parts.slice(part.project(|items| &mut **items, |items| &**items), at);
        });
    }
    fn part_types(types: &mut PartTypes) {
        types.add::<T>();
    }
    fn rebuild(&self, edits: &mut Edits) -> Self {
        self.iter().map(|item| edits.part(item)).collect()
    }
}

impl<T: RewritableNames> RewritableNames for Box<[T]>
where
    Box<[T]>: NameField + Rewritable,
{
    fn visit_names<'a, N: Namespace>(part: Part<'a, Self>, at: Region, parts: &mut Parts<'a, '_, '_>) {
        let (owned, read) = iterators!(part);
        parts.names::<T, N, _, _>(owned, read, at);
    }
}

impl<T: Rewritable + Field, const N: usize> Rewritable for [T; N] {
    fn visit<'a>(part: Part<'a, Self>, at: Region, parts: &mut Parts<'a, '_, '_>) {
        parts.enter_owned(part, at, |part, parts| {
            parts.slice(part.project(|items| items.as_mut_slice(), |items| items.as_slice()), at);
        });
    }
    fn part_types(types: &mut PartTypes) {
        types.add::<T>();
    }
    fn rebuild(&self, edits: &mut Edits) -> Self {
        core::array::from_fn(|index| edits.part(&self[index]))
    }
}

impl<T: RewritableNames, const LENGTH: usize> RewritableNames for [T; LENGTH]
where
    [T; LENGTH]: NameField,
{
    fn visit_names<'a, N: Namespace>(part: Part<'a, Self>, at: Region, parts: &mut Parts<'a, '_, '_>) {
        let (owned, read) = iterators!(part);
        parts.names::<T, N, _, _>(owned, read, at);
    }
}

/// What lies behind `Arc<[T]>`.
impl<T: Rewritable + Field> Pointee for [T] {
    fn visit<'a>(part: Part<'a, Self>, at: Region, parts: &mut Parts<'a, '_, '_>) {
        parts.slice(part, at);
    }
    fn part_types(types: &mut PartTypes) {
        types.add::<T>();
    }
    fn enter_variable<'a>(_: Part<'a, Self>, _: Region, _: Occurrence, _: bool, _: &mut Parts<'a, '_, '_>) {}
    fn rebuild_boxed(&self, edits: &mut Edits) -> Box<Self> {
        self.iter().map(|item| edits.part(item)).collect()
    }
    fn sized_type() -> Option<TypeId> {
        None
    }
    fn copied(&self) -> Option<Box<dyn Any>> {
        None
    }
    fn copy_of(_: &dyn Any) -> Option<Box<Self>> {
        None
    }
}

impl<T: RewritableNames + Field> PointeeNames for [T] {
    fn visit_names<'a, N: Namespace>(part: Part<'a, Self>, at: Region, parts: &mut Parts<'a, '_, '_>) {
        let (owned, read) = iterators!(part);
        parts.names::<T, N, _, _>(owned, read, at);
    }
}
