//! Cycles: what leads to itself through ids.
//!
//! What lies on a cycle is left out, with all that leads there. While it is summed up, an id that leads back to it closes
//! the cycle, and is not followed. So what was summed up meanwhile may lack the variables of what was open then: it gets
//! them when its strongly connected component is complete (Tarjan, "Depth-first search and linear graph algorithms",
//! 1972), and is then remembered like everything else.
//!
//! What binds around it is looked at each time that it is met, but for dag nodes, which have no effect while their records
//! are in force: that is so as long as the scope is open in which one was met, and nothing is shadowed. On a cycle, each
//! node counts as a dag node. To look at it again would find all ways through the cycle, so it is not looked at in any
//! case; where its record may not be in force, what variables refer to from then on is
//! [in doubt](super::meanings::Meanings::doubt).

use alloc::vec::Vec;

use crate::{
    describe::{identity::Identity, region::Level},
    ops::classes::remembered::Memory,
    tables::index::Table,
};

/// The cycles around, and what is known of others.
#[derive(Default)]
pub(super) struct Cycles {
    /// The nodes that ids led to and that are being summed up, each with its number.
    open: Table<Identity, usize>,
    /// The nodes around that may lie on cycles, the innermost last.
    around: Vec<OnPath>,
    /// How many were met.
    met: usize,
    /// The nodes that were summed up and whose components are not complete, by when they were met.
    incomplete: Vec<(usize, Memory)>,
    numbers: Table<Memory, usize>,
    /// What binds around it, and is a dag node or counts as one.
    effects: Table<Memory, Effect>,
}

/// A node on the way from the root.
struct OnPath {
    number: usize,
    /// The least number of a node that it leads to, of those whose components are not complete.
    lowest: usize,
    /// What it is known by, if an id led to it.
    place: Option<Identity>,
}

/// A node that binds around it and was summed up.
#[derive(Clone, Copy)]
pub(super) struct Effect {
    /// The number of the scope in which it was met.
    pub(super) scope: usize,
    /// The level of the outermost scope in which something in it is bound.
    pub(super) binds_at: Level,
    pub(super) size: u64,
    pub(super) is_on_cycle: bool,
}

/// A node that has ended.
pub(super) struct Ended {
    pub(super) is_on_cycle: bool,
    /// The others on its cycles, if these are complete with it.
    pub(super) others: Vec<Memory>,
}

impl Cycles {
    /// Whether what an id leads to is being summed up, so that the id closes a cycle.
    pub(super) fn closes(&mut self, place: Identity) -> bool {
        let number = self.open.get(&place).copied();
        self.lead_to(number);
        number.is_some()
    }

    /// Notes that the innermost node leads to one that was met before.
    fn lead_to(&mut self, number: Option<usize>) {
        if let (Some(number), Some(from)) = (number, self.around.last_mut()) {
            from.lowest = from.lowest.min(number);
        }
    }

    /// Notes that something is met again that was summed up.
    pub(super) fn meet_again(&mut self, memory: &Memory) {
        if !self.incomplete.is_empty() {
            let number = self.numbers.get(memory).copied();
            self.lead_to(number);
        }
    }

    /// Begins with a node, to which an id led if it has a place.
    pub(super) fn begin(&mut self, place: Option<Identity>) {
        let number = self.met;
        self.met += 1;
        self.around.push(OnPath { number, lowest: usize::MAX, place });
        if let Some(place) = place {
            self.open.insert(place, number);
        }
    }

    /// Ends the innermost node.
    pub(super) fn end(&mut self, memory: Memory) -> Ended {
        let Some(OnPath { number, lowest, place }) = self.around.pop() else {
            return Ended { is_on_cycle: false, others: Vec::new() };
        };
        if let Some(place) = place {
            self.open.remove(&place);
        }
        if lowest < number {
            self.lead_to(Some(lowest));
            self.incomplete.push((number, memory));
            self.numbers.insert(memory, number);
            return Ended { is_on_cycle: true, others: Vec::new() };
        }
        let first = self.incomplete.iter().rposition(|(other, _)| *other < number).map_or(0, |before| before + 1);
        let others = self.incomplete.drain(first..).map(|(other, memory)| {
            if self.numbers.get(&memory) == Some(&other) {
                self.numbers.remove(&memory);
            }
            memory
        });
        Ended { others: others.collect(), is_on_cycle: lowest == number }
    }

    /// Notes what a node binds around it.
    pub(super) fn note_effect(&mut self, memory: Memory, effect: Effect) {
        self.effects.insert(memory, effect);
    }

    /// What a node binds around it that counts as a dag node and was summed up.
    pub(super) fn effect(&self, memory: &Memory) -> Option<Effect> {
        if self.effects.is_empty() { None } else { self.effects.get(memory).copied() }
    }
}
