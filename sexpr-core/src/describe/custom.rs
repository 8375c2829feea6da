//! Custom traversal: nodes whose parts a function lists, by `VirtualFields` or `CustomStructural`; and `VirtualPart`, a
//! part of an erased type.
//!
//! A function replaces the iteration over fields and nothing else. Kind, identity, correspondences and sharing follow
//! the same rules as for other nodes.
//!
//! A `VirtualPart` has the address of the part, the id of its type, and one erased step for each operation. An
//! operation runs its step at once or defers it. The step then lists the part as if its type had been known. These
//! operations are in later rooms, and this is the only file of the room that imports later rooms: for these steps, for
//! [`StructuralEq::pair`], and for the rule that orders map entries by hashes.

use alloc::{
    borrow::Cow,
    boxed::Box,
    string::{String, ToString},
    vec::Vec,
};
use core::{
    any::{Any, TypeId},
    fmt,
};

pub(crate) use crate::ops::hash::{
    HashBuffers,
    items::{Digested, Summed},
};
pub use crate::reflect::node::Pair;
use crate::{
    describe::{
        info::{Def, TypeInfo},
        keys::KeyEncoder,
        leaf::{Encoder, Leaf, Shown},
        region::Region,
        structural::{Field, StructuralEq},
    },
    engine::frame::Frame,
    ops::{
        equal::Equal,
        hash::{Hash, items::Keyed, of_nodes::NodeHashes},
    },
    reflect::lister::Lister,
};

/// Collects the *virtual fields* of a node. The function named in `#[seq(with = path)]` lists them in the order of comparison.
///
/// Each virtual field has a name, the region that it opens, and a value: a reference to a part of the node, or an owned
/// leaf. Equality, hash and mismatch all read this one list, so they agree. Two lists are equal if they have the same
/// length, the same names, the same types and equal parts, in order.
///
/// The parts have `'static` types, since the types on both sides are compared at run time. A node that borrows
/// implements [`CustomStructural`] instead.
///
/// ```
/// use std::{collections::BTreeMap, sync::Arc};
/// use sexpr_core::{StructuralEq, custom::VirtualFields, reflect::Def, structural_equal};
///
/// #[derive(StructuralEq)]
/// #[seq(with = parts)]
/// struct Op {
///     operands: Vec<Arc<Op>>,
///     attributes: BTreeMap<String, i64>,
/// }
///
/// /// The attributes that say where a node came from are no part of it.
/// fn parts<'a>(op: &'a Op, fields: &mut VirtualFields<'a>) {
///     fields.field("operands", Def::Inherit, &op.operands);
///     for (name, value) in &op.attributes {
///         if name != "line" {
///             fields.field(name, Def::Inherit, value);
///         }
///     }
/// }
///
/// let op = |line| Op { operands: vec![], attributes: [("line".to_string(), line)].into() };
/// assert!(structural_equal(&op(1), &op(2)));
/// ```
#[derive(Debug, Default)]
pub struct VirtualFields<'a> {
    fields: Vec<VirtualField<'a>>,
}

/// A part of a node, or a pair of parts, with a name and a region.
pub(crate) struct Handed<'a, V> {
    pub(crate) name: Cow<'a, str>,
    pub(crate) def: Def,
    pub(crate) value: V,
}

impl<V> fmt::Debug for Handed<'_, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.name.fmt(f)
    }
}

/// One of a node's virtual fields.
pub(crate) type VirtualField<'a> = Handed<'a, VirtualValue<'a>>;

pub(crate) enum VirtualValue<'a> {
    Part(VirtualPart<'a>),
    Slice(VirtualSlice<'a>),
    Leaf(OwnedLeaf),
}

impl VirtualValue<'_> {
    /// The value's type.
    pub(crate) fn ty(&self) -> TypeId {
        match self {
            VirtualValue::Part(part) => part.ty(),
            VirtualValue::Slice(slice) => slice.ty,
            VirtualValue::Leaf(leaf) => leaf.ty(),
        }
    }

    /// The table of the value's type.
    pub(crate) fn info(&self) -> &'static TypeInfo {
        match self {
            VirtualValue::Part(part) => part.info(),
            VirtualValue::Slice(slice) => slice.info,
            VirtualValue::Leaf(leaf) => leaf.info(),
        }
    }
}

