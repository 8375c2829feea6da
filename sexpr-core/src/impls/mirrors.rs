//! Mirrors of the standard library's pointers and containers: `Vec<D>` describes `Vec<T>` where `D` describes `T`.
//!
//! For each mirror here, another file of this room implements the traits for the container itself.

use alloc::{
    boxed::Box,
    collections::{BTreeMap, BTreeSet, LinkedList, VecDeque},
    rc::Rc,
    sync::Arc,
    vec::Vec,
};
use core::fmt;
#[cfg(feature = "std")]
use std::collections::{HashMap, HashSet};

use super::{
    containers::at_index,
    sums::{list_names, list_option, list_result},
    *,
};
use crate::describe::{
    arena::{Arena, Id},
    mirror::{
        As, Describe, DescribeField, DescribeKey, DescribeNames, DescribeValue,
        containers::{DescribeMap, DescribeSequence, IdTo},
    },
};

/// The constants of a mirror, equal to those of the container of mirrored parts.
macro_rules! described_as {
    ($container:ty) => {
        const INFO: &'static TypeInfo = <$container as StructuralEq>::INFO;
        as_part!($container as StructuralEq: FLAT CLOSED OPEN LISTS_FIELDS REFERS_TO_NOTHING);
    };
}

/// A sequence, its elements and their mirrors, with `as_slice` for elements that lie side by side in memory.
macro_rules! sequence {
    (
        [$($generics:tt)*] $describes:ty => $ty:ty, $name:literal, $describes_item:ty => $item:ty
        $(, $as_slice:ident)? $(, text: $text:expr)? $(, elsewhere: $elsewhere:expr)?
    ) => {
        impl<$($generics)*> DescribeSequence<$ty> for $describes
        where
            $describes_item: DescribeField<$item>,
        {
            type Item = As<$describes_item, $item>;

            #[inline(always)]
            fn length(sequence: &As<Self, $ty>) -> usize {
                sequence.get().len()
            }
            #[inline(always)]
            fn items(sequence: &As<Self, $ty>) -> impl DoubleEndedIterator<Item = &Self::Item> {
                sequence.get().iter().map(As::new)
            }
            $(
                #[inline(always)]
                fn $as_slice(sequence: &As<Self, $ty>) -> Option<&[Self::Item]> {
                    Some(As::each(sequence.get()))
                }
            )?
        }
        impl<$($generics)*> Describe<$ty> for $describes
        where
            $describes_item: DescribeField<$item>,
        {
            const INFO: &'static TypeInfo = &TypeInfo::known_container(
                $name,
                Shape::Sequence(<$describes_item as DescribeField<$item>>::TABLE),
            )$(.with_texts(&[Text::Constant($text)]))?;
            as_part!($describes_item as Describe<$item>: CLOSED OPEN REFERS_TO_NOTHING);

            #[inline(always)]
            fn extent(sequence: &As<Self, $ty>) -> usize {
                sequence.get().len()
            }
            content!(As<Self, $ty>, |left, right, at, visitor| visitor.sequence(left, right, at));
        }
        impl<$($generics)*> DescribeField<$ty> for $describes
        where
            $describes_item: DescribeField<$item>,
        {
            held_as_content!(As<Self, $ty> as Describe<$ty>);

            $(
                #[inline(always)]
                fn elsewhere(sequence: &As<Self, $ty>) -> Option<*const u8> {
                    let elsewhere: fn(&$ty) -> Option<*const u8> = $elsewhere;
                    elsewhere(sequence.get())
                }
            )?
        }
        impl<$($generics)*> DescribeNames<$ty> for $describes
        where
            $describes_item: DescribeNames<$item>,
        {
            type NamesReach = <$describes_item as DescribeNames<$item>>::NamesReach;

            listed_names!(As<Self, $ty>, |left, right, at, visitor| visitor.names_in_order::<_, Names>(left, right, at));
        }
    };
}

sequence!([D, T] Vec<D> => Vec<T>, "Vec", D => T, as_slice, elsewhere: |vec| Some(vec.as_ptr().cast()));
sequence!([D, T] [D] => [T], "slice", D => T, as_slice);
sequence!([D, T, const N: usize] [D; N] => [T; N], "array", D => T, as_slice, text: |f| fmt::Debug::fmt(&N, f));
key_made_of_keys!([D: DescribeValue<T>, T, const N: usize] [D; N] => [T; N]);
sequence!([D, T] VecDeque<D> => VecDeque<T>, "VecDeque", D => T);
sequence!([D, T] LinkedList<D> => LinkedList<T>, "LinkedList", D => T);
#[cfg(feature = "smallvec")]
use smallvec::{Array, SmallVec};
#[cfg(feature = "smallvec")]
sequence!([D: Array, A: Array] SmallVec<D> => SmallVec<A>, "SmallVec", D::Item => A::Item, as_slice);

