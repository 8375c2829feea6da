//! Sequences.

use alloc::{
    boxed::Box,
    collections::{LinkedList, VecDeque},
    vec::Vec,
};
use core::any::{Any, TypeId};

use crate::{
    names::{Names, Namespace},
    region::Region,
    rewrite::{Part, Parts, Pointee, PointeeNames, Rewritable, RewritableNames},
    structural::Field,
    walk::Occurrence,
    walker::Edits,
};

impl<'a> Parts<'a, '_, '_> {
    /// Hands over elements that lie one after the other.
    pub(crate) fn elements<T, O, R>(&mut self, owned: Option<O>, read: Option<R>, at: Region)
    where
        T: Rewritable,
        O: DoubleEndedIterator<Item = &'a mut T> + ExactSizeIterator,
        R: DoubleEndedIterator<Item = &'a T> + ExactSizeIterator,
    {
        if !self.wants::<T>() {
            return;
        }
        if let Some(items) = owned {
            items.enumerate().rev().for_each(|(index, item)| self.element(index, Part::Owned(item), at));
        }
        if let Some(items) = read {
            items.enumerate().rev().for_each(|(index, item)| self.element(index, Part::Read(item), at));
        }
    }

    /// Hands over names that lie one after the other.
    pub(crate) fn names<T, N, O, R>(&mut self, owned: Option<O>, read: Option<R>, at: Region)
    where
        T: RewritableNames,
        N: Namespace,
        O: DoubleEndedIterator<Item = &'a mut T> + ExactSizeIterator,
        R: DoubleEndedIterator<Item = &'a T> + ExactSizeIterator,
    {
        if let Some(items) = owned {
            items.enumerate().rev().for_each(|(index, item)| self.element_names::<T, N>(index, Part::Owned(item), at));
        }
        if let Some(items) = read {
            items.enumerate().rev().for_each(|(index, item)| self.element_names::<T, N>(index, Part::Read(item), at));
        }
    }
}

/// The iterators over the elements of a part: one that is owned, or one that is read.
macro_rules! iterators {
    ($part:expr) => {
        match $part {
            $crate::Part::Owned(items) => (Some(items.iter_mut()), None),
            $crate::Part::Read(items) => (None, Some(items.iter())),
        }
    };
}

/// A sequence that is collected from its elements.
macro_rules! rewritable_sequence {
    ([$($generics:tt)*] $ty:ty, $item:ty, names: [$($of_names:tt)*]) => {
        impl<$($generics)*> $crate::Rewritable for $ty {
            #[inline(always)]
            fn visit<'a>(
                part: $crate::Part<'a, Self>,
                at: $crate::Region,
                parts: &mut $crate::Parts<'a, '_, '_>,
            ) {
                let (part, goes_inside) = parts.enter_owned(part);
                if goes_inside {
                    let (owned, read) = $crate::rewrite::types::sequences::iterators!(part);
                    parts.elements(owned, read, at);
                }
            }
            fn rebuild(&self, edits: &mut $crate::walker::Edits) -> Self {
                self.iter().map(|item| edits.part(item)).collect()
            }
        }
        impl<$($of_names)*> $crate::RewritableNames for $ty
        where
            $ty: $crate::Names + $crate::Rewritable,
        {
            fn visit_names<'a, N: $crate::names::Namespace>(
                part: $crate::Part<'a, Self>,
                at: $crate::Region,
                parts: &mut $crate::Parts<'a, '_, '_>,
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
rewritable_sequence!([T: Rewritable + Field] Box<[T]>, T, names: [T: RewritableNames]);

impl<T: Rewritable + Field, const N: usize> Rewritable for [T; N] {
    fn visit<'a>(part: Part<'a, Self>, at: Region, parts: &mut Parts<'a, '_, '_>) {
        let (part, goes_inside) = parts.enter_owned(part);
        if goes_inside {
            let (owned, read) = iterators!(part);
            parts.elements(owned, read, at);
        }
    }
    fn rebuild(&self, edits: &mut Edits) -> Self {
        core::array::from_fn(|index| edits.part(&self[index]))
    }
}

impl<T: RewritableNames, const LENGTH: usize> RewritableNames for [T; LENGTH]
where
    [T; LENGTH]: Names,
{
    fn visit_names<'a, N: Namespace>(part: Part<'a, Self>, at: Region, parts: &mut Parts<'a, '_, '_>) {
        let (owned, read) = iterators!(part);
        parts.names::<T, N, _, _>(owned, read, at);
    }
}

/// What lies behind `Arc<[T]>`.
impl<T: Rewritable + Field> Pointee for [T] {
    fn visit<'a>(part: Part<'a, Self>, at: Region, parts: &mut Parts<'a, '_, '_>) {
        let (owned, read) = iterators!(part);
        parts.elements(owned, read, at);
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