impl<'a> VirtualFields<'a> {
    /// The fields that the function lists for a node.
    pub(crate) fn of<T: ?Sized>(node: &'a T, list: impl FnOnce(&'a T, &mut Self)) -> Vec<VirtualField<'a>> {
        let mut fields = VirtualFields::default();
        list(node, &mut fields);
        fields.fields
    }

    /// Lists a part of the node.
    pub fn field<T: Field + 'static>(&mut self, name: impl Into<Cow<'a, str>>, def: Def, value: &'a T) {
        self.fields.push(Handed { name: name.into(), def, value: VirtualValue::Part(VirtualPart::new(value)) });
    }

    /// Lists a slice that is part of the node, such as a stretch of a table. The slice counts as a sequence.
    pub fn slice<T: Field + 'static>(&mut self, name: impl Into<Cow<'a, str>>, def: Def, slice: &'a [T]) {
        self.fields.push(Handed { name: name.into(), def, value: VirtualValue::Slice(VirtualSlice::new(slice)) });
    }

    /// Lists a computed leaf.
    pub fn leaf<L: Leaf + Field + 'static>(&mut self, name: impl Into<Cow<'a, str>>, leaf: L) {
        self.fields.push(Handed { name: name.into(), def: Def::Inherit, value: VirtualValue::Leaf(Box::new(leaf)) });
    }
}

/// A slice of elements whose type is erased.
pub(crate) struct VirtualSlice<'a> {
    pub(crate) ty: TypeId,
    info: &'static TypeInfo,
    pub(crate) elements: Vec<VirtualPart<'a>>,
}

impl<'a> VirtualSlice<'a> {
    fn new<T: Field + 'static>(slice: &'a [T]) -> Self {
        let elements = slice.iter().map(VirtualPart::new).collect();
        VirtualSlice { ty: TypeId::of::<[T]>(), info: <[T]>::INFO, elements }
    }

    pub(crate) fn length(&self) -> usize {
        self.elements.len()
    }

    /// The pairs of elements of two slices, up to the length of the shorter one; none if their types differ.
    pub(crate) fn pairs(&self, right: &Self) -> impl Iterator<Item = PairPart<'a>> {
        self.elements.iter().zip(&right.elements).filter_map(|(one, other)| one.pair(other))
    }
}

/// A leaf that is not part of the node.
pub(crate) type OwnedLeaf = Box<dyn AnyLeaf>;

pub(crate) trait AnyLeaf {
    fn ty(&self) -> TypeId;
    fn info(&self) -> &'static TypeInfo;
    /// Whether the leaf is meaningful in this process only.
    fn is_process_local(&self) -> bool;
    fn encode(&self, into: &mut dyn Encoder);
    fn text(&self) -> String;
}

impl<L: Leaf + Field + 'static> AnyLeaf for L {
    fn ty(&self) -> TypeId {
        TypeId::of::<L>()
    }
    fn info(&self) -> &'static TypeInfo {
        L::INFO
    }
    fn is_process_local(&self) -> bool {
        L::PROCESS_LOCAL
    }
    fn encode(&self, mut into: &mut dyn Encoder) {
        Leaf::encode(self, &mut into);
    }
    fn text(&self) -> String {
        Shown(self).to_string()
    }
}

impl dyn AnyLeaf {
    pub(crate) fn same_type(&self, other: &OwnedLeaf) -> bool {
        self.ty() == other.ty()
    }

    /// Whether two leaves are the same: their types and their encodings are equal.
    pub(crate) fn same(&self, other: &OwnedLeaf) -> bool {
        let encoding = |leaf: &dyn AnyLeaf| {
            let mut encoder = KeyEncoder::default();
            leaf.encode(&mut encoder);
            encoder.take_encoding()
        };
        self.same_type(other) && encoding(self) == encoding(&**other)
    }
}

