//! The hash: one value, 64 bits.

use alloc::vec::Vec;
use core::{hash::Hasher, marker::PhantomData};

use super::{
    accumulator::Accumulator,
    entries::{Rank, entries},
    frame::{Frame, IdleFrame, SLICE, SliceStep, Step, recycle},
    numbering::{Contribution, Numbering},
    place::{Held, Inline, Owned, Place, Pointee, Root},
};
use crate::{
    containers::{Map, MapOrder, OwningPointer, Sequence, SharedPointer, Sharing},
    custom::{CustomStructural, HashParts, HashValue, VirtualFields, VirtualValue},
    keys::stable_hash,
    leaf::{Encoder, Leaf},
    options::Options,
    region::Region,
    structural::{Field, StructuralEq},
    table::Roles,
    visitor::{Show, Visitor},
};

/// One hash computation.
///
/// A visitor on pairs like the others, with the same value on both sides. What is hashed is a sequence of items:
/// of each node its leaves where its type lists them, then its children in order. Types, variants and lengths make
/// the sequence unambiguous.
pub(crate) struct Hash<'a> {
    options: Options,
    numbering: Numbering,
    stack: Vec<Frame<'a, Self>>,
    held: Option<Frame<'a, Self>>,
    items: Accumulator,
    /// The items before each node whose own are gathered apart.
    outer: Vec<Accumulator>,
    /// Sums of values that have no order, those inside others last.
    sums: Vec<u64>,
}

/// What a hash computation leaves to the next: memory, and nothing in it.
#[derive(Debug, Default)]
pub(crate) struct HashBuffers {
    numbering: Numbering,
    stack: Vec<IdleFrame>,
    outer: Vec<Accumulator>,
}

impl<'a> Hash<'a> {
    /// The hash of a value. Takes the buffers and gives them back, but not when user code panics.
    pub(crate) fn run<T: StructuralEq + ?Sized>(value: &T, options: Options, buffers: &mut HashBuffers) -> u64 {
        let value = &value;
        let HashBuffers { numbering, stack, outer } = core::mem::take(buffers);
        let stack = recycle(stack);
        let (items, sums) = (Accumulator::EMPTY, Vec::new());
        let mut hash = Hash { options, numbering, stack, held: None, items, outer, sums };
        hash.visit::<Root<'_, T>>(value, options.root_region());
        while let Some(frame) = hash.held.take().or_else(|| hash.stack.pop()) {
            frame.run(&mut hash);
        }
        let Hash { mut numbering, stack, outer, items, .. } = hash;
        numbering.clear();
        *buffers = HashBuffers { numbering, stack: recycle(stack), outer };
        items.finish()
    }

    /// Puts off a child. Children come last one first.
    #[inline(always)]
    fn put_off(&mut self, child: Frame<'a, Self>) -> bool {
        if let Some(later) = self.held.replace(child) {
            self.stack.push(later);
        }
        true
    }

    /// Hashes a node: what its kind asks for.
    #[inline(always)]
    fn visit<P: Place<'a>>(&mut self, holder: &'a P::Holder, at: Region) {
        let node = P::node(holder);
        let once = P::sharing(holder) == Sharing::Unique;
        let identity = self.numbering.keys.identify(node);
        match self.numbering.meet(P::Node::kind(node), identity, at, once) {
            Contribution::Value(value) => self.items.push(value),
            Contribution::Sequence(sequence) => self.items.append(sequence),
            Contribution::Fields(region) => _ = P::Node::content(node, node, region, self),
            Contribution::FieldsToRemember(region) => self.visit_apart::<P, Remember<P>>(holder, at, region),
            Contribution::Dag(region) => self.visit_apart::<P, NumberDag<P>>(holder, at, region),
            Contribution::Variable(region) => self.visit_apart::<P, NumberVariable<P>>(holder, at, region),
        }
    }

    /// Gathers a node's items apart, for a last step that makes of them what the node contributes.
    fn visit_apart<P, S>(&mut self, holder: &'a P::Holder, at: Region, region: Region)
    where
        P: Place<'a>,
        S: Step<'a, Self, Place = P::Holder>,
    {
        self.outer.push(core::mem::replace(&mut self.items, Accumulator::EMPTY));
        self.stack.push(Frame::new::<S>(holder, holder, at));
        let node = P::node(holder);
        P::Node::content(node, node, region, self);
    }

    /// The items gathered apart; those before them are taken up again.
    fn gathered(&mut self) -> Accumulator {
        let outer = self.outer.pop().unwrap_or(Accumulator::EMPTY);
        core::mem::replace(&mut self.items, outer)
    }
}

