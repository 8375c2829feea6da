//! Whether a type can reach a variable or a dag node, through the whole type graph, decided at compile time.
//!
//! Each type has a shadow, `StructuralEq::Reach`: a struct of `PhantomData` over the shadows of its fields.
//! A variable's shadow is neither `Send` nor `Sync`, a dag node's is not `Sync`. The compiler derives auto
//! traits coinductively, so recursive types need nothing written down.

use core::{cell::Cell, marker::PhantomData};

use crate::structural::{Field, StructuralEq};

/// The shadow of a variable.
#[doc(hidden)]
pub struct Variable(#[allow(dead_code)] PhantomData<*const ()>);

/// The shadow of a dag node.
#[doc(hidden)]
pub struct DagNode(#[allow(dead_code)] PhantomData<Cell<()>>);

/// The shadow of a type of which nothing is known: it may reach everything.
#[doc(hidden)]
pub type Anything = Variable;

/// A type that can reach no variable and no dag node: what a `const-tree` may hold.
///
/// Implemented for every type of which this is so; there is nothing to write.
///
/// ```
/// use std::sync::Arc;
/// use sexpr_core::{Closed, StructuralEq};
///
/// #[derive(StructuralEq)]
/// struct Mesh { shape: Vec<u64>, next: Option<Arc<Mesh>> }
///
/// fn closed<T: Closed>() {}
/// closed::<Arc<Mesh>>();
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` can reach a variable or a dag node",
    note = "a `const-tree` and the type of a `StructuralKey` that is a map's key must reach neither"
)]
pub trait Closed: Field<Reach: Sync> {}

impl<T: Field<Reach: Sync> + ?Sized> Closed for T {}

/// Asks what a concrete type can reach: an inherent constant, where its condition holds, wins over the one of
/// [`ProbeFallback`].
#[doc(hidden)]
pub struct Probe<T: ?Sized>(PhantomData<T>);

/// The answers where the conditions do not hold.
#[doc(hidden)]
pub trait ProbeFallback {
    const CLOSED: bool = false;
    const VARIABLE_FREE: bool = false;
}

impl<T: ?Sized> ProbeFallback for Probe<T> {}

impl<T: StructuralEq<Reach: Sync> + ?Sized> Probe<T> {
    /// The type reaches neither a variable nor a dag node.
    pub const CLOSED: bool = true;
}

impl<T: StructuralEq<Reach: Send> + ?Sized> Probe<T> {
    /// The type reaches no variable.
    pub const VARIABLE_FREE: bool = true;
}
