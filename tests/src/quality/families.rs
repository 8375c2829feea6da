//! Millions of terms of one kind, enumerated, so that no two are equal.

use sexpr_core::{Comparer, StructuralEq};

use super::{
    Family,
    number::{digits, digits_of_length, pair},
    terms::{Arithmetic, Cell, Chain, Dag, Leaves, Named, Nested, Sticky, map, set},
};

/// A family of terms that a function makes from numbers.
pub(super) fn family<T: StructuralEq>(name: &'static str, most: u64, make: impl Fn(u64) -> T + 'static) -> Family {
    let mut comparer = Comparer::new();
    Family::new(name, most, move |number| comparer.hash(&make(number)))
}

/// The low 64 bits of fingerprints, or the high ones.
fn fingerprints<T: StructuralEq>(name: &'static str, shift: u32, make: impl Fn(u64) -> T + 'static) -> Family {
    let mut comparer = Comparer::new();
    Family::new(name, 3_000_000, move |number| {
        let fingerprint = comparer.fingerprint(&make(number)).expect("it is closed");
        (fingerprint.to_u128() >> shift) as u64
    })
}

fn leaves(number: u64) -> Leaves {
    let rest = number / 2;
    let character = char::from_u32((rest % 1_000) as u32).unwrap_or_default();
    let (text, rest) = (rest / 1_000 % 10, rest / 10_000);
    let (integer, float) = pair(rest);
    Leaves {
        number: integer as i64,
        float: float as f64,
        text: text.checked_sub(1).map(|number| number.to_string()),
        character,
        flag: number % 2 == 1,
    }
}

/// The families.
pub fn all() -> Vec<Family> {
    const ALL: u64 = u64::MAX;
    vec![
        family("arithmetic", ALL, Arithmetic::nth),
        family("functions of names in scopes", ALL, Named::nth),
        family("functions of objects bound for good", ALL, Sticky::nth),
        family("numbers", ALL, |number| number),
        family("numbers times 2^40", 1 << 24, |number| number << 40),
        family("numbers times the base of the polynomial", ALL, |number| number.wrapping_mul(51_983 * 51_983)),
        family("floats", ALL, |number| number as f64),
        family("texts", ALL, |number| number.to_string()),
        family("leaves side by side", ALL, leaves),
        family("pairs of numbers in one item", ALL, pair),
        family("pairs of numbers in two items", ALL, |number| {
            let (one, other) = pair(number);
            Cell::many([one, other])
        }),
        family("bytes", ALL, |number| digits(number, 3).into_iter().map(|digit| digit as u8).collect::<Vec<_>>()),
        family("sequences of zeros and ones", ALL, |number| Cell::many(digits(number, 2))),
        family("chains of nodes of two kinds", ALL, |number| Chain::of(&digits(number, 2))),
        family("lists of lists", ALL, Nested::nth),
        family("dag nodes", 5_040 * 5_040, |number| Dag::nth(number, 8)),
        family("maps", ALL, |number| map(&digits_of_length(number, 3, 16))),
        family("sets", ALL, set),
        fingerprints("arithmetic: the fingerprint's low half", 0, Arithmetic::nth),
        fingerprints("arithmetic: the fingerprint's high half", 64, Arithmetic::nth),
        fingerprints("names in scopes: the fingerprint's low half", 0, Named::nth),
        fingerprints("dag nodes: the fingerprint's high half", 64, |number| Dag::nth(number, 8)),
    ]
}
