//! `Visitor` for the hash: a node's leaves are gathered into items between its children.

use alloc::string::ToString;
use core::fmt::{self, Write};

use crate::{
    describe::{
        arena::{Arena, Id, InColumns},
        containers::{Map, MapOrder, NameField, Namespace, OwningPointer, Sequence, SharedPointer},
        custom::{
            CustomStructural, HashParts, HashValue, OwnedLeaf, SinglePart, VirtualField, VirtualFields, VirtualPart,
            VirtualValue,
        },
        info::TypeInfo,
        keys::{AsKeys, AsNames, KeyValue},
        leaf::{Encoder, Leaf},
        options::Options,
        region::{Level, Region},
        structural::{Field, StructuralEq, list_leaves},
        visitor::{OpaqueForms, Operation, Visitor},
    },
    engine::{
        frame::{Frame, prefetch},
        place::{Inline, Owned, Place, Pointee, Referred},
        recursion::{LARGE, Suspendable},
    },
    ops::hash::{
        Hash,
        items::{Hashing, OpaqueWords},
    },
};

/// The marker before the operands of a commutative node, in types whose other nodes need not be commutative. Ordered
/// operands have no marker, so such a node hashes like a node of a type without commutative nodes.
const COMMUTING: u64 = 0x636f_6d6d_7574_6573;

/// The visitor that hashes the parts of a node or a value.
pub(super) struct Listing<'h, 'a, I: Hashing> {
    pub(super) hash: &'h mut Hash<'a, I>,
    /// The leaves since the last child.
    pub(super) words: I::Words,
}

impl<'h, 'a, I: Hashing> Listing<'h, 'a, I> {
    #[inline(always)]
    pub(super) fn new(hash: &'h mut Hash<'a, I>) -> Self {
        let words = hash.items.no_words();
        Listing { hash, words }
    }

    /// Ends the list of parts: makes an item of the remaining leaves.
    #[inline(always)]
    pub(super) fn end(self) {
        self.hash.item(self.words);
    }

    /// Makes an item of the leaves so far, before a child.
    #[inline(always)]
    fn begin_child(&mut self) -> &mut Hash<'a, I> {
        self.hash.pass_root();
        let none = self.hash.items.no_words();
        let words = core::mem::replace(&mut self.words, none);
        self.hash.item(words);
        self.hash
    }

    /// Hashes the node in a place, now or later.
    #[inline(always)]
    fn enter<P: Place<Holder: 'a, Node: 'a> + 'a>(&mut self, holder: &'a P::Holder, at: Region) -> bool {
        let hash = self.begin_child();
        if hash.recursion.may_have_to_wait() {
            return hash.enter_or_wait::<P>(holder, at);
        }
        if !I::APART {
            let node = P::node(holder);
            let mut listing = Listing::new(hash);
            if let Some(goes_on) = P::Node::light(node, node, at, &mut listing) {
                listing.end();
                return goes_on;
            }
        }
        self.hash.visit::<P>(holder, at)
    }

    /// Hashes the pointee of a shared pointer.
    #[inline(always)]
    fn behind_pointer<P: Place<Holder: 'a, Node: 'a> + 'a>(&mut self, holder: &'a P::Holder, at: Region) -> bool {
        if self.hash.is_behind_root_pointer() {
            return self.hash.visit::<P>(holder, at);
        }
        if P::Node::FLAT {
            return list_leaves(P::node(holder), P::node(holder), at, self);
        }
        if P::Node::LEAF_FIELDS {
            return self.begin_child().enter_leaves::<P>(holder, at);
        }
        self.enter::<P>(holder, at)
    }

    #[inline(always)]
    pub(super) fn keyed_word(&mut self, word: u64) {
        self.hash.items.keyed_word(&mut self.words, word);
    }

    #[inline(always)]
    pub(super) fn word_of(&mut self, value: I::Value) {
        self.hash.items.word_of(&mut self.words, value);
    }
}

