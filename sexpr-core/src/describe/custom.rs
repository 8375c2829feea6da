//! Custom traversal: nodes whose parts a function lists, by `VirtualFields` or `CustomStructural`; and trait objects, by
//! `DynStructural` and `open!`.
//!
//! A function replaces the iteration over fields and nothing else. Kind, identity, correspondences and sharing follow
//! the same rules as for other nodes.
//!
//! `open!` implements `StructuralEq` for `dyn Trait`. An operation asks for the node's kind, key, variant, scope and type
//! through the vtable. For its content, the object hands over a `VirtualPart`: its address, the id of its type, and one
//! erased step for each operation. The parts that functions list are handed over in the same form. `Visitor::open` runs that
//! step or puts it off, and the step lists the content as if the type had been known.

use alloc::{
    borrow::Cow,
    boxed::Box,
    string::{String, ToString},
    vec::Vec,
};
use core::{
    any::{Any, TypeId},
    fmt,
    marker::PhantomData,
};

use crate::describe::{
    info::{ConcreteType, Def, Kind, TypeInfo},
    keys::KeyEncoder,
    leaf::{Encoder, Leaf, Shown},
    structural::{Field, StructuralEq},
    virtual_part::{Pair, PairPart, SinglePart, VirtualPart},
};

/// Takes the *virtual fields* of a node, listed in the order in which they are to be compared, by the function named
/// in `#[seq(with = path)]`.
///
/// Each has a name, the region that it opens, and a reference to a part of the node or a leaf of its own.
/// Equality, hash and mismatch all read this one list, so they agree. Two lists are equal when they have the same
/// length, the same names, the same types and equal parts, in order.
///
/// Parts are `'static` types, since the two lists meet only at run time; a node that borrows implements
/// [`CustomStructural`] instead.
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

/// A named part of a node, or a pair of parts, that a function hands over.
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
    pub(crate) fn of<T: ?Sized>(node: &'a T, list: fn(&'a T, &mut Self)) -> Vec<VirtualField<'a>> {
        let mut fields = VirtualFields::default();
        list(node, &mut fields);
        fields.fields
    }

    /// All that was listed.
    pub(crate) fn into_fields(self) -> Vec<VirtualField<'a>> {
        self.fields
    }

    /// Lists a part of the node.
    pub fn field<T: Field + 'static>(&mut self, name: impl Into<Cow<'a, str>>, def: Def, value: &'a T) {
        self.fields.push(Handed { name: name.into(), def, value: VirtualValue::Part(VirtualPart::new(value)) });
    }

    /// Lists a slice that is part of the node, such as a stretch of a table: it counts as a sequence.
    pub fn slice<T: Field + 'static>(&mut self, name: impl Into<Cow<'a, str>>, def: Def, slice: &'a [T]) {
        self.fields.push(Handed { name: name.into(), def, value: VirtualValue::Slice(VirtualSlice::new(slice)) });
    }

    /// Lists a leaf that was computed.
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

    /// The elements of two slices, as far as both go; none where their types differ.
    pub(crate) fn pairs(&self, right: &Self) -> impl Iterator<Item = PairPart<'a>> {
        self.elements.iter().zip(&right.elements).filter_map(|(one, other)| one.pair(other))
    }
}

/// A leaf that is not part of the node.
pub(crate) type OwnedLeaf = Box<dyn AnyLeaf>;

pub(crate) trait AnyLeaf {
    fn ty(&self) -> TypeId;
    fn info(&self) -> &'static TypeInfo;
    /// Whether the leaf means something in this process only.
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

    /// Leaves of one type are the same exactly when their encodings are.
    pub(crate) fn same(&self, other: &OwnedLeaf) -> bool {
        let encoding = |leaf: &dyn AnyLeaf| {
            let mut encoder = KeyEncoder::default();
            leaf.encode(&mut encoder);
            encoder.take_encoding()
        };
        self.same_type(other) && encoding(self) == encoding(&**other)
    }
}

