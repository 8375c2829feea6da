//! How good the hash is: what it should have in common with a function that is drawn at random.
//!
//! - [`families`]: millions of terms of one kind, no two of them equal;
//! - [`relatives`]: the same of terms that differ little, and in what a hash made of sums and powers might miss;
//! - [`spread`]: how many of their hashes collide, as a whole and in parts;
//! - [`avalanche`]: what flipping one bit of a leaf does to the hash;
//! - [`number`]: natural numbers as pairs and digits, from which terms are made one to one.

pub mod avalanche;
pub mod families;
pub mod number;
pub mod relatives;
pub mod spread;
pub mod terms;

/// Many hashes, of terms no two of which are equal.
pub struct Family {
    name: &'static str,
    most: u64,
    hash: Box<dyn FnMut(u64) -> u64>,
}

impl Family {
    /// A family of so many terms, by the hash of each.
    pub fn new(name: &'static str, most: u64, hash: impl FnMut(u64) -> u64 + 'static) -> Family {
        Family { name, most, hash: Box::new(hash) }
    }

    /// What the terms are.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The hashes of the first terms, as many as are asked for or there are.
    pub fn hashes(&mut self, count: u64) -> Vec<u64> {
        (0..count.min(self.most)).map(&mut self.hash).collect()
    }
}

/// Every family.
pub fn all() -> Vec<Family> {
    [families::all(), relatives::all()].into_iter().flatten().collect()
}
