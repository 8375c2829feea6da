//! The hash: one value, 64 bits.

mod maps;
mod names;
mod values;
mod visitor;

use alloc::vec::Vec;
use core::marker::PhantomData;

use crate::walker::{
    descent::{Descend, Descending, Listing, Near, descend, native_address, visit_once},
    frame::{Frame, IdleFrame, Row, RowStep, Step, recycle},
    items::Items,
    numbering::{Contribution, Numbering},
    pairs::Ordinal,
    place::{self, Content, Place, Value},
};
use crate::{
    containers::Sharing,
    identity::{Identity, address},
    leaf::Encoder,
    options::Options,
    region::Region,
    structural::{Field, StructuralEq},
    table::{Kind, Shape},
};

/// One hash computation.
///
/// A visitor on pairs like the others, with the same value on both sides. What is hashed is a sequence of items:
/// of each node its leaves where its type lists them, then its children in order. Types, variants and lengths make
/// the sequence unambiguous.
pub(crate) struct Hash<'a, I: Items> {
    options: Options,
    numbering: &'a mut Numbering<I>,
    stack: Vec<Frame<'a, Self>>,
    items: &'a mut I,
    /// The nodes whose items are being gathered apart, but for those that need not be known then; and where shared ones
    /// are remembered.
    open: Vec<(Identity, Ordinal)>,
    /// Sums of values that have no order, those inside others last.
    sums: Vec<I::Value>,
    /// The options under which is hashed what is around structural keys.
    outer_options: Vec<Options>,
    root: Root,
    native_base: usize,
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
pub(crate) struct HashBuffers<I: Items> {
    numbering: Numbering<I>,
    stack: Vec<IdleFrame>,
    items: I,
    open: Vec<(Identity, Ordinal)>,
    /// A computation began and did not end: user code panicked.
    in_use: bool,
}

impl<I: Items> Default for HashBuffers<I> {
    fn default() -> Self {
        HashBuffers {
            numbering: Numbering::default(),
            stack: Vec::new(),
            items: I::default(),
            open: Vec::new(),
            in_use: false,
        }
    }
}

impl<I: Items> HashBuffers<I> {
    fn keep(&mut self, (stack, open): (Vec<IdleFrame>, Vec<(Identity, Ordinal)>)) {
        self.stack = stack;
        self.open = open;
        self.in_use = false;
    }
}

/// A hash, and whether it is the same in every process.
pub(crate) struct Hashed<V> {
    pub(crate) value: V,
    pub(crate) is_process_local: bool,
}

impl<'a, I: Items> Descending<'a> for Hash<'a, I> {
    type AtHand = I::AtHand;

    #[inline(always)]
    fn stack(&mut self) -> &mut Vec<Frame<'a, Self>> {
        &mut self.stack
    }
    #[inline(always)]
    fn native_base(&self) -> usize {
        self.native_base
    }
    #[inline(always)]
    fn take_at_hand(&mut self) -> I::AtHand {
        self.items.take_at_hand()
    }
    #[inline(always)]
    fn put_back(&mut self, at_hand: I::AtHand) {
        self.items.put_back(at_hand);
    }
}

impl<'a, I: Items> Hash<'a, I> {
    /// The hash of a value.
    pub(crate) fn run<T: StructuralEq + ?Sized>(
        value: &T,
        options: Options,
        buffers: &mut HashBuffers<I>,
    ) -> Hashed<I::Value> {
        if buffers.in_use {
            *buffers = HashBuffers::default();
        }
        let value = &value;
        let mut hash = Hash::new(options, native_address(), buffers);
        let mut hashed = hash.root::<T>(value);
        if hash.starts_over(options) {
            hashed = hash.root::<T>(value);
        }
        let is_process_local = hash.numbering.process_local;
        hash.numbering.clear();
        let idle = hash.end();
        buffers.keep(idle);
        Hashed { value: hashed, is_process_local }
    }