/// Equality and hash of a node as two functions that hand its parts to the library: the long form of
/// [`VirtualFields`], chosen by `#[seq(custom)]`.
///
/// Handing a pair over returns no verdict: the library compares the pairs afterwards, in order. The node is equal when
/// all of them are and `s_equal` returned true. **Keep the two functions in agreement**: equal nodes must hand
/// over, to `s_hash`, parts that are equal.
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
    /// Hands over the pairs of parts to compare, in order, and says whether all else is equal.
    fn s_equal<'a>(&'a self, other: &'a Self, parts: &mut EqualParts<'a>) -> bool;
    /// Hands over the parts to hash, in order.
    fn s_hash<'a>(&'a self, parts: &mut HashParts<'a>);
}

/// Takes the pairs that [`CustomStructural::s_equal`] hands over.
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

/// Takes the parts that [`CustomStructural::s_hash`] hands over.
#[derive(Debug, Default)]
pub struct HashParts<'a> {
    pub(crate) parts: Vec<Handed<'a, HashValue<'a>>>,
    /// Whether the names of parts are wanted. Otherwise they are left empty.
    has_names: bool,
}

pub(crate) enum HashValue<'a> {
    Part(Box<SinglePart<'a>>),
    Leaf(OwnedLeaf),
}

impl<'a> HashParts<'a> {
    /// Parts whose names are wanted.
    pub(crate) fn naming() -> Self {
        HashParts { has_names: true, ..HashParts::default() }
    }

    fn push(&mut self, name: &str, def: Def, value: HashValue<'a>) {
        let name = if self.has_names { Cow::from(name.to_string()) } else { Cow::default() };
        self.parts.push(Handed { name, def, value });
    }

    /// Hands over a part of the node. The name is for walks: it is not hashed.
    pub fn field<T: Field>(&mut self, name: &str, def: Def, value: &'a T) {
        self.push(name, def, HashValue::Part(Box::new(SinglePart::new(value))));
    }

    /// Hands over a computed leaf. The name is for walks: it is not hashed.
    pub fn leaf<L: Leaf + Field + 'static>(&mut self, name: &str, leaf: L) {
        self.push(name, Def::Inherit, HashValue::Leaf(Box::new(leaf)));
    }
}

/// The supertrait of a trait whose objects are compared structurally.
///
/// Implemented for every `'static` type that implements [`StructuralEq`]. Make it a supertrait, and invoke
/// [`open!`](crate::open!) once for the trait; then `Arc<dyn Operation>`, `Rc<dyn Operation>`, `Box<dyn Operation>` and
/// `&dyn Operation` are fields like any other.
///
/// Two trait objects are equal only when their concrete types are the same. What stands behind one counts as able to
/// reach variables and dag nodes. A concrete `var`, `dag` or `singleton` without a key is known by its address, behind
/// a `Box` by the box's; it must have a size.
///
/// ```
/// use std::sync::Arc;
/// use sexpr_core::{StructuralEq, custom::DynStructural, first_structural_mismatch, structural_equal};
///
/// trait Operation: DynStructural {}
/// sexpr_core::open!(Operation);
///
/// #[derive(StructuralEq)]
/// struct Load { address: u64 }
/// impl Operation for Load {}
///
/// #[derive(StructuralEq)]
/// struct Fused { parts: Vec<Arc<dyn Operation>> }
/// impl Operation for Fused {}
///
/// let fused = |address| Fused { parts: vec![Arc::new(Load { address })] };
/// assert!(structural_equal(&fused(1), &fused(1)));
/// let mismatch = first_structural_mismatch(&fused(1), &fused(2)).unwrap();
/// assert_eq!(mismatch.lhs().to_string(), ".parts[0].address");
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot stand behind a trait object that is compared structurally [SEQ419]",
    label = "not a `'static` type that implements `StructuralEq`",
    note = "a type needs `#[derive(StructuralEq)]`; a trait passed to `open!` needs `sexpr_core::custom::DynStructural` as a supertrait"
)]
pub trait DynStructural {
    /// The node's kind.
    #[doc(hidden)]
    fn open_kind(&self) -> Kind;

    /// Whether the node is a scope.
    #[doc(hidden)]
    fn is_open_scope(&self) -> bool;

    /// The position of the node's variant.
    #[doc(hidden)]
    fn open_variant(&self) -> u32;

    /// Writes the node's key.
    #[doc(hidden)]
    fn open_key(&self, encoder: &mut KeyEncoder) -> bool;

    /// The node's name in reports.
    #[doc(hidden)]
    fn open_display_name(&self) -> Option<String>;

