//! The entries of maps in the order in which they are compared.

use std::{cell::OnceCell, ops::Range};

use sexpr_core::{
    __private::{digest_of_key, shape_of_value},
    StructuralKey,
};

use super::{
    Mistake, Options,
    describe::{Entry, EntryKey, Identity, Order},
    scopes::{Binding, Stacks},
};
use crate::conformance::{
    Mirror, NodeSpec,
    mirror::{arc::nodes::Nodes, term},
};

/// What the key of an entry is, in the order in which values are compared.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Key {
    Content(String),
    Pair(i64, String),
    Structural(Term),
    Bound(Binding),
    Free(Identity),
}

/// A closed term that is a key: its hash and its digest, for which the library is asked, and its number.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Term {
    hash: u64,
    digest: u128,
    pub(super) number: i64,
}

impl Term {
    fn new(number: i64) -> Self {
        let key = StructuralKey::new(term(number));
        Term { hash: StructuralKey::structural_hash(&key), digest: digest_of_key(&key), number }
    }
}

/// An entry whose key was looked up.
pub(super) struct Ranked {
    pub(super) key: Key,
    /// The node that is the key, if it is one.
    pub(super) node: Option<usize>,
    pub(super) value: Option<usize>,
    /// Where the entry stands in the container.
    pub(super) place: usize,
}

/// Looks the keys up and puts the entries in the order of comparison, but for what [`Ranks`] decide.
pub(super) fn ranked(stacks: &Stacks, entries: Vec<Entry>, order: Order) -> Vec<Ranked> {
    let rank = |(place, Entry { key, value }): (usize, Entry)| {
        let (key, node) = match key {
            EntryKey::Content(text) | EntryKey::Keyed(text) => (Key::Content(text), None),
            EntryKey::Pair(number, text) => (Key::Pair(number, text), None),
            EntryKey::Structural(number) => (Key::Structural(Term::new(number)), None),
            EntryKey::Variable(variable, node) => (stacks.top(&variable).map_or(Key::Free(variable), Key::Bound), node),
        };
        Ranked { key, node, value, place }
    };
    let mut entries: Vec<Ranked> = entries.into_iter().enumerate().map(rank).collect();
    if order == Order::ByKey {
        entries.sort_by(|one, other| one.key.cmp(&other.key));
    }
    entries
}

/// The order of entries whose keys are free variables known by address: by the shapes of their values. A shape is a
/// hash, for which the library is asked. Keys that were recorded in the order of their addresses count as recorded at
/// once.
pub(super) struct Ranks {
    options: Options,
    mistake: Option<Mistake>,
    /// Whether the order is the other way around.
    is_reversed: bool,
    built: OnceCell<Vec<<Nodes as Mirror>::Node>>,
    ties: Vec<(Binding, Binding)>,
    /// Whether ranks decided something.
    pub(super) decided: bool,
    /// Whether addresses decide in which order different values come.
    pub(super) hangs_on_addresses: bool,
    /// The same, of keys.
    pub(super) keys_hang_on_addresses: bool,
}

impl Ranks {
    pub(super) fn new(options: Options, mistake: Option<Mistake>) -> Self {
        Ranks {
            options,
            mistake,
            is_reversed: false,
            built: OnceCell::new(),
            ties: vec![],
            decided: false,
            hangs_on_addresses: false,
            keys_hang_on_addresses: false,
        }
    }

    /// The other way around.
    pub(super) fn reversed(self) -> Self {
        Ranks { is_reversed: true, ..self }
    }

    /// Puts entries into order that came in the order of their keys. Answers with those that nothing but addresses tells
    /// apart, of which [`note_ties`](Self::note_ties) is to be told when they are recorded.
    pub(super) fn arrange<T>(
        &mut self,
        nodes: &[NodeSpec],
        entries: &mut [T],
        ranked: impl Fn(&T) -> &Ranked,
        order: Order,
    ) -> Vec<Range<usize>> {
        let mut ties = vec![];
        if order == Order::Container {
            return ties;
        }
        let mut start = 0;
        while start < entries.len() {
            let mut end = start + 1;
            while end < entries.len() && self.leave_open(&ranked(&entries[end - 1]).key, &ranked(&entries[end]).key) {
                end += 1;
            }
            if end > start + 1 && self.mistake != Some(Mistake::FreeKeysInOrderOfAddresses) {
                let rank = |entry: &T| self.of(nodes, ranked(entry).value);
                entries[start..end].sort_by_cached_key(rank);
                let tied = |one: &T, other: &T| rank(one) == rank(other);
                let lengths: Vec<usize> = entries[start..end].chunk_by(tied).map(<[T]>::len).collect();
                self.decided |= lengths.len() > 1;
                let mut from = start;
                for length in lengths {
                    let group = &entries[from..from + length];
                    self.hangs_on_addresses |= group.iter().any(|entry| ranked(entry).value != ranked(&group[0]).value);
                    self.keys_hang_on_addresses |= length > 1;
                    ties.extend((length > 1).then_some(from..from + length));
                    from += length;
                }
            }
            start = end;
        }
        ties
    }

    /// Whether keys do not tell the order of two entries.
    fn leave_open(&self, one: &Key, other: &Key) -> bool {
        match (one, other) {
            (Key::Free(Identity::Object(_)), Key::Free(Identity::Object(_))) => true,
            (Key::Bound(one), Key::Bound(other)) => {
                self.ties.iter().any(|(first, last)| first <= one && one <= last && first <= other && other <= last)
            }
            _ => false,
        }
    }

    fn of(&self, nodes: &[NodeSpec], value: Option<usize>) -> u64 {
        let Some(value) = value else { return 0 };
        let built = self.built.get_or_init(|| Nodes::build(nodes));
        let shape = shape_of_value(&built[value], self.options.of_the_library());
        if self.is_reversed { !shape } else { shape }
    }

    /// Notes entries that nothing but addresses tells apart, when their keys are recorded.
    pub(super) fn note_ties<'a>(
        &mut self,
        ties: &[Range<usize>],
        entry: impl Fn(usize) -> &'a Ranked,
        stacks: &Stacks,
    ) {
        for tie in ties {
            let recorded = |at: usize| match &entry(at).key {
                Key::Free(variable) => stacks.top(variable),
                _ => None,
            };
            if let (Some(first), Some(last)) = (recorded(tie.start), recorded(tie.end - 1)) {
                self.ties.push((first, last));
            }
        }
    }
}