    fn new(options: Options, native_base: usize, buffers: &'a mut HashBuffers<I>) -> Self {
        buffers.in_use = true;
        let (stack, open) = (core::mem::take(&mut buffers.stack), core::mem::take(&mut buffers.open));
        Hash {
            options,
            numbering: &mut buffers.numbering,
            stack: recycle(stack),
            items: &mut buffers.items,
            open,
            sums: Vec::new(),
            outer_options: Vec::new(),
            root: Root::Next,
            native_base,
        }
    }

    /// Whether the computation has to start over. Makes it ready for that.
    fn starts_over(&mut self, options: Options) -> bool {
        let starts_over = self.numbering.starts_over();
        if starts_over {
            self.stack.clear();
            self.items.clear();
            self.open.clear();
            self.sums.clear();
            self.outer_options.clear();
            self.options = options;
        }
        starts_over
    }

    /// Ends the computation, and gives what is to be [kept](HashBuffers::keep).
    fn end(self) -> (Vec<IdleFrame>, Vec<(Identity, Ordinal)>) {
        let Hash { stack, items, mut open, .. } = self;
        items.clear();
        open.clear();
        (recycle(stack), open)
    }

    /// The hash of what is listed.
    fn hash_of(&mut self, list: impl FnOnce(&mut Listing<'_, 'a, Self>) -> bool) -> I::Value {
        let goes_on = visit_once(self, |listing| {
            listing.begin();
            list(listing)
        });
        if !(goes_on && self.finish()) {
            return I::Value::default();
        }
        let mut at_hand = self.items.take_at_hand();
        I::finish(self.items.end(&mut at_hand))
    }

    fn root<T: StructuralEq + ?Sized>(&mut self, value: &'a &T) -> I::Value {
        self.root = Root::Next;
        let at = self.options.root_region();
        self.hash_of(|listing| listing.visit::<place::Root<'_, T>>(value, at))
    }
}

impl<'a, I: Items> Listing<'_, 'a, Hash<'a, I>> {
    /// Hashes a node: what its kind asks for. `false` if the computation has to start over.
    #[inline(always)]
    fn visit<P: Place<'a>>(&mut self, holder: &'a P::Holder, at: Region) -> bool {
        if I::APART && self.operation.root == Root::Next {
            if let Shape::Pointer(_) = P::Node::INFO.shape() {
                return self.visit_pointer_to_root::<P>(holder, at);
            }
            self.operation.root = Root::Passed;
        }
        let node = P::node(holder);
        if let Some(concrete) = P::Node::concrete_type(node) {
            self.type_key(concrete.info);
            self.end_place();
        }
        let once = P::sharing(holder) == Sharing::Unique;
        let kind = P::Node::kind(node);
        if once && kind.is_tree() {
            if I::APART {
                self.begin_apart::<Gather>(at);
            }
            return self.fields(node, at);
        }
        let identity = self.operation.numbering.keys.identify(node);
        if kind == Kind::Var
            && P::Node::LEAF_FIELDS
            && let Some(met) = self.operation.numbering.meet_sticky_variable(identity)
        {
            let value = met.unwrap_or_else(|| {
                self.operation.items.begin_leaves(&mut self.at_hand);
                // Leaves answer nothing.
                P::Node::content(node, node, at.inside_variable(), self);
                let leaves = self.operation.items.end_leaves(&mut self.at_hand);
                self.operation.numbering.number_for_good(identity, leaves, at)
            });
            self.value(value);
            return true;
        }
        if kind == Kind::Dag {
            self.operation.numbering.note_dag(identity, address(node));
        }
        let region = match self.operation.numbering.meet(kind, identity, at, once) {
            Contribution::Value(value) => {
                self.value(value);
                return true;
            }
            Contribution::Part(part) => {
                self.part(part);
                return true;
            }
            Contribution::Fields(region) => {
                if I::APART {
                    self.begin_apart::<Gather>(at);
                }
                region
            }
            Contribution::FieldsToRemember(region, entry) => {
                self.begin_apart_of::<Remember>(identity, entry, at);
                region
            }
            Contribution::Dag(region) => {
                self.begin_apart_of::<NumberDag>(identity, 0, at);
                region
            }
            Contribution::Variable(region) => {
                self.begin_apart_of::<NumberVariable>(identity, 0, at);
                region
            }
        };
        self.fields(node, region)
    }

