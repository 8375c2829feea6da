//! What a type can reach, through the whole type graph, decided by the compiler.
//!
//! `const-tree`, `def` and `unordered` need to know whether a type can reach a variable or a dag node, or something that
//! binds, through recursive and generic types. Each type has a shadow, `StructuralEq::Reach`: a struct of the shadows of
//! its fields, without content. The compiler derives auto traits coinductively, so a shadow implements one exactly when
//! everything that the type can reach does. Five auto traits that are safe to lack serve:
//!
//! - `Unpin`: cannot contain variables;
//! - `UnwindSafe`: reaches no dag node, no id, and no variable that binds in its own fields;
//! - `Send`: reaches no variable that a `def` around it could bind;
//! - `Sync`: binds nothing around it: between it and any `def` that it reaches is a scope;
//! - `RefUnwindSafe`: every term that is a map's key by its structure is closed.
//!
//! | shadow of | `Unpin` | `UnwindSafe` | `Send` | `Sync` | `RefUnwindSafe` |
//! |---|---|---|---|---|---|
//! | a leaf | yes | yes | yes | yes | yes |
//! | a dag node | yes | no | yes | yes | yes |
//! | a variable | no | yes | no | yes | yes |
//! | a node with a `def` field that is no scope | | | | no | |
//! | the fields of a scope | as they | as they | no | yes | as they |
//! | the keys of a map, names in a set | as the keys | as the keys | yes | yes | if terms among them are closed |
//!
//! A type is *closed* if its shadow is `Unpin` and `UnwindSafe`. Elements that have no order may be of a type whose shadow
//! is `Sync` and `UnwindSafe` ([`Reorderable`]).
//!
//! `Send` and `RefUnwindSafe` depend on what is a map's key: [`MapReach`] is the shadow of a map, in which keys bind
//! nothing, and [`MapKey::Terms`] says which terms are keys. A type with `with` or `custom` reaches everything.
//!
//! # Where an open key is refused
//!
//! An open key is refused once: at the declaration of the field whose type shows it. A field that depends on a type
//! parameter shows it where the parameter is known, so its shadow takes part in the shadow of the type that has the
//! field. What no derive sees (a root, a list of virtual fields, a user's map that hides its keys) is refused where
//! `KeyReader::structural` is compiled for the term's type, if that type is known to be `OPEN`, and otherwise by the
//! type's table (`Property::ClosedTerm`).

use core::{
    any::Any,
    marker::{PhantomData, PhantomPinned},
    panic::{RefUnwindSafe, UnwindSafe},
};

use crate::describe::{
    containers::NameField,
    info::Shape,
    keys::MapKey,
    structural::{Field, StructuralEq},
};

