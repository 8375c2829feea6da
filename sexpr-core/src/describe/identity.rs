//! Identities: two occurrences with one identity are the same node.
//!
//! An [`Identity`] is an address with a type, or the number of an encoded key. [`Keys`] assigns these numbers, and
//! lives as long as the operation.

use alloc::vec::Vec;
use core::{
    any::TypeId,
    hash::{Hash, Hasher},
    ops::Range,
};

use crate::{
    describe::{
        closed_types::KnownTypes,
        keys::{KeyEncoder, KeyValue, stable_hash_128},
        leaf::Encoder,
        names::{Namespace, NoNamespace},
        structural::StructuralEq,
    },
    tables::index::{Index, empty, scatter},
};

/// A node's identity: its address, spread, with 64 bits of its type's id, or the number of its key times
/// [`STEP`](Identity::STEP).
///
/// The address alone is not enough: a struct and its first field share it.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Identity {
    place: usize,
    /// Odd for an address; zero for a key.
    token: u64,
}

/// The nodes of one type and one environment within 512 bytes of memory, all known by their addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stretch {
    number: usize,
    token: u64,
}

impl Stretch {
    /// The number of nodes that can begin in a stretch. It is small, since there may be many small arenas.
    pub(crate) const PLACES: usize = 32;

    #[inline(always)]
    pub(crate) fn hash(self) -> u64 {
        scatter(self.number as u64 ^ self.token)
    }
}

impl Identity {
    /// The minimum distance between the places of neighbouring nodes, as between two allocations.
    const STEP: usize = 16;

