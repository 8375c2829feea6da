//! Leaves, and the types of the standard library that are refused.

use alloc::{borrow::Cow, boxed::Box, rc::Rc, string::String, sync::Arc};
use core::{
    any::{self, Any},
    cell::{Cell, OnceCell, RefCell, UnsafeCell},
    cmp::Ordering,
    convert::Infallible,
    fmt,
    marker::PhantomData,
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6},
    num::NonZero,
    ops::{Bound, Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive},
    sync::atomic,
    time::Duration,
};

use super::{
    foreign,
    mention::{Acyclic, Content, Unchanging},
    *,
};
use crate::{describe::reach::Anything, rewrite::own_types::same_name};

/// All implementations for a leaf except [`Leaf`]. The arguments are three lists of generics, for comparing, for
/// rewriting and for dropping the leaf; and its table.
macro_rules! whole_leaf {
    ($ty:ty) => {
        leaf!(@foreign $ty);
        __rewritable_leaf!(@like $ty, [], __seq::same_name, []);
        __rewritable_leaf!(@dropped $ty, []);
    };
    ($ty:ty, [$($compared:tt)*] [$($rewritten:tt)*] [$($dropped:tt)*], $info:block) => {
        leaf!(@named $ty, [$($compared)*], $info);
        __rewritable_leaf!(@like $ty, [$($rewritten)*], __seq::same_name, []);
        __rewritable_leaf!(@dropped $ty, [$($dropped)*]);
    };
}

/// [`Leaf`] for a type: its equality, its encoding, and its text in a report.
macro_rules! as_leaf {
    (
        $ty:ty $([$class:expr])? $(, [$($generics:tt)*])? $(, process_local: $process_local:expr)?,
        |$one:ident, $other:ident| $same:expr, |$value:pat_param, $into:ident| $encode:expr,
        |$shown:pat_param, $f:ident| $show:expr $(, text: $text:expr)?
    ) => {
        impl $(<$($generics)*>)? Leaf for $ty {
            $(const CLASS: u64 = $class;)?
            $(const PROCESS_LOCAL: bool = $process_local;)?

            #[inline(always)]
            fn same(&self, $other: &Self) -> bool {
                let $one = self;
                $same
            }
            #[inline(always)]
            fn encode<E: Encoder>(&self, $into: &mut E) {
                let $value = self;
                $encode
            }
            fn show(&self, $f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                let $shown = self;
                $show
            }
            $(
                #[inline]
                fn as_str(&self) -> Option<&str> {
                    let text: fn(&Self) -> &str = $text;
                    Some(text(self))
                }
            )?
        }
    };
}

/// Leaves that are compared by `==` and shown by `Debug`, with their encoding.
macro_rules! plain_leaves {
    ($($ty:ty $([$class:expr])?: |$value:pat_param, $into:ident| $encode:expr;)*) => {$(
        as_leaf!(
            $ty $([$class])?, |one, other| one == other, |$value, $into| $encode,
            |value, f| core::fmt::Debug::fmt(value, f)
        );
        whole_leaf!($ty);
    )*};
}

