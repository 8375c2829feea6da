//! What a type can reach through the whole type graph, computed by the compiler.
//!
//! The checks of `const-tree`, `def` and `unordered` depend on whether a type can reach a variable, a dag node or a
//! node that binds, through recursive and generic types. Each type has a shadow, `StructuralEq::Reach`: a struct of the
//! shadows of its fields, without content. The compiler derives auto traits coinductively. So a shadow implements an
//! auto trait exactly if the shadows of all types that the type can reach implement the trait. Five auto traits
//! represent the properties. A type may lack any of these traits without harm:
//!
//! - `Unpin`: cannot contain variables;
//! - `UnwindSafe`: reaches no dag node, no id, and no variable that binds in its own fields;
//! - `Send`: reaches no variable that a `def` around it could bind;
//! - `Sync`: binds nothing around it: a scope lies between it and any `def` that it reaches;
//! - `RefUnwindSafe`: every term in a structural key of a map is closed.
//!
//! | shadow of | `Unpin` | `UnwindSafe` | `Send` | `Sync` | `RefUnwindSafe` |
//! |---|---|---|---|---|---|
//! | a leaf | yes | yes | yes | yes | yes |
//! | a dag node | yes | no | yes | yes | yes |
//! | a variable | no | yes | no | yes | yes |
//! | a node with a `def` field, not a scope | | | | no | |
//! | the fields of a scope | as the fields | as the fields | no | yes | as the fields |
//! | the keys of a map, names in a set | as the keys | as the keys | yes | yes | if terms in the keys are closed |
//!
//! A type is *closed* if its shadow is `Unpin` and `UnwindSafe`. Elements without order must be of a type whose shadow
//! is `Sync` and `UnwindSafe` ([`Reorderable`]).
//!
//! `Send` and `RefUnwindSafe` depend on the keys of maps. In [`MapReach`], the shadow of a map, keys bind nothing, and
//! [`MapKey::Terms`] is the shadow of the terms in structural keys. A type with `with` or `custom` reaches everything.
//!
//! # Where an open key is refused
//!
//! An open key is a structural key with a term of an open type. The derive refuses such a key once: at the declaration
//! of the field whose type contains the key. If the type depends on a type parameter, the key is refused where the
//! parameter is known. So the shadow of such a field is part of the shadow of the type that has the field. Three places
//! are not seen by any derive: a root, a list of virtual fields, and a user's map that hides its keys. An open key
//! there is refused where `KeyReader::structural` is compiled for the term's type, if that type is known to be `OPEN`.
//! Otherwise, the type's table decides at run time (`Property::ClosedTerm`).

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

