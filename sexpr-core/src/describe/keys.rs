//! Keys of nodes and of maps: the traits `KeyValue` and `MapKey`, the canonical encoding of values, and `KeyReader`.
//!
//! The key of a map is a value, a variable, a node with a key, an id of a variable or of a node with a key, or a closed
//! term. The type of the key tells the reader which of these the key is. The reader follows ids in the arenas in force.

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};
use core::{
    any::TypeId,
    fmt::{self, Write as _},
    marker::PhantomData,
};

use crate::describe::{
    arena::{Id, InColumns, InForce, Meaning, NoArenas},
    containers::{Namespace, NoNamespace, Sequence, assert_addressable},
    identity::{Identity, token},
    info::{FieldInfo, Kind, Shape, TypeInfo, VariantInfo},
    leaf::{Encoder, Leaf, Shown, StableBytes},
    options::Options,
    region::Region,
    structural::{Field, StructuralEq, token_of},
    visitor::{Operation, Visitor},
};

/// A closed value made of leaves, for fields marked `#[seq(key)]`.
///
/// These are leaves and pointers to leaves; tuples, arrays and `Option`s of such values; and derived structs and enums
/// of kind `tree` or `const-tree` that have no other fields. The derive implements this trait.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not made of leaves alone, so it cannot be a key, or a part of one [SEQ411]",
    label = "not a leaf, nor a value made of leaves",
    note = "keys are strings, numbers and other leaves, and tuples, arrays, `Option`s and derived types of these",
    note = "a variable, a keyed node or a `StructuralKey` is the key of a map by itself, and no part of a key"
)]
pub trait KeyValue: MapKey {}

/// [`KeyValue`] as a bound that the compiler accepts in a declaration even if the bound is false.
#[doc(hidden)]
pub trait KeyValueFor<'x>: KeyValue {}

impl<T: KeyValue + ?Sized> KeyValueFor<'_> for T {}

/// A key of a map or set.
///
/// A key is a [`KeyValue`]; a node with a `#[seq(key)]`; a variable behind a pointer, which matches by correspondence
/// (wrap the pointer in [`ByIdentity`](crate::ByIdentity), so that it is `Hash`, `Eq` and `Ord`); an
/// [id](crate::arena::Id) of such a node or variable; or a [`StructuralKey`](crate::StructuralKey) of a closed type.
/// The derive and [`id!`](crate::id) implement this trait.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the key of a map that is compared structurally [SEQ412]",
    label = "not a leaf, a node with a `#[seq(key)]`, a pointer to a variable, an id of one of these or a `StructuralKey`",
    note = "for a variable, use a pointer, as in `ByIdentity<Arc<…>>`, or mark the field that identifies it `#[seq(key)]`",
    note = "for any other node, use `StructuralKey<…>` in a `HashMap` (it has no `Ord`); or mark the map's field \
            `#[seq(ignore)]` or `#[seq(opaque)]`",
    note = "an id can be a key if its node is a variable or has a `#[seq(key)]`; otherwise list each entry with its node"
)]
pub trait MapKey: Field {
    /// The shadow of the terms in structural keys; `()` if keys are not terms. See `reach`.
    #[doc(hidden)]
    type Terms;

    /// Whether keys are values or keyed nodes. Then their encodings determine the order of entries, and less code is compiled.
    #[doc(hidden)]
    const IS_CONTENT: bool = false;

    /// The type of the ids, if keys are ids.
    #[doc(hidden)]
    const IDS: Option<TypeId> = None;

    /// Passes the key to the reader, by the method for this sort of key.
    #[doc(hidden)]
    fn read(key: &Self, reader: &mut KeyReader<'_>);
}

/// The items of a key that is read as another key.
macro_rules! read_as {
    ($read:ty as $key_trait:path, |$key:ident: $type_of_key:ty| $other:expr) => {
        type Terms = <$read as $key_trait>::Terms;
        const IS_CONTENT: bool = <$read as $key_trait>::IS_CONTENT;
        const IDS: Option<TypeId> = <$read as $key_trait>::IDS;

        fn read($key: &$type_of_key, reader: &mut KeyReader<'_>) {
            <$read as $key_trait>::read($other, reader);
        }
    };
}
pub(crate) use read_as;

/// The pointee of a pointer that is a map's key: a key itself, or a variable that is known by its address. Implemented by
/// the derive.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a pointer to `{Self}` cannot be the key of a map that is compared structurally [SEQ413]",
    label = "points to neither a leaf, nor a node with a `#[seq(key)]`, nor a variable",
    note = "mark the field that identifies the node `#[seq(key)]`, or use `StructuralKey<…>` in a `HashMap` (it has no `Ord`); \
            or mark the map's field `#[seq(ignore)]` or `#[seq(opaque)]`"
)]
pub trait PointeeKey: StructuralEq {
    /// See [`MapKey::Terms`].
    type Terms;

