//! Rewriting: callbacks return replacements for parts of a value, and changed ancestors are copied.

pub(crate) mod callback;
pub(crate) mod containers;
pub(crate) mod own_types;
pub(crate) mod parts;
pub(crate) mod rewritable;
pub(crate) mod rewriting;

use alloc::{boxed::Box, rc::Rc};
use core::{any::Any, cell::Cell, convert::Infallible, fmt, marker::PhantomData};

pub use crate::rewrite::{
    callback::Change,
    containers::{RewritableMap, RewritablePointer, RewritableSequence, RewritableWrapper},
    rewritable::{Rewritable, Variable},
};
use crate::{
    describe::{info::Shape, options::Options},
    rewrite::{
        callback::IntoChange,
        rewriting::{
            WantedParts,
            callbacks::{Call, Callbacks, Flow, When},
            rewrite,
        },
    },
    walk::{At, Keeps},
};

/// Rewrites a value: callbacks by type return replacements for its parts.
///
/// A callback is called with each part of its type, either before the part's children are rewritten ([`on`](Self::on))
/// or afterwards ([`after`](Self::after)). It returns a replacement, or `None`. The type may be that of a node
/// (`Expr`), of a leaf (`String`), or of a pointer (`Arc<Expr>`): a callback for pointers can return an existing
/// pointer.
///
/// **Sharing.** Nodes that the root alone owns are rewritten in place, without a copy. A shared node (behind an `Arc`
/// or `Rc` with other owners) is copied only if a part below it changes. All other pointers stay the same. A shared
/// node is rewritten once per distinct binding context, and stays shared among its occurrences in one context.
///
/// **Arenas.** An arena is rewritten as a sequence of nodes. Each node is visited once, in the arena's order, as a part
/// of the node that has the arena. Ids are copied and not followed, so the scopes around an id do not enclose its node.
/// An arena is left unchanged if it is behind a pointer or cannot [hand out its nodes](crate::arena::Arena::NODES_MUT).
///
/// **Variables.** Callbacks for a variable are called where it is bound; for a free variable, at its first occurrence.
/// The replacement also replaces all other occurrences that refer to the same binding, through scopes and shadowing,
/// and in keys of maps. At these occurrences, no callback is called with the variable. Callbacks for the enclosing
/// nodes are called; in a rewriting [`with_bindings`](Self::with_bindings), they can look up the variable's binding by
/// [`At::meaning`]. So a renaming always reaches a binder and its uses together. But it can capture: a new name may
/// already refer to another binding at some use, and a term that a callback puts below a binder may mention the bound
/// variable. [`rename_bound`](crate::terms::rename_bound) and [`substitute`](fn@crate::terms::substitute) avoid
/// capture.
///
/// **Context.** Callbacks get a part and its place ([`At`]). The place has bindings only
/// [`with_bindings`](Self::with_bindings), and a path only [`with_paths`](Self::with_paths). Unless bindings are
/// tracked, variables are visited only in two cases: if callbacks are called with variables, with pointers to variables
/// or with parts of variables; or if the value's type has scopes, names (the role `var`), or maps with keys other than
/// leaves.
///
/// Bindings and the order of parts are the same as in a [`Walk`](crate::walk::Walk), with these exceptions. All keys of
/// a map come before its values. The terms in `StructuralKey`s are not visited. In fields with the roles `var` and
/// `ordered`, callbacks are called with the names and the entries, but not with the containers. A callback for pointers
/// that runs before the pointee is called at each occurrence of a pointer. A `dag` node that is held by value is
/// rewritten at each of its occurrences. A variable's node is replaced as a whole, with its ignored fields. If a name
/// has several fields, each occurrence keeps its own ignored fields, such as its source location. If two keys of a map
/// become one, the value of the later entry in the container stays. All nodes of size zero are one node.
///
/// Takes a bounded amount of native stack, whatever the depth, with two exceptions. First, if a shared node has an
/// arena, the arena is copied by its own `Clone`. Second, replaced values are dropped as their types drop them, and so
/// is the whole value after an error. Keep a clone of a deep root and give it to
/// [`drop_iteratively`](crate::terms::drop_iteratively) afterwards. Takes time linear in the number of visited parts,
/// plus, for each occurrence of a shared node, time linear in the number of its free variables. Takes one allocation
/// for each replaced part and two for each copied node. A shared node that binds variables for the parts around it is
/// rewritten at each of its occurrences.
///
/// ```
/// use std::sync::Arc;
/// use sexpr_core::{StructuralEq, assert_structural_equal, rewrite::Rewrite, walk::At};
///
/// #[derive(StructuralEq)]
/// #[seq(rewrite)]
/// enum Expr { Int(i64), Add(Arc<Expr>, Arc<Expr>), Mul(Arc<Expr>, Arc<Expr>) }
/// use Expr::*;
///
/// // `x * 1` is `x`, the very same.
/// let without_ones = |expr: &Arc<Expr>, _: &At| match &**expr {
///     Mul(factor, one) if matches!(**one, Int(1)) => Some(factor.clone()),
///     _ => None,
/// };
/// let two = Arc::new(Int(2));
/// let term = Arc::new(Add(Arc::new(Mul(two.clone(), Arc::new(Int(1)))), two.clone()));
/// let rewritten = Rewrite::new().after(without_ones).run(term.clone());
/// assert_structural_equal!(&rewritten, &Arc::new(Add(two.clone(), two.clone())));
/// let Add(left, right) = &*rewritten else { panic!() };
/// assert!(Arc::ptr_eq(left, &two) && Arc::ptr_eq(right, &two));
/// ```
///
/// # Panics
///
/// Panics if a variable that is known by its value is replaced, and occurs in fields of two types that cannot be
/// converted into each other, such as `u32` and `String`. All types of strings can be converted into each other.
pub struct Rewrite<'c, E = Infallible, C = Keeps<false, false>> {
    wanted: WantedParts,
    callbacks: Callbacks<'c>,
    /// The error with which a callback stopped the rewriting.
    error: Rc<Cell<Option<E>>>,
    context: PhantomData<C>,
}

