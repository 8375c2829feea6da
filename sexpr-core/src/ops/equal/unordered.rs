//! Equality of parts without an order: the entries of maps are matched by key, and the elements of unordered parts are
//! paired by their ranks in context. Then values and elements are compared.
//!
//! Maps whose keys consist of leaves take a fast path ([`LeafEntries`]) if the values reach neither a variable nor a
//! dag node, since then the order of comparing entries makes no difference. If both maps have the same keys in the same
//! order, entries are compared in step. Otherwise, the right keys are looked up among the left keys by hash. If hashes
//! do not distinguish the keys, the general path is taken.
//!
//! Where hashes do not determine the pairs of elements, [`Equal::are_equal_elements`] compares two elements, as if each
//! were the first of its part. This is a comparison of its own, in the context of the enclosing one.

use alloc::vec::Vec;
use core::hash::{BuildHasher, Hasher};

use hashbrown::{HashTable, hash_table};

use crate::{
    describe::{
        containers::{Map, MapOrder},
        identity::Identity,
        keys::{LeafVisitor, MapKey, ReadKey},
        leaf::{Encoder, Leaf},
        options::Options,
        region::Region,
        structural::{Field, StructuralEq},
    },
    engine::{
        frame::Frame,
        recursion::{Recursion, Suspendable},
    },
    ops::{
        equal::Equal,
        in_context::{InContext, by_rank},
    },
    rules::{
        entries::Entries,
        matching::{Entry, Lone, Matcher},
        memo::equal_terms::ClosedTerms,
        relation::Relation,
        var_pairs::in_parts::{Elements, Event},
    },
};

impl<'a> Equal<'a> {
    /// Compares two maps, now or later.
    #[inline(always)]
    pub(super) fn maps<M, R>(&mut self, left: &'a M, right: &'a M, at: Region, order: MapOrder) -> bool
    where
        M: Map + 'a,
        R: ReadKey<M::Key>,
    {
        if left.length() != right.length() {
            return false;
        }
        if self.recursion.has_to_wait() {
            self.put_off_large(move |equal| equal.match_maps::<M, R>(left, right, at, order));
            return true;
        }
        self.match_maps::<M, R>(left, right, at, order)
    }

    fn match_maps<M, R>(&mut self, left: &'a M, right: &'a M, at: Region, order: MapOrder) -> bool
    where
        M: Map + 'a,
        R: ReadKey<M::Key>,
    {
        self.visits += left.length() as u64;
        if R::IS_PLAIN
            && let Some(verdict) = self.match_leaf_keys(left, right, at, order)
        {
            return verdict;
        }
        if let Some(ids) = R::IDS {
            // Closed terms contain no ids.
            if self.is_not_closed() {
                return false;
            }
            self.relation.variables.consult_arenas(ids);
        }
        let Equal { relation, slots, .. } = self;
        let mut keys = core::mem::take(&mut relation.keys);
        let arenas = [0, 1].map(|side| relation.arenas(side, slots));
        let bound = |variable| relation.variables.top_in_order(0, variable);
        let mut left = Entries::read::<R>(left, order, &mut keys, &bound, &arenas[0]);
        let bound = |variable| relation.variables.top_in_order(1, variable);
        let mut right = Entries::read::<R>(right, order, &mut keys, &bound, &arenas[1]);
        relation.keys = keys;
        left.tell_terms_apart(true, |key| relation.values.digest(key));
        right.tell_terms_apart(true, |key| relation.values.digest(key));
        let [one, other] = [&mut left, &mut right].map(|side| core::mem::take(&mut side.ranked));
        let matcher = Matcher::new(one, other, order, Lone::Assumed);
        if matcher.lacks() {
            return false;
        }
        if matcher.has_variables() && self.is_not_closed() {
            return false;
        }
        self.match_or_ask([left, right], matcher, at)
    }