    /// The node's type.
    #[doc(hidden)]
    fn open_type(&self) -> ConcreteType;

    /// The node, its type erased.
    #[doc(hidden)]
    fn open_typed(&self) -> &dyn Any;

    /// The node and another one as a pair of erased type, if both are of one type.
    #[doc(hidden)]
    fn open_pair<'a>(&'a self, other: &'a dyn Any) -> Option<Pair<'a>>;

    /// The node's content, for every operation.
    #[doc(hidden)]
    fn open_content(&self) -> VirtualPart<'_>;
}

impl<T: StructuralEq + 'static> DynStructural for T {
    fn open_kind(&self) -> Kind {
        T::kind(self)
    }
    fn is_open_scope(&self) -> bool {
        T::is_scope(self)
    }
    fn open_variant(&self) -> u32 {
        T::variant(self)
    }
    fn open_key(&self, encoder: &mut KeyEncoder) -> bool {
        T::key(self, encoder)
    }
    fn open_display_name(&self) -> Option<String> {
        T::display_name(self)
    }
    fn open_type(&self) -> ConcreteType {
        ConcreteType { id: TypeId::of::<T>(), info: T::INFO }
    }
    fn open_typed(&self) -> &dyn Any {
        self
    }
    fn open_pair<'a>(&'a self, other: &'a dyn Any) -> Option<Pair<'a>> {
        Some(Pair::of(self, other.downcast_ref()?))
    }
    fn open_content(&self) -> VirtualPart<'_> {
        const {
            assert!(
                !T::ADDRESSLESS,
                "a `var`, `dag` or `singleton` of size zero cannot stand behind a trait object, which would not tell one \
                 from another: give it a field or a `#[seq(key)]` [SEQ514]"
            );
        }
        VirtualPart::content(self)
    }
}

/// A trait whose objects can be compared structurally.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "the trait of `{Self}` lacks the supertrait `DynStructural` [SEQ445]",
    label = "`open!` is for traits with this supertrait",
    note = "declare it as a supertrait, as in `trait Operation: sexpr_core::custom::DynStructural`"
)]
pub trait Openable {}

#[diagnostic::do_not_recommend]
impl<T: DynStructural + ?Sized> Openable for T {}

/// The objects of a trait.
#[doc(hidden)]
pub struct Object<T: ?Sized>(PhantomData<fn(&T)>);

impl<T: Openable + ?Sized> Object<T> {
    /// Made where they can be compared, and an error where not.
    pub const OPEN: Self = Object(PhantomData);
}

/// Whether the objects of a trait can be compared: yes, or an error.
#[doc(hidden)]
pub const fn is_open<T: ?Sized>(_: Object<T>) -> bool {
    true
}

