//! Traits of pointers and containers that can be rewritten, and the macro `rewritable!`.

use alloc::boxed::Box;

use crate::{
    describe::{
        containers::{Map, Sequence, SharedPointer},
        structural::StructuralEq,
    },
    rewrite::rewritable::{Pointee, Rewritable},
};

/// Makes leaves, pointers and containers of your own usable in types that are rewritten.
///
/// The first word is the kind of the type, and determines the trait that the type has to implement. Generics follow in
/// brackets.
///
/// | | the type implements | the type is |
/// |---|---|---|
/// | `rewritable!(leaf Type)` | [`Leaf`](crate::containers::Leaf), `Clone` | a leaf, which is replaced as a whole; also implements [`Dismantle`](crate::terms::Dismantle) |
/// | `rewritable!(wrapper Type)` | [`RewritableWrapper`] | a pointer that owns its pointee alone, or holds another pointer |
/// | `rewritable!(shared Type)` | [`RewritablePointer`] | a pointer that shares its pointee, and counts by itself |
/// | `rewritable!(sequence Type)` | [`RewritableSequence`] | elements in order |
/// | `rewritable!(map Type)` | [`RewritableMap`] | a map or a set |
/// | `rewritable!(id Type)` | [`Id`](crate::arena::Id), `Clone` | an id, which is copied |
///
/// Callbacks for the type itself are called as for a container of the standard library.
///
/// A leaf:
///
/// ```
/// # use core::fmt;
/// use sexpr_core::{StructuralEq, containers::{Encoder, Leaf}, terms::drop_iteratively};
///
/// #[derive(Clone, PartialEq)]
/// struct Symbol(u32);
///
/// impl Leaf for Symbol {
///     fn same(&self, other: &Self) -> bool { self == other }
///     fn encode<E: Encoder>(&self, into: &mut E) { into.word(self.0.into()); }
///     fn show(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { write!(f, "#{}", self.0) }
/// }
/// sexpr_core::leaf!(Symbol);
/// sexpr_core::rewritable!(leaf Symbol);
///
/// #[derive(StructuralEq)]
/// #[seq(rewrite, dismantle)]
/// struct Path { symbol: Symbol, parent: Option<Box<Path>> }
///
/// drop_iteratively(Path { symbol: Symbol(1), parent: None });
/// ```
///
/// A pointer:
///
/// ```
/// use std::sync::Arc;
/// use sexpr_core::{
///     Field, StructuralEq, containers::SharedPointer, custom::{Region, Visitor},
///     reflect::{Shape, TypeInfo}, rewrite::{Rewritable, RewritableWrapper, Rewrite},
/// };
///
/// /// A pointer that remembers where it is written.
/// struct Located<T> { pointer: Arc<T>, line: u32 }
///
/// impl<T: StructuralEq> SharedPointer for Located<T> {
///     type Target = T;
///     fn target(&self) -> &T { &self.pointer }
///     fn is_unique(&self) -> bool { self.pointer.is_unique() }
/// }
/// impl<T: StructuralEq> StructuralEq for Located<T> {
///     const INFO: &'static TypeInfo = &TypeInfo::container("Located", Shape::Pointer(|| T::INFO));
///     type Reach = T::Reach;
///     fn content<'a, V: Visitor<'a>>(left: &'a Self, right: &'a Self, at: Region, visitor: &mut V) -> bool {
///         visitor.shared(left, right, at)
///     }
/// }
/// impl<T: StructuralEq> Field for Located<T> {}
///
/// impl<T: Rewritable> RewritableWrapper for Located<T> {
///     type Inner = Arc<T>;
///     fn inner(&self) -> &Arc<T> { &self.pointer }
///     fn inner_mut(&mut self) -> &mut Arc<T> { &mut self.pointer }
///     fn with_inner(&self, pointer: Arc<T>) -> Self { Located { pointer, line: self.line } }
/// }
/// sexpr_core::rewritable!(wrapper Located<T>, [T: Rewritable]);
///
/// #[derive(StructuralEq)]
/// #[seq(rewrite)]
/// enum Expr { Int(i64), Neg(Located<Expr>) }
///
/// let one = Arc::new(Expr::Int(1));
/// let term = Expr::Neg(Located { pointer: one.clone(), line: 7 });
/// let Expr::Neg(operand) = Rewrite::new().after(|value: &i64, _| Some(value + 1)).run(term) else { panic!() };
/// assert!(matches!(*operand.pointer, Expr::Int(2)) && operand.line == 7);
/// assert!(matches!(*one, Expr::Int(1)));
/// ```
#[macro_export]
macro_rules! rewritable {
    (leaf $ty:ty $(, $generics:tt)?) => {
        $crate::__rewritable_leaf!($ty $(, $generics)?);
    };
    (wrapper $ty:ty $(, $generics:tt)?) => {
        $crate::rewritable!(@asked wrapper, AskedOfWrapper, copied_wrapper, true, $ty $(, $generics)?);
    };
    (shared $ty:ty $(, $generics:tt)?) => {
        $crate::rewritable!(@asked shared, AskedOfPointer, cloned, false, $ty $(, $generics)?);
    };
    (sequence $ty:ty $(, $generics:tt)?) => {
        $crate::rewritable!(@asked sequence, AskedOfSequence, copied_sequence, true, $ty $(, $generics)?);
    };
    (map $ty:ty $(, $generics:tt)?) => {
        $crate::rewritable!(@asked map, AskedOfMap, copied_map, true, $ty $(, $generics)?);
    };
    (id $ty:ty $(, $generics:tt)?) => {
        $crate::rewritable!(@asked id, AskedOfId, cloned, false, $ty $(, $generics)?);
    };
    // A constant checks once that the type meets the requirements. If the check fails, the bounds through `If` cause no
    // further errors.
    (@asked $kind:ident, $asked:ident, $copied:ident, $apart:literal, $ty:ty) => {
        const _: () = {
            use $crate::__private as __seq;

            const __MET: __seq::bool = <() as __seq::$asked<$ty>>::MET;

            $crate::rewritable!(
                @implement $kind, $copied, $apart, $ty, [],
                [for<'__x> $ty: __seq::StructuralEqFor<'__x>], __seq::If<Self, __MET>
            );
        };
    };
    // Constants cannot have generics.
    (@asked $kind:ident, $asked:ident, $copied:ident, $apart:literal, $ty:ty, [$($generics:tt)*]) => {
        const _: () = {
            use $crate::__private as __seq;

            $crate::rewritable!(@implement $kind, $copied, $apart, $ty, [$($generics)*], [], Self);
        };
    };
    (
        @implement $visit:ident, $copied:ident, $apart:literal,
        $ty:ty, [$($generics:tt)*], [$($bound:tt)*], $itself:ty
    ) => {
        impl<$($generics)*> __seq::Rewritable for $ty
        where
            $($bound)*
        {
            const COPIED_APART: __seq::bool = $apart;

            #[inline(always)]
            fn visit<'__a>(
                part: __seq::Part<'__a, Self>,
                at: __seq::Region,
                parts: &mut __seq::Parts<'__a, '_, '_>,
            ) {
                parts.$visit::<$itself>(part, at);
            }
            fn rebuild(&self, edits: &mut __seq::Edits) -> Self {
                __seq::$copied::<$itself>(self, edits)
            }
        }
    };
    ($($other:tt)*) => {
        ::core::compile_error!(
            "write `rewritable!(KIND Type)` or `rewritable!(KIND Type, [GENERICS])`, where KIND is `leaf`, `id`, `wrapper`, \
             `shared`, `sequence` or `map`, and bounds stand with the generics [SEQ442]"
        );
    };
}