    /// Compares the values. While the matching of keys is undecided, instead puts off the next question, and itself
    /// after it.
    fn match_or_ask<M: Map + 'a>(&mut self, sides: [Entries<'a, M>; 2], mut matcher: Matcher, at: Region) -> bool {
        let closed_terms = &mut *self.closed_terms;
        let key = |entry: Entry| sides[entry.side].key(entry.index);
        let question = matcher.next_question(&mut |options, one, other| {
            closed_terms.under(options).are_equal(Identity::address(key(one)), Identity::address(key(other)))
        });
        if let Some((one, other)) = question {
            let (one, other) = (key(one), key(other));
            self.recursion.suspend();
            self.recursion.put_off(Frame::new(one, other, Self::ask_about_keys, Region::NONE));
            self.put_off_large(move |equal| equal.match_or_ask(sides, matcher, at));
            return true;
        }
        let [mut left, right] = sides;
        let mut matching = matcher.matching();
        if !matching.only_left.is_empty() || !matching.only_right.is_empty() {
            return false;
        }
        let lone: Vec<_> = matcher.lone().collect();
        [left.ranked, _] = matcher.into_ranked();
        let Equal { relation, options, .. } = self;
        let is_arranged = left.arrange(&mut relation.values, *options);
        if is_arranged {
            matching.arrange(&left.ranked);
        }
        for variable in matching.variables {
            relation.match_key(variable);
        }
        if is_arranged {
            relation.values.note_ties(&left.ranked, |variable| relation.variables.top(0, variable));
        }
        if !matching.pairs.iter().all(|(l, r)| M::Value::held(left.value(*l), right.value(*r), at, self)) {
            return false;
        }
        // Closed terms bind nothing, so their comparison can wait. Each is a comparison of its own, run from the stack.
        if !lone.is_empty() {
            self.recursion.suspend();
        }
        for (l, r) in lone {
            self.recursion.put_off(Frame::new(left.key(l), right.key(r), Self::same_keys, Region::NONE));
        }
        true
    }
}

/// The entries of the left map, by the hashes of their keys.
type LeafEntries<'a, M> = HashTable<LeafEntry<'a, M>>;

/// An entry of the left map.
struct LeafEntry<'a, M: Map> {
    hash: u64,
    key: &'a M::Key,
    value: &'a M::Value,
    /// The value for the key in the right map, once found.
    partner: Option<&'a M::Value>,
}

impl<'a> Equal<'a> {
    /// The verdict on two maps of leaf keys, if it can be found without ordering their entries.
    #[inline(always)]
    fn match_leaf_keys<M: Map>(&mut self, left: &'a M, right: &'a M, at: Region, order: MapOrder) -> Option<bool> {
        if !(M::Key::IS_CONTENT && M::Key::FLAT && M::Value::CLOSED) {
            return None;
        }
        if self.have_keys_in_one_order(left, right, at) {
            let mut values = left.entries().zip(right.entries());
            return Some(values.all(|((_, l), (_, r))| M::Value::held(l, r, at, self)));
        }
        if order == MapOrder::Container {
            return None;
        }
        let entries = self.look_up_leaf_keys(left, right, at)?;
        Some(entries.iter().all(|entry| entry.partner.is_some_and(|r| M::Value::held(entry.value, r, at, self))))
    }

    fn have_keys_in_one_order<M: Map>(&mut self, left: &'a M, right: &'a M, at: Region) -> bool {
        let (mut left, mut right) = (left.entries(), right.entries());
        loop {
            match (left.next(), right.next()) {
                (None, None) => return true,
                (Some((l, _)), Some((r, _))) if M::Key::held(l, r, at, self) => {}
                _ => return false,
            }
        }
    }

    /// The entries of the left map, with their partners in the right map; `None` if hashes do not distinguish the keys,
    /// since two keys have one hash or a map has a key twice.
    fn look_up_leaf_keys<M: Map>(&mut self, left: &'a M, right: &'a M, at: Region) -> Option<LeafEntries<'a, M>> {
        // Seeded at random where there is randomness (with `std`), since keys may be attacker-controlled.
        let state = ahash::RandomState::default();
        let hash_of = |key: &M::Key| {
            let mut hasher = KeyHasher(state.build_hasher());
            StructuralEq::content(key, key, Region::NONE, &mut hasher);
            hasher.0.finish()
        };
        let mut entries = LeafEntries::with_capacity(left.length());
        for (key, value) in left.entries() {
            let hash = hash_of(key);
            let entry = entries.entry(hash, |entry| entry.hash == hash, |entry| entry.hash);
            let hash_table::Entry::Vacant(free) = entry else { return None };
            free.insert(LeafEntry { hash, key, value, partner: None });
        }
        for (key, value) in right.entries() {
            let hash = hash_of(key);
            let Some(entry) = entries.find_mut(hash, |entry| entry.hash == hash) else { break };
            if !M::Key::held(entry.key, key, at, self) || entry.partner.replace(value).is_some() {
                return None;
            }
        }
        Some(entries)
    }
}