/// The equality and the hash of a node, as two functions that hand the node's parts to the library. This is the long
/// form of [`VirtualFields`], selected by `#[seq(custom)]`.
///
/// Handing over a pair returns no verdict: the library compares the pairs afterwards, in order. Two nodes are equal if
/// `s_equal` returns `true` and all pairs are equal. **Keep the two functions in agreement**: for equal nodes, `s_hash`
/// must hand over equal parts.
///
/// ```
/// use sexpr_core::{
///     StructuralEq, custom::{CustomStructural, EqualParts, HashParts}, reflect::Def, structural_equal,
/// };
///
/// /// Equal when the limits are, whichever was written first.
/// #[derive(StructuralEq)]
/// #[seq(custom)]
/// struct Range { one: i64, other: i64 }
///
/// impl Range {
///     fn limits(&self) -> [i64; 2] {
///         [self.one.min(self.other), self.one.max(self.other)]
///     }
/// }
///
/// impl CustomStructural for Range {
///     fn s_equal<'a>(&'a self, other: &'a Self, _: &mut EqualParts<'a>) -> bool {
///         self.limits() == other.limits()
///     }
///     fn s_hash<'a>(&'a self, parts: &mut HashParts<'a>) {
///         let [low, high] = self.limits();
///         parts.leaf("low", low);
///         parts.leaf("high", high);
///     }
/// }
///
/// assert!(structural_equal(&Range { one: 1, other: 2 }, &Range { one: 2, other: 1 }));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is marked `#[seq(custom)]` but does not implement `CustomStructural` [SEQ418]",
    note = "implement it, or list the node's parts with `#[seq(with = path)]`, which keeps equality and hash in agreement"
)]
pub trait CustomStructural {
    /// Hands over the pairs of parts to compare, in order. Returns whether everything else is equal.
    fn s_equal<'a>(&'a self, other: &'a Self, parts: &mut EqualParts<'a>) -> bool;
    /// Hands over the parts to hash, in order.
    fn s_hash<'a>(&'a self, parts: &mut HashParts<'a>);
}

/// Collects the pairs that [`CustomStructural::s_equal`] hands over.
#[derive(Debug, Default)]
pub struct EqualParts<'a> {
    pub(crate) parts: Vec<Handed<'a, EqualValues<'a>>>,
}

pub(crate) enum EqualValues<'a> {
    Parts(PairPart<'a>),
    Leaves(OwnedLeaf, OwnedLeaf),
}

impl<'a> EqualParts<'a> {
    /// Hands over a part of each node.
    pub fn field<T: Field>(&mut self, name: impl Into<Cow<'a, str>>, def: Def, left: &'a T, right: &'a T) {
        let value = EqualValues::Parts(PairPart::new(left, right));
        self.parts.push(Handed { name: name.into(), def, value });
    }

    /// Hands over a computed leaf for each node.
    pub fn leaf<L: Leaf + Field + 'static>(&mut self, name: impl Into<Cow<'a, str>>, left: L, right: L) {
        let value = EqualValues::Leaves(Box::new(left), Box::new(right));
        self.parts.push(Handed { name: name.into(), def: Def::Inherit, value });
    }
}

/// Collects the parts that [`CustomStructural::s_hash`] hands over.
#[derive(Debug, Default)]
pub struct HashParts<'a> {
    pub(crate) parts: Vec<Handed<'a, HashValue<'a>>>,
    /// Whether to keep the names of parts. If not, the names are empty.
    has_names: bool,
}

pub(crate) enum HashValue<'a> {
    Part(Box<SinglePart<'a>>),
    Leaf(OwnedLeaf),
}

impl<'a> HashParts<'a> {
    /// Collects parts with their names.
    pub(crate) fn naming() -> Self {
        HashParts { has_names: true, ..HashParts::default() }
    }

    fn push(&mut self, name: &str, def: Def, value: HashValue<'a>) {
        let name = if self.has_names { Cow::from(name.to_string()) } else { Cow::default() };
        self.parts.push(Handed { name, def, value });
    }

    /// Hands over a part of the node. The name is for walks and is not hashed.
    pub fn field<T: Field>(&mut self, name: &str, def: Def, value: &'a T) {
        self.push(name, def, HashValue::Part(Box::new(SinglePart::new(value))));
    }

    /// Hands over a computed leaf. The name is for walks and is not hashed.
    pub fn leaf<L: Leaf + Field + 'static>(&mut self, name: &str, leaf: L) {
        self.push(name, Def::Inherit, HashValue::Leaf(Box::new(leaf)));
    }
}