plain_leaves! {
    u8: |n, into| into.word(u64::from(*n));
    u16: |n, into| into.word(u64::from(*n));
    u32: |n, into| into.word(u64::from(*n));
    u64: |n, into| into.word(*n);
    usize: |n, into| into.word(*n as u64);
    i8 [class::SIGNED]: |n, into| i64::from(*n).encode(into);
    i16 [class::SIGNED]: |n, into| i64::from(*n).encode(into);
    i32 [class::SIGNED]: |n, into| i64::from(*n).encode(into);
    i64 [class::SIGNED]: |n, into| into.word((*n ^ i64::MIN) as u64);
    isize [class::SIGNED]: |n, into| (*n as i64).encode(into);
    u128: |n, into| { into.word((n >> 64) as u64); into.word(*n as u64) };
    i128 [class::SIGNED]: |n, into| ((n ^ i128::MIN) as u128).encode(into);
    bool [class::BOOL]: |b, into| into.word(u64::from(*b));
    char [class::CHAR]: |c, into| into.word(u64::from(*c));
    () [class::UNIT]: |_, _into| {};
    Ordering [class::ORDERING]: |order, into| into.word(*order as i64 as u64);
    Duration [class::DURATION]: |time, into| { into.word(time.as_secs()); into.word(u64::from(time.subsec_nanos())) };
    Infallible [class::UNIT]: |never, _into| match *never {};
    RangeFull [class::of(class::RANGE, class::UNIT)]: |_, _into| {};
    Ipv4Addr [class::of(class::ADDRESS, 0)]: |ip, into| into.word(u64::from(ip.to_bits()));
    Ipv6Addr [class::of(class::ADDRESS, 1)]: |ip, into| ip.to_bits().encode(into);
    IpAddr [class::of(class::ADDRESS, 2)]: |ip, into| match ip {
        IpAddr::V4(ip) => { into.word(4); ip.encode(into) }
        IpAddr::V6(ip) => { into.word(6); ip.encode(into) }
    };
    SocketAddrV4 [class::of(class::ADDRESS, 3)]: |addr, into| { addr.ip().encode(into); into.word(u64::from(addr.port())) };
    SocketAddrV6 [class::of(class::ADDRESS, 4)]: |addr, into| {
        addr.ip().encode(into);
        into.word(u64::from(addr.port()));
        into.word(u64::from(addr.flowinfo()));
        into.word(u64::from(addr.scope_id()))
    };
    SocketAddr [class::of(class::ADDRESS, 5)]: |addr, into| match addr {
        SocketAddr::V4(addr) => { into.word(4); addr.encode(into) }
        SocketAddr::V6(addr) => { into.word(6); addr.encode(into) }
    };
}

macro_rules! nonzero_leaves {
    ($($int:ty)*) => {$(
        plain_leaves! { NonZero<$int> [<$int as Leaf>::CLASS]: |n, into| n.get().encode(into); }
    )*};
}

nonzero_leaves! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize }

/// Floats, compared by bits, except that every NaN equals every NaN.
macro_rules! float_leaves {
    ($($float:ty [$class:expr])*) => {$(
        as_leaf!(
            $float [$class],
            |one, other| one.to_bits() == other.to_bits() || (one.is_nan() && other.is_nan()),
            |float, into| {
                let canonical = if float.is_nan() { <$float>::NAN } else { *float };
                into.word(u64::from(canonical.to_bits()));
            },
            |float, f| fmt::Debug::fmt(float, f)
        );
        whole_leaf!($float);
    )*};
}

float_leaves! { f32 [class::FLOAT_32] f64 [class::FLOAT_64] }

/// [`Leaf`] for a string.
macro_rules! string_as_leaf {
    ($string:ty) => {
        as_leaf!(
            $string, |one, other| one == other, |string, into| into.bytes(string.as_bytes()),
            |string, f| core::fmt::Debug::fmt(string, f), text: |string| string
        );
    };
}

/// A string as a name. A name of this type can be made of a string of any other type.
macro_rules! string_as_name {
    ($string:ty) => {
        __rewritable_leaf!(@like $string, [], $crate::impls::leaves::string_like, []);
        __rewritable_leaf!(@dropped $string, []);
    };
}

/// A string that is a leaf by itself. A pointer to a `str` is implemented as a pointer to a leaf, and needs
/// only [`string_as_name!`].
macro_rules! string_leaf {
    ($string:ty) => {
        string_as_leaf!($string);
        leaf!(@foreign $string);
        string_as_name!($string);
    };
}

string_leaf!(String);

// An unsized string is a name behind a pointer only.
string_as_leaf!(str);
leaf!(@as str, [], { TypeInfo::leaf("str") }, {});

/// A name of the type `T`, from a name that is a string of any type.
pub(super) fn string_like<T: From<String> + Rewritable>(other: &dyn Any) -> T {
    fn text(name: &dyn Any) -> Option<&str> {
        let owned = name.downcast_ref::<String>().map(String::as_str);
        let owned = owned.or_else(|| name.downcast_ref::<Box<str>>().map(|name| &**name));
        let shared = || name.downcast_ref::<Arc<str>>().map(|name| &**name);
        let counted = || name.downcast_ref::<Rc<str>>().map(|name| &**name);
        let cow = || name.downcast_ref::<Cow<'static, str>>().map(|name| &**name);
        owned.or_else(shared).or_else(counted).or_else(cow).or_else(|| foreign::text(name))
    }
    match text(other) {
        Some(text) if !other.is::<T>() => T::from(String::from(text)),
        _ => same_name(other),
    }
}

