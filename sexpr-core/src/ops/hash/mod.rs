//! The hash: one value, 64 bits or a fingerprint's 128.
//!
//! [`Hash`] asks [`Numbering`] what a node contributes. Tree nodes add their items to the sequence at hand. For a
//! variable, a dag node or a shared tree node, the sequence is gathered apart; a last step turns it into the node's
//! contribution, and memoizes that.
//!
//! **Nothing process-local enters the hash of a closed term**: no address, no hasher's seed, no order of iteration, no
//! `TypeId`. Encodings are the same on every platform: `usize` counts as 64 bits, and keys are encoded in big-endian
//! order. What is process-local because the user says so sets `Numbering::process_local`, which fingerprints check. A
//! new thing that enters the hash must do so too, or be the same everywhere.
//!
//! - `items`, `keyed_items`: what becomes of items: 64 bits, 128 bits, or 64 bits twice;
//! - `visitor`, `maps`, `names`: what a type lists;
//! - `values`: shapes and digests, which order the entries of maps.

pub(crate) mod items;
pub(crate) mod keyed_items;
pub(crate) mod maps;
pub(crate) mod names;
pub(crate) mod values;
pub(crate) mod visitor;

use alloc::vec::Vec;
use core::marker::PhantomData;

use crate::{
    describe::{
        containers::Sharing,
        identity::{Identity, address},
        info::{Kind, Shape},
        options::Options,
        region::{Level, Region},
        structural::{Field, StructuralEq},
    },
    engine::{
        frame::{Frame, Row, RowStep, Step, bring_near},
        place,
        place::{Content, Place, Value},
        recursion::{EXPENSIVE, IdleRecursion, Recursion, SMALL},
    },
    ops::hash::{items::Hashing, visitor::Listing},
    rules::numbering::{Age, Contribution, Numbering},
};

/// One hash computation.
///
/// A visitor on pairs like the others, with the same value on both sides. What is hashed is a sequence of items: of
/// each node its fields, in order, where leaves that no child parts make one item. Types, variants and lengths make the
/// sequence unambiguous.
pub(crate) struct Hash<'a, I: Hashing> {
    recursion: Recursion<Frame<'a, Self>>,
    options: Options,
    numbering: &'a mut Numbering<I>,
    items: &'a mut I,
    /// How much was hashed so far: roughly, how many nodes.
    visits: u64,
    /// How many scopes are around what is listed. What is put off takes place in its turn, and so does the end of a
    /// scope.
    depth: Level,
    /// The nodes whose last steps are on the stack, and leaves whose steps are.
    open: Waiting<I>,
    /// Those whose last steps were put off, in the order of these.
    put_off: Waiting<I>,
    /// Sums of values that have no order, those inside others last.
    sums: Vec<I::Value>,
    /// The options under which is hashed what is around structural keys.
    outer_options: Vec<Options>,
    root: Root,
    /// Whether what is behind a pointer to the root turned out to be gathered apart as the root.
    gathers_root: bool,
}

/// What steps on a stack need to know.
#[derive(Debug)]
struct Waiting<I: Hashing> {
    nodes: Vec<Open>,
    words: Vec<I::Words>,
}

impl<I: Hashing> Default for Waiting<I> {
    fn default() -> Self {
        Waiting { nodes: Vec::new(), words: Vec::new() }
    }
}

impl<I: Hashing> Waiting<I> {
    fn clear(&mut self) {
        self.nodes.clear();
        self.words.clear();
    }
}

/// A node whose items are being gathered apart.
#[derive(Clone, Copy, Debug)]
struct Open {
    node: Identity,
    last: Last,
    /// When this began.
    age: Age,
}

/// What is made of the items of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Last {
    /// They are added as they are.
    Gather,
    /// They are remembered besides.
    Remember,
    NumberDag,
    NumberVariable,
}

/// What becomes of a node that is met.
enum Met {
    /// What it contributes was added.
    Known,
    /// Its fields are, in this region.
    Fields(Region),
    /// Its fields are gathered apart, in this region.
    Apart(Region, Last),
}

