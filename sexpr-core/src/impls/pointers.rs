//! Pointers of the standard library: shared ones, and owning ones, which count as their pointees.

use alloc::{
    borrow::{Cow, ToOwned},
    boxed::Box,
    rc::Rc,
    sync::Arc,
    vec::Vec,
};

use super::*;

/// A pointer as a key, read as its pointee.
macro_rules! pointer_keys {
    ([$($generics:tt)*] $ty:ty, $pointee:path) => {
        impl<$($generics)*> MapKey for $ty
        where
            T: $pointee,
        {
            read_as!(T as $pointee, |key: Self| key);
        }
        // For pointees that are leaves only: so the compiler's search ends at the first pointer of a chain of types.
        #[diagnostic::do_not_recommend]
        impl<$($generics)*> KeyValue for $ty where T: Leaf + MapKey {}
    };
}

/// A pointer in a field that holds names. A pointer to a leaf is a name; a pointer to names in order holds these names.
macro_rules! pointer_names {
    ($to_leaf:ty, $($to_names:ty => $names:ty),*) => {
        names!(name: [T: Leaf + MapKey + ?Sized] $to_leaf => Variable);
        $(
            impl<T: NameField> NameField for $to_names {
                type NamesReach = T::NamesReach;

                listed_names!(Self, |left, right, at, visitor| {
                    <$names as NameField>::names::<Names, Visit>(left, right, at, visitor)
                });
            }
        )*
    };
}

/// The comparison of a shared pointer. If `distinct`, each pointee has an allocation of its own.
macro_rules! shared_pointer {
    ([$($generics:tt)*] $ty:ty, $name:expr, distinct: $distinct:literal $(, $is_unique:expr)?) => {
        impl<$($generics)*> SharedPointer for $ty {
            type Target = T;
            const DISTINCT: bool = $distinct;

            #[inline(always)]
            fn target(&self) -> &T {
                self
            }
            $(
                #[inline(always)]
                fn is_unique(&self) -> bool {
                    let is_unique: fn(&Self) -> bool = $is_unique;
                    is_unique(self)
                }
            )?
        }
        impl<$($generics)*> StructuralEq for $ty {
            const INFO: &'static TypeInfo =
                &TypeInfo::known_container($name, Shape::Pointer(|| T::INFO));
            const REFERS_TO_NOTHING: bool = (!$distinct && T::ADDRESSLESS) || T::REFERS_TO_NOTHING;
            as_part!(T as StructuralEq: CLOSED OPEN);

            content!(Self, |left, right, at, visitor| visitor.shared(left, right, at));
        }
        impl<$($generics)*> Field for $ty {
            const LIGHT: bool = T::LEAF_FIELDS && !T::FLAT;
            held_as_content!();

            #[inline(always)]
            fn elsewhere(pointer: &Self) -> Option<*const u8> {
                // The reference counts, which some pointers store before the pointee.
                Some(core::ptr::from_ref(&**pointer).cast::<u8>().wrapping_sub(2 * size_of::<usize>()))
            }

            #[inline(always)]
            fn held_in_row<'a, V: Visitor<'a>>(left: &'a [Self], right: &'a [Self], at: Region, visitor: &mut V) -> bool {
                visitor.pointer_row(left, right, at)
            }
        }
        pointer_keys!([$($generics)*] $ty, PointeeKey);
    };
}

/// A reference-counted pointer. `made` makes a pointer to a rewritten pointee; `given_up` returns the pointee if there
/// is no other pointer to it.
macro_rules! counted_pointer {
    ($pointer:ident, to: [$($target:tt)*], made: $made:expr, given_up: $given_up:expr) => {
        shared_pointer!([T: StructuralEq + ?Sized] $pointer<T>, stringify!($pointer), distinct: true, |pointer| {
            $pointer::strong_count(pointer) == 1
        });
        rewritable!(shared $pointer<T>, [T: Rewritable]);
        impl<$($target)*> RewritablePointer for $pointer<T> {
            fn get_mut(&mut self) -> Option<&mut T> {
                $pointer::get_mut(self)
            }
            fn from_boxed(target: alloc::boxed::Box<T>) -> Self {
                let made: fn(alloc::boxed::Box<T>) -> Self = $made;
                made(target)
            }
        }
        impl<T: Dismantle> Dismantle for $pointer<T> {
            const MAY_NEST: bool = false;

            fn dismantle(self, pieces: &mut Pieces) {
                let given_up: fn(Self) -> Option<T> = $given_up;
                if let Some(target) = given_up(self) {
                    pieces.piece(target);
                }
            }
        }
    };
    // A pointer that can point to slices and strings, such as those of the standard library.
    (unsized $pointer:ident) => {
        counted_pointer!(
            $pointer, to: [T: Pointee + ?Sized], made: $pointer::from, given_up: $pointer::into_inner
        );
        pointer_names!($pointer<T>, $pointer<[T]> => [T], $pointer<Vec<T>> => Vec<T>);
        rewritable!(shared $pointer<[T]>, [T: Rewritable + Field]);
        impl<T: RewritableNames + Field> RewritableNames for $pointer<[T]>
        where
            Self: NameField,
        {
            fn visit_names<'a, N: Namespace>(part: Part<'a, Self>, at: Region, parts: &mut Parts<'a, '_, '_>) {
                parts.shared_names::<Self, T, N>(part, at);
            }
        }
        string_as_name!($pointer<str>);
    };
}

