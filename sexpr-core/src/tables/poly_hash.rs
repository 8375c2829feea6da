//! The 64-bit polynomial hash of a sequence of items, whose parts can be concatenated.
//!
//! The hash is a monoid: the hash of two sequences, one after the other, is computed from the hashes of both. So the
//! items of a memoized node can be put anywhere, and contribute exactly as if the node were hashed again. With a mixing
//! function that depends on earlier items, "memoized" and "hashed anew" would differ, and the hash would depend on
//! reference counts.
//!
//! Items are gathered in a [`Block`], whose sum is reduced when the block is full. Blocks are gathered in an
//! [`Accumulator`].

use core::num::NonZero;

/// 2⁶⁴ minus the modulus, the prime 2⁶⁴ − 1469.
///
/// The modulus is a safe prime: half of it, rounded down, is prime too. So the base, which is a square, has a prime
/// order. For any power x of the base, the sum 1 + x + x² + … vanishes only if it has at least as many terms as that
/// order. With other moduli, such as 2⁶¹ − 1, a tower of shared nodes can multiply the hash of the nodes below it by
/// zero.
const DEFICIT: u64 = 1469;

const PRIME: u64 = 0u64.wrapping_sub(DEFICIT);

/// The base of the polynomial: 51983².
const BASE: u64 = 51_983 * 51_983;

/// A polynomial hash of a sequence of items (Karp and Rabin, 1987), modulo a prime: the sum of the items, each times
/// the base to the power of the number of items before it.
///
/// Children need no accumulator of their own, because sequences can be concatenated. Parts need none either, because
/// the items added since an earlier state are the [difference](Self::since) of the two states.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Accumulator {
    /// The sum modulo the prime. It need not be reduced below the prime.
    sum: u64,
    /// The base to the power of the length, also modulo the prime. Neither zero nor a multiple of the prime.
    power: NonZero<u64>,
    /// The inverse of the power, also modulo the prime.
    inverse: u64,
}

impl Accumulator {
    /// The empty sequence.
    pub(crate) const EMPTY: Accumulator = Accumulator::new(0, 1, 1);

    #[inline(always)]
    const fn new(sum: u64, power: u64, inverse: u64) -> Accumulator {
        let power = match NonZero::new(power) {
            Some(power) => power,
            None => NonZero::<u64>::MIN,
        };
        Accumulator { sum, power, inverse }
    }

    /// Whether this is the empty sequence.
    #[inline(always)]
    pub(crate) fn is_empty(&self) -> bool {
        self.power == NonZero::<u64>::MIN
    }

    /// The sequence of one item.
    #[inline(always)]
    pub(crate) fn one(powers: &Powers, item: u64) -> Accumulator {
        Accumulator::new(item, powers.powers[1], powers.inverses[1])
    }

    /// Appends the items of a sequence with the same base.
    #[inline(always)]
    pub(crate) fn append(&mut self, other: Accumulator) {
        let power = self.power.get();
        *self = Accumulator::new(
            multiply_add(power, other.sum, self.sum),
            multiply(power, other.power.get()),
            multiply(self.inverse, other.inverse),
        );
    }

    /// The items that were added since the sequence was `before`.
    #[inline(always)]
    pub(crate) fn since(self, before: Accumulator) -> Accumulator {
        let (sum, sum_before) = (below_prime(self.sum), below_prime(before.sum));
        let added = if sum < sum_before { sum + (PRIME - sum_before) } else { sum - sum_before };
        Accumulator::new(
            multiply(added, before.inverse),
            multiply(self.power.get(), before.inverse),
            multiply(self.inverse, before.power.get()),
        )
    }

    /// The hash of the sequence.
    pub(crate) fn finish(self) -> u64 {
        scramble(below_prime(self.sum) ^ below_prime(self.power.get()).rotate_left(32))
    }
}

/// A short sequence of items under construction. Its sum is not reduced until the block ends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Block {
    sum: u128,
    /// The number of times that the sum overflowed.
    overflows: u64,
    length: usize,
}

impl Block {
    /// The maximal number of items.
    const LENGTH: usize = 64;

    pub(crate) const EMPTY: Block = Block { sum: 0, overflows: 0, length: 0 };

    /// Adds an item. Returns whether the block is full now; if so, the caller must end it.
    #[inline(always)]
    pub(crate) fn push(&mut self, powers: &Powers, item: u64) -> bool {
        let power = powers.powers[self.length % Self::LENGTH];
        let (sum, overflow) = self.sum.overflowing_add(u128::from(item) * u128::from(power));
        self.sum = sum;
        self.overflows += u64::from(overflow);
        self.length += 1;
        self.length == Self::LENGTH
    }

    #[inline(always)]
    pub(crate) fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// Begins a new block, and returns the sequence of the old one.
    #[inline(always)]
    pub(crate) fn end(&mut self, powers: &Powers) -> Accumulator {
        let block = core::mem::replace(self, Block::EMPTY);
        let length = block.length.min(Self::LENGTH);
        Accumulator::new(reduce(block.overflows, block.sum), powers.powers[length], powers.inverses[length])
    }
}

/// The powers of the base that is the same in every process.
pub(crate) static PLAIN: Powers = Powers::of(BASE);

/// The powers of a base, up to the length of a block.
#[derive(Debug)]
pub(crate) struct Powers {
    powers: [u64; Block::LENGTH + 1],
    inverses: [u64; Block::LENGTH + 1],
}

