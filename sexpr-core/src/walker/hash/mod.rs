//! The hash: one value, 64 bits.

mod maps;
mod names;
mod visitor;

use alloc::vec::Vec;
use core::marker::PhantomData;

use crate::walker::{
    frame::{Frame, IdleFrame, Row, RowStep, Step, recycle},
    items::Items,
    numbering::{Contribution, Numbering},
    place::{self, Content, Place, Value},
};
use crate::{
    containers::Sharing,
    leaf::Encoder,
    options::Options,
    region::Region,
    structural::{Field, StructuralEq},
    table::Shape,
};

/// One hash computation.
///
/// A visitor on pairs like the others, with the same value on both sides. What is hashed is a sequence of items:
/// of each node its leaves where its type lists them, then its children in order. Types, variants and lengths make
/// the sequence unambiguous.
pub(crate) struct Hash<'a, I: Items> {
    options: Options,
    numbering: Numbering<I>,
    stack: Vec<Frame<'a, Self>>,
    /// The child to take up next, held back from the stack.
    next: Option<Frame<'a, Self>>,
    items: I,
    /// Sums of values that have no order, those inside others last.
    sums: Vec<I::Value>,
    /// The options under which is hashed what is around structural keys.
    outer_options: Vec<Options>,
    root: Root,
}

/// Whether what comes next is the value that is hashed. Through which pointers it is given makes no difference to its
/// fingerprint, so what is gathered apart of these is dropped.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Root {
    /// It is, or a pointer to it.
    Next,
    /// It is what a pointer lists that is being visited.
    BehindPointer,
    /// It is not.
    Passed,
}

/// What a hash computation leaves to the next: memory, and nothing in it.
#[derive(Debug)]
pub(crate) struct HashBuffers<I: Items>(Option<(Numbering<I>, Vec<IdleFrame>, I)>);

impl<I: Items> Default for HashBuffers<I> {
    fn default() -> Self {
        HashBuffers(None)
    }
}

/// A hash, and whether it is the same in every process.
pub(crate) struct Hashed<V> {
    pub(crate) value: V,
    pub(crate) is_process_local: bool,
}

impl<'a, I: Items> Hash<'a, I> {
    /// The hash of a value. Takes the buffers and gives them back, but not when user code panics.
    pub(crate) fn run<T: StructuralEq + ?Sized>(
        value: &T,
        options: Options,
        buffers: &mut HashBuffers<I>,
    ) -> Hashed<I::Value> {
        let value = &value;
        let (numbering, stack, items) = buffers.0.take().unwrap_or_default();
        let mut hash = Hash {
            options,
            numbering,
            stack: recycle(stack),
            next: None,
            items,
            sums: Vec::new(),
            outer_options: Vec::new(),
            root: Root::Next,
        };
        let mut hashed = hash.root::<T>(value);
        if hash.numbering.starts_over() {
            hash.next = None;
            hash.stack.clear();
            hash.items.clear();
            hash.sums.clear();
            hash.outer_options.clear();
            hash.options = options;
            hashed = hash.root::<T>(value);
        }
        let is_process_local = hash.numbering.process_local;
        let Hash { mut numbering, stack, mut items, .. } = hash;
        numbering.clear();
        items.clear();
        buffers.0 = Some((numbering, recycle(stack), items));
        Hashed { value: hashed, is_process_local }
    }

    fn root<T: StructuralEq + ?Sized>(&mut self, value: &'a &T) -> I::Value {
        self.items.begin();
        self.root = Root::Next;
        let mut goes_on = self.visit::<place::Root<'_, T>>(value, self.options.root_region());
        while goes_on && let Some(frame) = self.next.take().or_else(|| self.stack.pop()) {
            goes_on = frame.run(self);
        }
        I::finish(self.items.end())
    }

    /// Puts off a child. Children come last one first.
    #[inline(always)]
    fn put_off(&mut self, child: Frame<'a, Self>) -> bool {
        if let Some(later) = self.next.replace(child) {
            self.stack.push(later);
        }
        true
    }