counted_pointer!(unsized Arc);
counted_pointer!(unsized Rc);

// References to values of size zero may be equal.
shared_pointer!([T: StructuralEq + ?Sized] &T, "&", distinct: false);
pointer_names!(&T, &[T] => [T], &Vec<T> => Vec<T>);

impl<T: Field + ?Sized> OwningPointer for Box<T> {
    type Target = T;

    #[inline(always)]
    fn target(&self) -> &T {
        self
    }
}
impl<T: Field + ?Sized> StructuralEq for Box<T> {
    const INFO: &'static TypeInfo = &TypeInfo::known_container("Box", Shape::Pointer(T::TABLE));
    as_part!(T as StructuralEq: CLOSED OPEN REFERS_TO_NOTHING);

    content!(Self, |left, right, at, visitor| visitor.owning(left, right, at));
}
impl<T: Field + ?Sized> Field for Box<T> {
    held_as_content!();

    #[inline(always)]
    fn elsewhere(pointer: &Self) -> Option<*const u8> {
        Some(core::ptr::from_ref(&**pointer).cast())
    }

    #[inline(always)]
    fn held_in_row<'a, V: Visitor<'a>>(left: &'a [Self], right: &'a [Self], at: Region, visitor: &mut V) -> bool {
        visitor.pointer_row(left, right, at)
    }
}
pointer_keys!([T: Field + ?Sized] Box<T>, MapKey);
pointer_names!(Box<T>, Box<[T]> => [T], Box<Vec<T>> => Vec<T>);
impl<T: Rewritable + Field> Rewritable for Box<T> {
    #[inline(always)]
    fn visit<'a>(part: Part<'a, Self>, at: Region, parts: &mut Parts<'a, '_, '_>) {
        parts.enter_owned(part, at, |part, parts| {
            T::visit(part.project(|boxed| &mut **boxed, |boxed| &**boxed), at, parts);
        });
    }
    fn rebuild(&self, edits: &mut Edits) -> Self {
        Box::new(edits.part(&**self))
    }
}
impl<T: Dismantle> Dismantle for Box<T> {
    const MAY_NEST: bool = false;

    fn dismantle(self, pieces: &mut Pieces) {
        pieces.boxed(self);
    }
}
string_as_name!(Box<str>);

impl<T: Field + ToOwned + ?Sized> OwningPointer for Cow<'_, T> {
    type Target = T;

    #[inline(always)]
    fn target(&self) -> &T {
        self
    }
}
impl<T: Field + ToOwned + ?Sized> StructuralEq for Cow<'_, T> {
    const INFO: &'static TypeInfo = &TypeInfo::known_container("Cow", Shape::Pointer(T::TABLE));
    as_part!(T as StructuralEq: CLOSED OPEN REFERS_TO_NOTHING);

    content!(Self, |left, right, at, visitor| match (left, right) {
        // A borrowed value may occur again.
        (Cow::Borrowed(left), Cow::Borrowed(right)) => visitor.shared(left, right, at),
        _ => visitor.owning(left, right, at),
    });
}
impl<T: Field + ToOwned + ?Sized> Field for Cow<'_, T> {
    held_as_content!();
}
pointer_keys!([T: Field + ToOwned + ?Sized] Cow<'_, T>, MapKey);
names!(name: [T: Leaf + MapKey + ToOwned + ?Sized] Cow<'_, T> => Variable);
string_as_name!(Cow<'static, str>);