/// A hasher for keys that consist of leaves and pointers to leaves.
struct KeyHasher(ahash::AHasher);

impl Encoder for KeyHasher {
    #[inline(always)]
    fn word(&mut self, word: u64) {
        self.0.write_u64(word);
    }
    #[inline(always)]
    fn bytes(&mut self, bytes: &[u8]) {
        self.0.write(bytes);
        self.0.write_usize(bytes.len());
    }
}

impl LeafVisitor for KeyHasher {
    fn structure(&mut self, number: u64) {
        self.word(number);
    }

    #[inline(always)]
    fn leaf<L: Leaf + ?Sized>(&mut self, leaf: &L) {
        leaf.encode(self);
    }
}

impl<'a> Equal<'a> {
    /// Compares the elements of two unordered parts, now or later.
    pub(super) fn unordered_elements<T: Field + 'a>(
        &mut self,
        left: Vec<&'a T>,
        right: Vec<&'a T>,
        at: Region,
    ) -> bool {
        if left.len() != right.len() {
            return false;
        }
        self.visits += left.len() as u64;
        if self.recursion.has_to_wait() {
            self.put_off_large(move |equal| equal.compare_unordered(left, right, at));
            return true;
        }
        self.compare_unordered(left, right, at)
    }

    fn compare_unordered<T: Field + 'a>(&mut self, left: Vec<&'a T>, right: Vec<&'a T>, at: Region) -> bool {
        if !T::CLOSED && (self.is_not_closed() || !self.relation.variables.follow_parts(self.options.maps_free_vars()))
        {
            return false;
        }
        let elements = Elements::of_two_values(at, T::CLOSED, self.options);
        if elements == Elements::InOrder {
            return self.pairs(left.into_iter().zip(right), at, false);
        }
        let Equal { relation, in_context, options, .. } = self;
        let ranks = in_context.ranks([&left, &right], at, *options, relation);
        let [one, other] = ranks.each_ref().map(|ranks| by_rank(ranks));
        if !one.iter().zip(&other).all(|((left, _), (right, _))| left == right) {
            return false;
        }
        let pairs = one.iter().zip(&other).map(|((_, l), (_, r))| (left[*l], right[*r]));
        if !self.pairs(pairs, at, elements == Elements::AreScopes) {
            return false;
        }
        if !T::CLOSED {
            self.now_or_later(|equal| _ = equal.relation.variables.leave_part());
        }
        true
    }

    /// Compares pairs of elements, now or later. `are_scopes` says that each element is a scope in which free variables
    /// are numbered.
    fn pairs<T: Field + 'a>(
        &mut self,
        pairs: impl Iterator<Item = (&'a T, &'a T)>,
        at: Region,
        are_scopes: bool,
    ) -> bool {
        for (left, right) in pairs {
            if are_scopes {
                self.now_or_later(|equal| equal.relation.variables.note_element(Event::EnterScope));
            }
            if self.recursion.is_suspended() {
                self.recursion.put_off(Frame::one(left, right, Self::values, at));
            } else if !T::held(left, right, at, self) {
                return false;
            }
            if are_scopes {
                self.now_or_later(|equal| equal.relation.variables.note_element(Event::LeaveScope));
            }
        }
        true
    }
}

impl Equal<'_> {
    /// Whether two elements are equal in the context of `relation`. The context is left unchanged.
    pub(crate) fn are_equal_elements<T: Field>(
        [left, right]: [&T; 2],
        at: Region,
        options: Options,
        relation: &mut Relation,
        in_context: &mut InContext,
    ) -> bool {
        // Closed elements do not depend on their context, which may be of other options, such as in a structural key.
        let apart = T::CLOSED.then(|| relation.set_aside());
        let around = relation.variables.around();
        let mut closed_terms = ClosedTerms::default();
        let outermost = in_context.depth_limit;
        let recursion = Recursion::inside(outermost);
        in_context.depth_limit = Some(recursion.depth_limit());
        let mut equal = Equal::new(options, relation, &mut closed_terms, recursion);
        equal.are_elements = true;
        equal.in_context = core::mem::take(in_context);
        equal.depth = equal.relation.variables.depth();
        let verdict = T::held(left, right, at, &mut equal);
        let verdict = equal.finish(verdict);
        *in_context = core::mem::take(&mut equal.in_context);
        in_context.depth_limit = outermost;
        drop(equal);
        relation.variables.go_back_to(around);
        if let Some(around) = apart {
            relation.take_up(around);
        }
        verdict
    }
}
