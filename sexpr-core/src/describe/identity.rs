//! Identities: two occurrences with one identity are the same node.
//!
//! An [`Identity`] is an address with a type, or the number of an encoded key, which `key_table` assigns.

use core::{
    any::TypeId,
    hash::{Hash, Hasher},
};

use crate::tables::index::scatter;

/// A node's identity. For a node known by its address: the address, spread, with 64 bits of the id of its type. For a
/// node known by its key: the number of the key times [`STEP`](Identity::STEP).
///
/// The address alone is not enough: a struct and its first field share it.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Identity {
    place: usize,
    /// Odd for an address; zero for a key.
    token: u64,
}

/// The nodes of one type and one environment within 512 bytes of memory, all known by their addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stretch {
    number: usize,
    token: u64,
}

impl Stretch {
    /// The number of nodes that can begin in a stretch. It is small, since there may be many small arenas.
    pub(crate) const PLACES: usize = 32;

    #[inline(always)]
    pub(crate) fn hash(self) -> u64 {
        scatter(self.number as u64 ^ self.token)
    }
}

impl Identity {
    /// The minimum distance between the places of neighbouring nodes, equal to that between two allocations.
    const STEP: usize = 16;

    /// The identity of a node whose key has this number.
    pub(crate) fn of_key(number: usize) -> Identity {
        Identity { place: number * Identity::STEP, token: 0 }
    }

    /// The number of the key. Only for a node that is known by its key.
    pub(crate) fn key_number(self) -> usize {
        self.place / Identity::STEP
    }

    /// The identity of a node of this size and type at an address.
    #[inline(always)]
    pub(crate) fn at(address: usize, size: usize, token: u64) -> Identity {
        Identity { place: Identity::spread(address, size), token: token | 1 }
    }

    /// The identity of the row of an id with this index, in the arena at this address.
    pub(crate) fn row(arena: usize, id: TypeId, index: u64) -> Identity {
        const ODD: u64 = 0xa076_1d64_78bd_642f;
        let (low, high) = (index as usize, (u128::from(index) >> usize::BITS) as u64);
        // The places of one arena's rows are distinct, and far from addresses and from the rows of other arenas.
        let place = arena.wrapping_mul(ODD as usize).wrapping_add(low.rotate_left(Identity::STEP.ilog2()));
        Identity { place, token: token(id).wrapping_add(high).wrapping_mul(ODD) | 1 }
    }

    /// The identity of a node in an arena of this environment. The outermost environment leaves the identity unchanged.
    pub(crate) fn in_environment(self, environment: usize) -> Identity {
        Identity { token: self.token.wrapping_add(Identity::token_of_environment(environment)) | 1, ..self }
    }

    /// The inverse of [`in_environment`](Self::in_environment).
    pub(crate) fn outside_of(self, environment: usize) -> Identity {
        Identity { token: self.token.wrapping_sub(Identity::token_of_environment(environment)) | 1, ..self }
    }

    /// A number that an environment adds to tokens. The number is even, so the token's lowest bit stays.
    fn token_of_environment(environment: usize) -> u64 {
        const ODD: u64 = 0xd6e8_feb8_6659_fd93;
        (environment as u64).wrapping_mul(ODD).wrapping_mul(2)
    }

    /// The place of a node of this size. The places of adjacent nodes are at least a [`STEP`](Identity::STEP) apart.
    #[inline(always)]
    fn spread(address: usize, size: usize) -> usize {
        let bits = match size {
            0..2 => 4,
            2..4 => 3,
            4..8 => 2,
            8..16 => 1,
            _ => 0,
        };
        address.rotate_left(bits)
    }

    /// A hash for tables. The low bits select a slot; the top seven bits distinguish nodes in neighbouring slots.
    ///
    /// Nodes in one stretch of memory get neighbouring hashes, since operations often visit them in succession. The
    /// stretches are scattered by multiplicative hashing (Knuth, 6.4).
    #[inline(always)]
    pub(crate) fn hash(self) -> u64 {
        const STRETCH: usize = 256;
        let step = self.place / Identity::STEP;
        // `hashbrown` distinguishes neighbours in a table by the top seven bits of a `usize`.
        scatter((self.place / STRETCH) as u64 ^ self.token).wrapping_add(step as u64) ^ step.rotate_right(7) as u64
    }

    /// The stretch that contains a node known by its address, and the node's place in it.
    #[inline(always)]
    pub(crate) fn stretch(self) -> (Stretch, usize) {
        let place = self.place / Identity::STEP;
        (Stretch { number: place / Stretch::PLACES, token: self.token }, place % Stretch::PLACES)
    }

    /// The spread address of a node that is known by its address; `None` for a node that is known by its key.
    pub(crate) fn as_address(self) -> Option<usize> {
        (self.token != 0).then_some(self.place)
    }
}

/// The address of a value.
#[inline(always)]
pub(crate) fn address<T: ?Sized>(value: &T) -> usize {
    core::ptr::from_ref(value).addr()
}

/// 64 bits of a type's id.
#[inline(always)]
pub(crate) fn token(ty: TypeId) -> u64 {
    /// `TypeId` passes one word to its hasher, and this word is a hash already.
    struct LastWord(u64);
    impl Hasher for LastWord {
        fn finish(&self) -> u64 {
            self.0
        }
        fn write(&mut self, bytes: &[u8]) {
            for byte in bytes {
                self.0 = self.0.rotate_left(8) ^ u64::from(*byte);
            }
        }
        fn write_u64(&mut self, word: u64) {
            self.0 = word;
        }
    }
    let mut hasher = LastWord(0);
    ty.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::Identity;
    use crate::tables::index::Index;

    #[test]
    fn outside_of_an_environment_a_node_is_known_by_what_it_is_in_none() {
        let node = Identity { place: 0x1230, token: 0x9abc_def0_1357_2469 };
        for environment in 0..100 {
            assert_eq!(node.in_environment(environment).outside_of(environment), node);
        }
    }

    /// A lookup passes few other nodes, whatever their size and their layout in memory.
    #[test]
    fn nodes_side_by_side_do_not_crowd_an_index() {
        const COUNTS: [usize; 4] = [1_000, 20_000, 30_000, 43_000];
        for stride in (0..=20).map(|shift| 1 << shift).chain([24, 40, 48, 56, 112]) {
            let place = |number: usize| Identity::spread(0x1234_5000 + number * stride, stride);
            let node = |number: usize| Identity { place: place(number), token: 0x9abc_def0_1357_2469 };
            let mut looks = 0;
            for count in COUNTS {
                let mut index: Index = Index::default();
                (0..count).for_each(|number| index.add(node(number).hash(), number, |number| node(number).hash()));
                for number in 0..count {
                    let counted = core::cell::Cell::new(0);
                    let is_it = |other| {
                        counted.set(counted.get() + 1);
                        other == number
                    };
                    assert_eq!(index.get(node(number).hash(), is_it), Some(number));
                    looks += counted.get();
                }
            }
            let average = looks / COUNTS.iter().sum::<usize>();
            assert!(average < 16, "{average} looks, at a stride of {stride}");
        }
    }
}
