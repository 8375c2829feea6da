//! What a walk or a rewriting records for its callbacks: bindings, paths, or neither.

use core::marker::PhantomData;

/// What a [`Walk`](crate::walk::Walk) keeps: whether it knows what variables are bound to, and the way to a node.
#[derive(Clone, Copy, Debug)]
pub struct Keeps<const BINDINGS: bool, const PATHS: bool>(PhantomData<()>);

/// What a walk keeps, one of [`Keeps`].
pub trait Context: sealed::Context {}

impl<C: sealed::Context> Context for C {}

/// The context of a walk that knows what variables are bound to: see
/// [`Walk::with_bindings`](crate::walk::Walk::with_bindings).
#[diagnostic::on_unimplemented(
    message = "what variables are bound to, and what was met before, is not kept here [SEQ440]",
    label = "needs bindings",
    note = "ask for bindings first: begin with `Walk::new().with_bindings()` or `Rewrite::new().with_bindings()`"
)]
pub trait KnowsBindings: Context {}

impl KnowsBindings for Keeps<true, false> {}
impl KnowsBindings for Keeps<true, true> {}

/// The context of a walk that knows the way to a node: see [`Walk::with_paths`](crate::walk::Walk::with_paths).
#[diagnostic::on_unimplemented(
    message = "the path to a node is not kept here [SEQ441]",
    label = "needs paths",
    note = "ask for paths first: begin with `Walk::new().with_paths()` or `Rewrite::new().with_paths()`"
)]
pub trait KnowsPaths: Context {}

impl KnowsPaths for Keeps<false, true> {}
impl KnowsPaths for Keeps<true, true> {}

mod sealed {
    use super::Keeps;

    /// What a walk keeps that is asked for more.
    pub trait Context: 'static {
        type AndBindings: crate::walk::context::Context;
        type AndPaths: crate::walk::context::Context;
    }

    macro_rules! contexts {
        ($(($bindings:literal, $paths:literal))+) => {$(
            impl Context for Keeps<$bindings, $paths> {
                type AndBindings = Keeps<true, $paths>;
                type AndPaths = Keeps<$bindings, true>;
            }
        )+};
    }
    contexts!((false, false)(false, true)(true, false)(true, true));
}