    #[cold]
    fn visit_pointer_to_root<P: Place<'a>>(&mut self, holder: &'a P::Holder, at: Region) -> bool {
        self.operation.root = Root::BehindPointer;
        self.begin_apart::<Gather>(at);
        let goes_on = self.fields(P::node(holder), at);
        if self.operation.root == Root::BehindPointer {
            self.operation.root = Root::Passed;
        }
        goes_on
    }

    /// Puts off the root, if that is what the pointer points to that is being visited.
    #[inline(always)]
    fn put_off_root(&mut self, visit: Frame<'a, Hash<'a, I>>) -> bool {
        if !I::APART || self.operation.root != Root::BehindPointer {
            return false;
        }
        self.operation.root = Root::Next;
        // The pointer's step, and its part.
        self.operation.stack.pop();
        self.end();
        self.put_off(visit)
    }

    /// Gathers items apart, until a last step makes of them what they contribute.
    #[inline(always)]
    fn begin_apart<S: Step<'a, Hash<'a, I>, Place = ()>>(&mut self, at: Region) {
        self.begin();
        self.operation.stack.push(Frame::new::<S>(&(), &(), at));
    }

    /// The same, with the node known to the last step, and where it is remembered.
    #[inline(always)]
    fn begin_apart_of<S: Step<'a, Hash<'a, I>, Place = ()>>(&mut self, node: Identity, entry: Ordinal, at: Region) {
        self.operation.open.push((node, entry));
        self.begin_apart::<S>(at);
    }

    /// Hashes the fields of a node.
    #[inline(always)]
    fn fields<T: StructuralEq + ?Sized>(&mut self, node: &'a T, at: Region) -> bool {
        if T::is_scope(node) {
            if !self.operation.numbering.enter_scope() {
                return false;
            }
            self.operation.stack.push(Frame::new::<LeaveScope>(&(), &(), Region::NONE));
        }
        let goes_on = T::content(node, node, at, self);
        self.end_place();
        goes_on
    }

    #[inline(always)]
    fn keyed_word(&mut self, word: u64) {
        self.operation.items.keyed_word(&mut self.at_hand, word);
    }
    #[inline(always)]
    fn end_place(&mut self) {
        self.operation.items.end_place(&mut self.at_hand);
    }
    #[inline(always)]
    fn value(&mut self, value: I::Value) {
        self.operation.items.value(&mut self.at_hand, value);
    }
    #[inline(always)]
    fn part(&mut self, part: I::Part) {
        self.operation.items.part(&mut self.at_hand, part);
    }
    #[inline(always)]
    fn begin(&mut self) {
        self.operation.items.begin(&mut self.at_hand);
    }
    #[inline(always)]
    fn end(&mut self) -> I::Part {
        self.operation.items.end(&mut self.at_hand)
    }
}

/// Leaves enter as their encodings.
impl<'a, I: Items> Encoder for Listing<'_, 'a, Hash<'a, I>> {
    #[inline(always)]
    fn word(&mut self, word: u64) {
        self.operation.items.word(&mut self.at_hand, word);
    }
    #[inline(always)]
    fn bytes(&mut self, bytes: &[u8]) {
        self.operation.items.bytes(&mut self.at_hand, bytes);
    }
}

/// The step on nodes.
struct Visit<P>(PhantomData<P>);

impl<'a, I: Items, P: Place<'a>> RowStep<'a, Hash<'a, I>> for Visit<P> {
    type Place = P::Holder;

