//! Values that identify: keys of nodes and keys of maps.

use alloc::vec::Vec;

use crate::structural::StructuralEq;

/// A closed value made of leaves: what a field marked `#[seq(key)]` holds.
///
/// Leaves, tuples, arrays, `Option`s and pointers of such values, and derived structs and enums of kind `tree`
/// that have no other fields. Implemented by the derive; there is nothing to write.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not made of leaves alone, so it cannot be a key",
    label = "not a leaf, nor a value made of leaves",
    note = "keys are strings, numbers and other leaves, and tuples, arrays, `Option`s and derived types of these"
)]
pub trait KeyValue: MapKey {}

/// What a map or set may have as its keys.
///
/// A [`KeyValue`]; a node with a `#[seq(key)]`; a variable behind a pointer, which matches by correspondence
/// (wrap the pointer in [`ByIdentity`](crate::ByIdentity), so that it is `Hash`, `Eq` and `Ord`); or a
/// [`StructuralKey`](crate::StructuralKey) of a closed type. Implemented by the derive.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the key of a map that is compared structurally",
    label = "not a leaf, a keyed node, a variable or a `StructuralKey`",
    note = "for a variable that is known by its address, use `ByIdentity<Arc<…>>`; for any other node, \
            `StructuralKey<…>`; or mark the field `#[seq(ignore)]` or `#[seq(opaque)]`"
)]
pub trait MapKey: StructuralEq {
    /// Tells the reader what this key is.
    #[doc(hidden)]
    fn read<'a>(key: &'a Self, reader: &mut KeyReader<'a>);
}

/// Gathers the canonical encoding of a key's value.
#[doc(hidden)]
#[derive(Debug, Default)]
pub struct KeyEncoder {
    pub(crate) bytes: Vec<u8>,
}
