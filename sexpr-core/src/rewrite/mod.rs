//! Rewriting: a value, with parts of it replaced by what callbacks return.

pub(crate) mod change;
pub(crate) mod containers;
pub(crate) mod generic;
pub(crate) mod part;
pub(crate) mod parts;
pub(crate) mod pointee;
pub(crate) mod rewritable;
pub(crate) mod rewriting;
pub(crate) mod site;
pub(crate) mod types;

use alloc::{boxed::Box, vec::Vec};
use core::{
    any::{Any, TypeId},
    convert::Infallible,
    fmt,
};

pub use crate::rewrite::{
    change::{Change, IntoChange},
    containers::{RewritableMap, RewritablePointer, RewritableSequence, RewritableWrapper},
    part::Part,
    parts::Parts,
    pointee::Pointee,
    rewritable::{Rewritable, RewritableNames, Variable},
    site::Site,
};
use crate::{
    describe::{info::Shape, options::Options},
    rewrite::rewriting::{Callbacks, Moment, WantedParts, look, rewrite},
};

/// Rewrites a value: callbacks by type say what parts of it are replaced by.
///
/// A callback is called with a part of its type, after what is in it was rewritten ([`after`](Self::after)), or before
/// ([`on`](Self::on)), and answers what replaces it, or `None`. Types are those of nodes (`Expr`), of pointers
/// (`Arc<Expr>`), so that one that is already there can be put in their place, and of leaves (`String`).
///
/// **What stays.** Parts that nothing replaces stay where they are: what the root owns alone is rewritten in place,
/// without a copy, and of what is shared (an `Arc` or `Rc` that something else holds as well) a node is copied only
/// where something below it changes; all other pointers stay the same. A shared node is rewritten once for each way in
/// which its variables are bound, and stays shared among the occurrences where these are the same.
///
/// **Variables.** Callbacks for a variable are called where it is bound, and, if nothing binds it, where it is met
/// first. What replaces it there replaces it at all other occurrences that refer to the same binding, through scopes
/// and shadowing, and as keys of maps. At these, no callback is called with the variable, but with the nodes around;
/// [`Site::meaning`] tells them what it refers to. So a renaming always reaches a binder and its uses together. It can capture:
/// a variable that is known by its name can get one that means something else there, and a term that a callback puts
/// below a binder can use what that binds. See [`rename_bound`](crate::terms::rename_bound) and
/// [`substitute`](fn@crate::terms::substitute), which do not.
///
/// Occurrences refer to what they refer to on a [`Walk`](crate::walk::Walk), and parts come in the same order, but for
/// this: all keys of a map come before its values, the terms in `StructuralKey`s are not looked into, and of fields
/// with the roles `var` and `ordered` the names and the entries are asked about, not the containers. A callback for a
/// pointer that is called before what is behind it is called at each occurrence. A `dag` node that is held by value is
/// rewritten at each of its occurrences. What replaces a variable replaces it as a whole, with its ignored fields. If
/// two keys of a map become one, the entry that comes later in the container stays. Nodes of size zero are one.
///
/// Takes no native stack, whatever the depth, but for dropping: what is replaced, and everything if there is an error,
/// is dropped as its types drop it. Keep a clone of a deep root and give it to
/// [`drop_iteratively`](crate::terms::drop_iteratively) afterwards. Takes time linear in what is visited, and for each
/// occurrence of a shared node in the number of variables that occur in it and are not bound in it; an allocation for
/// each part that is replaced and two for each node that is copied. A shared node that binds something around itself is
/// rewritten at each of its occurrences.
///
/// ```
/// use std::sync::Arc;
/// use sexpr_core::{StructuralEq, assert_structural_equal, rewrite::{Rewrite, Site}};
///
/// #[derive(StructuralEq)]
/// #[seq(rewrite)]
/// enum Expr { Int(i64), Add(Arc<Expr>, Arc<Expr>), Mul(Arc<Expr>, Arc<Expr>) }
/// use Expr::*;
///
/// // `x * 1` is `x`, the very same.
/// let without_ones = |expr: &Arc<Expr>, _: &Site| match &**expr {
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
/// If a variable that is known by its value is replaced, and written as two types of which neither can be made of the
/// other, such as `u32` and `String`. Strings of all kinds can be made of each other.
pub struct Rewrite<'c, E = Infallible> {
    wanted: WantedParts,
    callbacks: Vec<Callback<'c, E>>,
}

struct Callback<'c, E> {
    /// The index of its type among those that are wanted at this moment.
    ty: usize,
    moment: Moment,
    call: Call<'c, E>,
}

