//! Types of the crates behind optional features.

use bytes::{Bytes, BytesMut};
use num_bigint::{BigInt, BigUint};
use ordered_float::{NotNan, OrderedFloat};
use sexpr_test_support::check::{all_distinct, differ, equal};
use smallvec::{SmallVec, smallvec};
use smol_str::SmolStr;

use super::{hold, leaf, sequences::sequence};

#[test]
fn smallvec_inline_and_spilled_are_the_same() {
    let make = |items: &[i64]| hold(SmallVec::<[i64; 2]>::from_slice(items));
    let mut spilled: SmallVec<[i64; 2]> = smallvec![1, 2, 3];
    spilled.pop();
    assert!(spilled.spilled());
    equal(&make(&[1, 2]), &hold(spilled));
    sequence::<SmallVec<[i64; 2]>>();
}

#[test]
fn ordered_float() {
    leaf(|| [1.0, -1.0, f64::INFINITY, f64::NAN].map(OrderedFloat).to_vec());
    leaf(|| [1.0_f32, -1.0].map(OrderedFloat).to_vec());
    leaf(|| [1.0, -1.0].map(|value| NotNan::new(value).unwrap()).to_vec());
}

#[test]
fn smol_str() {
    let long = "longer than what is held inline, so that it is on the heap";
    leaf(|| ["", "a", "ab", long].map(SmolStr::new).to_vec());
    equal(&hold(SmolStr::new_static("a")), &hold(SmolStr::new(String::from("a"))));
    let map = |key: &str| hold(std::collections::HashMap::from([(SmolStr::new(key), 1)]));
    equal(&map("a"), &map("a"));
    differ(&map("a"), &map("b"));
}

#[test]
fn bytes_however_they_are_held() {
    let make = |bytes: &'static [u8]| hold(Bytes::from_static(bytes));
    equal(&make(b"abc"), &hold(Bytes::copy_from_slice(b"abc")));
    equal(&make(b"abc"), &hold(Bytes::from_static(b"xabcx").slice(1..4)));
    differ(&make(b"abc"), &make(b"abd"));
    differ(&make(b"abc"), &make(b"ab"));
    equal(&hold(BytesMut::from(&b"abc"[..])), &hold(BytesMut::from(&b"abc"[..])));
    differ(&hold(BytesMut::from(&b"abc"[..])), &hold(BytesMut::from(&b"abx"[..])));
}

#[test]
fn big_numbers() {
    let big = |digits: &str| digits.parse::<BigInt>().unwrap();
    let digits = "123456789012345678901234567890";
    all_distinct(".value", || {
        vec![hold(big("0")), hold(big("1")), hold(big("-1")), hold(big(digits)), hold(-big(digits))]
    });
    leaf(|| vec![BigUint::ZERO, BigUint::from(1_u8), BigUint::from(u128::MAX)]);
}