/// Implements each of the five auto traits except `Send`.
struct MayBeBound(#[allow(dead_code)] PhantomData<dyn Any + Sync + Unpin + UnwindSafe + RefUnwindSafe>);

/// The shadow of a dag node, and of other things that elements without order must not reach. Implements each of the
/// five auto traits except `UnwindSafe`.
#[doc(hidden)]
pub struct DagNode(#[allow(dead_code)] PhantomData<dyn Any + Send + Sync + Unpin + RefUnwindSafe>);

/// The mark of a node that binds variables around itself. Implements each of the five auto traits except `Sync`.
#[doc(hidden)]
pub struct BindsAround(#[allow(dead_code)] PhantomData<dyn Any + Send + Unpin + UnwindSafe + RefUnwindSafe>);

/// The shadow of an id; `R` is the shadow of its node. Not closed, since a cycle may lead through the id.
#[doc(hidden)]
pub struct BehindId<R>(#[allow(dead_code)] PhantomData<R>, #[allow(dead_code)] DagNode);

/// The shadow of a type that may reach everything.
#[doc(hidden)]
pub struct Anything(#[allow(dead_code)] Variable, #[allow(dead_code)] DagNode, #[allow(dead_code)] BindsAround);

/// The shadow of a type whose derive reported an error: no check of the type reports another error.
#[doc(hidden)]
pub struct AfterError(#[allow(dead_code)] MayBeBound);

/// The shadow of a field of a scope; `R` is the shadow of the field's type. A `def` in the field binds nothing around
/// the scope. Not `Send`: a `def` around the scope might bind a variable in the field.
#[doc(hidden)]
pub struct InScope<R>(PhantomData<fn() -> R>, #[allow(dead_code)] MayBeBound);

impl<R: Unpin> Unpin for InScope<R> {}
impl<R: UnwindSafe> UnwindSafe for InScope<R> {}
impl<R: RefUnwindSafe> RefUnwindSafe for InScope<R> {}

/// The shadow of a field's type. A struct rather than an alias: with an alias, a missing implementation would be
/// reported twice.
///
/// Some auto traits are implemented by hand wherever possible, not derived from the field: the compiler counts each
/// step from type to type against its recursion limit, and the field would add a step.
#[doc(hidden)]
pub struct ReachOf<T: Field + ?Sized>(#[allow(dead_code)] PhantomData<T::Reach>);

impl<T: Field<Reach: Unpin> + ?Sized> Unpin for ReachOf<T> {}
impl<T: Field<Reach: UnwindSafe> + ?Sized> UnwindSafe for ReachOf<T> {}
impl<T: Field<Reach: RefUnwindSafe> + ?Sized> RefUnwindSafe for ReachOf<T> {}

/// [`ReachOf`] for the type of a field that depends on no type parameter. Open keys in the type are refused at the
/// declaration of the field, and nowhere else.
#[doc(hidden)]
pub struct CheckedReachOf<T: Field + ?Sized>(#[allow(dead_code)] PhantomData<T::Reach>);

impl<T: Field<Reach: Unpin> + ?Sized> Unpin for CheckedReachOf<T> {}
impl<T: Field<Reach: UnwindSafe> + ?Sized> UnwindSafe for CheckedReachOf<T> {}
impl<T: Field + ?Sized> RefUnwindSafe for CheckedReachOf<T> {}

/// [`ReachOf`] for the names in a field marked `var`.
#[doc(hidden)]
pub struct NamesReachOf<T: NameField + ?Sized>(#[allow(dead_code)] PhantomData<T::NamesReach>);

/// The `Reach` of a map or set of your own, with these keys and values.
///
/// Keys reach what their types reach, except that keys bind nothing. A set has values of type `()`.
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

/// The shadow of a map's keys, in which variables are used and never bound.
#[doc(hidden)]
pub struct Uses<R>(PhantomData<fn() -> R>, #[allow(dead_code)] PhantomPinned, #[allow(dead_code)] DagNode);

impl<R: Unpin> Unpin for Uses<R> {}
impl<R: UnwindSafe> UnwindSafe for Uses<R> {}

/// The shadow of the term in a structural key of a map; `R` is the shadow of the term's type. `RefUnwindSafe` if the
/// term is closed; always the other four auto traits.
#[doc(hidden)]
pub struct KeyTerm<R>(PhantomData<fn() -> R>, #[allow(dead_code)] PhantomData<dyn Send + Sync + Unpin + UnwindSafe>);

impl<R: Unpin + UnwindSafe> RefUnwindSafe for KeyTerm<R> {}

/// A type that can reach no variable and no dag node. Required of the fields of a `const-tree`, and of the term in a
/// [`StructuralKey`](crate::StructuralKey) that is the key of a map.
///
/// A generic type with such keys declares the bound `T: Closed`. Without the bound, keys of an open type match nothing.
///
/// Implemented automatically for every such type.
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

/// A type whose values may be the elements of a field marked `unordered`. Such values bind nothing around themselves. They
/// reach no dag node, no id, no trait object, no variable with `def` fields, and no node whose fields a function lists.
///
/// A generic type with such a field needs the bound `T: Reorderable`. The derive adds that bound.
///
/// Implemented automatically for every such type.
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

/// Constants that say what a concrete type can reach. An inherent constant takes precedence over that of
/// [`ProbeFallback`] if its bound holds.
#[doc(hidden)]
pub struct Probe<T: ?Sized>(PhantomData<T>);

/// Constants that are true for types with a bound, and false for others.
macro_rules! probes {
    ($($(#[$doc:meta])* $constant:ident if [$($bound:tt)+];)*) => {
        /// The constants for types that do not meet the bounds.
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
    /// The type cannot contain variables. (False after an error.)
    VARIABLE_FREE if [StructuralEq<Reach: Unpin + Send>];
    /// Elements of the type may be unordered.
    REORDERABLE if [StructuralEq<Reach: Sync + UnwindSafe>];
    /// Elements of the type bind nothing around themselves.
    BINDS_INSIDE if [StructuralEq<Reach: Sync>];
    /// The type reaches no variable that a `def` around it could bind.
    BINDS_NOTHING if [StructuralEq<Reach: Send>];
    /// The names bind nothing, since they are members of sets.
    NAMES_BIND_NOTHING if [NameField<NamesReach: Send>];
    /// Every term in a structural key of a map is closed.
    KEYS_CLOSED if [StructuralEq<Reach: RefUnwindSafe>];
}

/// Asserts that a type with type parameters is [`Closed`].
#[doc(hidden)]
pub const fn assert_closed<T: Closed + ?Sized>() {}

/// Asserts that a type with type parameters is [`Reorderable`].
#[doc(hidden)]
pub const fn assert_reorderable<T: Reorderable + ?Sized>() {}

/// Refuses a field whose map has open keys. A function rather than an assertion at the field: the assertion would take
/// the compiler as long as all other code generated for the field.
#[doc(hidden)]
#[track_caller]
pub const fn assert_closed_keys(are_closed: bool) {
    assert!(
        are_closed,
        "this field has a map whose keys are `StructuralKey`s of a type that can reach a variable or a dag node, but such a \
         key must be closed: use `ByIdentity` for variables, or mark the field `#[seq(ignore)]` or `#[seq(opaque)]` [SEQ511]"
    );
}
