//! Verdicts under several orders of allocation: neither addresses nor what was allocated before may decide one.

use std::{
    collections::hash_map::DefaultHasher,
    hash::{Hash, Hasher},
};

use crate::{
    conformance::{Mirror, mirror::arc::nodes::Nodes},
    generate::{Pair, has_contradictory_keys, has_duplicate_keys},
    model,
};
use sexpr_test_support::random::Random;

/// In how many orders each pair is allocated.
pub const ORDERS: u64 = 4;

/// A random pair of terms, the same in every process; nothing, if the specification says nothing of it.
pub fn pair(seed: u64) -> Option<Pair> {
    let mut random = Random::new(seed);
    let bytes: Vec<u8> = (0..40 + random.below(160)).map(|_| random.bits() as u8).collect();
    let pair = Pair::from_bytes(&bytes);
    let Pair { nodes, lhs, rhs, .. } = &pair;
    (!has_duplicate_keys(nodes) && !has_contradictory_keys(nodes, [*lhs, *rhs])).then_some(pair)
}

/// The verdict in an order of allocation, with which hashes and reports have to agree.
pub fn verdict(pair: &Pair, order: u64) -> bool {
    let _kept = leave_holes(order);
    let Pair { nodes, lhs, rhs, options } = pair;
    let built = Nodes::build(nodes);
    let library = options.of_the_library();
    let equal = library.equal(&built[*lhs], &built[*rhs]);
    assert!(!equal || library.hash(&built[*lhs]) == library.hash(&built[*rhs]), "equal, with different hashes");
    assert_eq!(library.first_mismatch(&built[*lhs], &built[*rhs]).is_none(), equal, "a mismatch tells otherwise");
    equal
}

/// Leaves holes of all small sizes, which an allocator fills in a random order. What lies between them is the answer: to
/// be kept, or the holes grow together.
fn leave_holes(seed: u64) -> Vec<Vec<u8>> {
    const SIZES: usize = 16;
    const HOLES: usize = 24;
    let mut random = Random::new(seed);
    let (mut holes, mut kept) = (Vec::new(), Vec::new());
    for hole in 0..SIZES * HOLES {
        let bytes = 16 * (1 + hole % SIZES);
        holes.push(Vec::<u8>::with_capacity(bytes));
        kept.push(Vec::with_capacity(bytes));
    }
    random.shuffle(&mut holes);
    kept
}

/// What was found of many pairs.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// How many pairs there were.
    pub pairs: u64,
    /// How many of them are equal.
    pub equal: u64,
    /// In how many addresses decide in which order values come of one shape: the specification's one exception.
    pub undecided: u64,
    /// In how many of these the verdict changes.
    pub changing: u64,
    /// What is wrong, for a reader.
    pub wrong: Vec<String>,
    /// All other verdicts, summed up.
    pub digest: u64,
}

/// Compares each of these pairs in several orders of allocation, and with the model.
pub fn compare(seeds: impl Iterator<Item = u64>) -> Found {
    let mut found = Found::default();
    let mut digest = DefaultHasher::new();
    for seed in seeds {
        let Some(pair) = pair(seed) else { continue };
        let Pair { nodes, lhs, rhs, options } = &pair;
        let expected = model::compare(nodes, *lhs, *rhs, *options);
        let verdicts: Vec<bool> = (0..ORDERS).map(|order| verdict(&pair, seed ^ order << 60)).collect();
        let equal = verdicts[0];
        let changes = verdicts.iter().any(|other| *other != equal);
        found.pairs += 1;
        found.equal += u64::from(equal);
        if expected.hangs_on_addresses {
            found.undecided += 1;
            found.changing += u64::from(changes);
            continue;
        }
        equal.hash(&mut digest);
        if changes {
            found.wrong.push(format!("{seed}: {verdicts:?} in {ORDERS} orders of allocation"));
        } else if equal != expected.equal {
            found.wrong.push(format!("{seed}: said {equal}, and the model {}", expected.equal));
        }
    }
    found.digest = digest.finish();
    found
}

#[cfg(test)]
mod tests {
    use super::leave_holes;

    #[test]
    fn what_is_allocated_one_after_another_lies_anywhere() {
        let order = |seed| {
            let _kept = leave_holes(seed);
            let blocks: Vec<Vec<u8>> = (0..8).map(|_| Vec::with_capacity(48)).collect();
            let mut order: Vec<usize> = (0..8).collect();
            order.sort_by_key(|block| blocks[*block].as_ptr().addr());
            order
        };
        let orders: Vec<_> = (0..4).map(order).collect();
        assert!(orders.iter().any(|order| *order != orders[0]), "{orders:?}");
    }
}