/// A type of which only one part is compared: a pointer that owns its pointee uniquely, or a type that holds another
/// pointer, possibly with fields that are not compared.
///
/// Implement this trait and invoke [`rewritable!(wrapper …)`](crate::rewritable!), which has an example of a pointer
/// around an `Arc`. The part is rewritten as if there were no wrapper. So if a variable is bound behind an `Arc` and
/// used behind a wrapper around this `Arc`, it is one variable, and is replaced at both places. Callbacks for the
/// wrapper are called at each of its occurrences, even if the part is a variable.
///
/// ```
/// use sexpr_core::{
///     Field, StructuralEq, containers::OwningPointer, custom::{Region, Visitor}, reflect::{Shape, TypeInfo},
///     rewrite::{Rewritable, RewritableWrapper, Rewrite},
/// };
///
/// /// A box.
/// struct Owner<T>(Box<T>);
///
/// impl<T: Field> OwningPointer for Owner<T> {
///     type Target = T;
///     fn target(&self) -> &T { &self.0 }
/// }
/// impl<T: Field> StructuralEq for Owner<T> {
///     const INFO: &'static TypeInfo = &TypeInfo::container("Owner", Shape::Pointer(|| T::INFO));
///     type Reach = T::Reach;
///     fn content<'a, V: Visitor<'a>>(left: &'a Self, right: &'a Self, at: Region, visitor: &mut V) -> bool {
///         visitor.owning(left, right, at)
///     }
/// }
/// impl<T: Field> Field for Owner<T> {}
///
/// impl<T: Field + Rewritable> RewritableWrapper for Owner<T> {
///     type Inner = T;
///     fn inner(&self) -> &T { &self.0 }
///     fn inner_mut(&mut self) -> &mut T { &mut self.0 }
///     fn with_inner(&self, inner: T) -> Self { Owner(Box::new(inner)) }
/// }
/// sexpr_core::rewritable!(wrapper Owner<T>, [T: Field + Rewritable]);
///
/// let owner = Rewrite::new().after(|value: &i64, _| Some(value + 1)).run(Owner(Box::new(1_i64)));
/// assert_eq!(*owner.0, 2);
/// ```
pub trait RewritableWrapper: Sized + 'static {
    /// The part.
    type Inner: Rewritable;
    /// The part in it.
    fn inner(&self) -> &Self::Inner;
    /// The part in it, by mutable reference.
    fn inner_mut(&mut self) -> &mut Self::Inner;
    /// A wrapper around another part, with the other fields of this wrapper.
    fn with_inner(&self, inner: Self::Inner) -> Self;
}

