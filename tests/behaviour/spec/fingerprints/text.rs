//! Fingerprints as text.

use proptest::prelude::*;
use sexpr_core::Fingerprint;

pub(super) const GIVEN: Fingerprint = Fingerprint::from_u128(0x0123_4567_89ab_cdef_0011_2233_4455_6677);
pub(super) const TEXT: &str = "0123456789abcdef0011223344556677";

#[test]
fn display_debug_and_hexadecimal_forms() {
    assert_eq!(GIVEN.to_string(), TEXT);
    assert_eq!(format!("{GIVEN:?}"), format!("Fingerprint({TEXT})"));
    assert_eq!(format!("{GIVEN:x}"), &TEXT[1..]);
    assert_eq!(format!("{GIVEN:032x}"), TEXT);
    assert_eq!(format!("{GIVEN:#X}"), "0x123456789ABCDEF0011223344556677");
    assert_eq!(Fingerprint::from_u128(0).to_string(), "0".repeat(32));
    assert_eq!(Fingerprint::from_u128(u128::MAX).to_string(), "f".repeat(32));
}

#[test]
fn both_cases_are_read() {
    assert_eq!(TEXT.parse(), Ok(GIVEN));
    assert_eq!(TEXT.to_uppercase().parse(), Ok(GIVEN));
}

#[test]
fn errors_say_what_was_expected_and_what_was_found() {
    let message = |text: &str| text.parse::<Fingerprint>().unwrap_err().to_string();
    let expected = "expected the 32 hexadecimal digits of a fingerprint, found";
    assert_eq!(message(""), format!("{expected} 0 characters"));
    assert_eq!(message(&TEXT[1..]), format!("{expected} 31 characters"));
    assert_eq!(message(&format!("{TEXT}0")), format!("{expected} 33 characters"));
    assert_eq!(message(&"0".repeat(1000)), format!("{expected} 1000 characters"));
    assert_eq!(message(&TEXT.replace('9', "g")), format!("{expected} 'g' at position 9"));
    assert_eq!(message(&format!("+{}", &TEXT[1..])), format!("{expected} '+' at position 0"));
    assert_eq!(message(&format!(" {}", &TEXT[1..])), format!("{expected} ' ' at position 0"));
    // 32 bytes, and 32 characters.
    assert_eq!(message(&format!("{}ä", &TEXT[2..])), format!("{expected} 'ä' at position 30"));
    assert_eq!(message(&format!("{}ä", &TEXT[1..])), format!("{expected} 'ä' at position 31"));
    assert_eq!(message(&format!("{}٣", &TEXT[1..])), format!("{expected} '٣' at position 31"));
}

proptest! {
    #[test]
    fn what_is_written_is_read(bits: u128) {
        let fingerprint = Fingerprint::from_u128(bits);
        prop_assert_eq!(fingerprint.to_u128(), bits);
        prop_assert_eq!(fingerprint.to_string().len(), 32);
        prop_assert_eq!(fingerprint.to_string().parse(), Ok(fingerprint));
        prop_assert_eq!(format!("{fingerprint:032X}").parse(), Ok(fingerprint));
    }

    #[test]
    fn nothing_else_is_read(text in ".{0,40}") {
        let is_one = text.chars().count() == 32 && text.chars().all(|character| character.is_ascii_hexdigit());
        prop_assert_eq!(text.parse::<Fingerprint>().is_ok(), is_one);
    }

    #[test]
    fn they_are_ordered_as_their_texts(one: u128, other: u128) {
        let (one, other) = (Fingerprint::from_u128(one), Fingerprint::from_u128(other));
        prop_assert_eq!(one.cmp(&other), one.to_string().cmp(&other.to_string()));
    }
}