/// The shadow of a variable: neither `Unpin` nor `Send`.
#[doc(hidden)]
pub struct Variable(#[allow(dead_code)] PhantomPinned, #[allow(dead_code)] MayBeBound);

/// Everything but `Send`.
struct MayBeBound(#[allow(dead_code)] PhantomData<dyn Any + Sync + Unpin + UnwindSafe + RefUnwindSafe>);

/// The shadow of a dag node, and of what may not be reached from elements that have no order: everything but
/// `UnwindSafe`.
#[doc(hidden)]
pub struct DagNode(#[allow(dead_code)] PhantomData<dyn Any + Send + Sync + Unpin + RefUnwindSafe>);

/// The mark of a node that binds variables around itself: everything but `Sync`.
#[doc(hidden)]
pub struct BindsAround(#[allow(dead_code)] PhantomData<dyn Any + Send + Unpin + UnwindSafe + RefUnwindSafe>);

/// The shadow of an id, where `R` is what its node can reach: not closed, since a cycle may go through it.
#[doc(hidden)]
pub struct BehindId<R>(#[allow(dead_code)] PhantomData<R>, #[allow(dead_code)] DagNode);

/// The shadow of a type that may reach everything.
#[doc(hidden)]
pub struct Anything(#[allow(dead_code)] Variable, #[allow(dead_code)] DagNode, #[allow(dead_code)] BindsAround);

/// The shadow of a type whose derive reported an error: no check on it fails as well.
#[doc(hidden)]
pub struct AfterError(#[allow(dead_code)] MayBeBound);

/// The shadow of a field of a scope, where `R` is what the field reaches: what binds in it binds nothing around it. That
/// nothing around could bind what is met in it is not known.
#[doc(hidden)]
pub struct InScope<R>(PhantomData<fn() -> R>, #[allow(dead_code)] MayBeBound);

impl<R: Unpin> Unpin for InScope<R> {}
impl<R: UnwindSafe> UnwindSafe for InScope<R> {}
impl<R: RefUnwindSafe> RefUnwindSafe for InScope<R> {}

/// The shadow of a field's type. A struct rather than an alias: with an alias, a missing implementation would be
/// reported twice.
///
/// Those of its auto traits that can be are implemented, not derived from its field: the compiler counts each step from
/// type to type against its recursion limit, and through the field there would be one more.
#[doc(hidden)]
pub struct ReachOf<T: Field + ?Sized>(#[allow(dead_code)] PhantomData<T::Reach>);

impl<T: Field<Reach: Unpin> + ?Sized> Unpin for ReachOf<T> {}
impl<T: Field<Reach: UnwindSafe> + ?Sized> UnwindSafe for ReachOf<T> {}
impl<T: Field<Reach: RefUnwindSafe> + ?Sized> RefUnwindSafe for ReachOf<T> {}

/// [`ReachOf`] a field's type that depends on no parameter: open keys in it are refused where the field is declared,
/// and nowhere else.
#[doc(hidden)]
pub struct CheckedReachOf<T: Field + ?Sized>(#[allow(dead_code)] PhantomData<T::Reach>);

impl<T: Field<Reach: Unpin> + ?Sized> Unpin for CheckedReachOf<T> {}
impl<T: Field<Reach: UnwindSafe> + ?Sized> UnwindSafe for CheckedReachOf<T> {}
impl<T: Field + ?Sized> RefUnwindSafe for CheckedReachOf<T> {}

/// [`ReachOf`] the names in a field marked `var`.
#[doc(hidden)]
pub struct NamesReachOf<T: NameField + ?Sized>(#[allow(dead_code)] PhantomData<T::NamesReach>);

/// What a map with these keys and values can reach: the `Reach` of a map or set of one's own.
///
/// Keys count like everything else, except that they bind nothing. A set has values of type `()`.
///
/// ```
/// use sexpr_core::{
///     Field, StructuralEq, containers::{Map, MapKey, MapReach}, custom::{Region, Visitor},
///     reflect::{Shape, TypeInfo},
/// };
///
/// /// A map that is small enough for a list.
/// struct Pairs<K, V>(Vec<(K, V)>);
///
/// impl<K: MapKey, V: Field> Map for Pairs<K, V> {
///     type Key = K;
///     type Value = V;
///     fn length(&self) -> usize {
///         self.0.len()
///     }
///     fn entries(&self) -> impl Iterator<Item = (&K, &V)> {
///         self.0.iter().map(|(key, value)| (key, value))
///     }
/// }
///
/// impl<K: MapKey, V: Field> StructuralEq for Pairs<K, V> {
///     const INFO: &'static TypeInfo = &TypeInfo::container("Pairs", Shape::Map(|| K::INFO, || V::INFO));
///     type Reach = MapReach<K, V>;
///     fn content<'a, W: Visitor<'a>>(left: &'a Self, right: &'a Self, at: Region, visitor: &mut W) -> bool {
///         visitor.map(left, right, at)
///     }
/// }
/// impl<K: MapKey, V: Field> Field for Pairs<K, V> {}
/// ```
pub struct MapReach<K: MapKey + ?Sized, V: Field + ?Sized>(
    #[allow(dead_code)] Uses<K::Reach>,
    #[allow(dead_code)] PhantomData<K::Terms>,
    #[allow(dead_code)] PhantomData<V::Reach>,
);

/// The shadow of a map's keys, where variables are used and never bound.
#[doc(hidden)]
pub struct Uses<R>(PhantomData<fn() -> R>, #[allow(dead_code)] PhantomPinned, #[allow(dead_code)] DagNode);

impl<R: Unpin> Unpin for Uses<R> {}
impl<R: UnwindSafe> UnwindSafe for Uses<R> {}

/// The shadow of a term that is a map's key by its structure, where `R` is what the term reaches: `RefUnwindSafe` if
/// the term is closed, and everything else in any case.
#[doc(hidden)]
pub struct KeyTerm<R>(PhantomData<fn() -> R>, #[allow(dead_code)] PhantomData<dyn Send + Sync + Unpin + UnwindSafe>);

impl<R: Unpin + UnwindSafe> RefUnwindSafe for KeyTerm<R> {}

/// A type that can reach no variable and no dag node: what a `const-tree` may hold, and what may be in a
/// [`StructuralKey`](crate::StructuralKey) that is the key of a map.
///
/// A generic type that has such keys asks for it: `T: Closed`. Without, keys of an open type match nothing.
///
/// Implemented for every type of which this is so; there is nothing to write.
///
/// ```
/// use std::sync::Arc;
/// use sexpr_core::{StructuralEq, containers::Closed};
///
/// #[derive(StructuralEq)]
/// struct Mesh { shape: Vec<u64>, next: Option<Arc<Mesh>> }
///
/// fn closed<T: Closed>() {}
/// closed::<Arc<Mesh>>();
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` can reach a variable, a dag node or an id [SEQ416]",
    note = "a `const-tree` must reach none of them: make that type `kind = \"tree\"`, or use another type here",
    note = "nor may the term in a `StructuralKey` that is the key of a map"
)]
pub trait Closed: Field<Reach: Unpin + UnwindSafe> {}

#[diagnostic::do_not_recommend]
impl<T: Field<Reach: Unpin + UnwindSafe> + ?Sized> Closed for T {}

/// A type whose values may be the elements of a field marked `unordered`: they bind nothing around themselves, and reach
/// neither a dag node, nor an id, nor a trait object, nor what a function lists.
///
/// A generic type with such a field asks for it: `T: Reorderable`. The derive adds that bound.
///
/// Implemented for every type of which this is so; there is nothing to write.
///
/// ```
/// use std::sync::Arc;
/// use sexpr_core::{StructuralEq, containers::Reorderable};
///
/// #[derive(StructuralEq)]
/// #[seq(kind = "var")]
/// struct Var;
///
/// #[derive(StructuralEq)]
/// enum Expr { Use(Arc<Var>), Sum(#[seq(unordered)] Vec<Expr>) }
///
/// fn reorderable<T: Reorderable>() {}
/// reorderable::<Expr>();
/// ```
#[diagnostic::on_unimplemented(
    message = "the elements of `{Self}` cannot be unordered [SEQ417]",
    note = "elements of an `unordered` field must bind nothing around themselves: put `scope` on the node whose `def` field binds",
    note = "nor may they reach a `dag` node, an id, a trait object, a variable with a `def` field, or a type with `with` or \
            `custom`"
)]
pub trait Reorderable: Field<Reach: Sync + UnwindSafe> {}

#[diagnostic::do_not_recommend]
impl<T: Field<Reach: Sync + UnwindSafe> + ?Sized> Reorderable for T {}

/// Asks what a concrete type can reach: an inherent constant, where its condition holds, wins over the one of
/// [`ProbeFallback`].
#[doc(hidden)]
pub struct Probe<T: ?Sized>(PhantomData<T>);

/// Constants that are true for types with a bound, and false for others.
macro_rules! probes {
    ($($(#[$doc:meta])* $constant:ident if [$($bound:tt)+];)*) => {
        /// The answers where the conditions do not hold.
        #[doc(hidden)]
        pub trait ProbeFallback {
            const IS_FIELD: bool = false;
            const LEAVES: bool = false;
            const IS_MAP: bool = false;
            const REFERS_TO_NOTHING: bool = false;
            $(const $constant: bool = false;)*
        }

        impl<T: ?Sized> ProbeFallback for Probe<T> {}

        $(impl<T: $($bound)+ + ?Sized> Probe<T> {
            $(#[$doc])*
            pub const $constant: bool = true;
        })*
    };
}

impl<T: Field + ?Sized> Probe<T> {
    pub const IS_FIELD: bool = true;
    pub const LEAVES: bool = T::LEAVES;
    pub const IS_MAP: bool = matches!(T::INFO.shape(), Shape::Map(..) | Shape::Set(_));
    pub const REFERS_TO_NOTHING: bool = T::REFERS_TO_NOTHING;
}

probes! {
    /// The type reaches neither a variable nor a dag node.
    CLOSED if [StructuralEq<Reach: Unpin + UnwindSafe>];
    /// The type cannot contain variables. (After an error, this is unknown.)
    VARIABLE_FREE if [StructuralEq<Reach: Unpin + Send>];
    /// Elements of the type may stand in any order.
    REORDERABLE if [StructuralEq<Reach: Sync + UnwindSafe>];
    /// Elements of the type bind nothing around themselves.
    BINDS_INSIDE if [StructuralEq<Reach: Sync>];
    /// The type reaches no variable that a `def` around it could bind.
    BINDS_NOTHING if [StructuralEq<Reach: Send>];
    /// The names are members of sets.
    NAMES_BIND_NOTHING if [NameField<NamesReach: Send>];
    /// Every term that is a map's key by its structure is closed.
    KEYS_CLOSED if [StructuralEq<Reach: RefUnwindSafe>];
}

/// Asks of a type that mentions type parameters whether it is [`Closed`].
#[doc(hidden)]
pub const fn assert_closed<T: Closed + ?Sized>() {}

/// Asks of a type that mentions type parameters whether it is [`Reorderable`].
#[doc(hidden)]
pub const fn assert_reorderable<T: Reorderable + ?Sized>() {}

/// Refuses a field with a map that has open terms as its keys. A function, and no assertion at the field: that would
/// take the compiler as long as all else that is written for the field.
#[doc(hidden)]
#[track_caller]
pub const fn assert_closed_keys(are_closed: bool) {
    assert!(
        are_closed,
        "this field has a map whose keys are `StructuralKey`s of a type that can reach a variable or a dag node, but such a \
         key must be closed: use `ByIdentity` for variables, or mark the field `#[seq(ignore)]` or `#[seq(opaque)]` [SEQ511]"
    );
}
