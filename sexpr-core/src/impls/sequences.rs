//! The sequences of the standard library.

use alloc::{
    collections::{LinkedList, VecDeque},
    vec::Vec,
};
use core::fmt;

use crate::describe::{
    containers::Sequence,
    info::{Shape, Text, TypeInfo},
    keys::{KeyReader, KeyValue, MapKey},
    region::Region,
    structural::{Field, StructuralEq, held_as_content},
    visitor::Visitor,
};

/// A sequence: everything but [`Sequence`].
macro_rules! sequence {
    ([$($generics:tt)*] $ty:ty, $name:literal, $item:ty $(, $elsewhere:expr)?) => {
        impl<$($generics)*> StructuralEq for $ty {
            const INFO: &'static TypeInfo = &TypeInfo::known_container($name, Shape::Sequence(<$item as Field>::TABLE));
            const CLOSED: bool = <$item as StructuralEq>::CLOSED;
            const OPEN: bool = <$item as StructuralEq>::OPEN;
            const REFERS_TO_NOTHING: bool = <$item as StructuralEq>::REFERS_TO_NOTHING;
            type Reach = <$item as StructuralEq>::Reach;

            #[inline(always)]
            fn content<'a, V: Visitor<'a>>(left: &'a Self, right: &'a Self, at: Region, visitor: &mut V) -> bool {
                visitor.sequence(left, right, at)
            }
        }
        impl<$($generics)*> Field for $ty {
            held_as_content!();

            $(
                #[inline(always)]
                fn elsewhere(sequence: &Self) -> Option<*const u8> {
                    let elsewhere: fn(&Self) -> Option<*const u8> = $elsewhere;
                    elsewhere(sequence)
                }
            )?
        }
    };
}
#[cfg(feature = "smallvec")]
pub(crate) use sequence;

sequence!([T: Field] Vec<T>, "Vec", T, |vec| Some(vec.as_ptr().cast()));
sequence!([T: Field] VecDeque<T>, "VecDeque", T);
sequence!([T: Field] LinkedList<T>, "LinkedList", T);

impl<T: Field> Sequence for VecDeque<T> {
    type Item = T;

    fn length(&self) -> usize {
        self.len()
    }
    fn items(&self) -> impl DoubleEndedIterator<Item = &T> {
        self.iter()
    }
}

impl<T: Field> Sequence for LinkedList<T> {
    type Item = T;

    fn length(&self) -> usize {
        self.len()
    }
    fn items(&self) -> impl DoubleEndedIterator<Item = &T> {
        self.iter()
    }
}

/// [`Sequence`] for elements that lie side by side.
macro_rules! side_by_side {
    ([$($generics:tt)*] $ty:ty, $item:ty) => {
        impl<$($generics)*> Sequence for $ty {
            type Item = $item;

            #[inline(always)]
            fn length(&self) -> usize {
                self.len()
            }
            #[inline(always)]
            fn items(&self) -> impl DoubleEndedIterator<Item = &$item> {
                self.iter()
            }
            #[inline(always)]
            fn as_slice(&self) -> Option<&[$item]> {
                Some(self)
            }
        }
    };
}
#[cfg(feature = "smallvec")]
pub(crate) use side_by_side;

side_by_side!([T: Field] Vec<T>, T);
side_by_side!([T: Field] [T], T);

impl<T: Field> StructuralEq for [T] {
    const INFO: &'static TypeInfo = &TypeInfo::known_container("slice", Shape::Sequence(T::TABLE));
    const FLAT: bool = T::FLAT;
    const CLOSED: bool = T::CLOSED;
    const OPEN: bool = T::OPEN;
    const REFERS_TO_NOTHING: bool = T::REFERS_TO_NOTHING;
    type Reach = T::Reach;

    #[inline(always)]
    fn extent(slice: &Self) -> usize {
        slice.len()
    }

    #[inline(always)]
    fn content<'a, V: Visitor<'a>>(left: &'a Self, right: &'a Self, at: Region, visitor: &mut V) -> bool {
        visitor.sequence(left, right, at)
    }
}
impl<T: Field> Field for [T] {
    held_as_content!();
}

impl<T: Field, const N: usize> StructuralEq for [T; N] {
    const INFO: &'static TypeInfo = &TypeInfo::known_container("array", Shape::Sequence(T::TABLE))
        .with_texts(&[Text::Constant(|f| fmt::Debug::fmt(&N, f))]);
    const FLAT: bool = T::FLAT;
    const CLOSED: bool = T::CLOSED;
    const OPEN: bool = T::OPEN;
    const REFERS_TO_NOTHING: bool = T::REFERS_TO_NOTHING;
    type Reach = T::Reach;

    #[inline(always)]
    fn content<'a, V: Visitor<'a>>(left: &'a Self, right: &'a Self, at: Region, visitor: &mut V) -> bool {
        visitor.sequence(left.as_slice(), right.as_slice(), at)
    }
}
impl<T: Field, const N: usize> Field for [T; N] {
    held_as_content!();
}
impl<T: KeyValue, const N: usize> KeyValue for [T; N] {}
impl<T: KeyValue, const N: usize> MapKey for [T; N] {
    type Terms = ();
    const IS_CONTENT: bool = true;

    fn read(key: &Self, reader: &mut KeyReader) {
        reader.value(key);
    }
}