    /// See [`MapKey::IS_CONTENT`].
    const IS_CONTENT: bool = false;

    /// See [`MapKey::IDS`].
    const IDS: Option<TypeId> = None;

    /// See [`MapKey::read`].
    fn read(key: &Self, reader: &mut KeyReader<'_>);
}

#[diagnostic::do_not_recommend]
impl<T: MapKey + ?Sized> PointeeKey for T {
    read_as!(T as MapKey, |key: Self| key);
}

/// A 64-bit hash of a key's encoding, the same on every platform.
pub(crate) fn stable_hash(bytes: &[u8]) -> u64 {
    twox_hash::XxHash3_64::oneshot(bytes)
}

/// A 128-bit hash of a key's encoding, the same on every platform.
pub(crate) fn stable_hash_128(bytes: &[u8]) -> u128 {
    twox_hash::XxHash3_128::oneshot(bytes)
}

/// [`stable_hash_128`] with a seed. Each seed yields a different function; zero yields the function without a seed.
pub(crate) fn stable_hash_128_with_seed(seed: u64, bytes: &[u8]) -> u128 {
    twox_hash::XxHash3_128::oneshot_with_seed(seed, bytes)
}

/// Writes the canonical encoding of a key's value, and its text on request.
///
/// Among values of one type, equal values have equal encodings, different values have different encodings, and no
/// encoding is a prefix of another. Encodings of strings compare like the strings.
#[doc(hidden)]
#[derive(Debug, Default)]
pub struct KeyEncoder {
    bytes: Vec<u8>,
    text: Option<KeyText>,
    /// Whether the classes of leaves are encoded. Keys of nodes need no classes, since their types distinguish them.
    has_classes: bool,
    /// Whether part of the encoding is process-local: it is meaningful in this process only.
    pub(crate) is_process_local: bool,
}

/// The text of a key in a report.
#[derive(Debug, Default)]
pub(crate) struct KeyText {
    pub(crate) text: String,
    /// The string, if the key is a string.
    pub(crate) string: Option<String>,
}

impl KeyEncoder {
    /// An encoder that also writes a text.
    fn writing() -> Self {
        KeyEncoder { text: Some(KeyText::default()), ..KeyEncoder::default() }
    }

    /// The text that was written.
    fn written(self) -> String {
        self.text.unwrap_or_default().text
    }

    /// Writes a key's value.
    #[inline]
    pub fn value<T: KeyValue + ?Sized>(&mut self, value: &T) {
        T::content(value, value, Region::NONE, self);
    }

    /// Writes a name: a key that is distinguished from others by its class, not by its type.
    pub(crate) fn name<T: KeyValue + ?Sized>(&mut self, name: &T) {
        self.enums_in(T::INFO);
        self.has_classes = true;
        self.value(name);
        self.has_classes = false;
    }

    /// Writes the enums in a type, since the numbers of variants are relative to their enum.
    fn enums_in(&mut self, info: &TypeInfo) {
        match info.shape() {
            Shape::Enum(_) => self.bytes(alloc::format!("{}", info.type_key()).as_bytes()),
            Shape::Struct(variant) => {
                variant.fields().iter().filter_map(FieldInfo::ty).for_each(|ty| self.enums_in(ty))
            }
            Shape::Tuple(fields) => fields.iter().filter_map(FieldInfo::ty).for_each(|ty| self.enums_in(ty)),
            Shape::Pointer(to) | Shape::Sequence(to) => self.enums_in(to()),
            Shape::Leaf | Shape::Map(..) | Shape::Set(_) | Shape::Id(_) | Shape::Open => {}
        }
    }

    pub(crate) fn encoding(&self) -> &[u8] {
        &self.bytes
    }

    pub(crate) fn append(&mut self, encoding: &[u8]) {
        self.bytes.extend_from_slice(encoding);
    }

