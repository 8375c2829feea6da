//! Sequences of floats, and the hash that a derive would have if they had one.

use std::hash::{BuildHasher, Hasher};

use ahash::RandomState;

use sexpr_test_support::random::Random;

/// So many floats from 0 to 1.
pub fn random(count: usize, seed: u64) -> Vec<f64> {
    let mut random = Random::new(seed);
    (0..count).map(|_| random.bits() as f64 / u64::MAX as f64).collect()
}

/// Hashes floats by their bits, as `#[derive(Hash)]` does integers, with ahash.
pub struct Hashing(RandomState);

impl Default for Hashing {
    fn default() -> Hashing {
        Hashing(RandomState::with_seeds(1, 2, 3, 4))
    }
}

impl Hashing {
    /// The hash of floats.
    pub fn hash(&self, floats: &[f64]) -> u64 {
        let mut hasher = self.0.build_hasher();
        hasher.write_usize(floats.len());
        for float in floats {
            hasher.write_u64(float.to_bits());
        }
        hasher.finish()
    }
}

#[cfg(test)]
mod tests {
    use sexpr_core::{structural_equal, structural_hash};

    use super::*;

    #[test]
    fn agree_with_the_library() {
        let values = [vec![], vec![0.0], vec![-0.0], vec![0.0, 1.0], random(100, 1), random(100, 1), random(100, 2)];
        let hashing = Hashing::default();
        for left in &values {
            for right in &values {
                let equal = structural_equal(left, right);
                assert_eq!(hashing.hash(left) == hashing.hash(right), equal);
                assert_eq!(structural_hash(left) == structural_hash(right), equal);
            }
        }
        // What is measured has neither a negative zero nor a NaN, so `==` means the same.
        assert!(random(1000, 1).iter().all(|float| *float > 0.0));
    }
}
