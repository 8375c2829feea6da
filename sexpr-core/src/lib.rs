//! Structural equality, hashing and mismatch reports for compiler IRs, up to renaming of bound variables.
//!
//! Annotate the types of an IR with `#[derive(StructuralEq)]`, and mark the variables and the fields that bind them:
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
//! Where to continue:
//!
//! - kinds and roles: the derive macro [`StructuralEq`](derive@StructuralEq);
//! - comparing: [`structural_equal`], [`structural_hash`], [`first_structural_mismatch`],
//!   [`assert_structural_equal!`], with [`Options`] or a reusable [`Comparer`]; the parts of their results:
//!   [`report`];
//! - fingerprints, which are stable across processes: [`structural_fingerprint`];
//! - map keys: [`StructuralKey`] compares by content, [`ByIdentity`] by address;
//! - traversing and rewriting: [`walk`], such as [`walk::nodes`], and [`rewrite`]; common operations on terms: [`terms`];
//! - variables identified by name: [`NameField`](containers::NameField), and the roles `var` and `key`;
//! - nodes in arenas, and ids: [`arena`];
//! - types of other crates, and ids that are numbers: [`mirror`];
//! - trait objects: [`DynStructural`](custom::DynStructural) and [`open!`];
//! - functions that list a node's parts: [`VirtualFields`](custom::VirtualFields),
//!   [`CustomStructural`](custom::CustomStructural);
//! - pointers, containers and leaves of your own: the traits in [`containers`], and [`leaf!`]; to rewrite them,
//!   [`rewritable!`];
//! - generic code over fields: the bound is [`Field`];
//! - tables of names, kinds and roles, and the parts of any node as data: [`reflect`].
//!
//! # Features
//!
//! `std` (default) and `derive` (default); without `std` the crate needs only `alloc`.
//! `bytes`, `indexmap`, `num-bigint`, `ordered-float`, `smallvec`, `smol_str` and `triomphe` make the types of these
//! crates usable as fields, and `cranelift-entity`, `id-arena`, `la-arena`, `slotmap` and `thunderdome` their arenas;
//! `serde` (de)serializes fingerprints.
//!
//! The minimum Rust version is 1.91, or that of an enabled feature's crate if that version is newer.

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

/// Equality, hashing and mismatch reports by structure, up to renaming of bound variables.
///
/// Here, variables are shared nodes:
///
/// ```
/// use std::sync::Arc;
/// use sexpr_core::{StructuralEq, structural_equal};
///
/// #[derive(StructuralEq)]
/// #[seq(kind = "var")]
/// struct Var { #[seq(ignore)] name: &'static str, bits: u32 }
///
/// #[derive(StructuralEq)]
/// enum Expr {
///     Use(Arc<Var>),
///     Lambda { #[seq(def)] params: Vec<Arc<Var>>, body: Arc<Expr> },
///     #[seq(order(value, name, body))]
///     Let { #[seq(def)] name: Arc<Var>, value: Arc<Expr>, body: Arc<Expr> },
/// }
///
/// let identity = |name| {
///     let param = Arc::new(Var { name, bits: 32 });
///     Expr::Lambda { params: vec![param.clone()], body: Arc::new(Expr::Use(param)) }
/// };
/// assert!(structural_equal(&identity("x"), &identity("y")));
/// ```
///
/// Here, variables are names, and each is bound within the node that introduces it:
///
/// ```
/// use sexpr_core::{StructuralEq, structural_equal};
///
/// #[derive(StructuralEq)]
/// enum Term {
///     Var(#[seq(var)] String),
///     #[seq(scope)]
///     Lambda(#[seq(var, def)] String, Box<Term>),
///     Apply(Box<Term>, Box<Term>),
/// }
///
/// let var = |name: &str| Box::new(Term::Var(name.into()));
/// let lambda = |name: &str, body| Box::new(Term::Lambda(name.into(), body));
/// let apply = |function, argument| Box::new(Term::Apply(function, argument));
/// // `λx. (λx. x) x` and `λa. (λb. b) a`
/// let shadowed = lambda("x", apply(lambda("x", var("x")), var("x")));
/// let apart = lambda("a", apply(lambda("b", var("b")), var("a")));
/// assert!(structural_equal(&shadowed, &apart));
/// ```
///
#[cfg(feature = "derive")]
pub use sexpr_derive::StructuralEq;

pub use crate::{
    api::{
        comparer::Comparer,
        fingerprint::{Fingerprint, structural_fingerprint},
        functions::{first_structural_mismatch, structural_diff, structural_equal, structural_hash},
        keys::{ByIdentity, StructuralKey},
    },
    describe::{
        options::Options,
        structural::{Field, StructuralEq},
    },
    engine::path::Path,
    reflect::report::reason::{Mismatch, Reason},
};

/// The parts of mismatches, diffs and errors: steps of paths, edits, hints, and obstacles to a fingerprint.
pub mod report {
    pub use crate::{
        api::fingerprint::{FingerprintError, ParseFingerprintError},
        engine::path::{Key, Step},
        reflect::report::{
            hints::Hint,
            reason::{Diff, Edit, EditKind, Obstacle},
        },
    };
}

/// Custom traversal: functions that list a node's parts, comparison by a function, and trait objects.
pub mod custom {
    pub use crate::describe::{
        custom::{CustomStructural, EqualParts, HashParts, VirtualFields},
        objects::DynStructural,
        region::Region,
        visitor::Visitor,
    };
}

/// Ids, and the arenas they belong to.
pub mod arena {
    pub use crate::describe::arena::{Arena, Id, InArena, NodesMut};
}

/// Mirrors: types of your own that describe types of other crates.
pub mod mirror {
    pub use crate::describe::mirror::{
        As, Describe, DescribeField, Same,
        containers::{DescribeMap, DescribeSequence, IdOf, IdTo},
    };
}

/// The traits to implement for pointers, containers, leaves and map keys of your own.
pub mod containers {
    pub use crate::describe::{
        containers::{Map, NameField, OwningPointer, Sequence, SharedPointer},
        keys::{KeyValue, MapKey},
        leaf::{Encoder, Leaf, StableBytes},
        reach::{Closed, MapReach, Reorderable},
    };
}
