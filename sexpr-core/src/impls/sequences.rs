//! Sequences.

use alloc::{
    boxed::Box,
    collections::{LinkedList, VecDeque},
    vec::Vec,
};
use core::{any::Any, fmt};

use super::prelude::*;
use crate::rules::occurrence::Occurrence;

/// A sequence that is collected from its elements.
///
/// Its parameters come around the bound of the elements: what is before it, what is after it, and what is after it
/// where values are owned. Elements that lie side by side are seen `as_slice`.
macro_rules! sequence {
    (
        [$($before:tt)*] [$($after:tt)*] [$($after_owned:tt)*] $ty:ty, $item:ty, $name:literal
        $(, $as_slice:ident)? $(, elsewhere: $elsewhere:expr)?
    ) => {
        impl<$($before)* Field $($after)*> Sequence for $ty {
            type Item = $item;

            #[inline(always)]
            fn length(&self) -> usize {
                self.len()
            }
            #[inline(always)]
            fn items(&self) -> impl DoubleEndedIterator<Item = &$item> {
                self.iter()
            }
            $(
                #[inline(always)]
                fn $as_slice(&self) -> Option<&[$item]> {
                    Some(self)
                }
            )?
        }
        impl<$($before)* Field $($after)*> StructuralEq for $ty {
            const INFO: &'static TypeInfo = &TypeInfo::known_container($name, Shape::Sequence(<$item as Field>::TABLE));
            as_part!($item as StructuralEq: CLOSED OPEN REFERS_TO_NOTHING);

            content!(Self, |left, right, at, visitor| visitor.sequence(left, right, at));
        }
        impl<$($before)* Field $($after)*> Field for $ty {
            held_as_content!();

            $(
                #[inline(always)]
                fn elsewhere(sequence: &Self) -> Option<*const u8> {
                    let elsewhere: fn(&Self) -> Option<*const u8> = $elsewhere;
                    elsewhere(sequence)
                }
            )?
        }
        names!(names_in_order: [$($before)* NameField $($after)*] $ty => <$item as NameField>::NamesReach);

        impl<$($before)* Rewritable + Field $($after_owned)*> RewritableSequence for $ty {
            fn items_mut(&mut self) -> impl DoubleEndedIterator<Item = &mut $item> {
                self.iter_mut()
            }
            fn copied(&self, item: impl FnMut(&$item) -> $item) -> Self {
                self.iter().map(item).collect()
            }
        }
        impl<$($before)* Rewritable + Field $($after_owned)*> Rewritable for $ty {
            #[inline(always)]
            fn visit<'a>(part: Part<'a, Self>, at: Region, parts: &mut Parts<'a, '_, '_>) {
                parts.enter_owned(part, at, |part, parts| parts.items(part, at));
            }
            fn rebuild(&self, edits: &mut Edits) -> Self {
                copied_sequence(self, edits)
            }
        }
        impl<$($before)* RewritableNames $($after_owned)*> RewritableNames for $ty
        where
            $ty: NameField + Rewritable,
        {
            fn visit_names<'a, N: Namespace>(part: Part<'a, Self>, at: Region, parts: &mut Parts<'a, '_, '_>) {
                parts.names_in_items::<Self, N>(part, at);
            }
        }
        dismantle_items!([$($before)* Dismantle $($after_owned)*] $ty, $item);
    };
}

sequence!([T:] [] [] Vec<T>, T, "Vec", as_slice, elsewhere: |vec| Some(vec.as_ptr().cast()));
sequence!([T:] [] [] VecDeque<T>, T, "VecDeque");
sequence!([T:] [] [] LinkedList<T>, T, "LinkedList");

/// Elements that lie side by side.
macro_rules! slices {
    ($([$($generics:tt)*] $ty:ty;)*) => {$(
        impl<T: Field, $($generics)*> Sequence for $ty {
            type Item = T;

            #[inline(always)]
            fn length(&self) -> usize {
                self.len()
            }
            #[inline(always)]
            fn items(&self) -> impl DoubleEndedIterator<Item = &T> {
                self.iter()
            }
            #[inline(always)]
            fn as_slice(&self) -> Option<&[T]> {
                Some(self)
            }
        }
    )*};
}