    /// Hashes a node: what its kind asks for. `false` if the computation has to start over.
    #[inline(always)]
    fn visit<P: Place<'a>>(&mut self, holder: &'a P::Holder, at: Region) -> bool {
        if I::APART && self.root == Root::Next {
            if let Shape::Pointer(_) = P::Node::INFO.shape() {
                return self.visit_pointer_to_root::<P>(holder, at);
            }
            self.root = Root::Passed;
        }
        let node = P::node(holder);
        if let Some(concrete) = P::Node::concrete_type(node) {
            self.type_key(concrete.info);
        }
        let once = P::sharing(holder) == Sharing::Unique;
        let identity = self.numbering.keys.identify(node);
        match self.numbering.meet(P::Node::kind(node), identity, at, once) {
            Contribution::Value(value) => self.items.value(value),
            Contribution::Part(part) => self.items.part(part),
            Contribution::Fields(region) if I::APART => return self.visit_apart::<P, Gather>(holder, at, region),
            Contribution::Fields(region) => return self.fields(node, region),
            Contribution::FieldsToRemember(region) => return self.visit_apart::<P, Remember<P>>(holder, at, region),
            Contribution::Dag(region) => return self.visit_apart::<P, NumberDag<P>>(holder, at, region),
            Contribution::Variable(region) => return self.visit_apart::<P, NumberVariable<P>>(holder, at, region),
        }
        true
    }

    #[cold]
    fn visit_pointer_to_root<P: Place<'a>>(&mut self, holder: &'a P::Holder, at: Region) -> bool {
        self.root = Root::BehindPointer;
        let goes_on = self.visit_apart::<P, Gather>(holder, at, at);
        if self.root == Root::BehindPointer {
            self.root = Root::Passed;
        }
        goes_on
    }

    /// Puts off the root, if that is what the pointer points to that is being visited.
    #[inline(always)]
    fn put_off_root(&mut self, visit: Frame<'a, Self>) -> bool {
        if !I::APART || self.root != Root::BehindPointer {
            return false;
        }
        self.root = Root::Next;
        // The pointer's step, and its part.
        self.stack.pop();
        self.items.end();
        self.put_off(visit)
    }

    /// Gathers a node's items apart, for a last step that makes of them what the node contributes.
    fn visit_apart<P, S>(&mut self, holder: &'a P::Holder, at: Region, region: Region) -> bool
    where
        P: Place<'a>,
        S: LastStep<'a, I, P>,
    {
        self.items.begin();
        self.stack.push(S::frame(holder, at));
        self.fields(P::node(holder), region)
    }

    /// Hashes the fields of a node.
    #[inline(always)]
    fn fields<T: StructuralEq + ?Sized>(&mut self, node: &'a T, at: Region) -> bool {
        if T::is_scope(node) {
            if !self.numbering.enter_scope() {
                return false;
            }
            self.stack.push(Frame::new::<LeaveScope>(&(), &(), Region::NONE));
        }
        T::content(node, node, at, self)
    }
}

/// Leaves enter as their encodings.
impl<I: Items> Encoder for Hash<'_, I> {
    #[inline(always)]
    fn word(&mut self, word: u64) {
        self.items.word(word);
    }
    #[inline(always)]
    fn bytes(&mut self, bytes: &[u8]) {
        self.items.bytes(bytes);
    }
}

/// The step on a node.
struct Visit<P>(PhantomData<P>);

impl<'a, I: Items, P: Place<'a>> Step<'a, Hash<'a, I>> for Visit<P> {
    type Place = P::Holder;

    fn run(hash: &mut Hash<'a, I>, holder: &'a P::Holder, _: &'a P::Holder, at: Region) -> bool {
        hash.visit::<P>(holder, at)
    }
}

