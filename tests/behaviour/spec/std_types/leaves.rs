//! Leaves of the standard library.

use std::{
    borrow::Cow,
    cmp::{Ordering, Reverse},
    convert::Infallible,
    ffi::{OsStr, OsString},
    marker::PhantomData,
    net::{IpAddr, Ipv4Addr, Ipv6Addr},
    num::{
        NonZeroI8, NonZeroI16, NonZeroI32, NonZeroI64, NonZeroI128, NonZeroIsize, NonZeroU8, NonZeroU16, NonZeroU32,
        NonZeroU64, NonZeroU128, NonZeroUsize, Wrapping,
    },
    ops::{Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive},
    path::{Path, PathBuf},
    rc::Rc,
    sync::Arc,
    time::Duration,
};

use sexpr_test_support::check::{assert_reason, differ_at, equal};

use super::{hold, leaf, leaf_everywhere};

macro_rules! leaves {
    ($($name:ident: $ty:ty = [$($value:expr),+ $(,)?];)+) => {
        $(
            #[test]
            fn $name() {
                leaf::<$ty>(|| vec![$($value),+]);
            }
        )+
    };
}

leaves! {
    i8_: i8 = [0, 1, -1, i8::MIN, i8::MAX];
    i16_: i16 = [0, 1, -1, i16::MIN, i16::MAX];
    i32_: i32 = [0, 1, -1, i32::MIN, i32::MAX];
    i64_: i64 = [0, 1, -1, i64::MIN, i64::MAX];
    i128_: i128 = [0, 1, -1, 1 << 64, i128::MIN, i128::MAX];
    isize_: isize = [0, 1, -1, isize::MIN, isize::MAX];
    u8_: u8 = [0, 1, u8::MAX];
    u16_: u16 = [0, 1, 256, u16::MAX];
    u32_: u32 = [0, 1, 1 << 16, u32::MAX];
    u64_: u64 = [0, 1, 1 << 32, u64::MAX];
    u128_: u128 = [0, 1, 1 << 64, 1 << 127, u128::MAX];
    usize_: usize = [0, 1, usize::MAX];
    nonzero_i8: NonZeroI8 = [NonZeroI8::MIN, NonZeroI8::MAX];
    nonzero_i16: NonZeroI16 = [NonZeroI16::MIN, NonZeroI16::MAX];
    nonzero_i32: NonZeroI32 = [NonZeroI32::MIN, NonZeroI32::MAX];
    nonzero_i64: NonZeroI64 = [NonZeroI64::MIN, NonZeroI64::MAX];
    nonzero_i128: NonZeroI128 = [NonZeroI128::MIN, NonZeroI128::MAX];
    nonzero_isize: NonZeroIsize = [NonZeroIsize::MIN, NonZeroIsize::MAX];
    nonzero_u8: NonZeroU8 = [NonZeroU8::MIN, NonZeroU8::MAX];
    nonzero_u16: NonZeroU16 = [NonZeroU16::MIN, NonZeroU16::MAX];
    nonzero_u32: NonZeroU32 = [NonZeroU32::MIN, NonZeroU32::MAX];
    nonzero_u64: NonZeroU64 = [NonZeroU64::MIN, NonZeroU64::MAX];
    nonzero_u128: NonZeroU128 = [NonZeroU128::MIN, NonZeroU128::MAX];
    nonzero_usize: NonZeroUsize = [NonZeroUsize::MIN, NonZeroUsize::MAX];
    bool_: bool = [false, true];
    char_: char = ['a', 'b', '\0', 'ß', '𝄞'];
    f32_: f32 = [0.0, -0.0, 1.0, -1.0, f32::MIN_POSITIVE, f32::INFINITY, f32::NEG_INFINITY, f32::NAN];
    f64_: f64 = [0.0, -0.0, 1.0, -1.0, f64::EPSILON, f64::INFINITY, f64::NEG_INFINITY, f64::NAN];
    string: String = ["".into(), "a".into(), "b".into(), "ab".into(), "a\0".into(), "ß".into()];
    static_str: &'static str = ["", "a", "b", "ab", "\0"];
    boxed_str: Box<str> = ["".into(), "a".into(), "ab".into()];
    arc_str: Arc<str> = ["".into(), "a".into(), "ab".into()];
    rc_str: Rc<str> = ["".into(), "a".into(), "ab".into()];
    cow_str: Cow<'static, str> = ["".into(), "a".into(), String::from("ab").into()];
    os_string: OsString = ["".into(), "a".into(), "ab".into()];
    os_str: &'static OsStr = [OsStr::new(""), OsStr::new("a"), OsStr::new("ab")];
    path_buf: PathBuf = ["".into(), "a".into(), "a/b".into(), "/a/b".into()];
    path: &'static Path = [Path::new(""), Path::new("a"), Path::new("a/b"), Path::new("/a/b")];
    boxed_path: Box<Path> = [Path::new("a").into(), Path::new("b").into()];
    duration: Duration = [Duration::ZERO, Duration::from_nanos(1), Duration::from_secs(1), Duration::MAX];
    ordering: Ordering = [Ordering::Less, Ordering::Equal, Ordering::Greater];
    range: Range<i32> = [0..0, 0..1, 1..1, 1..2];
    range_inclusive: RangeInclusive<i32> = [0..=0, 0..=1, 1..=1];
    range_from: RangeFrom<u8> = [0.., 1..];
    range_to: RangeTo<u8> = [..0, ..1];
    range_to_inclusive: RangeToInclusive<u8> = [..=0, ..=1];
    ip_addr: IpAddr = [
        Ipv4Addr::LOCALHOST.into(),
        Ipv4Addr::UNSPECIFIED.into(),
        Ipv6Addr::LOCALHOST.into(),
        Ipv6Addr::UNSPECIFIED.into(),
        Ipv4Addr::LOCALHOST.to_ipv6_mapped().into(),
    ];
    ipv4_addr: Ipv4Addr = [Ipv4Addr::LOCALHOST, Ipv4Addr::UNSPECIFIED, Ipv4Addr::BROADCAST];
    ipv6_addr: Ipv6Addr = [Ipv6Addr::LOCALHOST, Ipv6Addr::UNSPECIFIED];
    wrapping: Wrapping<u8> = [Wrapping(0), Wrapping(1), Wrapping(255)];
    reverse: Reverse<i32> = [Reverse(0), Reverse(1)];
}

