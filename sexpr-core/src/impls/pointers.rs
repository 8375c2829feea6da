//! The pointers of the standard library.

use alloc::{
    borrow::{Cow, ToOwned},
    boxed::Box,
    rc::Rc,
    sync::Arc,
};

use crate::describe::{
    containers::{OwningPointer, SharedPointer, Sharing},
    info::{Shape, TypeInfo},
    keys::{KeyReader, KeyValue, MapKey, PointeeKey},
    leaf::Leaf,
    region::Region,
    structural::{Field, StructuralEq, held_as_content},
    visitor::Visitor,
};

/// A pointer as a key: what it points to.
macro_rules! pointer_keys {
    ([$($generics:tt)*] $ty:ty, $pointee:path) => {
        impl<$($generics)*> MapKey for $ty
        where
            T: $pointee,
        {
            type Terms = <T as $pointee>::Terms;
            const IS_CONTENT: bool = <T as $pointee>::IS_CONTENT;

            fn read(key: &Self, reader: &mut KeyReader) {
                <T as $pointee>::read(key, reader);
            }
        }
        // Of leaves alone: so the question whether a chain of types is a key ends at its first pointer.
        #[diagnostic::do_not_recommend]
        impl<$($generics)*> KeyValue for $ty where T: Leaf + MapKey {}
    };
}
#[cfg(feature = "triomphe")]
pub(crate) use pointer_keys;

/// The table of a pointee, which need not be a field's type.
pub(crate) fn pointee_table<T: StructuralEq + ?Sized>() -> &'static TypeInfo {
    T::INFO
}

/// A shared pointer.
macro_rules! shared_pointer {
    ([$($generics:tt)*] $ty:ty, $name:literal, distinct: $distinct:literal, $sharing:expr) => {
        impl<$($generics)*> SharedPointer for $ty {
            type Target = T;
            const DISTINCT: bool = $distinct;

            #[inline(always)]
            fn target(&self) -> &T {
                self
            }
            #[inline(always)]
            fn sharing(&self) -> Sharing {
                let sharing: fn(&Self) -> Sharing = $sharing;
                sharing(self)
            }
        }

        impl<$($generics)*> StructuralEq for $ty {
            const INFO: &'static TypeInfo = &TypeInfo::known_container($name, Shape::Pointer(pointee_table::<T>));
            const POINTER: bool = true;
            const CLOSED: bool = T::CLOSED;
            const OPEN: bool = T::OPEN;
            const REFERS_TO_NOTHING: bool = (!$distinct && T::ADDRESSLESS) || T::REFERS_TO_NOTHING;
            type Reach = T::Reach;

            #[inline(always)]
            fn content<'a, V: Visitor<'a>>(left: &'a Self, right: &'a Self, at: Region, visitor: &mut V) -> bool {
                visitor.shared(left, right, at)
            }
        }
        impl<$($generics)*> Field for $ty {
            const LIGHT: bool = T::LEAF_FIELDS && !T::FLAT;
            held_as_content!();

            #[inline(always)]
            fn elsewhere(pointer: &Self) -> Option<*const u8> {
                // The counts that some have before what they point to.
                Some(core::ptr::from_ref(&**pointer).cast::<u8>().wrapping_sub(2 * size_of::<usize>()))
            }

            #[inline(always)]
            fn held_in_row<'a, V: Visitor<'a>>(left: &'a [Self], right: &'a [Self], at: Region, visitor: &mut V) -> bool {
                visitor.shared_row(left, right, at)
            }
        }
        pointer_keys!([$($generics)*] $ty, PointeeKey);
    };
}
#[cfg(feature = "triomphe")]
pub(crate) use shared_pointer;

/// For pointers that count.
#[inline(always)]
pub(crate) fn shared_if(counted: usize) -> Sharing {
    if counted == 1 { Sharing::Unique } else { Sharing::Shared }
}

// Each pointee has an allocation of its own.
shared_pointer!([T: StructuralEq + ?Sized] Arc<T>, "Arc", distinct: true, |arc| shared_if(Arc::strong_count(arc)));
shared_pointer!([T: StructuralEq + ?Sized] Rc<T>, "Rc", distinct: true, |rc| shared_if(Rc::strong_count(rc)));
// References to values of size zero may be equal.
shared_pointer!([T: StructuralEq + ?Sized] &T, "&", distinct: false, |_| Sharing::Unknown);

/// Refuses pointers to nodes that are known by their address and need not have one of their own.
pub(crate) const fn assert_addressable<T: StructuralEq + ?Sized>(distinct: bool) {
    assert!(
        distinct || !T::ADDRESSLESS,
        "a pointer to a `var`, `dag` or `singleton` of size zero does not tell one from another: \
         give it a field or a `#[seq(key)]`, or hold it in an `Arc` or `Rc`"
    );
}

impl<T: Field + ?Sized> StructuralEq for Box<T> {
    const INFO: &'static TypeInfo = &TypeInfo::known_container("Box", Shape::Pointer(T::TABLE));
    const POINTER: bool = true;
    const CLOSED: bool = T::CLOSED;
    const OPEN: bool = T::OPEN;
    const REFERS_TO_NOTHING: bool = T::REFERS_TO_NOTHING;
    type Reach = T::Reach;

    #[inline(always)]
    fn content<'a, V: Visitor<'a>>(left: &'a Self, right: &'a Self, at: Region, visitor: &mut V) -> bool {
        visitor.owning(left, right, at)
    }
}
impl<T: Field + ?Sized> Field for Box<T> {
    held_as_content!();

    #[inline(always)]
    fn elsewhere(pointer: &Self) -> Option<*const u8> {
        Some(core::ptr::from_ref(&**pointer).cast())
    }

    #[inline(always)]
    fn held_in_row<'a, V: Visitor<'a>>(left: &'a [Self], right: &'a [Self], at: Region, visitor: &mut V) -> bool {
        visitor.owning_row(left, right, at)
    }
}
pointer_keys!([T: Field + ?Sized] Box<T>, MapKey);

impl<T: Field + ?Sized> OwningPointer for Box<T> {
    type Target = T;

    #[inline(always)]
    fn target(&self) -> &T {
        self
    }
}

impl<T: Field + ToOwned + ?Sized> StructuralEq for Cow<'_, T> {
    const INFO: &'static TypeInfo = &TypeInfo::known_container("Cow", Shape::Pointer(T::TABLE));
    const CLOSED: bool = T::CLOSED;
    const OPEN: bool = T::OPEN;
    const REFERS_TO_NOTHING: bool = T::REFERS_TO_NOTHING;
    type Reach = T::Reach;

    #[inline(always)]
    fn content<'a, V: Visitor<'a>>(left: &'a Self, right: &'a Self, at: Region, visitor: &mut V) -> bool {
        match (left, right) {
            // What is borrowed may be met again.
            (Cow::Borrowed(left), Cow::Borrowed(right)) => visitor.shared(left, right, at),
            _ => visitor.owning(left, right, at),
        }
    }
}
impl<T: Field + ToOwned + ?Sized> Field for Cow<'_, T> {
    held_as_content!();
}
pointer_keys!([T: Field + ToOwned + ?Sized] Cow<'_, T>, MapKey);

impl<T: Field + ToOwned + ?Sized> OwningPointer for Cow<'_, T> {
    type Target = T;

    #[inline(always)]
    fn target(&self) -> &T {
        self
    }
}