slices! {
    [] [T];
    [] Box<[T]>;
    [const N: usize] [T; N];
}

impl<T: Field> StructuralEq for [T] {
    const INFO: &'static TypeInfo = &TypeInfo::known_container("slice", Shape::Sequence(T::TABLE));
    as_part!(T as StructuralEq: FLAT CLOSED OPEN REFERS_TO_NOTHING);

    #[inline(always)]
    fn extent(slice: &Self) -> usize {
        slice.len()
    }

    content!(Self, |left, right, at, visitor| visitor.sequence(left, right, at));
}
impl<T: Field> Field for [T] {
    held_as_content!();
}
names!(names_in_order: [T: NameField] [T] => T::NamesReach);

/// What lies behind `Arc<[T]>`.
impl<T: Rewritable + Field> Pointee for [T] {
    fn visit<'a>(part: Part<'a, Self>, at: Region, parts: &mut Parts<'a, '_, '_>) {
        parts.slice(part, at);
    }
    fn enter_variable<'a>(_: Part<'a, Self>, _: Region, _: Occurrence, _: bool, _: &mut Parts<'a, '_, '_>) {}
    fn rebuild_boxed(&self, edits: &mut Edits) -> Box<Self> {
        self.iter().map(|item| edits.part(item)).collect()
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
        parts.names_in_slice::<T, N>(part, at);
    }
}

/// A slice that something owns, as it is rewritten.
macro_rules! rewritable_slice {
    ([$($generics:tt)*] $ty:ty, |$slice:ident, $edits:ident| $rebuilt:expr) => {
        impl<T: Rewritable + Field, $($generics)*> Rewritable for $ty {
            fn visit<'a>(part: Part<'a, Self>, at: Region, parts: &mut Parts<'a, '_, '_>) {
                parts.enter_owned(part, at, |part, parts| {
                    parts.slice(part.project(|items| &mut items[..], |items| &items[..]), at);
                });
            }
            fn rebuild(&self, $edits: &mut Edits) -> Self {
                let $slice = self;
                $rebuilt
            }
        }
        impl<T: RewritableNames, $($generics)*> RewritableNames for $ty
        where
            $ty: NameField + Rewritable,
        {
            fn visit_names<'a, Names: Namespace>(part: Part<'a, Self>, at: Region, parts: &mut Parts<'a, '_, '_>) {
                parts.names_in_slice::<T, Names>(part.project(|items| &mut items[..], |items| &items[..]), at);
            }
        }
        dismantle_items!([T: Dismantle, $($generics)*] $ty, T);
    };
}

rewritable_slice!([] Box<[T]>, |slice, edits| slice.iter().map(|item| edits.part(item)).collect());
rewritable_slice!([const N: usize] [T; N], |array, edits| core::array::from_fn(|index| edits.part(&array[index])));

impl<T: Field, const N: usize> StructuralEq for [T; N] {
    const INFO: &'static TypeInfo = &TypeInfo::known_container("array", Shape::Sequence(T::TABLE))
        .with_texts(&[Text::Constant(|f| fmt::Debug::fmt(&N, f))]);
    as_part!(T as StructuralEq: FLAT CLOSED OPEN REFERS_TO_NOTHING);

    content!(Self, |left, right, at, visitor| visitor.sequence(left.as_slice(), right.as_slice(), at));
}
impl<T: Field, const N: usize> Field for [T; N] {
    held_as_content!();
}
key_made_of_keys!([T: KeyValue, const N: usize] [T; N]);
impl<T: NameField, const LENGTH: usize> NameField for [T; LENGTH] {
    type NamesReach = T::NamesReach;

    listed_names!(Self, |left, right, at, visitor| {
        visitor.names_in_order::<_, Names>(left.as_slice(), right.as_slice(), at)
    });
}
