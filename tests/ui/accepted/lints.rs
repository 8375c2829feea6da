//! What the derive writes sets off no lint, however strict.

#![deny(
    warnings,
    future_incompatible,
    let_underscore,
    nonstandard_style,
    rust_2024_compatibility,
    unused,
    missing_copy_implementations,
    missing_debug_implementations,
    missing_docs,
    single_use_lifetimes,
    trivial_casts,
    trivial_numeric_casts,
    unit_bindings,
    unnameable_types,
    unreachable_pub,
    unused_import_braces,
    unused_lifetimes,
    unused_qualifications,
    unused_results,
    variant_size_differences
)]
#![forbid(unsafe_code)]
#![deny(clippy::all, clippy::pedantic, clippy::nursery)]

use std::{collections::BTreeMap, fmt::Debug, sync::Arc};

use sexpr_core::{
    Field, StructuralEq, containers::MapKey, custom::{Region, Visitor}, reflect::Kind, structural_equal,
};

/// Uses what is in scope under the names that the expansion uses.
fn in_scope<'a, T: Field + MapKey, V: Visitor<'a>>(value: &'a T, visitor: &mut V) -> bool {
    T::content(value, value, Region::NONE, visitor) && T::kind(value) == Kind::Tree
}

trait Private {}

impl Private for u32 {}

/// A variable.
#[derive(Debug, StructuralEq)]
#[seq(kind = "var")]
pub struct Var {
    /// Its name.
    #[seq(ignore)]
    pub name: String,
    /// No longer used.
    #[deprecated]
    pub width: u32,
}

/// An expression.
#[derive(Debug, StructuralEq)]
pub enum Expr<'ir, T: ?Sized, const N: usize> {
    /// A use.
    Var(Arc<Var>),
    /// A lambda.
    Lambda {
        /// What it binds.
        #[seq(def)]
        params: Vec<Arc<Var>>,
        /// What it is.
        body: Box<Self>,
    },
    /// By name.
    #[seq(kind = "var")]
    Named(#[seq(key)] String),
    /// No longer used.
    #[deprecated]
    Old([u8; N]),
    /// Borrowed.
    Borrowed(&'ir T),
    /// Of another crate.
    Opaque(#[seq(opaque)] String, #[seq(ordered)] BTreeMap<String, u32>),
    /// By names.
    #[seq(scope)]
    Binder {
        /// What it binds.
        #[seq(var = "types", def)]
        names: Vec<String>,
        /// What it uses.
        #[seq(var)]
        used: Symbol,
    },
    /// Nothing.
    Hole,
}

/// An index.
#[derive(Clone, Copy, Debug, StructuralEq)]
#[seq(process_local, type_key = "Symbol")]
pub struct Symbol(u32);

/// A scope.
#[derive(Debug, StructuralEq)]
#[seq(scope)]
pub struct Block<N, T: ?Sized>(#[seq(var)] N, Arc<T>);

/// No longer used.
#[derive(Debug, StructuralEq)]
#[deprecated]
pub struct Older<T>(Vec<T>);

/// Holds what is more private than itself.
#[derive(Debug, StructuralEq)]
pub struct Public {
    hidden: Vec<Typed<u32>>,
}

/// Nothing to compare.
#[derive(Clone, Copy, Debug, StructuralEq)]
pub struct Unit;

#[allow(dead_code)]
#[derive(Debug, StructuralEq)]
#[seq(kind = "const-tree")]
struct Constant<T: Private> {
    value: T,
    all: Vec<Typed<T>>,
}

#[derive(Debug, StructuralEq)]
struct Typed<T>(T);

#[derive(Debug, StructuralEq)]
#[seq(kind = "singleton")]
struct Op {
    id: u32,
}

fn main() {
    let op = Op { id: 1 };
    assert!(structural_equal(&op, &op) && op.id == 1);
    let public = Public { hidden: vec![] };
    assert!(structural_equal(&public, &public) && public.hidden.is_empty());
    assert!(structural_equal(&Unit, &Unit));
    assert!(structural_equal(&Typed(1), &Typed(1)));
    let block = Block(Symbol(1), Arc::from("b"));
    assert!(structural_equal::<Block<Symbol, str>>(&block, &block));
    assert!(structural_equal::<Expr<'_, str, 1>>(&Expr::Hole, &Expr::Hole));
    let _ = in_scope::<u32, sexpr_core::__private::KeyEncoder>;
}
