//! What becomes of what a type lists.

use alloc::string::ToString;
use core::fmt::{self, Write};

use super::{
    Hash, Visit, VisitLeaves,
    maps::{EntriesByKey, EntriesInOrder},
    names::VisitName,
};
use crate::walker::{
    descent::{Descend, Listing},
    frame::{Frame, VirtualPart},
    items::Items,
    place::{Inline, Owned, Place, Pointee, Value},
};
use crate::{
    containers::{Map, MapOrder, OwningPointer, Sequence, SharedPointer},
    custom::{CustomStructural, HashParts, HashValue, OwnedLeaf, VirtualFields, VirtualValue},
    keys::{AsKeys, AsNames, KeyValue},
    leaf::{Encoder, Leaf},
    names::{Names, Namespace},
    options::Options,
    region::{Level, Region},
    structural::{Field, StructuralEq, list_leaves},
    table::TypeInfo,
    visitor::{OpaqueForms, Operation, Visitor},
};

impl<'a, I: Items> Operation for Listing<'_, 'a, Hash<'a, I>> {
    #[inline(always)]
    fn options(&self) -> Options {
        self.operation.options
    }
    #[inline(always)]
    fn depth(&self) -> Level {
        self.operation.numbering.depth()
    }
}

impl<'a, I: Items> Visitor<'a> for Listing<'_, 'a, Hash<'a, I>> {
    #[inline(always)]
    fn variant(&mut self, index: u32) {
        self.word(u64::from(index));
    }

    #[inline(always)]
    fn variants_differ(&mut self, _: u32, _: u32) -> bool {
        true
    }

    #[inline(always)]
    fn part<T: Field>(&mut self, _: u32, value: &'a T, _: &'a T, at: Region) -> bool {
        T::held(value, value, at, self)
    }

    fn opaque<T: Eq + core::hash::Hash>(&mut self, _: u32, value: &'a T, _: &'a T, forms: OpaqueForms<T>) -> bool {
        if let Some(stable) = forms.stable {
            // Where a place's words make one item, those that came before go into the part.
            self.begin();
            stable(value, self);
            self.end_place();
            let part = self.end();
            self.operation.items.word_of(&mut self.at_hand, I::finish(part));
            return true;
        }
        self.operation.numbering.process_local = true;
        self.operation.items.opaque(&mut self.at_hand, value);
        true
    }

    #[inline(always)]
    fn ordered<M: Map + StructuralEq>(&mut self, _: u32, value: &'a M, _: &'a M, at: Region) -> bool {
        self.map(value, value, at, MapOrder::Container)
    }

    #[inline(always)]
    fn process_local(&mut self) {
        self.operation.numbering.process_local = true;
    }

    #[inline(always)]
    fn names<T: Names, N: Namespace>(&mut self, _: u32, value: &'a T, _: &'a T, at: Region) -> bool {
        T::names::<N, Self>(value, value, at, self)
    }

    #[inline(always)]
    fn name<T: KeyValue, N: Namespace>(&mut self, value: &'a T, _: &'a T, at: Region) -> bool {
        self.put_off(Frame::new::<VisitName<T, N>>(value, value, at))
    }

    fn names_in_order<S, N>(&mut self, value: &'a S, _: &'a S, at: Region) -> bool
    where
        S: Sequence<Item: Names> + ?Sized,
        N: Namespace,
    {
        self.word(value.length() as u64);
        value.items().rev().all(|item| S::Item::names::<N, Self>(item, item, at, self))
    }

    fn names_in_set<M, N>(&mut self, value: &'a M, _: &'a M, at: Region) -> bool
    where
        M: Map<Key: KeyValue>,
        N: Namespace,
    {
        self.put_off(Frame::new::<EntriesByKey<M, AsNames<N>>>(value, value, at))
    }

    #[inline(always)]
    fn leaf<L: Leaf + ?Sized>(&mut self, value: &'a L, _: &'a L) -> bool {
        self.operation.numbering.process_local |= L::PROCESS_LOCAL;
        value.encode(self);
        true
    }

    #[inline(always)]
    fn owning<P: OwningPointer>(&mut self, value: &'a P, _: &'a P, at: Region) -> bool {
        if self.put_off_root(Frame::one::<Visit<Owned<P>>>(value, value, at)) {
            return true;
        }
        if P::Target::FLAT {
            return P::Target::held(value.target(), value.target(), at, self);
        }
        self.put_off_node::<Owned<P>>(value, at)
    }

    #[inline(always)]
    fn shared<P: SharedPointer>(&mut self, value: &'a P, _: &'a P, at: Region) -> bool {
        if self.put_off_root(Frame::one::<Visit<Pointee<P>>>(value, value, at)) {
            return true;
        }
        if P::Target::FLAT {
            return list_leaves(value.target(), value.target(), at, self);
        }
        self.put_off_node::<Pointee<P>>(value, at)
    }

    #[inline(always)]
    fn sequence<S: Sequence + ?Sized>(&mut self, value: &'a S, _: &'a S, at: Region) -> bool {
        self.word(value.length() as u64);
        if S::Item::FLAT {
            return value.items().all(|item| S::Item::held(item, item, at, self));
        }
        match value.as_slice() {
            Some(slice) => S::Item::held_in_row(slice, slice, at, self),
            None => value.items().rev().all(|item| self.put_off(Frame::one::<Value<S::Item>>(item, item, at))),
        }
    }

    #[inline(always)]
    fn row<T: Field>(&mut self, slice: &'a [T], _: &'a [T], at: Region) -> bool {
        self.put_off_row::<Value<T>>(slice, slice, at)
    }

    #[inline(always)]
    fn owning_row<P: OwningPointer>(&mut self, slice: &'a [P], _: &'a [P], at: Region) -> bool {
        if P::Target::FLAT {
            return slice.iter().map(P::target).all(|item| P::Target::held(item, item, at, self));
        }
        self.put_off_row::<Visit<Owned<P>>>(slice, slice, at)
    }

    #[inline(always)]
    fn shared_row<P: SharedPointer>(&mut self, slice: &'a [P], _: &'a [P], at: Region) -> bool {
        if P::Target::FLAT {
            return slice.iter().map(P::target).all(|item| list_leaves(item, item, at, self));
        }
        self.put_off_row::<Visit<Pointee<P>>>(slice, slice, at)
    }

    #[inline(always)]
    fn map<M: Map>(&mut self, value: &'a M, _: &'a M, at: Region, order: MapOrder) -> bool {
        // Its variables are looked up when its turn comes.
        self.put_off(match order {
            MapOrder::ByKey => Frame::new::<EntriesByKey<M, AsKeys>>(value, value, at),
            MapOrder::Container => Frame::new::<EntriesInOrder<M>>(value, value, at),
        })
    }

    #[inline(always)]
    fn node<T: Field>(&mut self, value: &'a T, _: &'a T, at: Region) -> bool {
        self.put_off(Frame::one::<Visit<Inline<T>>>(value, value, at))
    }

    fn open(&mut self, value: VirtualPart<'a>, _: VirtualPart<'a>, at: Region) -> bool {
        self.put_off(I::frame(value.single()).at(at))
    }

    fn listed<T: ?Sized>(
        &mut self,
        value: &'a T,
        _: &'a T,
        list: fn(&'a T, &mut VirtualFields<'a>),
        at: Region,
    ) -> bool {
        let fields = VirtualFields::of(value, list);
        self.word(fields.len() as u64);
        fields.iter().rev().all(|field| {
            self.bytes(field.name.as_bytes());
            self.word(field.def as u64);
            self.type_name(field.value.info());
            match &field.value {
                VirtualValue::Leaf(leaf) => self.owned_leaf(leaf),
                VirtualValue::Part(part) => self.put_off(I::frame(part.single()).at(at.enter(field.def, self.depth()))),
            }
        })
    }

    fn custom<T: CustomStructural>(&mut self, value: &'a T, _: &'a T, at: Region) -> bool {
        self.operation.numbering.custom_met();
        let mut parts = HashParts::default();
        value.s_hash(&mut parts);
        self.word(parts.parts.len() as u64);
        parts.parts.iter().rev().all(|(def, part)| match part {
            HashValue::Leaf(leaf) => self.owned_leaf(leaf),
            HashValue::Part(part) => self.put_off(I::frame(*part).at(at.enter(*def, self.depth()))),
        })
    }
}

