//! Verdicts on closed terms, for each set of options: on the keys of maps that are terms, and on the shared nodes
//! inside them.

use alloc::vec::Vec;

use crate::{
    describe::identity::Identity,
    rules::{
        by_options::ByOptions,
        pairs::{Ordinal, Pairs},
    },
    tables::index::{Table, reset},
};

/// What was found of closed terms during an operation, under each set of options.
///
/// A closed term means the same wherever it stands, so a verdict on two of them holds for the rest of the operation.
pub(crate) type ClosedTerms = ByOptions<Classes>;

/// Classes of equal terms, and which of them differ. The classes are disjoint sets that merge (union–find), with path
/// halving (Tarjan and van Leeuwen, 1984): each operation takes logarithmic time, amortized.
///
/// Both verdicts compose: what is equal to one of two terms differs from the other if these differ. So a term that is
/// compared with one member of each of `n` classes is known to be equal to, or to differ from, all members of all.
#[derive(Debug, Default)]
pub(crate) struct Classes {
    /// The members, each with the one above it, or with itself at the root of its class.
    members: Pairs<1, Ordinal>,
    /// Roots that differ, the lower one first. Some are no roots any more.
    different: Table<(Ordinal, Ordinal), ()>,
    /// Of each root, what it differs from: members of the classes.
    differs_from: Table<Ordinal, Vec<Ordinal>>,
}

impl Classes {
    /// Whether two terms are equal, if that is known.
    pub(crate) fn are_equal(&mut self, one: Identity, other: Identity) -> Option<bool> {
        if one == other {
            return Some(true);
        }
        let (one, other) = (self.members.top(0, one)?, self.members.top(0, other)?);
        let (one, other) = (self.root(one), self.root(other));
        if one == other {
            return Some(true);
        }
        self.different.contains_key(&in_order(one, other)).then_some(false)
    }

    /// Notes a verdict on two terms.
    pub(crate) fn note(&mut self, one: Identity, other: Identity, equal: bool) {
        let (one, other) = (self.class_of(one), self.class_of(other));
        if one == other {
            return;
        }
        if equal {
            self.merge(one, other);
        } else {
            self.tell_apart(one, other);
        }
    }

    /// The root of a term's class.
    fn class_of(&mut self, term: Identity) -> Ordinal {
        match self.members.top(0, term) {
            Some(member) => self.root(member),
            None => self.members.add([term], self.members.next()),
        }
    }

    fn root(&mut self, mut member: Ordinal) -> Ordinal {
        loop {
            let above = self.members.value(member);
            if above == member {
                return member;
            }
            // Halves the path, for the next time.
            let next = self.members.value(above);
            self.put_below(member, next);
            member = next;
        }
    }

    fn put_below(&mut self, member: Ordinal, above: Ordinal) {
        if let Some(value) = self.members.value_mut(member) {
            *value = above;
        }
    }

    /// Makes two classes one. What the one with fewer differences differs from becomes a difference of the other: so
    /// each is moved a logarithmic number of times.
    fn merge(&mut self, one: Ordinal, other: Ordinal) {
        let count = |root| self.differs_from.get(&root).map_or(0, Vec::len);
        let (fewer, more) = if count(one) <= count(other) { (one, other) } else { (other, one) };
        self.put_below(fewer, more);
        for different in self.differs_from.remove(&fewer).unwrap_or_default() {
            let different = self.root(different);
            if different != more {
                self.tell_apart(more, different);
            }
        }
    }

    fn tell_apart(&mut self, one: Ordinal, other: Ordinal) {
        if self.different.insert(in_order(one, other), ()).is_none() {
            self.differs_from.entry(one).or_default().push(other);
            self.differs_from.entry(other).or_default().push(one);
        }
    }

    pub(crate) fn clear(&mut self) {
        self.members.clear();
        reset(&mut self.different);
        reset(&mut self.differs_from);
    }
}

fn in_order(one: Ordinal, other: Ordinal) -> (Ordinal, Ordinal) {
    (one.min(other), one.max(other))
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::Classes;
    use crate::describe::identity::Identity;

    /// Verdicts on the numbers modulo some other, in a random order: what is known is right, and what follows from it
    /// is known.
    #[test]
    fn verdicts_compose() {
        let mut state = 1_u64;
        let mut draw = |below: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) as usize % below
        };
        let values = [0_u8; 24];
        let terms = values.each_ref().map(Identity::address::<u8>);
        for round in 0..200 {
            let classes = 1 + round % 7;
            let mut known = Classes::default();
            // By Warshall's algorithm, what follows: equal, different.
            let mut equal = [[false; 24]; 24];
            let mut different = Vec::new();
            for _ in 0..draw(80) {
                let (one, other) = (draw(24), draw(24));
                let verdict = one % classes == other % classes;
                known.note(terms[one], terms[other], verdict);
                if verdict {
                    equal[one][other] = true;
                    equal[other][one] = true;
                } else {
                    different.push((one, other));
                }
            }
            for middle in 0..24 {
                equal[middle][middle] = true;
                for one in 0..24 {
                    for other in 0..24 {
                        equal[one][other] |= equal[one][middle] && equal[middle][other];
                    }
                }
            }
            for one in 0..24 {
                for other in 0..24 {
                    let joins = |(l, r): &(usize, usize)| {
                        equal[one][*l] && equal[other][*r] || equal[one][*r] && equal[other][*l]
                    };
                    let expected = match equal[one][other] {
                        true => Some(true),
                        false => different.iter().any(joins).then_some(false),
                    };
                    assert_eq!(known.are_equal(terms[one], terms[other]), expected);
                }
            }
        }
    }
}