    /// The identity of a node that is known by its address.
    #[inline(always)]
    pub(crate) fn address<T: StructuralEq + ?Sized>(node: &T) -> Identity {
        // A slice and a part of it share their address; what has a size of its own does so alone.
        let is_sized = size_of::<&T>() == size_of::<usize>() || T::concrete_type(node).is_some();
        let extent = if is_sized { 0 } else { T::extent(node) as u64 };
        let token = token_of(node).wrapping_add(extent.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        Identity { place: Identity::spread(address(node), size_of_val(node)), token: token | 1 }
    }

    /// The identity of a row: the one of an id with this index, in the arena at this address.
    pub(crate) fn row(arena: usize, id: TypeId, index: u64) -> Identity {
        const ODD: u64 = 0xa076_1d64_78bd_642f;
        let (low, high) = (index as usize, (u128::from(index) >> usize::BITS) as u64);
        // The places of one arena's rows are all different, and far from those of other arenas and from addresses.
        let place = arena.wrapping_mul(ODD as usize).wrapping_add(low.rotate_left(Identity::STEP.ilog2()));
        Identity { place, token: token(id).wrapping_add(high).wrapping_mul(ODD) | 1 }
    }

    /// The identity of a node in an arena of this environment. In the outermost one, it is unchanged.
    pub(crate) fn in_environment(self, environment: usize) -> Identity {
        Identity { token: self.token.wrapping_add(Identity::token_of_environment(environment)) | 1, ..self }
    }

    /// The identity without an environment of a node that has this one in an environment.
    pub(crate) fn outside_of(self, environment: usize) -> Identity {
        Identity { token: self.token.wrapping_sub(Identity::token_of_environment(environment)) | 1, ..self }
    }

    /// An even number, so that the token's lowest bit stays.
    fn token_of_environment(environment: usize) -> u64 {
        const ODD: u64 = 0xd6e8_feb8_6659_fd93;
        (environment as u64).wrapping_mul(ODD).wrapping_mul(2)
    }

    /// The place of a node of this size: nodes side by side are at least a [`STEP`](Identity::STEP) apart.
    #[inline(always)]
    fn spread(address: usize, size: usize) -> usize {
        let bits = match size {
            0..2 => 4,
            2..4 => 3,
            4..8 => 2,
            8..16 => 1,
            _ => 0,
        };
        address.rotate_left(bits)
    }

    /// A hash. Its low bits say where in a table a node is looked for; its topmost seven tell nodes there apart.
    ///
    /// Nodes that lie in one stretch of memory get neighbouring hashes, since they are often met one after another. The
    /// stretches are scattered by multiplicative hashing (Knuth, 6.4).
    #[inline(always)]
    pub(crate) fn hash(self) -> u64 {
        const STRETCH: usize = 256;
        let step = self.place / Identity::STEP;
        // `hashbrown` tells neighbours in a table apart by the topmost seven bits of a `usize`.
        scatter((self.place / STRETCH) as u64 ^ self.token).wrapping_add(step as u64) ^ step.rotate_right(7) as u64
    }

    /// The stretch that contains a node known by its address, and the node's place in it.
    #[inline(always)]
    pub(crate) fn stretch(self) -> (Stretch, usize) {
        let place = self.place / Identity::STEP;
        (Stretch { number: place / Stretch::PLACES, token: self.token }, place % Stretch::PLACES)
    }

    /// The address, spread, for a node that is known by it.
    pub(crate) fn as_address(self) -> Option<usize> {
        (self.token != 0).then_some(self.place)
    }
}

/// Where a value is.
#[inline(always)]
pub(crate) fn address<T: ?Sized>(value: &T) -> usize {
    core::ptr::from_ref(value).addr()
}

/// 64 bits of the id of a node's type. Lifetimes are erased. A constant, but behind trait objects.
#[inline(always)]
fn token_of<T: StructuralEq + ?Sized>(node: &T) -> u64 {
    match T::concrete_type(node) {
        Some(concrete) => token(concrete.id),
        None => token(typeid::of::<T>()),
    }
}

/// 64 bits of a type's id.
#[inline(always)]
pub(crate) fn token(ty: TypeId) -> u64 {
    /// `TypeId` hands its hasher one word, which is a hash already.
    struct LastWord(u64);
    impl Hasher for LastWord {
        fn finish(&self) -> u64 {
            self.0
        }
        fn write(&mut self, bytes: &[u8]) {
            for byte in bytes {
                self.0 = self.0.rotate_left(8) ^ u64::from(*byte);
            }
        }
        fn write_u64(&mut self, word: u64) {
            self.0 = word;
        }
    }
    let mut hasher = LastWord(0);
    ty.hash(&mut hasher);
    hasher.finish()
}

/// A node's key, encoded: its value and variant, and the token of its type.
#[derive(Debug)]
pub(crate) struct EncodedKey {
    pub(crate) encoding: Vec<u8>,
    pub(crate) is_process_local: bool,
    token: u64,
}

impl EncodedKey {
    /// The key of a named variable in a namespace.
    pub(crate) fn of_name<T: KeyValue, N: Namespace>(name: &T) -> EncodedKey {
        let mut encoder = KeyEncoder::default();
        encode_name(name, N::NAME, &mut encoder);
        let is_process_local = encoder.is_process_local;
        EncodedKey { encoding: encoder.take_encoding(), is_process_local, token: name_token() }
    }

    /// The key of a node, if it has one.
    pub(crate) fn of<T: StructuralEq + ?Sized>(node: &T, encoder: &mut KeyEncoder) -> Option<EncodedKey> {
        encode_key(node, encoder).then(|| EncodedKey {
            encoding: encoder.take_encoding(),
            is_process_local: encoder.is_process_local,
            token: token_of(node),
        })
    }
}

/// Two names of one class and spelling are one variable in a namespace, whatever their types, unless one is
/// process-local.
fn encode_name<T: KeyValue>(name: &T, namespace: &str, into: &mut KeyEncoder) {
    into.bytes(namespace.as_bytes());
    into.name(name);
    into.word(u64::from(into.is_process_local));
}

/// The token of names, which no type has.
fn name_token() -> u64 {
    token(TypeId::of::<NoNamespace>())
}

#[inline(always)]
fn encode_key<T: StructuralEq + ?Sized>(node: &T, into: &mut KeyEncoder) -> bool {
    let keyed = T::key(node, into);
    if keyed {
        into.word(u64::from(T::variant(node)));
    }
    keyed
}

/// The contribution of an identity to a hash.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KeyHash<'k> {
    /// Of a key, 128 bits of its content and variant, which are the same everywhere; of an address, the address.
    pub(crate) bits: u128,
    /// The content of a key.
    pub(crate) content: Option<&'k [u8]>,
    pub(crate) is_process_local: bool,
}