/// A shared pointer with its own reference count.
///
/// Implement this trait and invoke [`rewritable!(shared …)`](crate::rewritable!). A pointer that holds an `Arc` or an
/// `Rc`, possibly with other fields, is a [`RewritableWrapper`] instead.
///
/// ```
/// # mod foreign {
/// #     #[derive(Default)]
/// #     pub struct Counted<T>(std::rc::Rc<T>);
/// #     impl<T> Counted<T> {
/// #         pub fn new(value: T) -> Self { Counted(std::rc::Rc::new(value)) }
/// #         pub fn get(&self) -> &T { &self.0 }
/// #         pub fn get_mut(&mut self) -> Option<&mut T> { std::rc::Rc::get_mut(&mut self.0) }
/// #     }
/// #     impl<T> Clone for Counted<T> {
/// #         fn clone(&self) -> Self { Counted(self.0.clone()) }
/// #     }
/// # }
/// use foreign::Counted;
/// use sexpr_core::{
///     Field, StructuralEq, containers::SharedPointer, custom::{Region, Visitor},
///     reflect::{Shape, TypeInfo}, rewrite::{Rewritable, RewritablePointer, Rewrite},
/// };
///
/// /// A pointer of another crate.
/// struct Pointer<T>(Counted<T>);
///
/// impl<T> Clone for Pointer<T> {
///     fn clone(&self) -> Self { Pointer(self.0.clone()) }
/// }
/// impl<T: StructuralEq> SharedPointer for Pointer<T> {
///     type Target = T;
///     fn target(&self) -> &T { self.0.get() }
/// }
/// impl<T: StructuralEq> StructuralEq for Pointer<T> {
///     const INFO: &'static TypeInfo = &TypeInfo::container("Pointer", Shape::Pointer(|| T::INFO));
///     type Reach = T::Reach;
///     fn content<'a, V: Visitor<'a>>(left: &'a Self, right: &'a Self, at: Region, visitor: &mut V) -> bool {
///         visitor.shared(left, right, at)
///     }
/// }
/// impl<T: StructuralEq> Field for Pointer<T> {}
///
/// impl<T: Rewritable> RewritablePointer for Pointer<T> {
///     fn get_mut(&mut self) -> Option<&mut T> { self.0.get_mut() }
///     fn from_boxed(target: Box<T>) -> Self { Pointer(Counted::new(*target)) }
/// }
/// sexpr_core::rewritable!(shared Pointer<T>, [T: Rewritable]);
///
/// let one = Pointer(Counted::new(1_i64));
/// let two = Rewrite::new().after(|value: &i64, _| Some(value + 1)).run(one.clone());
/// assert_eq!((one.0.get(), two.0.get()), (&1, &2));
/// ```
pub trait RewritablePointer: SharedPointer<Target: Pointee> + Clone + 'static {
    /// The pointee, if this is the only pointer to it. Such a pointee is rewritten in place.
    fn get_mut(&mut self) -> Option<&mut Self::Target>;
    /// A pointer to a new value.
    fn from_boxed(target: Box<Self::Target>) -> Self;
}