/// Whether what comes next is the value that is hashed. Through which pointers it is given makes no difference to its
/// fingerprint, so of these nothing is gathered.
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
pub(crate) struct HashBuffers<I: Hashing> {
    numbering: Numbering<I>,
    recursion: IdleRecursion,
    items: I,
    waiting: [Waiting<I>; 2],
    /// How much the last computation hashed.
    visits: u64,
    /// A computation began and did not end: user code panicked.
    in_use: bool,
}

impl<I: Hashing> Default for HashBuffers<I> {
    fn default() -> Self {
        HashBuffers {
            numbering: Numbering::default(),
            recursion: IdleRecursion::default(),
            items: I::default(),
            waiting: [Waiting::default(), Waiting::default()],
            visits: 0,
            in_use: false,
        }
    }
}

impl<I: Hashing> HashBuffers<I> {
    /// Whether the last computation was small.
    #[cfg_attr(not(feature = "std"), expect(dead_code, reason = "without `std`, no thread keeps anything"))]
    pub(crate) fn is_small(&self) -> bool {
        self.visits <= SMALL
    }

    fn keep(&mut self, (recursion, waiting, visits): (IdleRecursion, [Waiting<I>; 2], u64)) {
        self.recursion = recursion;
        self.waiting = waiting;
        self.visits = visits;
        self.in_use = false;
    }
}

/// A hash, and whether it is the same in every process.
pub(crate) struct Hashed<V> {
    pub(crate) value: V,
    pub(crate) is_process_local: bool,
}

impl<'a, I: Hashing> Hash<'a, I> {
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
        let mut hash = Hash::begin(options, buffers);
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

    fn begin(options: Options, buffers: &'a mut HashBuffers<I>) -> Self {
        buffers.in_use = true;
        let [open, put_off] = core::mem::take(&mut buffers.waiting);
        Hash {
            recursion: Recursion::begin(core::mem::take(&mut buffers.recursion)),
            options,
            numbering: &mut buffers.numbering,
            items: &mut buffers.items,
            visits: 0,
            depth: 0,
            open,
            put_off,
            sums: Vec::new(),
            outer_options: Vec::new(),
            root: Root::Next,
            gathers_root: false,
        }
    }

    /// Whether the computation has to start over. Makes it ready for that.
    fn starts_over(&mut self, options: Options) -> bool {
        let starts_over = self.numbering.starts_over();
        if starts_over {
            self.recursion.cut_back(0);
            self.depth = 0;
            self.items.clear();
            self.open.clear();
            self.put_off.clear();
            self.sums.clear();
            self.outer_options.clear();
            self.options = options;
        }
        starts_over
    }

    /// Ends the computation, and gives what is to be [kept](HashBuffers::keep).
    fn end(self) -> (IdleRecursion, [Waiting<I>; 2], u64) {
        let Hash { recursion, items, mut open, mut put_off, visits, .. } = self;
        items.clear();
        open.clear();
        put_off.clear();
        (recursion.end(), [open, put_off], visits)
    }

    /// The hash of what is visited.
    fn hash_of(&mut self, visit: impl FnOnce(&mut Self) -> bool) -> I::Value {
        self.items.begin();
        if !(visit(self) && self.finish()) {
            return I::Value::default();
        }
        I::finish(self.items.end())
    }

    fn root<T: StructuralEq + ?Sized>(&mut self, value: &'a &T) -> I::Value {
        (self.root, self.gathers_root) = (Root::Next, false);
        let at = self.options.root_region();
        self.hash_of(|hash| hash.visit::<place::Root<'_, T>>(value, at))
    }

    /// Hashes all that was put off; `false` if the computation has to start over.
    fn finish(&mut self) -> bool {
        loop {
            if self.recursion.is_suspended() {
                self.recursion.resume();
                self.open.nodes.extend(self.put_off.nodes.drain(..).rev());
                self.open.words.extend(self.put_off.words.drain(..).rev());
                self.depth = self.numbering.depth();
            }
            let Some(frame) = self.recursion.next() else { return true };
            if !frame.run(self) {
                return false;
            }
        }
    }

    #[cold]
    #[inline(never)]
    fn enter_or_wait<P: Place<'a>>(&mut self, holder: &'a P::Holder, at: Region) -> bool {
        if self.recursion.has_to_wait() {
            self.recursion.put_off(Frame::new::<Visit<P>>(holder, holder, at));
            return true;
        }
        self.visit::<P>(holder, at)
    }