/// Leaves enter as their encodings.
impl Encoder for Hash<'_> {
    #[inline(always)]
    fn word(&mut self, word: u64) {
        self.items.push(word);
    }
    #[inline(always)]
    fn bytes(&mut self, bytes: &[u8]) {
        self.items.push(stable_hash(bytes));
    }
}

/// Takes what a type's own `Hash` writes.
struct OpaqueItems(Accumulator);

impl Hasher for OpaqueItems {
    fn finish(&self) -> u64 {
        self.0.finish()
    }
    fn write(&mut self, bytes: &[u8]) {
        self.0.push(stable_hash(bytes));
    }
    fn write_u64(&mut self, word: u64) {
        self.0.push(word);
    }
}

impl<'a> Visitor<'a> for Hash<'a> {
    #[inline(always)]
    fn variant(&mut self, index: u32) {
        self.items.push(u64::from(index));
    }

    #[inline(always)]
    fn variants_differ(&mut self, _: u32, _: u32) -> bool {
        true
    }

    #[inline(always)]
    fn field<T: Field>(&mut self, _: u32, roles: Roles, value: &'a T, _: &'a T, at: Region) -> bool {
        self.options.skips(roles) || T::held(value, value, at.enter(roles.def()), self)
    }

    fn opaque_field<T: Eq + core::hash::Hash>(
        &mut self,
        _: u32,
        roles: Roles,
        value: &'a T,
        _: &'a T,
        _: Option<Show<T>>,
    ) -> bool {
        if !self.options.skips(roles) {
            let mut items = OpaqueItems(Accumulator::EMPTY);
            value.hash(&mut items);
            self.items.push(items.finish());
        }
        true
    }

    #[inline(always)]
    fn ordered_field<M: Map + StructuralEq>(
        &mut self,
        _: u32,
        roles: Roles,
        value: &'a M,
        _: &'a M,
        at: Region,
    ) -> bool {
        self.options.skips(roles) || self.map(value, value, at.enter(roles.def()), MapOrder::Container)
    }

    #[inline(always)]
    fn leaf<L: Leaf + ?Sized>(&mut self, value: &'a L, _: &'a L) -> bool {
        value.encode(self);
        true
    }

    #[inline(always)]
    fn owning<P: OwningPointer>(&mut self, value: &'a P, _: &'a P, at: Region) -> bool {
        if P::Target::FLAT {
            return P::Target::held(value.target(), value.target(), at, self);
        }
        self.put_off(Frame::new::<Owned<P>>(value, value, at))
    }

    #[inline(always)]
    fn shared<P: SharedPointer>(&mut self, value: &'a P, _: &'a P, at: Region) -> bool {
        if P::Target::FLAT {
            return P::Target::content(value.target(), value.target(), at, self);
        }
        self.put_off(Frame::new::<Visit<Pointee<P>>>(value, value, at))
    }

    #[inline(always)]
    fn sequence<S: Sequence + ?Sized>(&mut self, value: &'a S, _: &'a S, at: Region) -> bool {
        self.items.push(value.length() as u64);
        if S::Item::FLAT {
            return value.items().all(|item| S::Item::held(item, item, at, self));
        }
        match value.as_slice() {
            Some(slice) => self.put_off_slice(slice, at),
            None => value.items().rev().all(|item| self.put_off(Frame::new::<Held<S::Item>>(item, item, at))),
        }
    }

    #[inline(always)]
    fn map<M: Map>(&mut self, value: &'a M, _: &'a M, at: Region, order: MapOrder) -> bool {
        // Its variables are looked up when its turn comes.
        self.put_off(match order {
            MapOrder::ByKey => Frame::new::<EntriesByKey<M>>(value, value, at),
            MapOrder::Container => Frame::new::<EntriesInOrder<M>>(value, value, at),
        })
    }

    #[inline(always)]
    fn node<T: Field>(&mut self, value: &'a T, _: &'a T, at: Region) -> bool {
        self.put_off(Frame::new::<Visit<Inline<T>>>(value, value, at))
    }

    fn listed<T: ?Sized>(
        &mut self,
        value: &'a T,
        _: &'a T,
        list: fn(&'a T, &mut VirtualFields<'a>),
        at: Region,
    ) -> bool {
        let fields = VirtualFields::of(value, list);
        self.items.push(fields.len() as u64);
        fields.iter().rev().all(|field| {
            self.bytes(field.name.as_bytes());
            self.items.push(field.def as u64);
            match &field.value {
                VirtualValue::Leaf(leaf) => {
                    leaf.encode(self);
                    true
                }
                VirtualValue::Part(part) => {
                    self.bytes(part.type_name().as_bytes());
                    self.put_off(part.hash().0.at(at.enter(field.def)))
                }
            }
        })
    }

    fn custom<T: CustomStructural>(&mut self, value: &'a T, _: &'a T, at: Region) -> bool {
        let mut parts = HashParts::default();
        value.s_hash(&mut parts);
        self.items.push(parts.parts.len() as u64);
        parts.parts.iter().rev().all(|(def, part)| match part {
            HashValue::Leaf(leaf) => {
                leaf.encode(self);
                true
            }
            HashValue::Part(part) => self.put_off(part.0.at(at.enter(*def))),
        })
    }
}