as_leaf!(
    PhantomData<T> [class::UNIT], [T: ?Sized], |one, other| one == other, |_, _into| {}, |_, f| f.write_str("PhantomData")
);
whole_leaf!(PhantomData<T>, [T: ?Sized] [T: ?Sized + 'static] [T: ?Sized + 'static], {
    TypeInfo::leaf("PhantomData").with_texts(&[Text::Type(any::type_name::<T>)])
});

/// Ranges, compared by their limits.
macro_rules! range_leaves {
    ($($name:ident [$($bound:tt)*]: |$range:ident| $limits:expr, $class:literal, $show:literal;)*) => {$(
        as_leaf!(
            $name<T> [class::of(class::RANGE + $class, T::CLASS)], [T: Leaf $($bound)*], process_local: T::PROCESS_LOCAL,
            |one, other| {
                let $range = one;
                let one = $limits;
                let $range = other;
                same_limits(&one, &$limits)
            },
            |$range, into| {
                let (limits, exhausted) = $limits;
                limits.iter().for_each(|limit| limit.encode(into));
                into.word(u64::from(exhausted));
            },
            |$range, f| show_limits(f, $show, &$limits.0)
        );
        whole_leaf!(
            $name<T>,
            [T: Leaf + Field $($bound)*] [T: Leaf + Field + Clone $($bound)* + 'static] [T: Leaf + 'static],
            { TypeInfo::leaf(stringify!($name)).with_arguments(&[T::TABLE]) }
        );
    )*};
}

/// The limits of a range, and whether the range is empty. An inclusive range that was iterated to its end is empty,
/// whatever its limits.
type Limits<'r, T, const N: usize> = ([&'r T; N], bool);

fn same_limits<T: Leaf, const N: usize>(one: &Limits<'_, T, N>, other: &Limits<'_, T, N>) -> bool {
    one.1 == other.1 && one.0.iter().zip(&other.0).all(|(one, other)| one.same(other))
}

/// Writes `pattern`, with a limit for each `_`.
fn show_limits<T: Leaf>(f: &mut fmt::Formatter<'_>, pattern: &str, limits: &[&T]) -> fmt::Result {
    let mut limits = limits.iter();
    for part in pattern.split_inclusive('_') {
        f.write_str(part.trim_end_matches('_'))?;
        if let (true, Some(limit)) = (part.ends_with('_'), limits.next()) {
            limit.show(f)?;
        }
    }
    Ok(())
}

range_leaves! {
    Range []: |range| ([&range.start, &range.end], false), 1, "_.._";
    RangeFrom []: |range| ([&range.start], false), 2, "_..";
    RangeTo []: |range| ([&range.end], false), 3, ".._";
    RangeToInclusive []: |range| ([&range.end], false), 4, "..=_";
    RangeInclusive [+ PartialOrd]: |range| ([range.start(), range.end()], range.is_empty()), 5, "_..=_";
}

/// The number of a bound's variant, and its limit.
fn limit<T>(bound: &Bound<T>) -> (u64, Option<&T>) {
    match bound {
        Bound::Included(limit) => (0, Some(limit)),
        Bound::Excluded(limit) => (1, Some(limit)),
        Bound::Unbounded => (2, None),
    }
}

as_leaf!(
    Bound<T> [class::of(class::RANGE + 6, T::CLASS)], [T: Leaf], process_local: T::PROCESS_LOCAL,
    |one, other| {
        let ((one, one_limit), (other, other_limit)) = (limit(one), limit(other));
        one == other && one_limit.zip(other_limit).is_none_or(|(one, other)| one.same(other))
    },
    |bound, into| {
        let (variant, limit) = limit(bound);
        into.word(variant);
        if let Some(limit) = limit {
            limit.encode(into);
        }
    },
    |bound, f| match bound {
        Bound::Included(limit) => show_limits(f, "Included(_)", &[limit]),
        Bound::Excluded(limit) => show_limits(f, "Excluded(_)", &[limit]),
        Bound::Unbounded => f.write_str("Unbounded"),
    }
);
whole_leaf!(Bound<T>, [T: Leaf + Field] [T: Leaf + Field + Clone + 'static] [T: Leaf + 'static], {
    TypeInfo::leaf("Bound").with_arguments(&[T::TABLE])
});

