//! The entries of maps in the order in which they are compared.

use super::{
    describe::{Entry, EntryKey, Identity, Order},
    scopes::{Binding, Stacks},
};

/// What the key of an entry is, in the order in which values are compared.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Key {
    Content(String),
    Pair(String, i64),
    Structural(String),
    Bound(Binding),
    Free(Identity),
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

/// Looks the keys up and puts the entries in the order of comparison.
pub(super) fn ranked(stacks: &Stacks, entries: Vec<Entry>, order: Order) -> Vec<Ranked> {
    let rank = |(place, Entry { key, value }): (usize, Entry)| {
        let (key, node) = match key {
            EntryKey::Content(text) | EntryKey::Keyed(text) => (Key::Content(text), None),
            EntryKey::Pair(number, text) => (Key::Pair(text, number), None),
            EntryKey::Structural(text) => (Key::Structural(text), None),
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

/// Whether the order in which the values are compared is that of addresses, or of hashes, which a description lacks.
pub(super) fn hangs_on_addresses(entries: &[Ranked], order: Order) -> bool {
    let count = |sort: fn(&Key) -> bool| entries.iter().filter(|entry| sort(&entry.key)).count();
    let by_address = count(|key| matches!(key, Key::Free(Identity::Object(_))));
    let by_hash = count(|key| matches!(key, Key::Structural(_)));
    order == Order::ByKey && by_address.max(by_hash) > 1
}