impl<'a> Hash<'a> {
    #[inline(always)]
    fn put_off_slice<T: Field>(&mut self, slice: &'a [T], at: Region) -> bool {
        slice.chunks(SLICE).rev().all(|part| self.put_off(Frame::slices::<Elements<T>>(part, part, at)))
    }

    fn hash_entries<M: Map>(&mut self, map: &'a M, at: Region, order: MapOrder) {
        let mut keys = core::mem::take(&mut self.numbering.keys);
        let entries = entries(map, order, &mut keys, |variable| self.numbering.ordinal(variable));
        self.numbering.keys = keys;
        self.items.push(entries.len() as u64);
        for entry in &entries {
            match (&entry.rank, entry.variable) {
                (Rank::Content(encoding), _) => self.bytes(encoding),
                (Rank::Structural(hash), _) => self.items.push(*hash),
                (_, Some(variable)) => self.items.push(self.numbering.as_key(variable)),
                (_, None) => {}
            }
        }
        for variable in entries.iter().filter_map(|entry| entry.free_variable()) {
            self.numbering.record_free(variable);
        }
        for group in entries.chunk_by(|one, other| one.ranks_like(other)).rev() {
            match group {
                [entry] if M::Value::LEAVES => _ = M::Value::held(entry.value, entry.value, at, self),
                [entry] => _ = self.put_off(Frame::new::<Held<M::Value>>(entry.value, entry.value, at)),
                // Only their own `Eq` tells these keys apart, so there is no order: the values are added up.
                group => {
                    self.put_off(Frame::new::<EndSum<M>>(map, map, at));
                    for entry in group {
                        self.put_off(Frame::new::<Summand<M::Value>>(entry.value, entry.value, at));
                    }
                    self.put_off(Frame::new::<BeginSum<M>>(map, map, at));
                }
            }
        }
    }
}

/// The step before values that are added up.
struct BeginSum<M>(PhantomData<M>);

impl<'a, M: 'a> Step<'a, Hash<'a>> for BeginSum<M> {
    type Place = M;

    fn run(hash: &mut Hash<'a>, _: &'a M, _: &'a M, _: Region) -> bool {
        hash.sums.push(0);
        true
    }
}

/// The step on a value that is added up.
struct Summand<T>(PhantomData<T>);

impl<'a, T: Field + 'a> Step<'a, Hash<'a>> for Summand<T> {
    type Place = T;

    fn run(hash: &mut Hash<'a>, value: &'a T, _: &'a T, at: Region) -> bool {
        hash.outer.push(core::mem::replace(&mut hash.items, Accumulator::EMPTY));
        hash.stack.push(Frame::new::<AddUp<T>>(value, value, at));
        T::held(value, value, at, hash)
    }
}

/// The last step on a value that is added up.
struct AddUp<T>(PhantomData<T>);