/// The step on a value held inline.
impl<'a, I: Items, T: Field + 'a> Step<'a, Hash<'a, I>> for Value<T> {
    type Place = T;

    fn run(hash: &mut Hash<'a, I>, value: &'a T, _: &'a T, at: Region) -> bool {
        T::held(value, value, at, hash)
    }
}

/// The step on the content of a node whose type was not known.
impl<'a, I: Items, T: StructuralEq + 'a> Step<'a, Hash<'a, I>> for Content<T> {
    type Place = T;

    fn run(hash: &mut Hash<'a, I>, node: &'a T, _: &'a T, at: Region) -> bool {
        T::content(node, node, at, hash)
    }
}

/// The step after the fields of a scope.
struct LeaveScope;

impl<'a, I: Items> Step<'a, Hash<'a, I>> for LeaveScope {
    type Place = ();

    fn run(hash: &mut Hash<'a, I>, (): &'a (), (): &'a (), _: Region) -> bool {
        hash.numbering.leave_scope();
        true
    }
}

/// A last step on a node whose items are gathered apart.
trait LastStep<'a, I: Items, P: Place<'a>> {
    fn frame(holder: &'a P::Holder, at: Region) -> Frame<'a, Hash<'a, I>>;
}

/// The last step on a `tree` node that need not be remembered.
struct Gather;

impl<'a, I: Items> Step<'a, Hash<'a, I>> for Gather {
    type Place = ();

    fn run(hash: &mut Hash<'a, I>, (): &'a (), (): &'a (), _: Region) -> bool {
        let part = hash.items.end();
        hash.items.part(part);
        true
    }
}

impl<'a, I: Items, P: Place<'a>> LastStep<'a, I, P> for Gather {
    fn frame(_: &'a P::Holder, at: Region) -> Frame<'a, Hash<'a, I>> {
        Frame::new::<Gather>(&(), &(), at)
    }
}

macro_rules! last_steps {
    ($($(#[doc = $about:literal])* $step:ident: |$hash:ident, $node:ident, $part:ident, $at:ident| $contribute:block)*) => {$(
        $(#[doc = $about])*
        struct $step<P>(PhantomData<P>);

        impl<'a, I: Items, P: Place<'a>> Step<'a, Hash<'a, I>> for $step<P> {
            type Place = P::Holder;

            fn run($hash: &mut Hash<'a, I>, holder: &'a P::Holder, _: &'a P::Holder, $at: Region) -> bool {
                let $part = $hash.items.end();
                let $node = $hash.numbering.keys.identify(P::node(holder));
                $contribute
                true
            }
        }

        impl<'a, I: Items, P: Place<'a>> LastStep<'a, I, P> for $step<P> {
            fn frame(holder: &'a P::Holder, at: Region) -> Frame<'a, Hash<'a, I>> {
                Frame::new::<Self>(holder, holder, at)
            }
        }
    )*};
}

last_steps! {
    /// The last step on a shared `tree` node.
    Remember: |hash, node, part, at| {
        hash.numbering.remember(node, part, at);
        hash.items.part(part);
    }
    /// The last step on a dag node.
    NumberDag: |hash, node, part, _at| {
        let value = hash.numbering.number_dag(node, part);
        hash.items.value(value);
    }
    /// The last step on a variable.
    NumberVariable: |hash, node, part, at| {
        let value = hash.numbering.number_variable(node, part, at);
        hash.items.value(value);
    }
}

/// The step on the elements of a row: the first, with the others left on the stack.
struct Elements<T>(PhantomData<T>);

impl<'a, I: Items, T: Field + 'a> RowStep<'a, Hash<'a, I>> for Elements<T> {
    type Place = T;

    fn run(hash: &mut Hash<'a, I>, row: Row<'a, T>) -> bool {
        if let Some(others) = row.others() {
            hash.stack.push(Frame::row::<Self>(others));
        }
        let (value, _, at) = row.first();
        T::held(value, value, at, hash)
    }
}