/// A leaf enters as its encoding.
impl<I: Hashing> Encoder for Listing<'_, '_, I> {
    #[inline(always)]
    fn word(&mut self, word: u64) {
        self.hash.pass_root();
        self.hash.items.word(&mut self.words, word);
    }
    #[inline(always)]
    fn bytes(&mut self, bytes: &[u8]) {
        self.hash.pass_root();
        self.hash.visits += bytes.len() as u64 / 64;
        self.hash.items.bytes(&mut self.words, bytes);
    }
}

impl<I: Hashing> Operation for Listing<'_, '_, I> {
    #[inline(always)]
    fn options(&self) -> Options {
        self.hash.options
    }
    #[inline(always)]
    fn depth(&self) -> Level {
        self.hash.depth
    }
}

impl<'a, I: Hashing> Visitor<'a> for Listing<'_, 'a, I> {
    #[inline(always)]
    fn ahead<T: Field>(&mut self, value: &'a T, _: &'a T) {
        if let Some(elsewhere) = T::elsewhere(value) {
            prefetch(elsewhere);
        }
    }

    #[inline(always)]
    fn variant(&mut self, index: u32) {
        self.word(u64::from(index));
    }

    // Not the default method: compiled code need not follow the right side.
    #[inline(always)]
    fn part<T: Field>(&mut self, _: u32, value: &'a T, _: &'a T, at: Region) -> bool {
        T::held(value, value, at, self)
    }

    fn opaque<T: Eq + core::hash::Hash>(&mut self, _: u32, value: &'a T, _: &'a T, forms: OpaqueForms<T>) -> bool {
        self.hash.visits += LARGE;
        if let Some(stable) = forms.stable {
            let mut apart = Listing::new(self.hash);
            stable(value, &mut apart);
            let words = apart.words;
            let part = self.hash.items.leaves(words);
            self.word_of(I::finish(part));
            return true;
        }
        self.hash.numbering.process_local = true;
        let words = self.hash.items.no_words();
        let mut opaque = OpaqueWords { items: &mut *self.hash.items, words };
        value.hash(&mut opaque);
        let hash = I::opaque(opaque.words);
        self.word_of(hash);
        true
    }

    fn unordered<S: Sequence + Field>(&mut self, _: u32, value: &'a S, _: &'a S, at: Region) -> bool {
        self.word(value.length() as u64);
        self.begin_child().unordered(value.items(), at.past_boundary())
    }

    fn operands<T: Field>(&mut self, _: &[u32], values: &[&'a T], _: &[&'a T], at: Region) -> bool {
        self.begin_child().unordered(values.iter().copied(), at.past_boundary())
    }

    fn commuting(&mut self, commutes: bool) {
        if commutes {
            self.word(COMMUTING);
        }
    }

    #[inline(always)]
    fn process_local(&mut self) {
        self.hash.numbering.process_local = true;
    }

    #[inline(always)]
    fn name<T: KeyValue, N: Namespace>(&mut self, value: &'a T, _: &'a T, at: Region) -> bool {
        self.begin_child().visit_name::<T, N>(value, at)
    }

    fn names_in_order<S, N>(&mut self, value: &'a S, _: &'a S, at: Region) -> bool
    where
        S: Sequence<Item: NameField> + ?Sized,
        N: Namespace,
    {
        self.word(value.length() as u64);
        value.items().all(|item| S::Item::names::<N, Self>(item, item, at, self))
    }

    fn names_in_set<M, N>(&mut self, value: &'a M, _: &'a M, at: Region) -> bool
    where
        M: Map<Key: KeyValue>,
        N: Namespace,
    {
        self.begin_child().map::<M, AsNames<N>>(value, at, MapOrder::ByKey)
    }

    #[inline(always)]
    fn leaf<L: Leaf + ?Sized>(&mut self, value: &L, _: &L) -> bool {
        self.hash.numbering.process_local |= L::PROCESS_LOCAL;
        value.encode(self);
        true
    }