impl Rewrite<'_> {
    /// A rewriting without callbacks. It changes nothing.
    pub fn new() -> Self {
        Rewrite::fallible()
    }
}

impl<C> Rewrite<'_, Infallible, C> {
    /// Rewrites a value.
    pub fn run<T: Rewritable>(self, root: T) -> T {
        match self.try_run(root) {
            Ok(root) => root,
            Err(never) => match never {},
        }
    }
}

impl Default for Rewrite<'_> {
    fn default() -> Self {
        Rewrite::new()
    }
}

impl<E> Rewrite<'_, E> {
    /// A rewriting without callbacks. It stops when a callback returns an error.
    pub fn fallible() -> Self {
        Rewrite {
            wanted: WantedParts::default(),
            callbacks: Callbacks::default(),
            error: Rc::default(),
            context: PhantomData,
        }
    }
}

impl<'c, E, const BINDINGS: bool, const PATHS: bool> Rewrite<'c, E, Keeps<BINDINGS, PATHS>> {
    /// Tracks the bindings of variables, for [`At::occurrence`] and [`At::meaning`].
    pub fn with_bindings(mut self) -> Rewrite<'c, E, Keeps<true, PATHS>> {
        self.wanted.bindings = true;
        self.keeping()
    }

    /// Tracks the path to each part, for [`At::path`] and [`At::depth`].
    pub fn with_paths(mut self) -> Rewrite<'c, E, Keeps<BINDINGS, true>> {
        self.wanted.paths = true;
        self.keeping()
    }

    /// The same rewriting, in another context.
    fn keeping<K>(self) -> Rewrite<'c, E, K> {
        let Rewrite { wanted, callbacks, error, context: PhantomData } = self;
        Rewrite { wanted, callbacks, error, context: PhantomData }
    }
}

impl<'c, E: 'c, C> Rewrite<'c, E, C> {
    /// Sets the options: `skip_payload` leaves payload unchanged, and `map_free_vars` binds each free variable where it
    /// is first met.
    pub fn options(mut self, options: Options) -> Self {
        self.wanted.options = options;
        self
    }

    /// Calls back with each part whose type is `T`, before the part's children.
    ///
    /// The callback returns an `Option` with the part's replacement, or a [`Change`]. In a
    /// [`fallible`](Rewrite::fallible) rewriting, it may also return a `Result` of either; an `Err` stops the
    /// rewriting. The children of a replacement are visited, but the replacement itself is not passed to callbacks
    /// before its children again.
    pub fn on<T, A>(self, callback: impl FnMut(&T, &At<'_, C>) -> A + 'c) -> Self
    where
        T: Rewritable,
        A: IntoChange<T, E>,
    {
        self.with(When::Before, callback)
    }

    /// Calls back with each part whose type is `T`, after the part's children. Several callbacks for one type are called
    /// in sequence, each with the result of the previous callback.
    pub fn after<T, A>(self, callback: impl FnMut(&T, &At<'_, C>) -> A + 'c) -> Self
    where
        T: Rewritable,
        A: IntoChange<T, E>,
    {
        self.with(When::After, callback)
    }

    fn with<T, A>(mut self, when: When, mut callback: impl FnMut(&T, &At<'_, C>) -> A + 'c) -> Self
    where
        T: Rewritable,
        A: IntoChange<T, E>,
    {
        self.wanted.leaves |= matches!(T::INFO.shape(), Shape::Leaf);
        let error = self.error.clone();
        let call = move |part: &dyn Any, call: Call<'_>| {
            let state = call.state;
            match callback(part.downcast_ref::<T>()?, &call.at()).into_change() {
                Ok(Change { replacement, skips }) => {
                    if skips {
                        state.flow.set(Flow::Skips);
                    }
                    replacement.map(|value| Box::new(value) as Box<dyn Any>)
                }
                Err(stopped) => {
                    error.set(Some(stopped));
                    state.flow.set(Flow::Stops);
                    None
                }
            }
        };
        self.callbacks.add::<T>(when, Box::new(call));
        self
    }

    /// Rewrites a value. If a callback returns an error, drops the value and returns the error.
    pub fn try_run<T: Rewritable>(self, mut root: T) -> Result<T, E> {
        rewrite(&mut root, self.wanted, self.callbacks);
        self.error.take().map_or(Ok(root), Err)
    }
}

impl<E, C> fmt::Debug for Rewrite<'_, E, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rewrite").field("wanted", &self.wanted).finish_non_exhaustive()
    }
}
