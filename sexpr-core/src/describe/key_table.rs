//! The keys met in an operation, each with a number: [`Keys`].

use alloc::vec::Vec;
use core::ops::Range;

use crate::{
    describe::{
        closed_types::KnownTypes,
        containers::Namespace,
        identity::Identity,
        keys::{EncodedKey, KeyEncoder, KeyValue, encode_key, encode_name, name_token, stable_hash_128},
        structural::{StructuralEq, token_of},
    },
    tables::index::{Index, empty},
};

/// The contribution of an identity to a hash.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KeyHash<'k> {
    /// For a key, a 128-bit hash of its content and variant, the same in every process; for an address, the address.
    pub(crate) bits: u128,
    /// The content of a key; `None` for an address.
    pub(crate) content: Option<&'k [u8]>,
    pub(crate) is_process_local: bool,
}

/// The keys met in one operation, each with a number.
#[doc(hidden)]
#[derive(Debug, Default)]
pub struct Keys {
    /// The encodings of the keys, one after the other, each with the token of the type at its end.
    encodings: Vec<u8>,
    /// The end of each encoding, times two; plus one if the key is process-local.
    ends: Vec<usize>,
    index: Index,
    /// Seeded at random if there is randomness (with `std`), since keys may be attacker-controlled. Created for the
    /// first key.
    hasher: Option<ahash::RandomState>,
    encoder: KeyEncoder,
    /// The known properties of types, kept from one operation to the next.
    pub(crate) known_types: KnownTypes,
}

impl Keys {
    /// The identity of a node: by its key if it has one, otherwise by its address.
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

    /// The identity of the key in the encoder, for the type with this token. Clears the encoder.
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
        Identity::of_key(number)
    }

    /// The contribution of an identity to a hash.
    pub(crate) fn hash(&self, identity: Identity) -> KeyHash<'_> {
        if let Some(address) = identity.as_address() {
            return KeyHash { bits: address as u128, content: None, is_process_local: true };
        }
        let encoding = self.encoding(identity);
        let content = &encoding[..encoding.len() - size_of::<u64>()];
        let is_process_local = self.ends[identity.key_number()] % 2 == 1;
        KeyHash { bits: stable_hash_128(content), content: Some(content), is_process_local }
    }

    /// A number that distinguishes identities of all types, in all operations of this process.
    pub(crate) fn tag(&self, identity: Identity) -> u128 {
        match identity.as_address() {
            Some(address) => address as u128,
            None => stable_hash_128(self.encoding(identity)),
        }
    }

    /// A number for the value of a key or a name, whatever its type, variant or namespace. The number is the same in
    /// all operations. `None` for nodes known by their addresses.
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
        &self.encodings[range(&self.ends, identity.key_number())]
    }

    pub(crate) fn clear(&mut self) {
        empty(&mut self.encodings);
        self.ends.clear();
        self.index.clear();
    }
}

/// The value in an encoded key, without its variant or namespace and without the token of its type; and whether the key
/// is a name.
fn value_of(encoding: &[u8]) -> (bool, &[u8]) {
    let (content, token) = encoding.split_at(encoding.len() - size_of::<u64>());
    if *token != name_token().to_ne_bytes() {
        let variant = 1 + size_of::<u64>();
        return (false, &content[..content.len() - variant]);
    }
    // Within the namespace, 255 follows each zero.
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

    use super::Keys;

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
}