/// A part of a node, of an erased type.
pub struct VirtualPart<'a> {
    value: &'a dyn Any,
    info: &'static TypeInfo,
    pair: fn(&'a dyn Any, &'a dyn Any) -> Option<PairPart<'a>>,
    single: fn(&'a dyn Any) -> Option<SinglePart<'a>>,
}

/// Parts of two nodes, for operations on two values.
#[derive(Clone, Copy)]
pub(crate) struct PairPart<'a> {
    pub(crate) equal: Frame<'a, Equal<'a>>,
    pub(crate) lists: Frame<'a, Lister<'a>>,
}

/// A part of a node, for operations on one value.
#[derive(Clone, Copy)]
pub(crate) struct SinglePart<'a> {
    pub(crate) hash: Frame<'a, Hash<'a, Summed>>,
    pub(crate) keyed: Frame<'a, Hash<'a, Keyed>>,
    pub(crate) fingerprint: Frame<'a, Hash<'a, Digested>>,
    pub(crate) of_nodes: Frame<'a, NodeHashes<'a>>,
    pub(crate) lists: Frame<'a, Lister<'a>>,
}

impl<'a> VirtualPart<'a> {
    pub(crate) fn new<T: Field + 'static>(value: &'a T) -> Self {
        VirtualPart {
            value,
            info: T::INFO,
            pair: |left, right| Some(PairPart::new::<T>(left.downcast_ref()?, right.downcast_ref()?)),
            single: |value| Some(SinglePart::new::<T>(value.downcast_ref()?)),
        }
    }

    /// The content of a node. Its type need not be a [`Field`].
    pub(crate) fn content<T: StructuralEq + 'static>(value: &'a T) -> Self {
        VirtualPart {
            value,
            info: T::INFO,
            pair: |left, right| Some(PairPart::content::<T>(left.downcast_ref()?, right.downcast_ref()?)),
            single: |value| Some(SinglePart::content::<T>(value.downcast_ref()?)),
        }
    }

    /// The part's type.
    pub(crate) fn ty(&self) -> TypeId {
        self.value.type_id()
    }

    /// The table of the part's type.
    pub(crate) fn info(&self) -> &'static TypeInfo {
        self.info
    }

    /// The pair of both parts; `None` if their types differ.
    pub(crate) fn pair(&self, right: &Self) -> Option<PairPart<'a>> {
        (self.pair)(self.value, right.value)
    }

    /// The part for operations on one value.
    pub(crate) fn single(&self) -> SinglePart<'a> {
        match (self.single)(self.value) {
            Some(part) => part,
            None => unreachable!("the function was made for the value's type"),
        }
    }
}

impl<'a> PairPart<'a> {
    pub(crate) fn new<T: Field>(left: &'a T, right: &'a T) -> Self {
        let at = Region::NONE;
        PairPart {
            equal: Frame::one(left, right, Equal::values, at),
            lists: Frame::new(left, right, Lister::value, at),
        }
    }

    fn content<T: StructuralEq>(left: &'a T, right: &'a T) -> Self {
        let at = Region::NONE;
        PairPart {
            equal: Frame::new(left, right, Equal::content, at),
            lists: Frame::new(left, right, Lister::content, at),
        }
    }
}

impl<'a> SinglePart<'a> {
    pub(crate) fn new<T: Field>(value: &'a T) -> Self {
        let at = Region::NONE;
        SinglePart {
            hash: Frame::one(value, value, Hash::values, at),
            keyed: Frame::one(value, value, Hash::values, at),
            fingerprint: Frame::one(value, value, Hash::values, at),
            of_nodes: Frame::on(value, NodeHashes::held, at),
            lists: Frame::new(value, value, Lister::value, at),
        }
    }

    fn content<T: StructuralEq>(value: &'a T) -> Self {
        let at = Region::NONE;
        SinglePart {
            hash: Frame::on(value, Hash::content, at),
            keyed: Frame::on(value, Hash::content, at),
            fingerprint: Frame::on(value, Hash::content, at),
            of_nodes: Frame::on(value, NodeHashes::content, at),
            lists: Frame::new(value, value, Lister::content, at),
        }
    }
}