    pub(crate) fn take_encoding(&mut self) -> Vec<u8> {
        core::mem::take(&mut self.bytes)
    }

    #[inline(always)]
    pub(crate) fn clear(&mut self) {
        self.bytes.clear();
        self.is_process_local = false;
    }
}

impl Encoder for KeyEncoder {
    fn word(&mut self, word: u64) {
        self.bytes.push(1);
        self.bytes.extend(word.to_be_bytes());
    }

    /// Ends with `0 0`. Each zero inside is followed by 255.
    fn bytes(&mut self, bytes: &[u8]) {
        self.bytes.push(2);
        for byte in bytes {
            self.bytes.push(*byte);
            if *byte == 0 {
                self.bytes.push(255);
            }
        }
        self.bytes.extend([0, 0]);
    }
}

impl LeafVisitor for KeyEncoder {
    fn structure(&mut self, number: u64) {
        if self.has_classes {
            self.bytes.push(4);
        }
        self.word(number);
    }

    fn process_local(&mut self) {
        self.is_process_local = true;
    }

    fn leaf<L: Leaf + ?Sized>(&mut self, leaf: &L) {
        if self.has_classes && L::CLASS != 0 {
            // No other part of an encoding begins with this byte.
            self.bytes.push(3);
            self.bytes.extend(L::CLASS.to_be_bytes());
        }
        leaf.encode(self);
        // Marks the end of a leaf, whose length is unknown. Each word and each run of bytes in a leaf begins with a 1
        // or a 2.
        self.bytes.push(0);
        self.is_process_local |= L::PROCESS_LOCAL;
        if let Some(KeyText { text, string }) = &mut self.text {
            *string = leaf.as_str().filter(|_| text.is_empty()).map(String::from);
            let separator = if text.is_empty() { "" } else { ", " };
            _ = write!(text, "{separator}{}", Shown(leaf));
        }
    }

    fn key_of_node<T: Field>(&mut self, node: &T) -> bool {
        T::key(node, self)
    }
}

/// Visits the leaves of values that consist of leaves. The recursion is as deep as the types nest.
pub(crate) trait LeafVisitor {
    /// A length or the number of a variant. In a name, its encoding differs from that of a leaf, since names of
    /// different types are compared.
    fn structure(&mut self, number: u64);
    fn leaf<L: Leaf + ?Sized>(&mut self, leaf: &L);
    /// The next part is process-local.
    fn process_local(&mut self) {}
    /// A node that is identified by its key.
    fn key_of_node<T: Field>(&mut self, _: &T) -> bool {
        true
    }
}

impl<V: LeafVisitor> Operation for V {}

impl<'a, V: LeafVisitor> Visitor<'a> for V {
    fn variant(&mut self, index: u32) {
        self.structure(u64::from(index));
    }

    fn process_local(&mut self) {
        LeafVisitor::process_local(self);
    }

    #[inline(always)]
    fn leaf<L: Leaf + ?Sized>(&mut self, leaf: &L, _: &L) -> bool {
        LeafVisitor::leaf(self, leaf);
        true
    }

    fn sequence<S: Sequence + ?Sized>(&mut self, sequence: &'a S, _: &'a S, at: Region) -> bool {
        self.structure(sequence.length() as u64);
        sequence.items().all(|item| S::Item::held(item, item, at, self))
    }