impl Powers {
    /// The powers of the square of a number. The square has the order of [`BASE`], unless it is 0 or 1.
    pub(crate) const fn of_square(root: u64) -> Powers {
        let root = 2 + root % (PRIME - 3);
        Powers::of(multiply(root, root))
    }

    const fn of(base: u64) -> Powers {
        Powers { powers: powers_of(base), inverses: powers_of(inverse_of(base)) }
    }
}

const fn powers_of(base: u64) -> [u64; Block::LENGTH + 1] {
    let mut powers = [1; Block::LENGTH + 1];
    let mut at = 1;
    while at <= Block::LENGTH {
        powers[at] = multiply(powers[at - 1], base);
        at += 1;
    }
    powers
}

/// The multiplicative inverse: the number to the power of the prime minus two (Fermat).
const fn inverse_of(number: u64) -> u64 {
    let (mut inverse, mut square, mut exponent) = (1, number, PRIME - 2);
    while exponent > 0 {
        if exponent % 2 == 1 {
            inverse = multiply(inverse, square);
        }
        square = multiply(square, square);
        exponent /= 2;
    }
    inverse
}

/// The product of two words, with its halves folded together, as in wyhash (Wang Yi, 2019) and ahash.
#[inline(always)]
pub(crate) fn fold(one: u64, other: u64) -> u64 {
    let product = u128::from(one) * u128::from(other);
    product as u64 ^ (product >> 64) as u64
}

/// A number modulo the prime.
#[inline(always)]
fn below_prime(number: u64) -> u64 {
    if number >= PRIME { number - PRIME } else { number }
}

/// `a * b + c`, modulo the prime.
#[inline(always)]
const fn multiply_add(a: u64, b: u64, c: u64) -> u64 {
    reduce(0, a as u128 * b as u128 + c as u128)
}

/// `a * b`, modulo the prime.
#[inline(always)]
const fn multiply(a: u64, b: u64) -> u64 {
    multiply_add(a, b, 0)
}

/// `high * 2¹²⁸ + low`, modulo the prime, for a `high` below 2³².
#[inline(always)]
const fn reduce(high: u64, low: u128) -> u64 {
    // Modulo the prime, 2⁶⁴ is the deficit.
    let wide = (low >> 64) * DEFICIT as u128 + (low as u64) as u128 + (high * DEFICIT * DEFICIT) as u128;
    let (sum, carry) = (wide as u64).overflowing_add((wide >> 64) as u64 * DEFICIT);
    if carry { sum + DEFICIT } else { sum }
}

/// A bijection of 64-bit words in which each input bit changes about half of the output bits: Stafford's "Mix13", the
/// finalizer of SplitMix64 (Steele, Lea and Flood, 2014).
#[inline(always)]
pub(crate) fn scramble(word: u64) -> u64 {
    let word = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

#[cfg(test)]
mod tests {
    use super::{Accumulator, Block, PLAIN, PRIME, Powers, inverse_of, multiply, multiply_add, reduce};

    fn sequence(items: &[u64]) -> Accumulator {
        let (mut whole, mut block) = (Accumulator::EMPTY, Block::EMPTY);
        for item in items {
            if block.push(&PLAIN, *item) {
                whole.append(block.end(&PLAIN));
            }
        }
        whole.append(block.end(&PLAIN));
        whole
    }

    #[test]
    fn a_sequence_is_its_parts_put_together_and_without_the_first_is_the_second() {
        let items: [u64; 200] = core::array::from_fn(|index| u64::MAX - (index * index) as u64);
        for split in 0..=items.len() {
            let before = sequence(&items[..split]);
            let part = sequence(&items).since(before);
            assert_eq!(part.finish(), sequence(&items[split..]).finish());
            let mut whole = before;
            whole.append(part);
            assert_eq!(whole.finish(), sequence(&items).finish());
            assert_eq!(whole.since(before).finish(), part.finish());
            assert_eq!(before.since(before).finish(), Accumulator::EMPTY.finish());
        }
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
                    for high in [0, 1, 64] {
                        // Modulo the prime, 2¹²⁸ is the square of the deficit.
                        let expected = (expected + high * 1469 * 1469) % u128::from(PRIME);
                        assert_eq!(u128::from(reduce(high as u64, wide) % PRIME), expected, "{high}, {wide}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_number_times_its_inverse_is_one() {
        for number in [1, 2, 1469, 1 << 32, PRIME - 1, PRIME + 1, u64::MAX] {
            assert_eq!(multiply(number, inverse_of(number)) % PRIME, 1);
            let Powers { powers, inverses } = Powers::of_square(number);
            assert!(powers.iter().zip(inverses).all(|(power, inverse)| multiply(*power, inverse) % PRIME == 1));
        }
    }

    #[test]
    fn repeating_a_sequence_over_and_over_keeps_what_is_in_it() {
        for times in 2..6 {
            let (mut one, mut other) = (sequence(&[1, 2, 3]), sequence(&[1, 2, 4]));
            for _ in 0..500 {
                for whole in [&mut one, &mut other] {
                    let below = *whole;
                    (1..times).for_each(|_| whole.append(below));
                    whole.append(sequence(&[7]));
                }
                assert_ne!(one.finish(), other.finish());
            }
        }
    }
}