    /// Hashes a node: what its kind asks for. `false` if the computation has to start over.
    #[inline(never)]
    fn visit<P: Place<'a>>(&mut self, holder: &'a P::Holder, at: Region) -> bool {
        if I::APART && self.root == Root::Next {
            if let Shape::Pointer(_) = P::Node::INFO.shape() {
                return self.visit_pointer_to_root::<P>(holder, at);
            }
            self.root = Root::Passed;
        }
        let node = P::node(holder);
        let kind = P::Node::kind(node);
        let once = P::sharing(holder) == Sharing::Unique;
        self.visits += 1;
        let goes_on =
            if once && kind.is_tree() { self.fields_apart(node, at) } else { self.meet(kind, node, once, at) };
        if let Some(concrete) = P::Node::concrete_type(node) {
            let mut listing = Listing::new(self);
            listing.type_key(concrete.info);
            listing.end();
        }
        goes_on
    }

    #[cold]
    fn visit_pointer_to_root<P: Place<'a>>(&mut self, holder: &'a P::Holder, at: Region) -> bool {
        self.root = Root::BehindPointer;
        let goes_on = self.fields(P::node(holder), at);
        self.pass_root();
        if core::mem::take(&mut self.gathers_root) {
            self.end_apart(
                Open { node: Identity::address(P::node(holder)), last: Last::Gather, age: Age::default() },
                0,
                at,
            );
        }
        goes_on
    }

    /// Notes that what is listed is no pointer: so this is what the root is made of.
    #[inline(always)]
    fn pass_root(&mut self) {
        if I::APART && self.root == Root::BehindPointer {
            self.root = Root::Passed;
            self.gathers_root = true;
            self.items.begin();
        }
    }

    /// Whether what a pointer points to is the root.
    #[inline(always)]
    fn is_behind_root_pointer(&mut self) -> bool {
        if !I::APART || self.root != Root::BehindPointer {
            return false;
        }
        self.root = Root::Next;
        true
    }

    /// Hashes a node whose fields are leaves, or puts that off.
    #[inline(never)]
    fn visit_leaves<P: Place<'a>>(&mut self, holder: &'a P::Holder, at: Region) -> bool {
        if self.recursion.is_suspended() {
            self.recursion.put_off(Frame::new::<VisitLeaves<P>>(holder, holder, at));
            return true;
        }
        let node = P::node(holder);
        let kind = P::Node::kind(node);
        if kind != Kind::Var {
            return self.visit::<P>(holder, at);
        }
        self.visits += 1;
        let identity = self.numbering.keys.identify(node);
        let Some(met) = self.numbering.meet_sticky_variable(identity) else {
            return self.meet(kind, node, true, at);
        };
        let value = met.unwrap_or_else(|| {
            let mut listing = Listing::new(self);
            // Leaves answer nothing.
            P::Node::content(node, node, at.inside_variable(), &mut listing);
            let words = listing.words;
            let leaves = self.items.leaves(words);
            self.numbering.number_for_good(identity, leaves, at)
        });
        self.items.value(value);
        true
    }

    /// Hashes a node that may be met again, or that is no tree.
    #[inline(never)]
    fn meet<T: StructuralEq + ?Sized>(&mut self, kind: Kind, node: &'a T, once: bool, at: Region) -> bool {
        let identity = self.numbering.keys.identify(node);
        let (inside, last) = match self.meet_by_rule(kind, identity, address(node), once, at) {
            Met::Known => return true,
            Met::Fields(inside) => return self.fields_apart(node, inside),
            Met::Apart(inside, last) => (inside, last),
        };
        let (visits, age) = (self.visits, self.numbering.age());
        self.items.begin();
        let goes_on = self.fields(node, inside);
        self.end_apart(Open { node: identity, last, age }, visits, at);
        goes_on
    }

    #[inline(never)]
    fn meet_by_rule(&mut self, kind: Kind, node: Identity, address: usize, once: bool, at: Region) -> Met {
        if kind == Kind::Dag {
            self.numbering.note_dag(node, address);
        }
        match self.numbering.meet(kind, node, at, once) {
            Contribution::Value(value) => {
                self.items.value(value);
                Met::Known
            }
            Contribution::Part(part) => {
                self.items.part(part);
                Met::Known
            }
            Contribution::Fields(inside) => Met::Fields(inside),
            Contribution::FieldsToRemember(inside) => Met::Apart(inside, Last::Remember),
            Contribution::Dag(inside) => Met::Apart(inside, Last::NumberDag),
            Contribution::Variable(inside) => Met::Apart(inside, Last::NumberVariable),
        }
    }

    /// Hashes the fields of a node, gathered apart where all nodes' are.
    #[inline(always)]
    fn fields_apart<T: StructuralEq + ?Sized>(&mut self, node: &'a T, at: Region) -> bool {
        if !I::APART {
            return self.fields(node, at);
        }
        self.items.begin();
        let goes_on = self.fields(node, at);
        self.end_apart(Open { node: Identity::address(node), last: Last::Gather, age: Age::default() }, 0, at);
        goes_on
    }

    /// Takes the last step on a node whose items were gathered apart, or puts it off. `visits` is from when that began.
    #[inline(never)]
    fn end_apart(&mut self, node: Open, visits: u64, at: Region) {
        if self.recursion.is_suspended() {
            self.put_off.nodes.push(node);
            self.recursion.put_off(Frame::new::<End>(&(), &(), at));
        } else {
            let is_expensive = self.visits - visits >= EXPENSIVE;
            self.take_last_step(node, at, is_expensive);
        }
    }

    fn take_last_step(&mut self, node: Open, at: Region, is_expensive: bool) {
        let Open { node, last, age } = node;
        let part = self.items.end();
        match last {
            Last::Gather => self.items.part(part),
            Last::Remember => {
                self.numbering.remember(node, part, at, age, is_expensive);
                self.items.part(part);
            }
            Last::NumberDag => {
                let value = self.numbering.number_dag(node, part);
                self.items.value(value);
            }
            Last::NumberVariable => {
                let value = self.numbering.number_variable(node, part, at);
                self.items.value(value);
            }
        }
    }

    /// Hashes the fields of a node.
    #[inline(always)]
    fn fields<T: StructuralEq + ?Sized>(&mut self, node: &'a T, at: Region) -> bool {
        if T::is_scope(node) {
            return self.scope(node, at);
        }
        self.content(node, at)
    }

    /// Hashes the fields of a scope.
    #[inline(never)]
    fn scope<T: StructuralEq + ?Sized>(&mut self, node: &'a T, at: Region) -> bool {
        if !self.numbering.enter_scope() {
            return false;
        }
        let around = core::mem::replace(&mut self.depth, self.numbering.depth());
        let goes_on = self.content(node, at);
        self.depth = around;
        if self.recursion.is_suspended() {
            self.recursion.put_off(Frame::new::<LeaveScope>(&(), &(), Region::NONE));
        } else {
            self.numbering.leave_scope();
        }
        goes_on
    }

    /// Hashes what a node lists.
    #[inline(always)]
    fn content<T: StructuralEq + ?Sized>(&mut self, node: &'a T, at: Region) -> bool {
        let mut listing = Listing::new(self);
        let goes_on = T::content(node, node, at, &mut listing);
        listing.end();
        goes_on
    }

    /// Hashes a value held inline. Its leaves make items of their own.
    #[inline(always)]
    fn held<T: Field>(&mut self, value: &'a T, at: Region) -> bool {
        let mut listing = Listing::new(self);
        let goes_on = T::held(value, value, at, &mut listing);
        listing.end();
        goes_on
    }

    /// Hashes values that lie side by side, or puts that off.
    #[inline(never)]
    fn values<T: Field>(&mut self, values: &'a [T], at: Region) -> bool {
        self.visits += values.len() as u64;
        for (index, value) in values.iter().enumerate() {
            if self.recursion.is_suspended() {
                return self.put_off_values(&values[index..], at);
            }
            if let Some(next) = values.get(index + 1).and_then(T::elsewhere) {
                bring_near(next);
            }
            if !self.held(value, at) {
                return false;
            }
        }
        true
    }

    #[cold]
    #[inline(never)]
    fn put_off_values<T: Field>(&mut self, values: &'a [T], at: Region) -> bool {
        self.recursion.put_off_row::<Value<T>>(values, values, at);
        true
    }

    /// Hashes a value of which nothing else is known, or puts that off.
    fn run_or_put_off(&mut self, frame: Frame<'a, Self>) -> bool {
        if self.recursion.has_to_wait() {
            self.recursion.put_off(frame);
            return true;
        }
        frame.run(self)
    }

    /// Makes an item of leaves, or puts that off.
    #[inline(always)]
    fn item(&mut self, words: I::Words) {
        if self.items.are_none(&words) {
            return;
        }
        if self.recursion.is_suspended() {
            self.put_off_item(words);
        } else {
            self.items.item(words);
        }
    }

    #[cold]
    #[inline(never)]
    fn put_off_item(&mut self, words: I::Words) {
        self.put_off.words.push(words);
        self.recursion.put_off(Frame::new::<Item>(&(), &(), Region::NONE));
    }
}