impl<'a, T: Field + 'a> Step<'a, Hash<'a>> for AddUp<T> {
    type Place = T;

    fn run(hash: &mut Hash<'a>, _: &'a T, _: &'a T, _: Region) -> bool {
        let summand = hash.gathered().finish();
        if let Some(sum) = hash.sums.last_mut() {
            *sum = sum.wrapping_add(summand);
        }
        true
    }
}

/// The step after values that are added up.
struct EndSum<M>(PhantomData<M>);

impl<'a, M: 'a> Step<'a, Hash<'a>> for EndSum<M> {
    type Place = M;

    fn run(hash: &mut Hash<'a>, _: &'a M, _: &'a M, _: Region) -> bool {
        let sum = hash.sums.pop().unwrap_or_default();
        hash.items.push(sum);
        true
    }
}

/// The step on a node.
struct Visit<P>(PhantomData<P>);

impl<'a, P: Place<'a>> Step<'a, Hash<'a>> for Visit<P> {
    type Place = P::Holder;

    fn run(hash: &mut Hash<'a>, holder: &'a P::Holder, _: &'a P::Holder, at: Region) -> bool {
        hash.visit::<P>(holder, at);
        true
    }
}

/// The last step on a shared `tree` node.
struct Remember<P>(PhantomData<P>);

impl<'a, P: Place<'a>> Step<'a, Hash<'a>> for Remember<P> {
    type Place = P::Holder;

    fn run(hash: &mut Hash<'a>, holder: &'a P::Holder, _: &'a P::Holder, _: Region) -> bool {
        let sequence = hash.gathered();
        let identity = hash.numbering.keys.identify(P::node(holder));
        hash.numbering.remember(identity, sequence);
        hash.items.append(sequence);
        true
    }
}

/// The last step on a dag node.
struct NumberDag<P>(PhantomData<P>);

impl<'a, P: Place<'a>> Step<'a, Hash<'a>> for NumberDag<P> {
    type Place = P::Holder;

    fn run(hash: &mut Hash<'a>, holder: &'a P::Holder, _: &'a P::Holder, _: Region) -> bool {
        let fields = hash.gathered();
        let identity = hash.numbering.keys.identify(P::node(holder));
        let value = hash.numbering.number_dag(identity, fields);
        hash.items.push(value);
        true
    }
}

/// The last step on a variable.
struct NumberVariable<P>(PhantomData<P>);

impl<'a, P: Place<'a>> Step<'a, Hash<'a>> for NumberVariable<P> {
    type Place = P::Holder;

    fn run(hash: &mut Hash<'a>, holder: &'a P::Holder, _: &'a P::Holder, at: Region) -> bool {
        let fields = hash.gathered();
        let identity = hash.numbering.keys.identify(P::node(holder));
        let value = hash.numbering.number_variable(identity, fields, at);
        hash.items.push(value);
        true
    }
}

/// The step on the elements of a slice: the first, with the others left on the stack.
struct Elements<T>(PhantomData<T>);

impl<'a, T: Field + 'a> SliceStep<'a, Hash<'a>> for Elements<T> {
    type Item = T;

    fn run(hash: &mut Hash<'a>, slice: &'a [T], _: &'a [T], at: Region) -> bool {
        let [first, rest @ ..] = slice else { return true };
        if !rest.is_empty() {
            hash.stack.push(Frame::slices::<Self>(rest, rest, at));
        }
        T::held(first, first, at, hash)
    }
}

/// The step on a map whose entries are ordered by key.
struct EntriesByKey<M>(PhantomData<M>);

impl<'a, M: Map + 'a> Step<'a, Hash<'a>> for EntriesByKey<M> {
    type Place = M;

    fn run(hash: &mut Hash<'a>, map: &'a M, _: &'a M, at: Region) -> bool {
        hash.hash_entries(map, at, MapOrder::ByKey);
        true
    }
}

/// The step on a map whose entries are in the container's order.
struct EntriesInOrder<M>(PhantomData<M>);

impl<'a, M: Map + 'a> Step<'a, Hash<'a>> for EntriesInOrder<M> {
    type Place = M;

    fn run(hash: &mut Hash<'a>, map: &'a M, _: &'a M, at: Region) -> bool {
        hash.hash_entries(map, at, MapOrder::Container);
        true
    }
}