/// Makes the trait objects of a trait usable as nodes: one line for the trait, which has [`DynStructural`] as a
/// supertrait.
///
/// Covers `dyn Trait`, also with `Send`, `Sync`, both, and any lifetime. Generics follow in brackets:
/// `open!(Rule<C>, [C])`. The trait may be written as `dyn Rule<C>`, too.
///
/// ```
/// use sexpr_core::{StructuralEq, custom::DynStructural, structural_equal};
///
/// trait Rule<C>: DynStructural { fn applies(&self, to: &C) -> bool; }
/// sexpr_core::open!(Rule<C>, [C]);
///
/// #[derive(StructuralEq)]
/// struct Always;
/// impl Rule<u8> for Always { fn applies(&self, _: &u8) -> bool { true } }
///
/// #[derive(StructuralEq)]
/// struct Never;
/// impl Rule<u8> for Never { fn applies(&self, _: &u8) -> bool { false } }
///
/// let rules: [Box<dyn Rule<u8> + Send>; 2] = [Box::new(Always), Box::new(Never)];
/// assert!(!structural_equal(&rules[0], &rules[1]));
/// ```
#[macro_export]
macro_rules! open {
    (dyn $($of:tt)*) => {
        $crate::open!($($of)*);
    };
    ($($segment:ident)::+) => {
        $crate::open!(@forms $($segment)::+, [] [+ __seq::Send] [+ __seq::Sync] [+ __seq::Send + __seq::Sync]);
    };
    ($name:path $(, [$($generics:tt)*])?) => {
        const _: () = {
            use $crate::__private as __seq;

            /// Constants and aliases cannot have the arguments, so nothing is asked.
            const __OPEN: __seq::bool = true;

            /// All forms go this way, so that a missing supertrait is missed once.
            fn __open<'__n, $($($generics)*)?>(
                node: &'__n (dyn $name + '__n),
            ) -> &'__n (dyn __seq::DynStructural + '__n) {
                node
            }
            $crate::open!(@form $name, [$($($generics)*)?], dyn $name + '_);
            $crate::open!(@form $name, [$($($generics)*)?], dyn $name + __seq::Send + '_);
            $crate::open!(@form $name, [$($($generics)*)?], dyn $name + __seq::Sync + '_);
            $crate::open!(@form $name, [$($($generics)*)?], dyn $name + __seq::Send + __seq::Sync + '_);
        };
    };
    // All forms are generated from one place: the compiler reports errors that are equal in text and place once.
    (@forms $name:path, $([$($also:tt)*])*) => {
        $(const _: () = {
            use $crate::__private as __seq;

            type __Object<'__o> = dyn $name + '__o;
            type __Form<'__o> = dyn $name $($also)* + '__o;

            /// Whether the trait has the supertrait, if it has objects.
            const __OPEN: __seq::bool = __seq::is_open(__OBJECT);
            const __OBJECT: __seq::Object<__seq::If<__Object<'static>, __HAS_OBJECTS>> = __seq::Object::OPEN;

            fn __open<'__n>(node: &'__n __seq::If<__Object<'__n>, __OPEN>) -> &'__n (dyn __seq::DynStructural + '__n) {
                node
            }
            $crate::open!(@checked $name, __Form<'_>);
        };)*
    };
    // Where a constant is an error, all that is mentioned by `If` is silent. The form in the headers, which cannot be
    // mentioned so, is the same error in the same place as the constant.
    (@checked $name:path, $form:ty) => {
        const __HAS_OBJECTS: __seq::bool = __seq::fit::<$form>();

        $crate::open!(@form $name, [], $form);
    };
    (@form $name:path, [$($generics:tt)*], $form:ty) => {
        impl<$($generics)*> __seq::StructuralEq for $form {
            const INFO: &'static __seq::TypeInfo =
                &__seq::TypeInfo::open(__seq::stringify!($name)).with_path(__seq::module_path!());
            const NODE: __seq::bool = true;
            const OPEN: __seq::bool = true;
            type Reach = __seq::Anything;

            fn kind(node: &__seq::If<Self, __OPEN>) -> __seq::Kind {
                __open(node).open_kind()
            }
            fn is_scope(node: &__seq::If<Self, __OPEN>) -> __seq::bool {
                __open(node).is_open_scope()
            }
            fn variant(node: &__seq::If<Self, __OPEN>) -> __seq::u32 {
                __open(node).open_variant()
            }
            fn key(node: &__seq::If<Self, __OPEN>, encoder: &mut __seq::KeyEncoder) -> __seq::bool {
                __open(node).open_key(encoder)
            }
            fn display_name(node: &__seq::If<Self, __OPEN>) -> __seq::Option<__seq::String> {
                __open(node).open_display_name()
            }
            fn concrete_type(node: &__seq::If<Self, __OPEN>) -> __seq::Option<__seq::ConcreteType> {
                __seq::Option::Some(__open(node).open_type())
            }
            fn typed(node: &__seq::If<Self, __OPEN>) -> __seq::Option<&dyn __seq::Any> {
                __seq::Option::Some(__open(node).open_typed())
            }
            fn pair<'__a>(
                left: &'__a __seq::If<Self, __OPEN>,
                right: &'__a __seq::If<Self, __OPEN>,
            ) -> __seq::Option<__seq::Pair<'__a>> {
                __open(left).open_pair(__open(right).open_typed())
            }
            fn content<'__a, __V: __seq::Visitor<'__a>>(
                left: &'__a __seq::If<Self, __OPEN>,
                right: &'__a __seq::If<Self, __OPEN>,
                at: __seq::Region,
                visitor: &mut __V,
            ) -> __seq::bool {
                __seq::Visitor::open(visitor, __open(left).open_content(), __open(right).open_content(), at)
            }
        }
        impl<$($generics)*> __seq::Field for $form {}
    };
}
