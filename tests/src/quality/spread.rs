//! How hashes spread, beside numbers drawn at random.

use std::fmt;

/// How many pairs of some hashes collide, and how evenly the bits that tables use are filled. Each figure but the
/// first is by how many standard deviations it differs from what is expected.
#[derive(Clone, Copy, Debug)]
pub struct Spread {
    /// How many hashes there are.
    pub count: usize,
    /// Pairs that are the same in all bits.
    pub collisions: u64,
    /// Pairs that are the same in the low half, and in the high one.
    pub halves: [u64; 2],
    /// How far that is from what is expected.
    pub halves_off: [f64; 2],
    /// How far the distribution of the lowest and of the highest seven bits is from an even one: by the first a table
    /// chooses a slot, by the second it tells neighbours apart.
    pub sevens_off: [f64; 2],
}

impl Spread {
    /// How these spread.
    pub fn of(mut hashes: Vec<u64>) -> Spread {
        let count = hashes.len();
        let sevens_off = [0, 57].map(|shift| unevenness(&hashes, shift));
        hashes.sort_unstable();
        let collisions = equal_pairs(&hashes);
        let half = |shift: u32| {
            let mut half: Vec<u32> = hashes.iter().map(|hash| (hash >> shift) as u32).collect();
            half.sort_unstable();
            equal_pairs(&half)
        };
        let halves = [half(0), half(32)];
        let expected = Spread::expected_in_a_half(count);
        let halves_off = halves.map(|pairs| (pairs as f64 - expected) / expected.sqrt());
        Spread { count, collisions, halves, halves_off, sevens_off }
    }

    /// How many pairs of so many collide in a half by chance.
    pub fn expected_in_a_half(count: usize) -> f64 {
        count as f64 * (count as f64 - 1.0) / 2.0 / 2_f64.powi(32)
    }

    /// Whether numbers drawn at random would do as well, but for once in many thousands of times.
    ///
    /// Where few collisions are expected, their number is not normal: a few more are no wonder.
    pub fn is_as_by_chance(&self) -> bool {
        const DEVIATIONS: f64 = 5.0;
        let expected = Spread::expected_in_a_half(self.count);
        let few = |pairs: u64| expected < 30.0 && (pairs as f64) < expected + 8.0 * expected.sqrt() + 4.0;
        self.collisions == 0
            && (0..2).all(|half| self.halves_off[half].abs() < DEVIATIONS || few(self.halves[half]))
            && self.sevens_off.iter().all(|off| off.abs() < DEVIATIONS)
    }
}

impl fmt::Display for Spread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Spread { count, collisions, halves, halves_off, sevens_off } = self;
        write!(f, "{count:>9} {collisions:>6} {:>9.1}", Spread::expected_in_a_half(*count))?;
        for half in 0..2 {
            write!(f, " {:>8} {:>6.1}", halves[half], halves_off[half])?;
        }
        write!(f, " {:>7.1} {:>7.1}", sevens_off[0], sevens_off[1])
    }
}

/// How many pairs of sorted items are equal.
fn equal_pairs<T: PartialEq>(sorted: &[T]) -> u64 {
    sorted.chunk_by(PartialEq::eq).map(|same| same.len() as u64 * (same.len() as u64 - 1) / 2).sum()
}

/// How far seven bits are from being evenly distributed, by the chi-square test.
fn unevenness(hashes: &[u64], shift: u32) -> f64 {
    const VALUES: usize = 128;
    const FREEDOM: f64 = VALUES as f64 - 1.0;
    let mut counts = [0_u64; VALUES];
    hashes.iter().for_each(|hash| counts[(hash >> shift) as usize % VALUES] += 1);
    let expected = hashes.len() as f64 / VALUES as f64;
    let square: f64 = counts.iter().map(|count| (*count as f64 - expected).powi(2) / expected).sum();
    (square - FREEDOM) / (2.0 * FREEDOM).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use sexpr_test_support::random::Random;

    #[test]
    fn numbers_drawn_at_random_are_as_by_chance() {
        for seed in 0..10 {
            let mut random = Random::new(seed);
            let spread = Spread::of((0..200_000).map(|_| random.bits()).collect());
            assert!(spread.is_as_by_chance(), "{spread}");
        }
    }

    #[test]
    fn what_does_not_spread_is_found() {
        let mut random = Random::new(1);
        let mut bits = || random.bits();
        let made: [Vec<u64>; 3] = [
            (0..200_000).map(|_| bits() & !1).collect(),
            (0..200_000).map(|_| bits() & !(1 << 63)).collect(),
            (0..200_000).map(|_| bits() & !(0xff << 40)).collect(),
        ];
        for hashes in made {
            let spread = Spread::of(hashes);
            assert!(!spread.is_as_by_chance(), "{spread}");
        }
    }
}