/// The keys met in one operation, each with a number.
#[doc(hidden)]
#[derive(Debug, Default)]
pub struct Keys {
    /// Their encodings, one after the other, each with the type's token at its end.
    encodings: Vec<u8>,
    /// The end of each encoding, times two; plus one if the key is process-local.
    ends: Vec<usize>,
    index: Index,
    /// Seeded at random where there is randomness (with `std`), since keys may be attacker-controlled.
    /// Made for the first key.
    hasher: Option<ahash::RandomState>,
    encoder: KeyEncoder,
    /// Kept from one operation to the next.
    pub(crate) known_types: KnownTypes,
}

impl Keys {
    /// The identity of a node: its key's, if it has one, else its address's.
    #[inline(always)]
    pub fn identify<T: StructuralEq + ?Sized>(&mut self, node: &T) -> Identity {
        if encode_key(node, &mut self.encoder) { self.number(token_of(node)) } else { Identity::address(node) }
    }

    /// The identity of a named variable in a namespace.
    #[inline]
    pub(crate) fn identify_name<T: KeyValue, N: Namespace>(&mut self, name: &T) -> Identity {
        self.identify_name_in(name, N::NAME)
    }

    /// The identity of a named variable in the namespace of this name.
    pub fn identify_name_in<T: KeyValue>(&mut self, name: &T, namespace: &str) -> Identity {
        encode_name(name, namespace, &mut self.encoder);
        self.number(name_token())
    }

    /// The identity of a node with this key.
    pub(crate) fn identify_key(&mut self, key: &EncodedKey) -> Identity {
        self.encoder.append(&key.encoding);
        self.encoder.is_process_local = key.is_process_local;
        self.number(key.token)
    }

    /// The identity of the encoded key, for a type.
    fn number(&mut self, token: u64) -> Identity {
        self.encoder.append(&token.to_ne_bytes());
        let Keys { encodings, ends, index, hasher, encoder, .. } = self;
        let hasher = hasher.get_or_insert_with(ahash::RandomState::new);
        let hash = |encoding: &[u8]| hasher.hash_one(encoding);
        let encoding = |number: usize| &encodings[range(ends, number)];
        let new = encoder.encoding();
        let known = index.get(hash(new), |number| encoding(number) == new);
        let number = known.unwrap_or(ends.len());
        if known.is_none() {
            index.add(hash(new), number, |number| hash(encoding(number)));
            encodings.extend_from_slice(new);
            ends.push(encodings.len() * 2 + usize::from(encoder.is_process_local));
        }
        self.encoder.clear();
        Identity { place: number * Identity::STEP, token: 0 }
    }

