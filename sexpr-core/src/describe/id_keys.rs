//! Ids as keys of maps: what they mean, a variable or a node with a key, is the key.

use alloc::vec::Vec;
use core::{
    any::{Any, TypeId},
    fmt::Write as _,
};

use crate::describe::{
    arena::Id,
    containers::assert_addressable,
    erased_arena::{InColumns, InForce, Meaning},
    keys::{KeyEncoder, KeyReader, KeyText, MapKey, PointeeKey, RawKey},
    structural::StructuralEq,
};

/// A node that is known by its key, or a variable: then its id may be the key of a map. Implemented by the derive.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "an id of `{Self}` cannot be the key of a map that is compared structurally [SEQ415]",
    label = "`{Self}` is neither a variable nor a node with a `#[seq(key)]`",
    note = "list the entry with its node, or mark the field `#[seq(ignore)]`"
)]
pub trait KeyNode: PointeeKey {}

/// [`KeyNode`] as a bound that may be false where it is declared.
#[doc(hidden)]
pub trait KeyNodeFor<'x>: KeyNode {}

impl<T: KeyNode> KeyNodeFor<'_> for T {}

/// Reads map keys that are ids of one type.
#[doc(hidden)]
#[derive(Clone, Copy)]
pub struct ById {
    /// The type of the ids.
    pub(crate) ty: TypeId,
    read: fn(&dyn Any, &mut KeyReader),
    number: fn(&dyn Any) -> u64,
}

impl ById {
    /// How ids of this type are read.
    pub const fn of<I: Id<Node: KeyNode>>() -> Self {
        const { assert_addressable::<I::Node>(false) };
        ById {
            ty: TypeId::of::<I>(),
            read: |node, reader| {
                if let Some(node) = node.downcast_ref::<I::Node>() {
                    PointeeKey::read(node, reader);
                }
            },
            number: |id| id.downcast_ref::<I>().map_or(0, I::index),
        }
    }
}

impl KeyReader {
    /// What a key is, where these arenas are in force: of an id, what it means.
    pub(crate) fn read_in<K: MapKey>(key: &K, arenas: &dyn InForce) -> RawKey {
        let Some((by_id, id)) = K::BY_ID.zip(K::id(key)) else { return Self::read(key) };
        let Some(Meaning { environment, node, columns }) = arenas.meaning(by_id.ty, id) else {
            return RawKey::Dangling((by_id.number)(id));
        };
        let mut reader = KeyReader { encoder: KeyEncoder::default(), found: None };
        (by_id.read)(node, &mut reader);
        match reader.found {
            Some(RawKey::Variable(variable)) => {
                let [variable] = InColumns::known_by([columns], [variable]);
                RawKey::Variable(variable.in_environment(environment))
            }
            found => found.unwrap_or(RawKey::Content(Vec::new(), false)),
        }
    }

    /// [`text`](Self::text), of an id that of what it means, where these arenas are in force.
    pub(crate) fn text_in<K: MapKey>(key: &K, arenas: &dyn InForce) -> KeyText {
        let meaning =
            K::BY_ID.zip(K::id(key)).and_then(|(by_id, id)| Some((by_id, arenas.meaning(by_id.ty, id)?.node)));
        let Some((by_id, node)) = meaning else { return Self::text(key) };
        let mut encoder = KeyEncoder::default();
        encoder.text = Some(KeyText::default());
        let mut reader = KeyReader { encoder, found: None };
        (by_id.read)(node, &mut reader);
        reader.encoder.text.unwrap_or_default()
    }

    /// The key is an id, of which it is not known what it means.
    pub fn id<I: Id + StructuralEq>(&mut self, id: &I) {
        if let Some(KeyText { text, .. }) = self.encoder.text.as_mut() {
            _ = write!(text, "{} {}", I::INFO.name(), id.index());
        }
        self.found = Some(RawKey::Dangling(id.index()));
    }
}