impl<'a, I: Items> Listing<'_, 'a, Hash<'a, I>> {
    /// Adds the key of a type.
    pub(super) fn type_key(&mut self, info: &TypeInfo) {
        self.operation.numbering.process_local |= I::APART && info.is_named_by_compiler();
        self.text(info.type_key());
    }

    fn owned_leaf(&mut self, leaf: &OwnedLeaf) -> bool {
        self.operation.numbering.process_local |= leaf.is_process_local();
        leaf.encode(self);
        true
    }

    /// Adds what tells a type from others: in a table, its name will do.
    fn type_name(&mut self, info: &TypeInfo) {
        if I::APART {
            self.type_key(info);
        } else {
            self.text(info.full_name());
        }
    }

    /// Adds a text, in a table without an allocation.
    fn text(&mut self, text: impl fmt::Display) {
        if I::APART {
            self.bytes(text.to_string().as_bytes());
        } else {
            let mut words = Words { encoder: self, word: 0, length: 0 };
            // The sink does not fail.
            let _ = write!(words, "{text}");
            words.end();
        }
    }

    /// Puts off a node.
    #[inline(always)]
    fn put_off_node<P: Place<'a>>(&mut self, holder: &'a P::Holder, at: Region) -> bool {
        let near = <Visit<P> as Descend<'a, Hash<'a, I>>>::near(holder, holder);
        let frame = if P::Node::LEAF_FIELDS {
            Frame::new::<VisitLeaves<P>>(holder, holder, at)
        } else {
            Frame::one::<Visit<P>>(holder, holder, at)
        };
        self.put_off_near(frame, near)
    }
}