    /// The contribution of an identity to a hash.
    pub(crate) fn hash(&self, identity: Identity) -> KeyHash<'_> {
        if let Some(address) = identity.as_address() {
            return KeyHash { bits: address as u128, content: None, is_process_local: true };
        }
        let encoding = self.encoding(identity);
        let content = &encoding[..encoding.len() - size_of::<u64>()];
        let is_process_local = self.ends[identity.place / Identity::STEP] % 2 == 1;
        KeyHash { bits: stable_hash_128(content), content: Some(content), is_process_local }
    }

    /// A number that distinguishes identities of all types, in all operations of this process.
    pub(crate) fn tag(&self, identity: Identity) -> u128 {
        match identity.as_address() {
            Some(address) => address as u128,
            None => stable_hash_128(self.encoding(identity)),
        }
    }

    /// A number for the value of a key or a name, whatever its type, variant or namespace. It is the same in all operations;
    /// `None` for nodes known by their addresses.
    pub(crate) fn value_tag(&self, identity: Identity) -> Option<u128> {
        identity.as_address().is_none().then(|| stable_hash_128(value_of(self.encoding(identity)).1))
    }

    /// Whether the keys of two different identities have one value, in different types, variants or namespaces.
    pub(crate) fn are_namesakes(&self, one: Identity, other: Identity) -> bool {
        let names = [one, other].map(|identity| identity.as_address().is_none().then(|| self.encoding(identity)));
        matches!(names, [Some(one), Some(other)] if one != other && value_of(one) == value_of(other))
    }

    /// The encoding of the key that an identity stands for, with the type's token at its end.
    fn encoding(&self, identity: Identity) -> &[u8] {
        &self.encodings[range(&self.ends, identity.place / Identity::STEP)]
    }

    pub(crate) fn clear(&mut self) {
        empty(&mut self.encodings);
        self.ends.clear();
        self.index.clear();
    }
}

/// The value in an encoded key, without its variant or namespace and the type's token; and whether the key is a name.
fn value_of(encoding: &[u8]) -> (bool, &[u8]) {
    let (content, token) = encoding.split_at(encoding.len() - size_of::<u64>());
    if *token != name_token().to_ne_bytes() {
        let variant = 1 + size_of::<u64>();
        return (false, &content[..content.len() - variant]);
    }
    // Within the namespace, 255 follows a zero.
    let namespace = content.windows(2).position(|pair| pair[0] == 0 && pair[1] != 255).unwrap_or_default();
    (true, &content[namespace..])
}

/// Where the encoding of a key lies.
fn range(ends: &[usize], number: usize) -> Range<usize> {
    let start = number.checked_sub(1).map_or(0, |before| ends[before] / 2);
    start..ends[number] / 2
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::{Identity, Keys};
    use crate::tables::index::Index;

    #[test]
    fn outside_of_an_environment_a_node_is_known_by_what_it_is_in_none() {
        let node = Identity { place: 0x1230, token: 0x9abc_def0_1357_2469 };
        for environment in 0..100 {
            assert_eq!(node.in_environment(environment).outside_of(environment), node);
        }
    }

    #[test]
    fn a_name_has_one_value_in_all_namespaces() {
        let mut keys = Keys::default();
        let [x, y] = ["x", "y"].map(|name| {
            let tags = ["", "types", "a\0b", "\0"].map(|namespace| {
                let name = keys.identify_name_in(&name.to_string(), namespace);
                keys.value_tag(name).expect("it is known by its value")
            });
            assert!(tags.iter().all(|tag| *tag == tags[0]));
            tags[0]
        });
        assert_ne!(x, y);
    }

    /// However small nodes are, and however they lie in memory, a look-up passes few others.
    #[test]
    fn nodes_side_by_side_do_not_crowd_an_index() {
        const COUNTS: [usize; 4] = [1_000, 20_000, 30_000, 43_000];
        for stride in (0..=20).map(|shift| 1 << shift).chain([24, 40, 48, 56, 112]) {
            let place = |number: usize| Identity::spread(0x1234_5000 + number * stride, stride);
            let node = |number: usize| Identity { place: place(number), token: 0x9abc_def0_1357_2469 };
            let mut looks = 0;
            for count in COUNTS {
                let mut index: Index = Index::default();
                (0..count).for_each(|number| index.add(node(number).hash(), number, |number| node(number).hash()));
                for number in 0..count {
                    let counted = core::cell::Cell::new(0);
                    let is_it = |other| {
                        counted.set(counted.get() + 1);
                        other == number
                    };
                    assert_eq!(index.get(node(number).hash(), is_it), Some(number));
                    looks += counted.get();
                }
            }
            let average = looks / COUNTS.iter().sum::<usize>();
            assert!(average < 16, "{average} looks, at a stride of {stride}");
        }
    }
}
