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
//! assert_eq!(mismatch.lhs().to_string(), ".Lambda.body.Add.1");
//! ```
//!
//! Where to go on:
//!
//! - kinds and roles: the derive macro [`StructuralEq`](derive@StructuralEq);
//! - comparing: [`structural_equal`], [`structural_hash`], [`first_structural_mismatch`],
//!   [`assert_structural_equal!`], with [`Options`] or a reusable [`Comparer`];
//! - across processes: [`structural_fingerprint`];
//! - as a map's key: [`StructuralKey`] by content, [`ByIdentity`] by address;
//! - traversing and rewriting: [`nodes`](fn@nodes), [`walk`] and [`rewrite`]; common operations on terms: [`terms`];
//! - variables known by their names: [`NameField`](containers::NameField), and the roles `var` and `key`;
//! - nodes in arenas, and ids: [`Id`](arena::Id) and [`Arena`](arena::Arena);
//! - types of other crates, and ids that are numbers: [`mirror`];
//! - trait objects: [`DynStructural`](custom::DynStructural) and [`open!`];
//! - listing a node's parts by a function: [`VirtualFields`](custom::VirtualFields),
//!   [`CustomStructural`](custom::CustomStructural);
//! - your own pointers, containers and leaves: the traits in [`containers`] and [`leaf!`]; to have them rewritten,
//!   [`rewritable!`] and [`rewritable_leaf!`];
//! - tables of names, kinds and roles: [`info`].
//!
//! # Features
//!
//! `std` (default) and `derive` (default); without `std` the crate needs `alloc` only. `diff` adds `structural_diff`.
//! `bytes`, `indexmap`, `num-bigint`, `ordered-float`, `smallvec`, `smol_str` and `triomphe` make the types of these
//! crates usable as fields, and `cranelift-entity`, `id-arena`, `la-arena`, `slotmap` and `thunderdome` their arenas;
//! `serde` (de)serializes fingerprints.
//!
//! Needs Rust 1.91, or what the crate behind a feature needs, if that is newer.

#![deny(unsafe_code)]
#![cfg_attr(not(feature = "std"), no_std)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(test)]
extern crate self as sexpr_core;

#[path = "private.rs"]
#[doc(hidden)]
pub mod __private;
mod api;
mod describe;
mod engine;
mod impls;
mod ops;
pub mod reflect;
pub mod rewrite;
mod rules;
mod tables;
pub mod terms;
pub mod walk;

#[cfg(feature = "derive")]
pub use sexpr_derive::StructuralEq;

#[cfg(feature = "diff")]
pub use crate::{
    api::functions::structural_diff,
    reflect::report::diff::edit::{Diff, Edit, EditKind},
};
pub use crate::{
    api::{
        by_identity::ByIdentity,
        comparer::Comparer,
        fingerprint::{Fingerprint, FingerprintError, ParseFingerprintError, structural_fingerprint},
        functions::{first_structural_mismatch, structural_equal, structural_hash},
        structural_key::StructuralKey,
    },
    describe::{
        info::{Kind, TypeInfo},
        options::Options,
        structural::{Field, StructuralEq},
    },
    engine::path::{Key, Path, Step},
    reflect::report::{
        hints::Hint,
        obstacle::Obstacle,
        reason::{Mismatch, Reason},
    },
    walk::{node_refs, nodes},
};

/// Traversal by a function of one's own, and behind trait objects.
pub mod custom {
    pub use crate::describe::{
        custom::{CustomStructural, EqualParts, HashParts, VirtualFields},
        open::DynStructural,
        region::Region,
        visitor::Visitor,
    };
}

/// The constant tables that describe types: names, kinds, roles.
pub mod info {
    pub use crate::describe::info::{Def, FieldInfo, Kind, Roles, Shape, Style, TypeInfo, TypeRef, VariantInfo};
}

/// Ids, and the arenas that they belong to.
pub mod arena {
    pub use crate::describe::arena::{Arena, Columns, Id, InArena, NodesMut};
}

/// Types of other crates, described by types of one's own.
pub mod mirror {
    pub use crate::describe::mirror::{
        cast::As,
        containers::{DescribeMap, DescribeOwningPointer, DescribeSequence, DescribeSharedPointer},
        describe::{Describe, DescribeField, DescribeKey, DescribeNames, DescribeValue, Same},
        ids::{DescribeArena, DescribeId, IdOf, IdTo},
    };
}

/// The traits of pointers, containers, leaves and keys, for those of one's own.
pub mod containers {
    pub use crate::describe::{
        containers::{Map, MapOrder, OwningPointer, Sequence, SharedPointer, Sharing},
        keys::{KeyReader, KeyValue, MapKey},
        leaf::{Encoder, Leaf, StableBytes},
        names::NameField,
        reach::{Closed, MapReach, Reorderable},
    };
}