/// A sequence that can be rewritten.
///
/// Implement this trait and invoke [`rewritable!(sequence …)`](crate::rewritable!).
///
/// ```
/// use sexpr_core::{
///     Field, StructuralEq, containers::Sequence, custom::{Region, Visitor}, reflect::{Shape, TypeInfo},
///     rewrite::{Rewritable, RewritableSequence, Rewrite},
/// };
///
/// /// A sequence that is never empty.
/// struct NonEmpty<T> { first: T, rest: Vec<T> }
///
/// impl<T: Field> Sequence for NonEmpty<T> {
///     type Item = T;
///     fn length(&self) -> usize { 1 + self.rest.len() }
///     fn items(&self) -> impl DoubleEndedIterator<Item = &T> { std::iter::once(&self.first).chain(&self.rest) }
/// }
/// impl<T: Field> StructuralEq for NonEmpty<T> {
///     const INFO: &'static TypeInfo = &TypeInfo::container("NonEmpty", Shape::Sequence(|| T::INFO));
///     type Reach = T::Reach;
///     fn content<'a, V: Visitor<'a>>(left: &'a Self, right: &'a Self, at: Region, visitor: &mut V) -> bool {
///         visitor.sequence(left, right, at)
///     }
/// }
/// impl<T: Field> Field for NonEmpty<T> {}
///
/// impl<T: Field + Rewritable> RewritableSequence for NonEmpty<T> {
///     fn items_mut(&mut self) -> impl DoubleEndedIterator<Item = &mut T> {
///         std::iter::once(&mut self.first).chain(&mut self.rest)
///     }
///     fn copied(&self, mut item: impl FnMut(&T) -> T) -> Self {
///         NonEmpty { first: item(&self.first), rest: self.rest.iter().map(item).collect() }
///     }
/// }
/// sexpr_core::rewritable!(sequence NonEmpty<T>, [T: Field + Rewritable]);
///
/// let items = NonEmpty { first: 1_i64, rest: vec![2, 3] };
/// let items = Rewrite::new().after(|value: &i64, _| Some(value * 10)).run(items);
/// assert_eq!((items.first, items.rest), (10, vec![20, 30]));
/// ```
pub trait RewritableSequence: Sequence<Item: Rewritable> + 'static {
    /// The elements, in order, by mutable reference.
    fn items_mut(&mut self) -> impl DoubleEndedIterator<Item = &mut Self::Item>;
    /// A copy of this sequence, whose elements are the results of `item`. The argument of `item` must be a reference
    /// into this sequence, since the address of an element identifies it.
    fn copied(&self, item: impl FnMut(&Self::Item) -> Self::Item) -> Self;
}