/// The step on nodes.
struct Visit<P>(PhantomData<P>);

impl<'a, I: Hashing, P: Place<'a>> Step<'a, Hash<'a, I>> for Visit<P> {
    type Place = P::Holder;

    fn run(hash: &mut Hash<'a, I>, holder: &'a P::Holder, _: &'a P::Holder, at: Region) -> bool {
        hash.visit::<P>(holder, at)
    }
}

/// The step on a node whose fields are leaves.
struct VisitLeaves<P>(PhantomData<P>);

impl<'a, I: Hashing, P: Place<'a>> Step<'a, Hash<'a, I>> for VisitLeaves<P> {
    type Place = P::Holder;

    fn run(hash: &mut Hash<'a, I>, holder: &'a P::Holder, _: &'a P::Holder, at: Region) -> bool {
        hash.visit_leaves::<P>(holder, at)
    }
}

/// The step on values held inline.
impl<'a, I: Hashing, T: Field + 'a> RowStep<'a, Hash<'a, I>> for Value<T> {
    type Place = T;

    fn run(hash: &mut Hash<'a, I>, row: Row<'a, T>) -> bool {
        let (values, _, at) = row.slices();
        hash.values(values, at)
    }
}

/// The step on the content of a node whose type was not known.
impl<'a, I: Hashing, T: StructuralEq + 'a> Step<'a, Hash<'a, I>> for Content<T> {
    type Place = T;

