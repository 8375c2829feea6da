//! The hash of a value: 64 bits, or 128 bits for a fingerprint.
//!
//! [`Hash`] asks [`Numbering`] for the contribution of each node. A tree node adds its items to the current sequence.
//! If the tree node is shared and expensive, its items are memoized. The items of a variable or a dag node are gathered
//! apart, and a last step turns them into the node's contribution.
//!
//! **Nothing process-local enters the hash of a closed term**: no address, no hasher's seed, no order of iteration, no
//! `TypeId`. Encodings are the same on every platform: `usize` counts as 64 bits, and keys are encoded in big-endian
//! order. A part that the user declares process-local sets `Numbering::process_local`, which fingerprints check.
//! Anything new that enters the hash must set this flag too, or be the same everywhere.
//!
//! - `nodes`: nodes, values held inline, and names; `ids`: nodes in arenas;
//! - `visitor`: `Visitor` for the hash; `unordered`: unordered parts, and maps, with the shapes and digests that order
//!   entries;
//! - `items`: the kinds of items: 64 bits, 128 bits, or 64 bits twice; `base`: their public and secret bases;
//! - `of_nodes`: the hashes of the nodes in a value, each hashed by itself.

mod base;
mod ids;
pub(crate) mod items;
mod nodes;
pub(crate) mod of_nodes;
pub(crate) mod unordered;
pub(crate) mod visitor;

use alloc::vec::Vec;

use crate::{
    describe::{arena::InColumns, options::Options, region::Level, structural::StructuralEq},
    engine::{
        frame::Frame,
        place,
        recursion::{PutOff, Recursion, Suspendable},
    },
    ops::{
        EndState, forget,
        hash::{items::Hashing, nodes::NodeInProgress},
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
/// A visitor of pairs like the others, with the same value on both sides. It hashes a sequence of items: the fields of
/// each node, in order. Adjacent leaves make one item. Types, variants and lengths make the sequence unambiguous.
pub(crate) struct Hash<'a, I: Hashing> {
    recursion: Recursion<Frame<'a, Self>>,
    options: Options,
    numbering: &'a mut Numbering<I>,
    items: &'a mut I,
    /// The amount of work so far: roughly, the number of nodes.
    visits: u64,
    /// The number of scopes around the parts that are being listed. The depth of `numbering` may differ, since
    /// `numbering` leaves scopes later while steps are put off.
    depth: Level,
    /// The nodes whose last steps were put off.
    open: &'a mut PutOff<NodeInProgress<I>>,
    /// The leaves whose steps were put off.
    words: &'a mut PutOff<I::Words>,
    end_state: &'a mut EndState,
    /// The hashes of the elements of each unordered part that is under way, the innermost part last.
    unordered: Vec<Vec<I::Value>>,
    /// Whether these are elements of an unordered part, hashed for a comparison. The contributions of elements are then
    /// memoized, since the comparison hashes elements, and later the elements nested in them.
    are_elements: bool,
    /// The arenas that were met.
    slots: Slots<'a>,
    /// Whether an id led to the node that is hashed next.
    is_behind_id: bool,
    /// The fields in other tables of the node that is hashed next.
    columns: Option<InColumns<'a>>,
    /// The options in force outside of each structural key that is under way.
    outer_options: Vec<Options>,
    root: Root,
}

/// The progress towards the root. The pointers through which the caller passes the root do not enter its fingerprint,
/// so nothing is gathered for them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Root {
    /// The next node is the root, or a pointer to it.
    Next,
    /// The root is the pointee of the pointer that is being visited.
    BehindPointer,
    /// The pointer that is being visited lists the root itself, whose items are gathered apart.
    Gathered,
    /// The root was passed.
    Passed,
}

impl<'a, I: Hashing> Hash<'a, I> {
    /// The hash of a value.
    pub(crate) fn run<T: StructuralEq + ?Sized>(
        value: &T,
        options: Options,
        buffers: &mut HashBuffers<I>,
    ) -> Hashed<I::Value> {
        if buffers.end_state.in_use {
            forget(buffers);
        }
        let value = &value;
        loop {
            let mut hash = Hash::begin(options, buffers);
            let hashed = hash.hash_of(|hash| hash.visit::<place::Root<'_, T>>(value, options.root_region()));
            let hashed = Hashed { value: hashed, is_process_local: hash.numbering.process_local };
            let starts_over = hash.numbering.restart_if_needed();
            if !starts_over {
                hash.numbering.clear();
            }
            hash.end();
            if !starts_over {
                return hashed;
            }
        }
    }

    #[inline(always)]
    pub(crate) fn begin(options: Options, buffers: &'a mut HashBuffers<I>) -> Self {
        let HashBuffers { numbering, items, open, words, end_state } = buffers;
        end_state.in_use = true;
        Hash {
            recursion: Recursion::borrow(&mut end_state.recursion),
            options,
            numbering,
            items,
            visits: 0,
            depth: 0,
            open,
            words,
            end_state,
            unordered: Vec::new(),
            are_elements: false,
            slots: Slots::default(),
            is_behind_id: false,
            columns: None,
            outer_options: Vec::new(),
            root: Root::Next,
        }
    }

    /// Ends the computation, and leaves its buffers empty.
    #[inline(always)]
    pub(crate) fn end(self) {
        let Hash { recursion, items, open, words, visits, end_state, .. } = self;
        items.clear();
        open.cut_back(0);
        words.cut_back(0);
        recursion.give_back(&mut end_state.recursion);
        end_state.visits = visits;
        end_state.in_use = false;
    }

    /// The hash of all that `visit` visits. To be called before anything is hashed.
    fn hash_of(&mut self, visit: impl FnOnce(&mut Self) -> bool) -> I::Value {
        if !(visit(self) && self.finish()) {
            return I::Value::default();
        }
        I::finish(self.items.end())
    }

    /// Runs all steps that were put off; `false` if the computation has to start over.
    fn finish(&mut self) -> bool {
        loop {
            if self.recursion.is_suspended() {
                self.recursion.resume();
                self.open.resume();
                self.words.resume();
                self.depth = self.numbering.variables.depth();
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

/// The memory of a hash computation, which the next computation reuses. Empty in between.
#[derive(Debug, Default)]
pub(crate) struct HashBuffers<I: Hashing> {
    pub(crate) numbering: Numbering<I>,
    items: I,
    open: PutOff<NodeInProgress<I>>,
    words: PutOff<I::Words>,
    pub(crate) end_state: EndState,
}