/// A pointer, shared or owning, which is a key or a name if its pointee is a key or a name.
macro_rules! pointer {
    (
        [$($generics:tt)*] $describes:ty => $ty:ty, { $($constants:tt)* },
        $pointee:ident, $key:ident, $method:ident
    ) => {
        impl<$($generics)* D: $pointee<T> + ?Sized, T: ?Sized> Describe<$ty> for $describes {
            $($constants)*

            content!(As<Self, $ty>, |left, right, at, visitor| visitor.$method(left, right, at));
        }
        impl<$($generics)* D: $pointee<T> + ?Sized, T: ?Sized> DescribeField<$ty> for $describes {
            held_as_content!(As<Self, $ty> as Describe<$ty>);

            #[inline(always)]
            fn held_in_row<'a, V: Visitor<'a>>(
                left: &'a [As<Self, $ty>],
                right: &'a [As<Self, $ty>],
                at: Region,
                visitor: &mut V,
            ) -> bool {
                visitor.pointer_row(left, right, at)
            }
        }
        impl<$($generics)* D: $pointee<T> + ?Sized, T: ?Sized> DescribeKey<$ty> for $describes
        where
            As<D, T>: $key,
        {
            read_as!(As<D, T> as $key, |key: As<Self, $ty>| As::new(key.get()));
        }
        impl<$($generics)* D: DescribeNames<T> + ?Sized, T: ?Sized> DescribeNames<$ty> for $describes {
            type NamesReach = D::NamesReach;

            listed_names!(As<Self, $ty>, |left, right, at, visitor| {
                D::names::<Names, Visit>(As::new(left.get()), As::new(right.get()), at, visitor)
            });
        }
    };
}

/// A shared pointer. If `distinct`, each pointee has an allocation of its own.
macro_rules! shared_pointer {
    (
        [$($generics:tt)*] $describes:ty => $ty:ty, { $($constants:tt)* }, distinct: $distinct:literal $(, $is_unique:expr)?
    ) => {
        impl<$($generics)* D: Describe<T> + ?Sized, T: ?Sized> SharedPointer<$describes> for As<$describes, $ty> {
            type Target = As<D, T>;
            const DISTINCT: bool = $distinct;

            #[inline(always)]
            fn target(&self) -> &As<D, T> {
                As::new(self.get())
            }
            $(
                #[inline(always)]
                fn is_unique(&self) -> bool {
                    let is_unique: fn(&$ty) -> bool = $is_unique;
                    is_unique(self.get())
                }
            )?
        }
        pointer!([$($generics)*] $describes => $ty, { $($constants)* }, Describe, PointeeKey, shared);
    };
}

macro_rules! counted_pointer {
    ($($pointer:ident)::+) => {
        shared_pointer!(
            [] $($pointer)::+<D> => $($pointer)::+<T>, { described_as!($($pointer)::+<As<D, T>>); }, distinct: true,
            |pointer| $($pointer)::+::strong_count(pointer) == 1
        );
    };
}

counted_pointer!(Arc);
counted_pointer!(Rc);
#[cfg(feature = "triomphe")]
counted_pointer!(triomphe::Arc);
shared_pointer!(
    ['d, 't,] &'d D => &'t T,
    {
        const INFO: &'static TypeInfo = &TypeInfo::known_container("&", Shape::Pointer(|| D::INFO));
        const REFERS_TO_NOTHING: bool = D::ADDRESSLESS || D::REFERS_TO_NOTHING;
        as_part!(D as Describe<T>: CLOSED OPEN);
    },
    distinct: false
);

impl<D: DescribeField<T> + ?Sized, T: ?Sized> OwningPointer<Box<D>> for As<Box<D>, Box<T>> {
    type Target = As<D, T>;

    #[inline(always)]
    fn target(&self) -> &As<D, T> {
        As::new(self.get())
    }
}
pointer!([] Box<D> => Box<T>, { described_as!(Box<As<D, T>>); }, DescribeField, MapKey, owning);

/// Nodes side by side in memory: an arena for ids that are numbers.
macro_rules! arena_of_nodes {
    ($($describes:ty => $ty:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        impl<D, T, I> Arena<As<IdTo<As<D, T>>, I>> for As<$describes, $ty>
        where
            D: Describe<T> + 'static,
            T: 'static,
            I: 'static,
            As<IdTo<As<D, T>>, I>: Id<Node = As<D, T>>,
        {
            fn node(&self, id: &As<IdTo<As<D, T>>, I>) -> Option<&As<D, T>> {
                at_index(As::each(self.get()), id)
            }
            fn nodes(&self) -> impl Iterator<Item = &As<D, T>> {
                As::<D, T>::each(self.get()).iter()
            }
        }
    )*};
}

arena_of_nodes!(Vec<D> => Vec<T>, Box<[D]> => Box<[T]>);

/// A map, or a set with values of type `()`.
macro_rules! keyed {
    (
        [$($generics:tt)*] $describes:ty => $ty:ty, as $like:ty, $key:ty => $value:ty, |$entry:pat_param| $seen:expr
    ) => {
        impl<$($generics)*> DescribeMap<$ty> for $describes {
            type Key = $key;
            type Value = $value;

            fn length(map: &As<Self, $ty>) -> usize {
                map.get().len()
            }
            fn entries(map: &As<Self, $ty>) -> impl Iterator<Item = (&$key, &$value)> {
                map.get().iter().map(|$entry| $seen)
            }
        }
        impl<$($generics)*> Describe<$ty> for $describes {
            described_as!($like);

            content!(As<Self, $ty>, |left, right, at, visitor| visitor.map(left, right, at));
        }
        impl<$($generics)*> DescribeField<$ty> for $describes {}
    };
}