    #[inline(always)]
    fn owning<P: OwningPointer>(&mut self, value: &'a P, _: &'a P, at: Region) -> bool {
        if self.hash.is_behind_root_pointer() {
            return self.hash.visit::<Owned<P>>(value, at);
        }
        if P::Target::FLAT {
            return P::Target::held(value.target(), value.target(), at, self);
        }
        self.enter::<Owned<P>>(value, at)
    }

    #[inline(always)]
    fn shared<P: SharedPointer>(&mut self, value: &'a P, _: &'a P, at: Region) -> bool {
        self.behind_pointer::<Pointee<P>>(value, at)
    }

    #[inline(always)]
    fn id<D: Id>(&mut self, value: &'a D, _: &'a D, at: Region) -> bool {
        self.begin_child().follow(value, at)
    }

    fn arena<A: Arena<D>, D: Id>(&mut self, _: u32, value: &'a A, _: &'a A, at: Region) -> bool {
        self.word(value.nodes().count() as u64);
        self.begin_child().whole_arena::<A, D>(value, at)
    }

    #[inline(always)]
    fn referred<T: StructuralEq>(&mut self, value: &'a T, _: &'a T, at: Region) -> bool {
        self.behind_pointer::<Referred<T>>(value, at)
    }

    #[inline(always)]
    fn sequence<S: Sequence + ?Sized>(&mut self, value: &'a S, _: &'a S, at: Region) -> bool {
        self.word(value.length() as u64);
        if S::Item::FLAT {
            self.hash.visits += value.length() as u64;
            return value.items().all(|item| S::Item::held(item, item, at, self));
        }
        if let Some(slice) = value.as_slice() {
            return S::Item::held_in_row(slice, slice, at, self);
        }
        let hash = self.begin_child();
        _ = hash.recursion.has_to_wait();
        value.items().all(|item| {
            if hash.recursion.is_suspended() {
                hash.recursion.put_off(Frame::one(item, item, Hash::values, at));
                return true;
            }
            hash.held(item, at)
        })
    }

    #[inline(always)]
    fn row<T: Field>(&mut self, slice: &'a [T], _: &'a [T], at: Region) -> bool {
        if slice.is_empty() {
            return true;
        }
        let hash = self.begin_child();
        // If the operation has to wait, `values` puts the elements off.
        _ = hash.recursion.has_to_wait();
        hash.values(slice, slice, at)
    }

    #[inline(always)]
    fn entries<M: Map>(&mut self, value: &'a M, _: &'a M, at: Region, order: MapOrder) -> bool {
        self.begin_child().map::<M, AsKeys>(value, at.past_boundary(), order)
    }

    #[inline(always)]
    fn node<T: Field>(&mut self, value: &'a T, _: &'a T, at: Region) -> bool {
        self.enter::<Inline<T>>(value, at)
    }

    fn open(&mut self, value: VirtualPart<'a>, _: VirtualPart<'a>, at: Region) -> bool {
        self.handed_over(value.single(), at)
    }

    fn listed<T: ?Sized>(
        &mut self,
        value: &'a T,
        _: &'a T,
        list: fn(&'a T, &mut VirtualFields<'a>),
        at: Region,
    ) -> bool {
        self.virtual_fields(&VirtualFields::of(value, list), at)
    }

    fn custom<T: CustomStructural>(&mut self, value: &'a T, _: &'a T, at: Region) -> bool {
        self.hash.numbering.custom_met();
        let mut parts = HashParts::default();
        value.s_hash(&mut parts);
        self.word(parts.parts.len() as u64);
        self.hash.visits += LARGE;
        parts.parts.iter().all(|part| match &part.value {
            HashValue::Leaf(leaf) => self.owned_leaf(leaf),
            HashValue::Part(value) => self.handed_over(**value, at.enter(part.def, self.hash.depth)),
        })
    }
}