    fn node<T: Field>(&mut self, node: &'a T, _: &'a T, _: Region) -> bool {
        self.key_of_node(node)
    }
}

impl<T: StableBytes> StableBytes for Vec<T> {
    fn stable_bytes(&self, into: &mut dyn Encoder) {
        into.word(self.len() as u64);
        for element in self {
            as_one_run(into, |encoder| element.stable_bytes(encoder));
        }
    }
}

impl<T: StableBytes> StableBytes for Option<T> {
    fn stable_bytes(&self, into: &mut dyn Encoder) {
        into.word(u64::from(self.is_some()));
        if let Some(value) = self {
            as_one_run(into, |encoder| value.stable_bytes(encoder));
        }
    }
}

/// Collects the output of a function into one run of bytes, since the output may be a prefix of that for another value.
pub(crate) fn as_one_run(into: &mut dyn Encoder, write: impl FnOnce(&mut dyn Encoder)) {
    let mut encoder = KeyEncoder::default();
    write(&mut encoder);
    into.bytes(encoder.encoding());
}

/// A map's key, as read before bindings are looked up.
#[derive(Debug)]
pub(crate) enum RawKey {
    /// A value, or a node known by its key: the encoding, and whether the encoding is process-local.
    Content(Vec<u8>, bool),
    /// A term that is compared by structure.
    Structural {
        /// The hash of the term under the options.
        hash: u64,
        /// The hash of the term under the key of this process.
        secret_hash: u64,
        options: Options,
        /// The type of the term, unless the type is known to be closed.
        unknown: Option<&'static TypeInfo>,
    },
    /// A variable that is known by its address.
    Variable(Identity),
    /// A variable that is known by its key.
    NamedVariable(EncodedKey),
    /// The number of an id that has no node in the arenas in force.
    Dangling(u64),
}

/// How the keys of a map are read.
pub(crate) trait ReadKey<K> {
    /// Whether keys are read by the methods of their type.
    const IS_PLAIN: bool = false;
    /// The type of the ids, if keys are ids.
    const IDS: Option<TypeId> = None;
    /// Reads a key where these arenas are in force.
    fn read(key: &K, arenas: &dyn InForce) -> RawKey;
}

/// Reads keys by the methods of their type.
pub(crate) struct AsKeys;

impl<K: MapKey> ReadKey<K> for AsKeys {
    const IS_PLAIN: bool = true;
    const IDS: Option<TypeId> = K::IDS;

    fn read(key: &K, arenas: &dyn InForce) -> RawKey {
        KeyReader::read(key, arenas)
    }
}

/// Reads keys as variables in a namespace, which are known by their values.
pub(crate) struct AsNames<N>(PhantomData<N>);

impl<K: KeyValue, N: Namespace> ReadKey<K> for AsNames<N> {
    fn read(key: &K, _: &dyn InForce) -> RawKey {
        RawKey::NamedVariable(EncodedKey::of_name::<K, N>(key))
    }
}

/// Reads the key of a map, and writes its text for a report on request.
#[doc(hidden)]
pub struct KeyReader<'r> {
    encoder: KeyEncoder,
    found: Option<RawKey>,
    /// The arenas in force, which contain the nodes of ids.
    arenas: &'r dyn InForce,
}

impl<'r> KeyReader<'r> {
    fn of<K: MapKey>(key: &K, arenas: &'r dyn InForce, encoder: KeyEncoder) -> Self {
        let mut reader = KeyReader { encoder, found: None, arenas };
        K::read(key, &mut reader);
        reader
    }

    /// Reads a key where these arenas are in force.
    fn read<K: MapKey>(key: &K, arenas: &'r dyn InForce) -> RawKey {
        let found = Self::of(key, arenas, KeyEncoder::default()).found;
        found.unwrap_or(RawKey::Content(Vec::new(), false))
    }

    /// The text of a key for a report: its leaves, or the name of its type or variant. For an id, the text of its node.
    pub(crate) fn text_in<K: MapKey>(key: &K, arenas: &'r dyn InForce) -> KeyText {
        Self::of(key, arenas, KeyEncoder::writing()).encoder.text.unwrap_or_default()
    }

    /// The key is an id. It is read as its node.
    pub fn id<I: Id<Node: KeyNode> + StructuralEq>(&mut self, id: &I) {
        const { assert_addressable::<I::Node>(false) };
        let Some(Meaning { environment, node, columns }) = self.arenas.meaning(TypeId::of::<I>(), id) else {
            if let Some(KeyText { text, .. }) = self.encoder.text.as_mut() {
                _ = write!(text, "{} {}", I::INFO.name(), id.index());
            }
            self.found = Some(RawKey::Dangling(id.index()));
            return;
        };
        if let Some(node) = node.downcast_ref::<I::Node>() {
            PointeeKey::read(node, self);
        }
        if let Some(RawKey::Variable(variable)) = &mut self.found {
            let [known] = InColumns::known_by([columns], [*variable]);
            *variable = known.in_environment(environment);
        }
    }
}

