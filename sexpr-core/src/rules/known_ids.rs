//! What ids are known to lead to, where nothing is tracked.
//!
//! Most ids lead to what was met before. Then it suffices to know that: no node need be found. So for the arenas in which
//! ids are looked up, a vector has a number by the index of an id. For equality, it is the index of the right id that led to
//! an equal node when the left one was followed last; for the hash, the number of the dag node, which was closed. What is
//! not in it is decided by the nodes. Nothing is noted of ids whose indices are far larger than there are nodes.
//!
//! All of it is forgotten when the operation starts over, or forgets what it found of trees. A node that was compared or hashed
//! to its end has not met itself, so nothing that is known hides a cycle.

use alloc::vec::Vec;

/// The number of the arenas in which ids are looked up, one on each side.
pub(crate) type ArenasMet = usize;

/// The number of no arenas.
pub(crate) const NO_ARENAS: ArenasMet = usize::MAX;

/// What is known of ids.
#[derive(Debug, Default)]
pub(crate) struct KnownIds {
    /// By the number of arenas. Those from `used` on are empty.
    arenas: Vec<InArena>,
    used: usize,
}

/// What is known of the ids of an arena.
#[derive(Debug, Default)]
struct InArena {
    /// By the index of an id, a number, plus one; zero, if there is none.
    numbers: Vec<u32>,
    /// How many were noted, or would have been.
    noted: usize,
}

/// An id, as far as something is noted of it.
#[derive(Clone, Copy)]
pub(crate) struct KnownId {
    pub(crate) arenas: ArenasMet,
    pub(crate) index: u64,
}

impl KnownIds {
    /// Whether this number was noted last.
    #[inline(always)]
    pub(crate) fn has(&self, id: KnownId, number: u64) -> bool {
        self.stored(id).is_some_and(|stored| number.checked_add(1) == Some(stored.into()))
    }

    /// The number that was noted last.
    #[inline(always)]
    pub(crate) fn get(&self, id: KnownId) -> Option<u32> {
        self.stored(id)?.checked_sub(1)
    }

    #[inline(always)]
    fn stored(&self, KnownId { arenas, index }: KnownId) -> Option<u32> {
        self.arenas.get(arenas)?.numbers.get(usize::try_from(index).ok()?).copied()
    }

    /// Notes a number.
    #[inline(always)]
    pub(crate) fn note(&mut self, id: KnownId, number: u64) {
        let (Ok(index), Ok(number)) = (u32::try_from(id.index), u32::try_from(number)) else { return };
        let Some(stored) = number.checked_add(1) else { return };
        if let Some(InArena { numbers, noted }) = self.arenas.get_mut(id.arenas)
            && let Some(known) = numbers.get_mut(index as usize)
        {
            *known = stored;
            *noted += 1;
            return;
        }
        self.note_further_on(id.arenas, index as usize, stored);
    }

    #[cold]
    #[inline(never)]
    fn note_further_on(&mut self, arenas: ArenasMet, index: usize, stored: u32) {
        /// How far a vector goes in any case.
        const SHORT: usize = 64;
        /// How far for each node.
        const SPARSE: usize = 8;
        if arenas >= self.arenas.len() {
            self.arenas.resize_with(arenas + 1, InArena::default);
        }
        self.used = self.used.max(arenas + 1);
        let InArena { numbers, noted } = &mut self.arenas[arenas];
        *noted += 1;
        if index < SHORT.max(*noted * SPARSE) {
            numbers.resize((index + 1).next_power_of_two().max(SHORT), 0);
            numbers[index] = stored;
        }
    }

    pub(crate) fn clear(&mut self) {
        /// How long a vector is at most, and how many there are, that the next operation need not ask memory for.
        const KEPT: usize = 1024;
        self.arenas.truncate(KEPT);
        for InArena { numbers, noted } in self.arenas.iter_mut().take(self.used) {
            if numbers.capacity() > KEPT {
                *numbers = Vec::new();
            }
            numbers.clear();
            *noted = 0;
        }
        self.used = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::{KnownId, KnownIds, NO_ARENAS};

    fn id(arenas: usize, index: u64) -> KnownId {
        KnownId { arenas, index }
    }

    #[test]
    fn what_was_noted_is_known_until_all_is_forgotten() {
        let mut known = KnownIds::default();
        for _ in 0..2 {
            for index in 0..5000_u64 {
                assert_eq!(known.get(id(1, index)), None);
                known.note(id(1, index), 4999 - index);
                assert!(known.has(id(1, index), 4999 - index) && !known.has(id(1, index), 5000 + index));
                assert!(!known.has(id(0, index), 4999 - index));
            }
            known.note(id(1, 7), 8);
            assert!(!known.has(id(1, 7), 4992) && known.has(id(1, 8), 4991));
            assert_eq!(known.get(id(1, 7)), Some(8));
            known.clear();
        }
    }

    #[test]
    fn indices_that_are_no_places_are_not_known_and_take_no_memory() {
        let mut known = KnownIds::default();
        for number in [1 << 20, u64::from(u32::MAX) - 1, u64::from(u32::MAX), 1 << 40, u64::MAX - 1, u64::MAX] {
            known.note(id(0, number), number);
            known.note(id(1, 0), number);
            assert!(!known.has(id(0, number), number) && !known.has(id(2, number), number));
            assert_eq!(known.has(id(1, 0), number), number < u32::MAX.into());
        }
        assert!(!known.has(id(NO_ARENAS, 0), 0) && !known.has(id(0, 0), u64::MAX));
        assert!(known.arenas.iter().all(|arena| arena.numbers.len() <= 64));
    }

    #[test]
    fn the_order_in_which_nodes_lie_does_not_matter() {
        let mut known = KnownIds::default();
        for _ in 0..2 {
            (0..10_000_u64).rev().for_each(|index| known.note(id(0, index), index));
        }
        assert!((0..10_000).all(|index| known.has(id(0, index), index)));
    }
}
