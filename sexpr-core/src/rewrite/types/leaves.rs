//! Rewriting of leaves, and the macro `rewritable_leaf!`.
//!
//! **No operation panics**, whatever the value, even if a map's keys contradict each other. [`same_name`] is the one
//! exception: a variable is replaced whose name is written as two types that cannot be converted into each other. To go
//! on would give a wrong result.

use alloc::{borrow::Cow, boxed::Box, rc::Rc, string::String, sync::Arc};
use core::{
    any::Any,
    cmp::Ordering,
    convert::Infallible,
    marker::PhantomData,
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6},
    num::NonZero,
    ops::{Bound, Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive},
    time::Duration,
};

use crate::{
    describe::{leaf::Leaf, structural::Field},
    dismantle_leaf,
    rewrite::{rewritable::Rewritable, rewriting::copying::clone},
};

/// Makes leaves that are `Clone` usable in types that are rewritten.
///
/// For leaves of one's own, beside [`leaf!`](crate::leaf!). Generics follow in brackets.
///
/// ```
/// # use core::fmt;
/// use sexpr_core::{StructuralEq, containers::{Encoder, Leaf}};
///
/// #[derive(Clone, PartialEq)]
/// struct Symbol(u32);
///
/// impl Leaf for Symbol {
///     fn same(&self, other: &Self) -> bool { self == other }
///     fn encode<E: Encoder>(&self, into: &mut E) { into.word(self.0.into()); }
///     fn show(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { write!(f, "#{}", self.0) }
/// }
/// sexpr_core::leaf!(Symbol);
/// sexpr_core::rewritable_leaf!(Symbol);
///
/// #[derive(StructuralEq)]
/// #[seq(rewrite)]
/// struct Named { name: Symbol }
/// ```
#[macro_export]
macro_rules! rewritable_leaf {
    ($ty:ty $(, [$($generics:tt)*])?) => {
        $crate::rewritable_leaf!(@like $ty, [$($($generics)*)?], __seq::same_name);
    };
    (@like $ty:ty, [$($generics:tt)*], $like:path) => {
        $crate::rewritable_leaf!(@part $ty, [$($generics)*]);
        const _: () = {
            use $crate::__private as __seq;

            impl<$($generics)*> __seq::NamePart for $ty {
                fn like(other: &dyn __seq::Any) -> Self {
                    $like(other)
                }
            }
            impl<$($generics)*> __seq::RewritableVariable for $ty {
                fn identify(&self, namespace: &__seq::str, keys: &mut __seq::Keys) -> __seq::Identity {
                    keys.identify_name_in(self, namespace)
                }
                fn mark(&self) -> __seq::Option<__seq::u128> {
                    __seq::mark_of_name(self)
                }
            }
            impl<$($generics)*> __seq::RewritableNames for $ty {
                fn visit_names<'__a, __N: __seq::Namespace>(
                    part: __seq::Part<'__a, Self>,
                    at: __seq::Region,
                    parts: &mut __seq::Parts<'__a, '_, '_>,
                ) {
                    parts.name::<Self, __N>(part, at);
                }
            }
        };
    };
    (@part $ty:ty, [$($generics:tt)*]) => {
        const _: () = {
            use $crate::__private as __seq;

            impl<$($generics)*> __seq::Rewritable for $ty {
                fn visit<'__a>(
                    part: __seq::Part<'__a, Self>,
                    at: __seq::Region,
                    parts: &mut __seq::Parts<'__a, '_, '_>,
                ) {
                    parts.leaf(part, at);
                }
                fn part_types(_: &mut __seq::PartTypes) {}
                fn rebuild(&self, _: &mut __seq::Edits) -> Self {
                    __seq::Clone::clone(self)
                }
            }
        };
    };
}

/// A name, from one of the same type.
#[doc(hidden)]
pub fn same_name<T: Rewritable>(other: &dyn Any) -> T {
    match other.downcast_ref::<T>() {
        Some(name) => clone(name),
        None => panic!(
            "a variable that is written as a `{}` is replaced, and also written as another type that cannot be made of it: \
             write its name as one type everywhere",
            core::any::type_name::<T>()
        ),
    }
}

/// A name, from one that is a string of any kind.
pub(super) fn string_like<T: From<String> + Rewritable>(other: &dyn Any) -> T {
    fn text(name: &dyn Any) -> Option<&str> {
        let owned = name.downcast_ref::<String>().map(String::as_str);
        let owned = owned.or_else(|| name.downcast_ref::<Box<str>>().map(|name| &**name));
        let shared = || name.downcast_ref::<Arc<str>>().map(|name| &**name);
        let counted = || name.downcast_ref::<Rc<str>>().map(|name| &**name);
        let cow = || name.downcast_ref::<Cow<'static, str>>().map(|name| &**name);
        #[cfg(feature = "smol_str")]
        let small = || name.downcast_ref::<smol_str::SmolStr>().map(smol_str::SmolStr::as_str);
        #[cfg(not(feature = "smol_str"))]
        let small = || None;
        owned.or_else(shared).or_else(counted).or_else(cow).or_else(small)
    }
    match text(other) {
        Some(text) if !other.is::<T>() => T::from(String::from(text)),
        _ => same_name(other),
    }
}

macro_rules! rewritable_leaves {
    ($($ty:ty)*) => {$(
        rewritable_leaf!($ty);
        dismantle_leaf!($ty);
    )*};
}

rewritable_leaves! {
    u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize
    NonZero<u8> NonZero<u16> NonZero<u32> NonZero<u64> NonZero<u128> NonZero<usize>
    NonZero<i8> NonZero<i16> NonZero<i32> NonZero<i64> NonZero<i128> NonZero<isize>
    f32 f64 bool char Ordering Duration Infallible RangeFull
    Ipv4Addr Ipv6Addr IpAddr SocketAddrV4 SocketAddrV6 SocketAddr
}

rewritable_leaves! { () }

macro_rules! rewritable_strings {
    ($($ty:ty)*) => {$( rewritable_leaf!(@like $ty, [], string_like); )*};
}

rewritable_strings! { String Box<str> Arc<str> Rc<str> Cow<'static, str> }

dismantle_leaf!(String);
dismantle_leaf!(Box<str>);
dismantle_leaf!(Cow<'static, str>);

rewritable_leaf!(PhantomData<T>, [T: ?Sized + 'static]);
dismantle_leaf!(PhantomData<T>, [T: ?Sized + 'static]);
rewritable_leaf!(Range<T>, [T: Leaf + Field + Clone + 'static]);
dismantle_leaf!(Range<T>, [T: Leaf + 'static]);
rewritable_leaf!(RangeFrom<T>, [T: Leaf + Field + Clone + 'static]);
dismantle_leaf!(RangeFrom<T>, [T: Leaf + 'static]);
rewritable_leaf!(RangeTo<T>, [T: Leaf + Field + Clone + 'static]);
dismantle_leaf!(RangeTo<T>, [T: Leaf + 'static]);
rewritable_leaf!(RangeToInclusive<T>, [T: Leaf + Field + Clone + 'static]);
dismantle_leaf!(RangeToInclusive<T>, [T: Leaf + 'static]);
rewritable_leaf!(RangeInclusive<T>, [T: Leaf + Field + Clone + PartialOrd + 'static]);
dismantle_leaf!(RangeInclusive<T>, [T: Leaf + 'static]);
rewritable_leaf!(Bound<T>, [T: Leaf + Field + Clone + 'static]);
dismantle_leaf!(Bound<T>, [T: Leaf + 'static]);

#[cfg(feature = "std")]
rewritable_leaves! { std::ffi::OsString std::path::PathBuf }
