//! How the sequence of hashed items becomes 64 bits.

/// What the prime 2⁶⁴ − 1469 lacks to 2⁶⁴.
///
/// It is a safe prime: half of it, rounded down, is prime too. So the base, a square, has a prime order, and no sum of
/// powers 1 + x + x² + … of one power x of it vanishes that is shorter than that order. With other moduli, 2⁶¹ − 1 among
/// them, what lies below a tower of shared nodes can be multiplied by zero on its way up.
const DEFICIT: u64 = 1469;

const PRIME: u64 = 0u64.wrapping_sub(DEFICIT);

/// The base of the polynomial: 51983².
const BASE: u64 = 51_983 * 51_983;

/// A polynomial hash of a sequence of items (Karp and Rabin, 1987), modulo a prime, over items that were scrambled first.
///
/// Sequences concatenate: the hash of a part can be kept and put into others. So what a node contributes is the same
/// whether it is hashed anew or remembered, and children need no frame of their own.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Accumulator {
    /// Modulo the prime, not reduced below it.
    sum: u64,
    /// The base to the power of the length, likewise.
    power: u64,
}

impl Accumulator {
    /// The empty sequence.
    pub(crate) const EMPTY: Accumulator = Accumulator { sum: 0, power: 1 };

    /// Adds an item.
    #[inline(always)]
    pub(crate) fn push(&mut self, item: u64) {
        self.append(Accumulator { sum: scramble(item), power: BASE });
    }

    /// Adds the items of a sequence.
    #[inline(always)]
    pub(crate) fn append(&mut self, other: Accumulator) {
        self.sum = multiply_add(self.sum, other.power, other.sum);
        self.power = multiply_add(self.power, other.power, 0);
    }

    /// The hash of the sequence.
    pub(crate) fn finish(self) -> u64 {
        scramble((self.sum % PRIME) ^ (self.power % PRIME).rotate_left(32))
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

/// `a * b + c`, modulo the prime.
#[inline(always)]
fn multiply_add(a: u64, b: u64, c: u64) -> u64 {
    let wide = u128::from(a) * u128::from(b) + u128::from(c);
    // 2⁶⁴ is the deficit.
    let wide = (wide >> 64) * u128::from(DEFICIT) + u128::from(wide as u64);
    let (sum, carry) = (wide as u64).overflowing_add((wide >> 64) as u64 * DEFICIT);
    if carry { sum + DEFICIT } else { sum }
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
    use super::{Accumulator, PRIME, multiply_add};

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
            assert_eq!(whole.finish(), sequence(&items).finish());
        }
    }

    #[test]
    fn order_and_length_count() {
        assert_ne!(sequence(&[1, 2]).finish(), sequence(&[2, 1]).finish());
        assert_ne!(sequence(&[0]).finish(), sequence(&[0, 0]).finish());
        assert_ne!(sequence(&[]).finish(), sequence(&[0]).finish());
    }

    #[test]
    fn arithmetic_is_modulo_the_prime() {
        let numbers = [0, 1, 2, 1469, 1 << 32, PRIME - 1, PRIME, PRIME + 1, u64::MAX - 1, u64::MAX];
        for a in numbers {
            for b in numbers {
                for c in numbers {
                    let wide = u128::from(a) * u128::from(b) + u128::from(c);
                    let expected = wide % u128::from(PRIME);
                    assert_eq!(u128::from(multiply_add(a, b, c) % PRIME), expected, "{a} * {b} + {c}");
                }
            }
        }
    }

    #[test]
    fn repeating_a_sequence_over_and_over_keeps_what_is_in_it() {
        for times in 2..6 {
            let (mut one, mut other) = (sequence(&[1, 2, 3]), sequence(&[1, 2, 4]));
            for _ in 0..500 {
                for sequence in [&mut one, &mut other] {
                    let below = *sequence;
                    (1..times).for_each(|_| sequence.append(below));
                    sequence.push(7);
                }
                assert_ne!(one.finish(), other.finish());
            }
        }
    }
}
