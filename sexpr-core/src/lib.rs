//! Structural equality, hashing and mismatch reports for compiler IRs, up to renaming of bound variables.
//!
//! Annotate the types of an IR with `#[derive(StructuralEq)]`, saying what is a variable and which fields bind:
//!
//! ```
//! use std::sync::Arc;
//! use sexpr_core::{StructuralEq, first_structural_mismatch, structural_equal, structural_hash};
//!
//! #[derive(StructuralEq)]
//! #[seq(kind = "var")]
//! struct Var {
//!     #[seq(ignore)]
//!     name: String,
//! }
//!
//! #[derive(StructuralEq)]
//! enum Expr {
//!     Use(Arc<Var>),
//!     Int(i64),
//!     Add(Arc<Expr>, Arc<Expr>),
//!     Lambda {
//!         #[seq(def)]
//!         param: Arc<Var>,
//!         body: Arc<Expr>,
//!     },
//! }
//!
//! /// `λname. name + value`
//! fn lambda(name: &str, value: i64) -> Expr {
//!     let param = Arc::new(Var { name: name.into() });
//!     let body = Expr::Add(Arc::new(Expr::Use(param.clone())), Arc::new(Expr::Int(value)));
//!     Expr::Lambda { param, body: Arc::new(body) }
//! }
//!
//! assert!(structural_equal(&lambda("x", 1), &lambda("y", 1)));
//! assert_eq!(structural_hash(&lambda("x", 1)), structural_hash(&lambda("y", 1)));
//!
//! let mismatch = first_structural_mismatch(&lambda("x", 1), &lambda("y", 2)).unwrap();
//! assert_eq!(mismatch.lhs().to_string(), ".body.1");
//! ```
//!
//! Where to go on:
//!
//! - kinds and roles: the derive macro [`StructuralEq`](derive@StructuralEq);
//! - comparing: [`structural_equal`], [`structural_hash`], [`first_structural_mismatch`],
//!   [`assert_structural_equal!`], with [`Options`] or a reusable [`Comparer`];
//! - as a map's key: [`StructuralKey`] by content, [`ByIdentity`] by address;
//! - listing a node's parts by a function: [`VirtualFields`], [`CustomStructural`];
//! - one's own pointers, containers and leaves: [`SharedPointer`], [`OwningPointer`], [`Sequence`], [`Map`], [`Leaf`].
//!
//! # Features
//!
//! `std` (default) and `derive` (default); without `std` the crate needs `alloc` only. `bytes`, `indexmap`,
//! `num-bigint`, `ordered-float`, `smallvec`, `smol_str` and `triomphe` make the types of these crates usable as
//! fields.

#![cfg_attr(not(feature = "std"), no_std)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(test)]
extern crate self as sexpr_core;

mod assert;
mod by_identity;
mod comparer;
mod containers;
mod custom;
mod identity;
mod keys;
mod leaf;
mod mismatch;
mod options;
mod path;
mod reach;
mod refused;
mod region;
mod structural;
mod structural_key;
mod table;
mod visitor;
mod walker;

pub use crate::{
    by_identity::ByIdentity,
    comparer::Comparer,
    containers::{Map, MapOrder, OwningPointer, Sequence, SharedPointer, Sharing},
    custom::{CustomStructural, EqualParts, HashParts, VirtualFields},
    keys::{KeyReader, KeyValue, MapKey},
    leaf::{Encoder, Leaf},
    mismatch::{Mismatch, Reason},
    options::{Options, first_structural_mismatch, structural_equal, structural_hash},
    path::{Key, Path, Step},
    reach::Closed,
    region::Region,
    structural::{Field, StructuralEq},
    structural_key::StructuralKey,
    table::{Def, FieldInfo, Kind, Roles, Shape, Style, TypeInfo, TypeRef, VariantInfo},
    visitor::Visitor,
};
#[cfg(feature = "derive")]
pub use sexpr_derive::StructuralEq;

