//! The hash: one value, 64 bits.

mod maps;
mod names;
mod visitor;

use alloc::vec::Vec;
use core::marker::PhantomData;

use crate::walker::{
    accumulator::Accumulator,
    frame::{Frame, IdleFrame, SliceStep, Step, recycle},
    numbering::{Contribution, Numbering},
    place::{Place, Root},
};
use crate::{
    containers::Sharing,
    keys::stable_hash,
    leaf::Encoder,
    options::Options,
    region::Region,
    structural::{Field, StructuralEq},
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
    /// The child to take up next, held back from the stack.
    next: Option<Frame<'a, Self>>,
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
        let mut hash = Hash { options, numbering, stack, next: None, items, outer, sums };
        hash.visit::<Root<'_, T>>(value, options.root_region());
        while let Some(frame) = hash.next.take().or_else(|| hash.stack.pop()) {
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
        if let Some(later) = self.next.replace(child) {
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