macro_rules! map {
    ($map:ident $([$hasher:ident $described:ident])?) => {
        keyed!(
            [K: DescribeKey<L>, L, V: DescribeField<W>, W $(, $hasher, $described)?]
            $map<K, V $(, $hasher)?> => $map<L, W $(, $described)?>, as $map<As<K, L>, As<V, W> $(, $described)?>,
            As<K, L> => As<V, W>, |(key, value)| (As::new(key), As::new(value))
        );
    };
}

macro_rules! set {
    ($set:ident $([$hasher:ident $described:ident])?) => {
        keyed!(
            [K: DescribeKey<L>, L $(, $hasher, $described)?]
            $set<K $(, $hasher)?> => $set<L $(, $described)?>, as $set<As<K, L> $(, $described)?>,
            As<K, L> => (), |key| (As::new(key), &())
        );
    };
}

map!(BTreeMap);
set!(BTreeSet);
#[cfg(feature = "std")]
map!(HashMap [S H]);
#[cfg(feature = "std")]
set!(HashSet [S H]);
#[cfg(feature = "indexmap")]
use indexmap::{IndexMap, IndexSet};
#[cfg(feature = "indexmap")]
map!(IndexMap [S H]);
#[cfg(feature = "indexmap")]
set!(IndexSet [S H]);

impl<D: DescribeField<T>, T> Describe<Option<T>> for Option<D> {
    described_as!(Option<As<D, T>>);

    #[inline(always)]
    fn variant(value: &As<Self, Option<T>>) -> u32 {
        u32::from(value.get().is_some())
    }

    content!(As<Self, Option<T>>, |left, right, at, visitor| {
        list_option([left, right].map(|side| side.get().as_ref().map(As::<D, T>::new)), at, visitor)
    });
}
impl<D: DescribeField<T>, T> DescribeField<Option<T>> for Option<D> {
    held_as_content!(As<Self, Option<T>> as Describe<Option<T>>);

    #[inline(always)]
    fn elsewhere(option: &As<Self, Option<T>>) -> Option<*const u8> {
        option.get().as_ref().and_then(|value| D::elsewhere(As::new(value)))
    }
}
key_made_of_keys!([D: DescribeValue<T>, T] Option<D> => Option<T>);
impl<D: DescribeNames<T>, T> DescribeNames<Option<T>> for Option<D> {
    type NamesReach = D::NamesReach;

    listed_names!(As<Self, Option<T>>, |left, right, at, visitor| {
        let sides = [left, right].map(|side| side.get().as_ref().map(As::<D, T>::new));
        list_names::<_, Names, Visit>(<Self as Describe<Option<T>>>::INFO, sides, at, visitor)
    });
}

impl<D: DescribeField<T>, T, E: DescribeField<F>, F> Describe<Result<T, F>> for Result<D, E> {
    described_as!(Result<As<D, T>, As<E, F>>);

    #[inline(always)]
    fn variant(value: &As<Self, Result<T, F>>) -> u32 {
        u32::from(value.get().is_err())
    }

    content!(As<Self, Result<T, F>>, |left, right, at, visitor| {
        let sides = [left, right].map(|side| side.get().as_ref().map(As::<D, T>::new).map_err(As::<E, F>::new));
        list_result(sides, at, visitor)
    });
}
impl<D: DescribeField<T>, T, E: DescribeField<F>, F> DescribeField<Result<T, F>> for Result<D, E> {}
key_made_of_keys!(
    [D: DescribeValue<T>, T, E: DescribeValue<F>, F] Result<D, E> => Result<T, F>
);

macro_rules! tuples {
    ($([$($name:ident $value:ident $position:tt),*];)*) => {$(
        impl<$($name: DescribeField<$value>, $value),*> Describe<($($value,)*)> for ($($name,)*) {
            described_as!(($(As<$name, $value>,)*));

            content!(As<Self, ($($value,)*)>, |left, right, at, visitor| {
                let (left, right) = (left.get(), right.get());
                $(visitor.field(
                    $position,
                    Roles::NONE,
                    As::<$name, _>::new(&left.$position),
                    As::<$name, _>::new(&right.$position),
                    at,
                ))&&*
            });
        }
        impl<$($name: DescribeField<$value>, $value),*> DescribeField<($($value,)*)> for ($($name,)*) {}
        key_made_of_keys!([$($name: DescribeValue<$value>, $value),*] ($($name,)*) => ($($value,)*));
    )*};
}

tuples! {
    [A Z 0];
    [A Z 0, B Y 1];
    [A Z 0, B Y 1, C X 2];
    [A Z 0, B Y 1, C X 2, D W 3];
    [A Z 0, B Y 1, C X 2, D W 3, E T 4];
    [A Z 0, B Y 1, C X 2, D W 3, E T 4, F S 5];
}
