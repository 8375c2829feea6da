//! Values of one hash.

use std::hash::{Hash, Hasher};

use sexpr_core::StructuralEq;

/// Keys whose own `Hash` is constant, and which are equal by what they hold.
#[derive(Clone, PartialEq, Eq)]
pub struct Coarse(pub u64);

impl Hash for Coarse {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(0);
    }
}

/// Two words that are mixed into one item.
#[derive(StructuralEq)]
pub struct Words(pub u64, pub u64);

impl Words {
    /// A pair of words that has the same hash for each first word: what the first does to the item, the second undoes.
    ///
    /// The hash is made for tables, and takes no seed, so who knows its constants can do this.
    pub fn of_one_hash(word: u64) -> Words {
        let product = u128::from(0x243f_6a88_85a3_08d3 ^ word) * 0x9e37_79b9_7f4a_7c15;
        Words(word, product as u64 ^ (product >> 64) as u64)
    }
}

/// So many different pairs of words with one hash.
pub fn words_of_one_hash(count: u64) -> impl Iterator<Item = Words> {
    (0..count).map(Words::of_one_hash)
}

#[cfg(test)]
mod tests {
    use sexpr_core::{structural_equal, structural_hash};

    use super::*;

    #[test]
    fn words_that_are_made_for_it_have_one_hash() {
        let words: Vec<_> = words_of_one_hash(100).collect();
        for pair in words.windows(2) {
            assert!(!structural_equal(&pair[0], &pair[1]));
            assert_eq!(structural_hash(&pair[0]), structural_hash(&pair[1]));
        }
    }
}