/// Takes a part, and what replaces it so far, as an `Option` of its type. Answers whether what is in it stays.
type Call<'c, E> = Box<dyn FnMut(&dyn Any, &mut dyn Any, &Site<'_>) -> Result<bool, E> + 'c>;

impl<'c> Rewrite<'c> {
    /// A rewriting without callbacks, which changes nothing.
    pub fn new() -> Self {
        Rewrite::fallible()
    }

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

impl<'c, E> Rewrite<'c, E> {
    /// A rewriting without callbacks, which stops when one answers an error.
    pub fn fallible() -> Self {
        Rewrite { wanted: WantedParts::default(), callbacks: Vec::new() }
    }

    /// Rewrites under these options: `skip_payload` leaves payload as it is, and `map_free_vars` has free variables
    /// bound where they are met.
    pub fn options(mut self, options: Options) -> Self {
        self.wanted.options = options;
        self
    }

    /// Calls back with each part of a type, before what is in it. What replaces it is looked into, without being asked
    /// about again.
    pub fn on<T, A>(self, callback: impl FnMut(&T, &Site<'_>) -> A + 'c) -> Self
    where
        T: Rewritable,
        A: IntoChange<T, E>,
    {
        self.with(Moment::Before, callback)
    }

    /// Calls back with each part of a type, after what is in it. Several callbacks for one type are called one after
    /// the other, each with what the one before made of the part.
    pub fn after<T, A>(self, callback: impl FnMut(&T, &Site<'_>) -> A + 'c) -> Self
    where
        T: Rewritable,
        A: IntoChange<T, E>,
    {
        self.with(Moment::After, callback)
    }

    fn with<T, A>(mut self, moment: Moment, mut callback: impl FnMut(&T, &Site<'_>) -> A + 'c) -> Self
    where
        T: Rewritable,
        A: IntoChange<T, E>,
    {
        let ty = self.wants::<T>(moment);
        let call = move |part: &dyn Any, replacement: &mut dyn Any, site: &Site<'_>| {
            let (Some(part), Some(current)) = (part.downcast_ref::<T>(), replacement.downcast_mut::<Option<T>>())
            else {
                return Ok(false);
            };
            let Change { replacement, skips } = callback(current.as_ref().unwrap_or(part), site).into_change()?;
            if replacement.is_some() {
                *current = replacement;
            }
            Ok(skips)
        };
        self.callbacks.push(Callback { ty, moment, call: Box::new(call) });
        self
    }

    /// Registers a type of interest, and returns its index among those of this moment.
    fn wants<T: Rewritable>(&mut self, moment: Moment) -> usize {
        self.wanted.leaves |= matches!(T::INFO.shape(), Shape::Leaf);
        let types = match moment {
            Moment::Before => &mut self.wanted.before,
            Moment::After => &mut self.wanted.after,
        };
        let ty = TypeId::of::<T>();
        types.iter().position(|known| *known == ty).unwrap_or_else(|| {
            types.push(ty);
            types.len() - 1
        })
    }

    /// Runs the callbacks on a value and discards their results.
    pub(crate) fn look<T: Rewritable>(self, root: &T) {
        let mut run = Run { callbacks: self.callbacks, error: None };
        look(root, self.wanted, &mut run);
    }

    /// Rewrites a value, until a callback answers an error. Then what was rewritten by then is dropped.
    pub fn try_run<T: Rewritable>(self, mut root: T) -> Result<T, E> {
        let mut run = Run { callbacks: self.callbacks, error: None };
        rewrite(&mut root, self.wanted, &mut run);
        run.error.map_or(Ok(root), Err)
    }
}

impl<E> fmt::Debug for Rewrite<'_, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rewrite").field("wanted", &self.wanted).finish_non_exhaustive()
    }
}

/// Callbacks, and the error of one.
struct Run<'c, E> {
    callbacks: Vec<Callback<'c, E>>,
    error: Option<E>,
}

impl<E> Callbacks for Run<'_, E> {
    fn call(
        &mut self,
        ty: usize,
        moment: Moment,
        part: &dyn Any,
        replacement: &mut dyn Any,
        site: &Site<'_>,
    ) -> Option<bool> {
        let mut skips = false;
        for callback in &mut self.callbacks {
            if callback.ty == ty && callback.moment == moment {
                match (callback.call)(part, replacement, site) {
                    Ok(stays) => skips |= stays,
                    Err(error) => {
                        self.error = Some(error);
                        return None;
                    }
                }
            }
        }
        Some(skips)
    }
}
