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
//! - across processes: [`structural_fingerprint`];
//! - variables known by their names: [`Names`], and the roles `var` and `key`;
//! - trait objects: [`DynStructural`] and [`open!`];
//! - as a map's key: [`StructuralKey`] by content, [`ByIdentity`] by address;
//! - listing a node's parts by a function: [`VirtualFields`], [`CustomStructural`];
//! - one's own pointers, containers and leaves: [`SharedPointer`], [`OwningPointer`], [`Sequence`], [`Map`], [`Leaf`];
//!   to have them rewritten: [`rewritable!`], [`rewritable_leaf!`].
//!
//! # Features
//!
//! `std` (default) and `derive` (default); without `std` the crate needs `alloc` only. `bytes`, `indexmap`,
//! `num-bigint`, `ordered-float`, `smallvec`, `smol_str` and `triomphe` make the types of these crates usable as
//! fields; `serde` (de)serializes fingerprints.

#![deny(unsafe_code)]
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
mod fingerprint;
mod identity;
mod kept;
mod keys;
mod leaf;
mod mention;
mod mismatch;
mod names;
mod open;
mod options;
mod path;
mod reach;
mod refused;
mod region;
mod rewrite;
mod structural;
mod structural_key;
mod table;
mod terms;
mod visitor;
mod walk;
mod walker;

pub use crate::{
    by_identity::ByIdentity,
    comparer::Comparer,
    containers::{Map, MapOrder, OwningPointer, Sequence, SharedPointer, Sharing},
    custom::{CustomStructural, EqualParts, HashParts, VirtualFields},
    fingerprint::{Fingerprint, FingerprintError, Obstacle, ParseFingerprintError, structural_fingerprint},
    keys::{KeyReader, KeyValue, MapKey},
    leaf::{Encoder, Leaf, StableBytes},
    mismatch::{Mismatch, Reason},
    names::Names,
    open::DynStructural,
    options::{Options, first_structural_mismatch, structural_equal, structural_hash},
    path::{Key, Path, Step},
    reach::{Closed, MapReach},
    region::Region,
    rewrite::{
        Change, IntoChange, Part, Parts, Pointee, Rewritable, RewritableMap, RewritableNames, RewritablePointer,
        RewritableSequence, RewritableWrapper, Rewrite, Site, Variable,
    },
    structural::{Field, StructuralEq},
    structural_key::StructuralKey,
    table::{Def, FieldInfo, Kind, Roles, Shape, Style, TypeInfo, TypeRef, VariantInfo},
    terms::{
        CommonSubexpressions, Dismantle, HashCons, NodeCount, NotFresh, Pieces, SubstitutionError, Subterm,
        SubtermClass, SubtermClasses, bound_variables, clone_iteratively, common_subexpressions, contains, count_nodes,
        drop_iteratively, free_variables, hash_cons, rename_bound, substitute, substitute_in,
    },
    visitor::Visitor,
    walk::{
        Answer, AnyNode, At, Binding, Context, Keeps, KnowsBindings, KnowsPaths, Next, Nodes, Occurrence, Walk, nodes,
    },
};
#[cfg(feature = "derive")]
pub use sexpr_derive::StructuralEq;

/// What generated code names. Not part of the public interface.
#[doc(hidden)]
pub mod __private {
    pub use core::{
        any::{Any, TypeId, type_name},
        assert,
        clone::Clone,
        cmp::Eq,
        fmt::Debug,
        hash::Hash,
        marker::{PhantomData, Send, Sync},
        mem::size_of,
        module_path,
        option::Option,
        panic,
        panic::RefUnwindSafe,
        primitive::{bool, str, u32, u128, usize},
        stringify, unreachable,
    };

    pub use crate::{
        assert::{Failure, fail},
        custom::{CustomStructural, VirtualFields},
        keys::{KeyEncoder, KeyReader, KeyValue, KeyValueFor, MapKey, PointeeKey},
        mention::{
            DismantleOf, Held, HeldDismantle, HeldKept, HeldKey, HeldMap, HeldNames, HeldOpaque, HeldRewritable,
            KeptOf, KeyOf, MapOf, NamesOf, Of, OpaqueOf, RewritableOf,
        },
        names::{Names, Namespace, NoNamespace},
        open::{ConcreteType, DynStructural},
        reach::{
            AfterError, Anything, CheckedReachOf, Closed, DagNode, NamesReachOf, Probe, ProbeFallback, ReachOf, Uses,
            Variable, assert_closed, assert_closed_keys,
        },
        refused::{IdentityInline, PartOfKey},
        region::Region,
        rewrite::{
            NamePart, Part, Parts, Rewritable, RewritableNames, Site, Variable as RewritableVariable, copied_map,
            copied_pointer, copied_sequence, copied_wrapper, keep, mark_of_name, mark_of_node, same_name,
        },
        structural::{Field, StructuralEq},
        table::{Def, FieldInfo, Kind, Roles, Shape, Style, Text, TypeInfo, TypeRef, VariantInfo},
        terms::{Dismantle, Pieces},
        visitor::{Show, ShowFallback, ShowProbe, Stable, StableFallback, StableProbe, Visitor},
        walk::Occurrence,
        walker::{Edits, digest_of_key, shape_of_value},
    };
}
