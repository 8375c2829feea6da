//! How good the hash is, in short: what the command `hash-quality` prints for ten million terms of each family.

use sexpr_test_support::random::Random;
use sexpr_tests::quality::{all, avalanche, spread::Spread};

/// What is drawn is the same in every run, so that this does not fail by chance.
#[test]
fn hashes_of_different_terms_spread_like_numbers_drawn_at_random() {
    const TERMS: u64 = 40_000;
    for mut family in all() {
        let spread = Spread::of(family.hashes(TERMS));
        assert!(spread.is_as_by_chance(), "{}: {spread}", family.name());
    }
}

#[test]
fn a_flipped_bit_changes_half_of_the_hash() {
    const SAMPLES: u64 = 40;
    let mut random = Random::new(1);
    for flips in avalanche::all() {
        let avalanche = flips.avalanche(SAMPLES, &mut random);
        assert!(avalanche.is_as_by_chance(), "{}, {}: {avalanche}", flips.leaf, flips.place);
    }
}
