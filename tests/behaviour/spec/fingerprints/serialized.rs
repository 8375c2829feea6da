//! Fingerprints in formats for people and in others.

use sexpr_core::Fingerprint;

use super::text::{GIVEN, TEXT};

const BYTES: [u8; 16] = [0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef, 0, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77];

#[test]
fn as_text_for_people() {
    let json = serde_json::to_string(&GIVEN).unwrap();
    assert_eq!(json, format!("{TEXT:?}"));
    assert_eq!(serde_json::from_str::<Fingerprint>(&json).unwrap(), GIVEN);
    // Of a string that the format gives away, or that is escaped.
    assert_eq!(serde_json::from_value::<Fingerprint>(TEXT.into()).unwrap(), GIVEN);
    assert_eq!(serde_json::from_str::<Fingerprint>(&format!("\"\\u0030{}\"", &TEXT[1..])).unwrap(), GIVEN);
}

#[test]
fn what_is_no_fingerprint_is_refused() {
    let message = |json: &str| serde_json::from_str::<Fingerprint>(json).unwrap_err().to_string();
    assert!(message("\"12\"").contains("found 2 characters"));
    assert!(message(&format!("\"{}x\"", &TEXT[1..])).contains("'x' at position 31"));
    let expected = "expected the 32 hexadecimal digits of a fingerprint";
    for json in ["1", "null", "[1, 2]", "{}"] {
        assert!(message(json).contains(expected), "{}", message(json));
    }
}

#[test]
fn as_a_key_of_a_map() {
    let map = std::collections::BTreeMap::from([(GIVEN, 1)]);
    let json = serde_json::to_string(&map).unwrap();
    assert_eq!(json, format!("{{{TEXT:?}:1}}"));
    assert_eq!(serde_json::from_str::<std::collections::BTreeMap<Fingerprint, i32>>(&json).unwrap(), map);
}

#[test]
fn as_sixteen_bytes_for_machines() {
    let written = |bytes: &[u8]| {
        let mut written = Vec::new();
        ciborium::into_writer(bytes, &mut written).unwrap();
        written
    };
    let mut fingerprint = Vec::new();
    ciborium::into_writer(&GIVEN, &mut fingerprint).unwrap();
    assert_eq!(fingerprint, written(&BYTES));
    assert_eq!(ciborium::from_reader::<Fingerprint, _>(&*fingerprint).unwrap(), GIVEN);
    assert!(ciborium::from_reader::<Fingerprint, _>(&*written(&BYTES[1..])).is_err());
}