#[test]
fn a_leaf_may_stand_anywhere() {
    leaf_everywhere(|| vec![0_i64, 1, -1]);
    leaf_everywhere(|| vec![0.0, -0.0, f64::NAN]);
    leaf_everywhere(|| vec![String::new(), "a".into()]);
}

#[test]
fn types_of_one_value_are_equal() {
    equal(&(), &());
    equal(&hold(()), &hold(()));
    equal(&hold::<RangeFull>(..), &hold(..));
    equal(&hold(PhantomData::<i32>), &hold(PhantomData));
    equal(&hold(PhantomData::<std::cell::Cell<i32>>), &hold(PhantomData));
    equal(&hold(PhantomData::<fn(*const str) -> [u8]>), &hold(PhantomData));
}

#[test]
fn infallible_stands_for_what_cannot_be() {
    equal(&hold(None::<Infallible>), &hold(None));
    equal(&hold(Ok::<i32, Infallible>(1)), &hold(Ok(1)));
    differ_at(".value", &hold(Ok::<i32, Infallible>(1)), &hold(Ok(2)));
    equal(&hold(Vec::<Infallible>::new()), &hold(vec![]));
}

#[test]
fn every_nan_equals_every_nan() {
    let nans = [f64::NAN, -f64::NAN, f64::from_bits(0x7ff0_0000_0000_0001), f64::from_bits(u64::MAX)];
    let nans32 = [f32::NAN, -f32::NAN, f32::from_bits(0x7f80_0001), f32::from_bits(u32::MAX)];
    for i in 0..4 {
        for j in 0..4 {
            equal(&nans[i], &nans[j]);
            equal(&hold(nans32[i]), &hold(nans32[j]));
        }
    }
}

#[test]
fn zero_and_minus_zero_differ_and_both_are_shown() {
    assert_reason(&differ_at(".value", &hold(0.0), &hold(-0.0)), &["0.0", "-0.0"]);
}

#[test]
fn unsized_leaves_can_be_roots() {
    equal::<str>("a", &String::from("a"));
    differ_at::<str>("", "a", "b");
    equal::<Path>(Path::new("a"), &PathBuf::from("a"));
    differ_at::<OsStr>("", OsStr::new("a"), OsStr::new("b"));
}

#[test]
fn both_values_are_shown() {
    assert_reason(&differ_at(".value", &hold(-17), &hold(4)), &["-17", "4"]);
    assert_reason(&differ_at(".value", &hold("left"), &hold("right")), &["\"left\"", "\"right\""]);
    assert_reason(&differ_at(".value", &hold('x'), &hold('y')), &["'x'", "'y'"]);
    let (short, long) = (Duration::from_millis(5), Duration::from_secs(7));
    assert_reason(&differ_at(".value", &hold(short), &hold(long)), &["5ms", "7s"]);
}
