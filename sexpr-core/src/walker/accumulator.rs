//! How the sequence of hashed items becomes 64 bits.

/// The prime 2⁶¹ − 1.
const PRIME: u64 = (1 << 61) - 1;

/// The base of the polynomial: a number without pattern below the prime.
const BASE: u64 = 0x1a2b_87f4_5c3d_9e61 & PRIME;

/// A polynomial hash of a sequence of items (Karp and Rabin, 1987), modulo the Mersenne prime 2⁶¹ − 1, over items that
/// were scrambled first.
///
/// Sequences concatenate: the hash of a part can be kept and put into others. So what a node contributes is the same
/// whether it is hashed anew or remembered, and children need no frame of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Accumulator {
    sum: u64,
    /// The base to the power of the length.
    power: u64,
}

impl Accumulator {
    /// The empty sequence.
    pub(crate) const EMPTY: Accumulator = Accumulator { sum: 0, power: 1 };

    /// Adds an item.
    #[inline(always)]
    pub(crate) fn push(&mut self, item: u64) {
        self.append(Accumulator { sum: reduce(u128::from(scramble(item))), power: BASE });
    }

    /// Adds the items of a sequence.
    #[inline(always)]
    pub(crate) fn append(&mut self, other: Accumulator) {
        self.sum = reduce(u128::from(self.sum) * u128::from(other.power) + u128::from(other.sum));
        self.power = reduce(u128::from(self.power) * u128::from(other.power));
    }

    /// The hash of the sequence.
    pub(crate) fn finish(self) -> u64 {
        scramble(self.sum ^ self.power.rotate_left(32))
    }

    /// The hash of a few items.
    pub(crate) fn of<const N: usize>(items: [u64; N]) -> u64 {
        let mut accumulator = Accumulator::EMPTY;
        for item in items {
            accumulator.push(item);
        }
        accumulator.finish()
    }
}

/// The number modulo the prime, for numbers below 2¹²².
#[inline(always)]
fn reduce(number: u128) -> u64 {
    let folded = (number as u64 & PRIME) + (number >> 61) as u64;
    let folded = (folded & PRIME) + (folded >> 61);
    if folded == PRIME { 0 } else { folded }
}

/// A bijection of 64-bit words in which each bit of the input changes about half of those of the output: Stafford's
/// "Mix13", the finalizer of SplitMix64 (Steele, Lea and Flood, 2014).
#[inline(always)]
fn scramble(word: u64) -> u64 {
    let word = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

#[cfg(test)]
mod tests {
    use super::{Accumulator, PRIME, reduce};

    fn sequence(items: &[u64]) -> Accumulator {
        let mut accumulator = Accumulator::EMPTY;
        for item in items {
            accumulator.push(*item);
        }
        accumulator
    }

    #[test]
    fn a_sequence_is_its_parts_put_together() {
        let items = [3, u64::MAX, 0, PRIME, 17];
        for split in 0..=items.len() {
            let mut whole = sequence(&items[..split]);
            whole.append(sequence(&items[split..]));
            assert_eq!(whole, sequence(&items));
        }
    }

    #[test]
    fn order_and_length_count() {
        assert_ne!(sequence(&[1, 2]).finish(), sequence(&[2, 1]).finish());
        assert_ne!(sequence(&[0]).finish(), sequence(&[0, 0]).finish());
        assert_ne!(sequence(&[]).finish(), sequence(&[0]).finish());
    }

    #[test]
    fn reduction_is_the_remainder() {
        let largest = u128::from(PRIME - 1);
        for number in [0, 1, largest, largest + 1, largest + 2, largest * largest + largest, (1 << 122) - 1] {
            assert_eq!(u128::from(reduce(number)), number % u128::from(PRIME), "{number}");
        }
    }
}
