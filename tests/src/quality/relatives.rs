//! Terms that differ little, and in what a hash made of sums and powers might miss.

use super::{
    Family,
    families::family,
    number::{digits_of_length, permutation},
    terms::{Cell, ForGood, Nested, Scoped},
};

/// The length of a block of the hash.
const BLOCK: usize = 64;

/// The base of the polynomial.
const BASE: i64 = 51_983 * 51_983;

/// Zeros, but for some digits from a place on.
fn zeros_around(digits: &[u64], place: usize, length: usize) -> Vec<Cell<u64>> {
    let mut numbers = vec![0; length];
    numbers[place..place + digits.len()].copy_from_slice(digits);
    Cell::many(numbers)
}

/// `list` so many levels down.
fn wrapped(list: Nested, levels: u64) -> Nested {
    (0..levels).fold(list, |inner, _| Nested(vec![inner]))
}

/// A tree of lists with so many levels, of which one leaf, at the place that the digits say, is wrapped so many times.
fn moved(path: &[u64], levels: u64) -> Nested {
    match path {
        [] => wrapped(Nested(vec![]), levels),
        [first, rest @ ..] => {
            let child = |index| if index == *first { moved(rest, levels) } else { plain(rest.len()) };
            Nested((0..4).map(child).collect())
        }
    }
}

fn plain(levels: usize) -> Nested {
    Nested(if levels == 0 { vec![] } else { (0..4).map(|_| plain(levels - 1)).collect() })
}

/// The families.
pub fn all() -> Vec<Family> {
    vec![
        family("children in any order", 39_916_800, |number| Cell::many(permutation(number, 11))),
        family("numbers in any order, in one item", 39_916_800, |number| {
            permutation(number, 11).into_iter().map(|number| number as u8).collect::<Vec<_>>()
        }),
        family("which of 16 parameters of a scope are used", 1 << 24, |number| {
            Scoped::new(16, &digits_of_length(number, 16, 6))
        }),
        family("which of 16 parameters bound for good are used", 1 << 24, |number| {
            ForGood::new(16, &digits_of_length(number, 16, 6))
        }),
        // Two children far from each other, in blocks of their own, or not.
        family("swaps of distant siblings", 300 * 299 / 2, |number| {
            let larger = (1..300).find(|place| place * (place + 1) / 2 > number).unwrap_or_default();
            let mut numbers: Vec<_> = (0..300_u64).collect();
            numbers.swap(larger as usize, (number - larger * (larger - 1) / 2) as usize);
            Cell::many(numbers)
        }),
        family("digits around the end of a block", 1 << 21, |number| {
            zeros_around(&digits_of_length(number, 8, 7), BLOCK - 4, BLOCK + 8)
        }),
        family("lengths around that of a block", 512 * 512, |number| {
            let (length, digits) = (number % 512, number / 512);
            zeros_around(&digits_of_length(digits, 8, 3), 0, 3 + length as usize)
        }),
        family("runs of equal items", 1 << 20, |number| {
            let (value, length) = (number % 1024, number / 1024);
            Cell::many(vec![value; 1 + length as usize])
        }),
        family("runs of equal words in one item", 1 << 20, |number| {
            let (value, length) = (number % 256, number / 256);
            vec![value as u8; 1 + length as usize]
        }),
        // What one item gains is what another loses, times a power of the base.
        family("differences that cancel as plain numbers", 1 << 24, |number| {
            let (one, other) = ((number % 4096) as i64, (number / 4096) as i64);
            Cell::many([one * BASE - other, other * BASE - one])
        }),
        family("the same, next to a power", 1 << 24, |number| {
            let (one, other) = ((number % 4096) as i64, (number / 4096) as i64);
            Cell::many([one * BASE, other * BASE - one, -other])
        }),
        family("a leaf at another place, and deeper", 256 * 64, |number| {
            moved(&digits_of_length(number % 256, 4, 4), 1 + number / 256)
        }),
        family("a list repeated", 32 * 256, |number| {
            let (length, times) = (1 + number % 32, 1 + number / 32);
            Cell::many((0..times).flat_map(|_| 0..length))
        }),
    ]
}