#[cfg(feature = "std")]
mod of_std {
    use std::{
        ffi::{OsStr, OsString},
        path::{Path, PathBuf},
    };

    use crate::impls::*;

    /// Strings and paths of the operating system, compared by their text.
    macro_rules! os_leaves {
        ($($ty:ty),*) => {$(
            as_leaf!(
                $ty [class::PATH], |one, other| text(one) == text(other),
                |string, into| into.bytes(text(string).as_encoded_bytes()), |string, f| std::fmt::Debug::fmt(string, f)
            );
        )*};
    }

    fn text(string: &(impl AsRef<OsStr> + ?Sized)) -> &OsStr {
        string.as_ref()
    }

    os_leaves!(OsStr, Path, OsString, PathBuf);
    leaf!(@as OsStr, [], { TypeInfo::leaf("OsStr") }, {});
    leaf!(@as Path, [], { TypeInfo::leaf("Path") }, {});
    whole_leaf!(OsString);
    whole_leaf!(PathBuf);
}

/// Types that are refused: an implementation with a bound that no type meets. The trait in the bound has the message.
macro_rules! refused {
    ($refusal:ident: $($(#[$enabled:meta])? $ty:ty $(, [$($generics:tt)*])?;)*) => {$(
        $(#[$enabled])?
        impl $(<$($generics)*>)? StructuralEq for $ty
        where
            for<'x> (): $refusal<'x, $ty>,
        {
            const INFO: &'static TypeInfo = &TypeInfo::leaf(stringify!($ty));
            type Reach = Anything;

            fn content<'a, V: Visitor<'a>>(_: &'a Self, _: &'a Self, _: Region, _: &mut V) -> bool {
                false
            }
        }
        $(#[$enabled])?
        impl $(<$($generics)*>)? Field for $ty where for<'x> (): $refusal<'x, $ty> {}
    )*};
}

refused! { Unchanging:
    Cell<T>, [T: ?Sized];
    RefCell<T>, [T: ?Sized];
    UnsafeCell<T>, [T: ?Sized];
    OnceCell<T>, [T];
    atomic::AtomicBool;
    atomic::AtomicI8;
    atomic::AtomicU8;
    atomic::AtomicI16;
    atomic::AtomicU16;
    atomic::AtomicI32;
    atomic::AtomicU32;
    atomic::AtomicIsize;
    atomic::AtomicUsize;
    #[cfg(target_has_atomic = "64")] atomic::AtomicI64;
    #[cfg(target_has_atomic = "64")] atomic::AtomicU64;
    #[cfg(target_has_atomic = "ptr")] atomic::AtomicPtr<T>, [T];
    #[cfg(feature = "std")] std::sync::Mutex<T>, [T: ?Sized];
    #[cfg(feature = "std")] std::sync::RwLock<T>, [T: ?Sized];
    #[cfg(feature = "std")] std::sync::OnceLock<T>, [T];
    #[cfg(feature = "std")] core::cell::LazyCell<T, F>, [T, F];
    #[cfg(feature = "std")] std::sync::LazyLock<T, F>, [T, F];
}

refused! { Acyclic:
    alloc::rc::Weak<T>, [T: ?Sized];
    alloc::sync::Weak<T>, [T: ?Sized];
}

refused! { Content:
    *const T, [T: ?Sized];
    *mut T, [T: ?Sized];
    core::ptr::NonNull<T>, [T: ?Sized];
    fn() -> R, [R];
    fn(A) -> R, [A, R];
    fn(A, B) -> R, [A, B, R];
    fn(A, B, C) -> R, [A, B, C, R];
    fn(A, B, C, D) -> R, [A, B, C, D, R];
}
