//! Whether a type can reach a variable or a dag node, through the whole type graph, decided at compile time.
//!
//! Each type has a shadow, `StructuralEq::Reach`: a struct of the shadows of its fields, without content. The
//! compiler derives auto traits coinductively, so that a shadow has one exactly when all that it can reach has it,
//! recursive types included and nothing written down. Two auto traits that are safe to lack serve:
//!
//! | shadow of | `Unpin`: no variable | `UnwindSafe`: neither variable nor dag node |
//! |---|---|---|
//! | a leaf | yes | yes |
//! | a dag node | yes | no |
//! | a variable | no | no |

use core::{
    marker::{PhantomData, PhantomPinned},
    panic::UnwindSafe,
};

use crate::structural::{Field, StructuralEq};

/// The shadow of a variable.
#[doc(hidden)]
pub struct Variable(#[allow(dead_code)] PhantomPinned, #[allow(dead_code)] DagNode);

/// The shadow of a dag node.
#[doc(hidden)]
pub struct DagNode(#[allow(dead_code)] PhantomData<&'static mut ()>);

/// The shadow of a type of which nothing is known: it may reach everything.
#[doc(hidden)]
pub type Anything = Variable;

/// The shadow of a type whose derive reported an error: no check on it fails as well.
#[doc(hidden)]
pub struct AfterError(#[allow(dead_code)] PhantomPinned);

/// The shadow of a field's type. A type of its own, and no alias: through an alias, a type that lacks an
/// implementation gives a second error.
///
/// Its auto traits are implemented, not derived from a field: the compiler counts each step from type to type against
/// its recursion limit, and a field would be one more.
#[doc(hidden)]
pub struct ReachOf<T: Field + ?Sized>(#[allow(dead_code)] PhantomData<T>);

impl<T: Field<Reach: Unpin> + ?Sized> Unpin for ReachOf<T> {}
impl<T: Field<Reach: UnwindSafe> + ?Sized> UnwindSafe for ReachOf<T> {}

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
    note = "a `const-tree` must reach neither: make that type `kind = \"tree\"`, or use another type here"
)]
pub trait Closed: Field<Reach: UnwindSafe> {}

#[diagnostic::do_not_recommend]
impl<T: Field<Reach: UnwindSafe> + ?Sized> Closed for T {}

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

impl<T: StructuralEq<Reach: UnwindSafe> + ?Sized> Probe<T> {
    /// The type reaches neither a variable nor a dag node.
    pub const CLOSED: bool = true;
}

impl<T: StructuralEq<Reach: Unpin> + ?Sized> Probe<T> {
    /// The type reaches no variable.
    pub const VARIABLE_FREE: bool = true;
}

/// Asks of a type that mentions type parameters whether it is [`Closed`].
#[doc(hidden)]
pub const fn assert_closed<T: Closed + ?Sized>() {}