/// Takes what is written piece by piece, as words of eight bytes: into which pieces `fmt` cuts a text makes no
/// difference.
struct Words<'h, E> {
    encoder: &'h mut E,
    /// The bytes that do not fill a word yet.
    word: u64,
    /// How many bytes were written.
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
    use core::fmt::Write;

    use super::Words;
    use crate::{
        keys::stable_hash,
        walker::accumulator::{ITEM, mix},
    };

    struct Encoder(u64);

    impl crate::Encoder for Encoder {
        fn word(&mut self, word: u64) {
            self.0 = mix(self.0, word);
        }
        fn bytes(&mut self, bytes: &[u8]) {
            self.word(stable_hash(bytes));
        }
    }

    fn hash(pieces: &[&str]) -> u64 {
        let mut encoder = Encoder(ITEM);
        let mut words = Words { encoder: &mut encoder, word: 0, length: 0 };
        pieces.iter().for_each(|piece| words.write_str(piece).unwrap());
        words.end();
        encoder.0
    }

    #[test]
    fn a_text_counts_and_not_its_pieces() {
        let whole = hash(&["a text of some words"]);
        assert_eq!(hash(&["a text", " of ", "", "some words"]), whole);
        assert_eq!(hash(&["a", " ", "text of some word", "s"]), whole);
        assert_ne!(hash(&["a text of some word"]), whole);
        assert_ne!(hash(&["a text of some words\0"]), whole);
        assert_ne!(hash(&["12345678"]), hash(&["12345678\0"]));
    }
}