/// A map, or a set, that can be rewritten.
///
/// Implement this trait and invoke [`rewritable!(map …)`](crate::rewritable!). A set is a map to `()`; its `values_mut`
/// is empty.
///
/// ```
/// use sexpr_core::{
///     Field, StructuralEq, containers::{Map, MapKey, MapReach}, custom::{Region, Visitor},
///     reflect::{Shape, TypeInfo}, rewrite::{Rewritable, RewritableMap, Rewrite},
/// };
///
/// /// A small map, in the order of insertion.
/// struct VecMap<K, V>(Vec<(K, V)>);
///
/// impl<K: MapKey, V: Field> Map for VecMap<K, V> {
///     type Key = K;
///     type Value = V;
///     fn length(&self) -> usize { self.0.len() }
///     fn entries(&self) -> impl Iterator<Item = (&K, &V)> { self.0.iter().map(|(key, value)| (key, value)) }
/// }
/// impl<K: MapKey, V: Field> StructuralEq for VecMap<K, V> {
///     const INFO: &'static TypeInfo = &TypeInfo::container("VecMap", Shape::Map(|| K::INFO, || V::INFO));
///     type Reach = MapReach<K, V>;
///     fn content<'a, W: Visitor<'a>>(left: &'a Self, right: &'a Self, at: Region, visitor: &mut W) -> bool {
///         visitor.map(left, right, at)
///     }
/// }
/// impl<K: MapKey, V: Field> Field for VecMap<K, V> {}
///
/// impl<K: MapKey + Rewritable + PartialEq, V: Field + Rewritable> RewritableMap for VecMap<K, V> {
///     fn values_mut(&mut self) -> impl Iterator<Item = &mut V> { self.0.iter_mut().map(|(_, value)| value) }
///     fn into_entries(self) -> impl Iterator<Item = (K, V)> { self.0.into_iter() }
///     fn empty_like(&self) -> Self { VecMap(Vec::new()) }
///     fn insert(&mut self, key: K, value: V) -> Option<V> {
///         match self.0.iter_mut().find(|(known, _)| *known == key) {
///             Some((_, known)) => Some(std::mem::replace(known, value)),
///             None => {
///                 self.0.push((key, value));
///                 None
///             }
///         }
///     }
/// }
/// sexpr_core::rewritable!(map VecMap<K, V>, [K: MapKey + Rewritable + PartialEq, V: Field + Rewritable]);
///
/// let map = VecMap(vec![("a".to_string(), 1), ("b".to_string(), 2)]);
/// let map = Rewrite::new().after(|key: &String, _| (key == "b").then(|| "a".to_string())).run(map);
/// assert_eq!(map.0, [("a".to_string(), 2)]);
/// ```
#[diagnostic::on_unimplemented(
    message = "the map `{Self}` cannot be rewritten [SEQ432]",
    note = "for a map of your own, implement `RewritableMap` and say `sexpr_core::rewritable!(map {Self});`"
)]
pub trait RewritableMap: Map + StructuralEq + Sized + 'static {
    /// The values, in the container's order, by mutable reference.
    fn values_mut(&mut self) -> impl Iterator<Item = &mut Self::Value>;
    /// The entries, in the container's order.
    fn into_entries(self) -> impl Iterator<Item = (Self::Key, Self::Value)>;
    /// An empty map with the settings of this map, such as its hasher, and the same capacity.
    fn empty_like(&self) -> Self;
    /// Inserts an entry, and returns the value that its key had before.
    fn insert(&mut self, key: Self::Key, value: Self::Value) -> Option<Self::Value>;
}