/// What generated code names. Not part of the public interface.
#[doc(hidden)]
pub mod __private {
    pub use core::{
        assert,
        cmp::Eq,
        fmt::Debug,
        hash::Hash,
        marker::PhantomData,
        mem::size_of,
        option::Option,
        panic,
        primitive::{bool, str, u32, usize},
        stringify, unreachable,
    };

    pub use crate::{
        assert::{Failure, fail},
        custom::{CustomStructural, VirtualFields},
        keys::{KeyEncoder, KeyReader, KeyValue, KeyValueFor, MapKey},
        reach::{AfterError, Anything, Closed, DagNode, Probe, ProbeFallback, ReachOf, Variable, assert_closed},
        region::Region,
        structural::{Field, StructuralEq},
        table::{Def, FieldInfo, Kind, Roles, Shape, Style, TypeInfo, TypeRef, VariantInfo},
        visitor::{Show, ShowFallback, ShowProbe, Visitor},
    };

    /// A compared field's type. Generated code asks for it in this way alone, at the place of the type: the compiler
    /// merges errors that are equal in all, the account of what asked included.
    pub type Of<T> = <T as Held>::Type;

    /// Every [`Field`] type is one.
    pub trait Held {
        /// The type itself.
        type Type: Field + ?Sized;
    }

    impl<T: Field + ?Sized> Held for T {
        type Type = T;
    }

    /// A key's type.
    pub type KeyOf<T> = <T as HeldKey>::Type;

    /// Every [`KeyValue`] type is one.
    pub trait HeldKey {
        /// The type itself.
        type Type: KeyValue + ?Sized;
    }

    impl<T: KeyValue + ?Sized> HeldKey for T {
        type Type = T;
    }

    /// An opaque field's type.
    pub type OpaqueOf<T> = <() as HeldOpaque<T>>::Type;

    /// Every type with an [`Eq`] and a [`Hash`] is one. (The type is an argument: see [`IdentityInline`].)
    #[diagnostic::on_unimplemented(
        message = "`{T}` lacks the `Eq` or the `Hash` by which an opaque field is compared",
        label = "an opaque field's type has `Eq` and `Hash`",
        note = "implement both for it, remove `opaque` if the type can be compared structurally, or mark the field \
                `#[seq(ignore)]` to leave it out"
    )]
    pub trait HeldOpaque<T: ?Sized> {
        /// The type itself.
        type Type: Eq + Hash;
    }

    #[diagnostic::do_not_recommend]
    impl<T: Eq + Hash> HeldOpaque<T> for () {
        type Type = T;
    }

    /// The type of a field marked `ordered`.
    pub type MapOf<T> = <() as HeldMap<T>>::Type;

    /// Every [`Map`](crate::Map) is one. (The type is an argument: see [`IdentityInline`].)
    #[diagnostic::on_unimplemented(
        message = "`{T}` is not a map, so there is nothing to compare in its own order",
        label = "`#[seq(ordered)]` is for maps and sets",
        note = "remove `ordered`: sequences are compared in order anyway"
    )]
    pub trait HeldMap<T: ?Sized> {
        /// The type itself.
        type Type: crate::Map + Field;
    }

    #[diagnostic::do_not_recommend]
    impl<T: crate::Map + Field> HeldMap<T> for () {
        type Type = T;
    }

    /// What [`Field`] wants of an unkeyed `var`, `dag` or `singleton`, in vain: implemented by nothing. (The type is
    /// an argument, for the compiler tells of the outer trait where both are wanted of one type.)
    #[diagnostic::on_unimplemented(
        message = "`{T}` is known by its address, so it cannot be held inline or in a `Box`",
        label = "held inline, this node could never be met twice",
        note = "hold it behind `Arc`, `Rc` or `&`, or mark one of its fields `#[seq(key)]`"
    )]
    pub trait IdentityInline<'x, T: ?Sized> {}
}
