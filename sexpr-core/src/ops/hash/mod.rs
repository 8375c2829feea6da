//! The hash: one value, 64 bits or a fingerprint's 128.
//!
//! [`Hash`] asks [`Numbering`] what a node contributes. Tree nodes add their items to the sequence at hand; where one is
//! shared and took long, what it added is memoized. For a variable or a dag node, the sequence is gathered apart; a last
//! step turns it into the node's contribution.
//!
//! **Nothing process-local enters the hash of a closed term**: no address, no hasher's seed, no order of iteration, no
//! `TypeId`. Encodings are the same on every platform: `usize` counts as 64 bits, and keys are encoded in big-endian
//! order. What is process-local because the user says so sets `Numbering::process_local`, which fingerprints check. A
//! new thing that enters the hash must do so too, or be the same everywhere.
//!
//! - `nodes`, `inline`, `ids`: nodes, what they hold inline, and what lies in arenas;
//! - `visitor`, `maps`, `unordered`, `names`: what a type lists;
//! - `items`, `keyed_items`: how items are folded: 64 bits, 128 bits, or 64 bits twice;
//! - `values`: shapes and digests, which order the entries of maps;
//! - `of_nodes`: hashes of nodes in a value, each by itself;
//! - `buffers`: the memory of a computation.

pub(crate) mod buffers;
mod ids;
mod inline;
pub(crate) mod items;
pub(crate) mod keyed_items;
pub(crate) mod maps;
pub(crate) mod names;
mod nodes;
pub(crate) mod of_nodes;
pub(crate) mod unordered;
pub(crate) mod values;
pub(crate) mod visitor;

use alloc::vec::Vec;

use crate::{
    describe::{erased_arena::InColumns, options::Options, region::Level, structural::StructuralEq},
    engine::{
        frame::Frame,
        place,
        recursion::{Recursion, Suspendable},
    },
    ops::hash::{
        buffers::{HashBuffers, Left},
        items::Hashing,
        nodes::NodeInProgress,
    },
    rules::{environments::Slots, numbering::Numbering},
};

/// A hash, and whether it is the same in every process.
#[derive(Default)]
pub(crate) struct Hashed<V> {
    pub(crate) value: V,
    pub(crate) is_process_local: bool,
}

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
    open: &'a mut Waiting<I>,
    /// Those whose last steps were put off, in the order of these.
    put_off: &'a mut Waiting<I>,
    left: &'a mut Left,
    /// Sums of values that have no order, those inside others last.
    sums: Vec<I::Value>,
    /// The elements of unordered parts, those inside others last.
    elements: Vec<Vec<I::Value>>,
    /// Whether what such elements contribute is remembered: they are hashed for a comparison, and again for those inside.
    remembers_elements: bool,
    /// The arenas that were met.
    slots: Slots<'a>,
    /// Whether what is visited next is what an id led to.
    is_behind_id: bool,
    /// What this has in other tables.
    columns: Option<InColumns<'a>>,
    /// The options under which is hashed what is around structural keys.
    outer_options: Vec<Options>,
    root: Root,
    /// Whether what is behind a pointer to the root turned out to be gathered apart as the root.
    gathers_root: bool,
}

/// What steps on a stack need to know.
#[derive(Debug)]
struct Waiting<I: Hashing> {
    nodes: Vec<NodeInProgress<I>>,
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

impl<'a, I: Hashing> Hash<'a, I> {
    /// The hash of a value.
    pub(crate) fn run<T: StructuralEq + ?Sized>(
        value: &T,
        options: Options,
        buffers: &mut HashBuffers<I>,
    ) -> Hashed<I::Value> {
        if buffers.left.in_use {
            buffers.forget();
        }
        let value = &value;
        let mut hash = Hash::begin(options, buffers);
        let mut hashed = hash.root::<T>(value);
        while hash.starts_over(options) {
            hashed = hash.root::<T>(value);
        }
        let hashed = Hashed { value: hashed, is_process_local: hash.numbering.process_local };
        hash.numbering.clear();
        hash.end();
        hashed
    }

    #[inline(always)]
    pub(crate) fn begin(options: Options, buffers: &'a mut HashBuffers<I>) -> Self {
        let HashBuffers { numbering, items, open, put_off, left } = buffers;
        left.in_use = true;
        Hash {
            recursion: Recursion::borrow(&mut left.recursion),
            options,
            numbering,
            items,
            visits: 0,
            depth: 0,
            open,
            put_off,
            left,
            sums: Vec::new(),
            elements: Vec::new(),
            remembers_elements: false,
            slots: Slots::default(),
            is_behind_id: false,
            columns: None,
            outer_options: Vec::new(),
            root: Root::Next,
            gathers_root: false,
        }
    }

    /// Whether the computation has to start over. Makes it ready for that.
    fn starts_over(&mut self, options: Options) -> bool {
        let starts_over = self.numbering.starts_over();
        if starts_over {
            self.slots.clear();
            self.recursion.cut_back(0);
            self.depth = 0;
            self.items.clear();
            self.open.clear();
            self.put_off.clear();
            self.sums.clear();
            self.elements.clear();
            self.outer_options.clear();
            self.options = options;
        }
        starts_over
    }

    /// Ends the computation: what it leaves is empty.
    #[inline(always)]
    pub(crate) fn end(self) {
        let Hash { recursion, items, open, put_off, visits, left, .. } = self;
        items.clear();
        open.clear();
        put_off.clear();
        recursion.give_back(&mut left.recursion);
        left.visits = visits;
        left.in_use = false;
    }

    /// The hash of what is visited. Nothing was before.
    fn hash_of(&mut self, visit: impl FnOnce(&mut Self) -> bool) -> I::Value {
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
}

impl<'a, I: Hashing> Suspendable<'a> for Hash<'a, I> {
    #[inline(always)]
    fn recursion(&mut self) -> &mut Recursion<Frame<'a, Self>> {
        &mut self.recursion
    }
}