    fn run(hash: &mut Hash<'a, I>, node: &'a T, _: &'a T, at: Region) -> bool {
        hash.content(node, at)
    }
}

/// The step after the fields of a scope.
struct LeaveScope;

impl<'a, I: Hashing> Step<'a, Hash<'a, I>> for LeaveScope {
    type Place = ();

    fn run(hash: &mut Hash<'a, I>, (): &'a (), (): &'a (), _: Region) -> bool {
        hash.numbering.leave_scope();
        hash.depth = hash.numbering.depth();
        true
    }
}

/// The step on leaves that make an item.
struct Item;

impl<'a, I: Hashing> Step<'a, Hash<'a, I>> for Item {
    type Place = ();

    fn run(hash: &mut Hash<'a, I>, (): &'a (), (): &'a (), _: Region) -> bool {
        if let Some(words) = hash.open.words.pop() {
            hash.items.item(words);
        }
        true
    }
}

/// The last step on a node whose items are gathered apart.
struct End;

impl<'a, I: Hashing> Step<'a, Hash<'a, I>> for End {
    type Place = ();

    fn run(hash: &mut Hash<'a, I>, (): &'a (), (): &'a (), at: Region) -> bool {
        if let Some(node) = hash.open.nodes.pop() {
            // What took so long that it was put off is expensive.
            hash.take_last_step(node, at, true);
        }
        true
    }
}