    #[inline(always)]
    fn run(hash: &mut Hash<'a, I>, row: Row<'a, P::Holder>) -> bool {
        descend::<_, Self>(hash, row)
    }
}

impl<'a, I: Items, P: Place<'a>> Descend<'a, Hash<'a, I>> for Visit<P> {
    #[inline(always)]
    fn visit(listing: &mut Listing<'_, 'a, Hash<'a, I>>, holder: &'a P::Holder, _: &'a P::Holder, at: Region) -> bool {
        listing.visit::<P>(holder, at)
    }

    #[inline(always)]
    fn near(holder: &P::Holder, _: &P::Holder) -> Near {
        [P::elsewhere(holder), None]
    }
}

/// The step on a node whose fields are leaves.
struct VisitLeaves<P>(PhantomData<P>);

impl<'a, I: Items, P: Place<'a>> Step<'a, Hash<'a, I>> for VisitLeaves<P> {
    type Place = P::Holder;

    #[inline(always)]
    fn run(hash: &mut Hash<'a, I>, holder: &'a P::Holder, _: &'a P::Holder, at: Region) -> bool {
        visit_once(hash, |listing| listing.visit::<P>(holder, at))
    }
}

/// The step on values held inline.
impl<'a, I: Items, T: Field + 'a> RowStep<'a, Hash<'a, I>> for Value<T> {
    type Place = T;

    #[inline(always)]
    fn run(hash: &mut Hash<'a, I>, row: Row<'a, T>) -> bool {
        descend::<_, Self>(hash, row)
    }
}

impl<'a, I: Items, T: Field + 'a> Descend<'a, Hash<'a, I>> for Value<T> {
    #[inline(always)]
    fn visit(listing: &mut Listing<'_, 'a, Hash<'a, I>>, value: &'a T, _: &'a T, at: Region) -> bool {
        let goes_on = T::held(value, value, at, listing);
        listing.end_place();
        goes_on
    }
}

/// The step on the content of a node whose type was not known.
impl<'a, I: Items, T: StructuralEq + 'a> Step<'a, Hash<'a, I>> for Content<T> {
    type Place = T;

    fn run(hash: &mut Hash<'a, I>, node: &'a T, _: &'a T, at: Region) -> bool {
        visit_once(hash, |listing| {
            let goes_on = T::content(node, node, at, listing);
            listing.end_place();
            goes_on
        })
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

/// The last step on a node whose items are gathered apart, and nothing else.
struct Gather;

impl<'a, I: Items> Step<'a, Hash<'a, I>> for Gather {
    type Place = ();

    fn run(hash: &mut Hash<'a, I>, (): &'a (), (): &'a (), _: Region) -> bool {
        visit_once(hash, |listing| {
            let part = listing.end();
            listing.part(part);
            true
        })
    }
}

macro_rules! last_steps {
    ($($(#[doc = $about:literal])* $step:ident: |$listing:ident, $node:pat, $part:ident, $at:ident| $contribute:block)*) => {$(
        $(#[doc = $about])*
        struct $step;

        impl<'a, I: Items> Step<'a, Hash<'a, I>> for $step {
            type Place = ();

            fn run(hash: &mut Hash<'a, I>, (): &'a (), (): &'a (), $at: Region) -> bool {
                let Some($node) = hash.open.pop() else { return true };
                visit_once(hash, |$listing| {
                    let $part = $listing.end();
                    $contribute
                    true
                })
            }
        }
    )*};
}

last_steps! {
    /// The last step on a shared `tree` node.
    Remember: |listing, (node, entry), part, at| {
        listing.operation.numbering.remember(node, entry, part, at);
        listing.part(part);
    }
    /// The last step on a dag node.
    NumberDag: |listing, (node, _), part, _at| {
        let value = listing.operation.numbering.number_dag(node, part);
        listing.value(value);
    }
    /// The last step on a variable.
    NumberVariable: |listing, (node, _), part, at| {
        let value = listing.operation.numbering.number_variable(node, part, at);
        listing.value(value);
    }
}