impl<'a, I: Hashing> Listing<'_, 'a, I> {
    /// Hashes the fields of a node that lie in other tables.
    #[cold]
    #[inline(never)]
    pub(super) fn columns(&mut self, columns: InColumns<'a>, at: Region) -> bool {
        self.virtual_fields(&InColumns::fields(Some(columns)), at)
    }

    fn virtual_fields(&mut self, fields: &[VirtualField<'a>], at: Region) -> bool {
        self.word(fields.len() as u64);
        self.hash.visits += fields.len() as u64;
        fields.iter().all(|field| {
            self.bytes(field.name.as_bytes());
            self.word(field.def as u64);
            self.type_name(field.value.info());
            let at = at.enter(field.def, self.hash.depth);
            match &field.value {
                VirtualValue::Leaf(leaf) => self.owned_leaf(leaf),
                VirtualValue::Part(part) => self.handed_over(part.single(), at),
                VirtualValue::Slice(slice) => {
                    self.word(slice.length() as u64);
                    self.hash.visits += slice.length() as u64;
                    slice.elements.iter().all(|part| self.handed_over(part.single(), at))
                }
            }
        })
    }

    /// Hashes a part that a function or a trait object hands over, now or later.
    fn handed_over(&mut self, part: SinglePart<'a>, at: Region) -> bool {
        self.begin_child().run_or_put_off(I::frame(part).at(at))
    }
}

impl<I: Hashing> Listing<'_, '_, I> {
    /// Adds the key of a type.
    pub(super) fn type_key(&mut self, info: &TypeInfo) {
        self.hash.numbering.process_local |= I::APART && info.is_named_by_compiler();
        self.text(info.type_key());
    }

    fn owned_leaf(&mut self, leaf: &OwnedLeaf) -> bool {
        self.hash.numbering.process_local |= leaf.is_process_local();
        leaf.encode(self);
        true
    }

    /// Adds the name of a type; or its key, if the hash has to be the same in every process.
    fn type_name(&mut self, info: &TypeInfo) {
        if I::APART {
            self.type_key(info);
        } else {
            self.text(info.full_name());
        }
    }

    /// Adds a text. Allocates only if `I` gathers nodes apart.
    fn text(&mut self, text: impl fmt::Display) {
        if I::APART {
            self.bytes(text.to_string().as_bytes());
        } else {
            let mut words = Words { encoder: self, word: 0, length: 0 };
            // Writing to `words` cannot fail.
            let _ = write!(words, "{text}");
            words.end();
        }
    }
}

/// Encodes a text as words of eight bytes. The pieces into which `fmt` cuts the text make no difference.
struct Words<'h, E> {
    encoder: &'h mut E,
    /// The bytes that do not fill a word yet.
    word: u64,
    /// The number of bytes written.
    length: u64,
}

impl<E: Encoder> Words<'_, E> {
    fn end(self) {
        self.encoder.word(self.word);
        self.encoder.word(self.length);
    }
}

impl<E: Encoder> Write for Words<'_, E> {
    fn write_str(&mut self, piece: &str) -> fmt::Result {
        for byte in piece.bytes() {
            self.word |= u64::from(byte) << (self.length % 8 * 8);
            self.length += 1;
            if self.length.is_multiple_of(8) {
                self.encoder.word(core::mem::take(&mut self.word));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;
    use core::fmt::Write;

    use super::Words;
    use crate::describe::keys::KeyEncoder;

    fn encoding(pieces: &[&str]) -> Vec<u8> {
        let mut encoder = KeyEncoder::default();
        let mut words = Words { encoder: &mut encoder, word: 0, length: 0 };
        pieces.iter().for_each(|piece| words.write_str(piece).unwrap());
        words.end();
        encoder.take_encoding()
    }

    #[test]
    fn a_text_counts_and_not_its_pieces() {
        let whole = encoding(&["a text of some words"]);
        assert_eq!(encoding(&["a text", " of ", "", "some words"]), whole);
        assert_eq!(encoding(&["a", " ", "text of some word", "s"]), whole);
        assert_ne!(encoding(&["a text of some word"]), whole);
        assert_ne!(encoding(&["a text of some words\0"]), whole);
        assert_ne!(encoding(&["12345678"]), encoding(&["12345678\0"]));
    }
}