impl KeyReader<'_> {
    /// The options of a structural key; the default options for other keys.
    pub(crate) fn options<K: MapKey>(key: &K) -> Options {
        match KeyReader::read(key, &NoArenas) {
            RawKey::Structural { options, .. } => options,
            _ => Options::new(),
        }
    }

    /// The text of a node's key, or else the node's display name, for a report.
    pub(crate) fn text_of_node<T: StructuralEq + ?Sized>(node: &T) -> Option<String> {
        let mut encoder = KeyEncoder::writing();
        match T::key(node, &mut encoder) {
            true => Some(encoder.written()),
            false => T::display_name(node),
        }
    }

    /// The text of a name for a report.
    pub(crate) fn text_of_value<T: KeyValue>(value: &T) -> String {
        let mut encoder = KeyEncoder::writing();
        encoder.value(value);
        encoder.written()
    }

    /// The key is a value.
    pub fn value<T: KeyValue + ?Sized>(&mut self, value: &T) {
        self.encoder.value(value);
        self.name_if_silent(value);
        self.found = Some(RawKey::Content(self.encoder.take_encoding(), self.encoder.is_process_local));
    }

    /// The key is a variable, or a node with a key.
    pub fn node<T: StructuralEq + ?Sized>(&mut self, node: &T) {
        let key = EncodedKey::of(node, &mut self.encoder);
        self.name_if_silent(node);
        self.found = Some(match (key, T::kind(node)) {
            (Some(key), Kind::Var) => RawKey::NamedVariable(key),
            (Some(key), _) => RawKey::Content(key.encoding, key.is_process_local),
            (None, _) => RawKey::Variable(Identity::address(node)),
        });
    }

    /// The key is a term.
    pub(crate) fn structural<T: StructuralEq + ?Sized>(
        &mut self,
        term: &T,
        hash: u64,
        secret_hash: u64,
        options: Options,
    ) {
        const {
            assert!(
                !T::OPEN,
                "a `StructuralKey` that is a map's key must hold a closed term, but a variable or a dag node can be reached \
                 through this one: use `ByIdentity` for variables, or do not compare the map [SEQ512]"
            );
        }
        self.name_if_silent(term);
        let unknown = if T::CLOSED { None } else { Some(T::INFO) };
        self.found = Some(RawKey::Structural { hash, secret_hash, options, unknown });
    }

    fn name_if_silent<T: StructuralEq + ?Sized>(&mut self, key: &T) {
        if let Some(KeyText { text, .. }) = self.encoder.text.as_mut().filter(|text| text.text.is_empty()) {
            text.push_str(T::INFO.variant(T::variant(key)).map_or(T::INFO.name(), VariantInfo::name));
        }
    }
}

/// The value of a field marked `name`, as reports quote it.
pub fn display_name<T: fmt::Display + ?Sized>(name: &T) -> String {
    format!("{:?}", name.to_string())
}

/// A variable, or a node that is known by its key. Its ids may be keys of maps. Implemented by the derive.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "an id of `{Self}` cannot be the key of a map that is compared structurally [SEQ415]",
    label = "`{Self}` is neither a variable nor a node with a `#[seq(key)]`",
    note = "list the entry with its node, or mark the field `#[seq(ignore)]`"
)]
pub trait KeyNode: PointeeKey {}

/// [`KeyNode`] as a bound that the compiler accepts in a declaration even if the bound is false.
#[doc(hidden)]
pub trait KeyNodeFor<'x>: KeyNode {}

impl<T: KeyNode> KeyNodeFor<'_> for T {}

/// A node's key, encoded: its value and variant, and the token of its type.
#[derive(Debug)]
pub(crate) struct EncodedKey {
    pub(crate) encoding: Vec<u8>,
    pub(crate) is_process_local: bool,
    pub(crate) token: u64,
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

/// Encodes a name in a namespace. Names of one class and spelling are the same variable, whatever their types, unless
/// one of them is process-local.
pub(crate) fn encode_name<T: KeyValue>(name: &T, namespace: &str, into: &mut KeyEncoder) {
    into.bytes(namespace.as_bytes());
    into.name(name);
    into.word(u64::from(into.is_process_local));
}

/// The token of names. No node type has this token.
pub(crate) fn name_token() -> u64 {
    token(TypeId::of::<NoNamespace>())
}

#[inline(always)]
pub(crate) fn encode_key<T: StructuralEq + ?Sized>(node: &T, into: &mut KeyEncoder) -> bool {
    let keyed = T::key(node, into);
    if keyed {
        into.word(u64::from(T::variant(node)));
    }
    keyed
}
