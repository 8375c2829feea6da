//! `Next` and `IntoControl`: what a callback of a walk returns.

use core::ops::ControlFlow;

/// Where a walk goes on after a callback.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Next {
    /// With what is in the node.
    #[default]
    Inside,
    /// With what comes after the node: what is in it is left out, with what it would bind for what comes after.
    Skip,
}

/// What a callback of a [`Walk`](crate::walk::Walk) may answer: nothing, which goes on inside the node; a [`Next`]; or
/// a [`ControlFlow`] of either, which may stop the walk with a value.
#[diagnostic::on_unimplemented(
    message = "a callback of a walk cannot answer `{Self}` [SEQ439]",
    note = "it answers `()`, `Next`, `ControlFlow<B>` or `ControlFlow<B, Next>`; to stop with a value, begin with `Walk::breakable`"
)]
pub trait IntoControl<B> {
    /// The answer in its most general form.
    fn into_flow(self) -> ControlFlow<B, Next>;
}

impl<B> IntoControl<B> for () {
    #[inline(always)]
    fn into_flow(self) -> ControlFlow<B, Next> {
        ControlFlow::Continue(Next::Inside)
    }
}

impl<B> IntoControl<B> for Next {
    #[inline(always)]
    fn into_flow(self) -> ControlFlow<B, Next> {
        ControlFlow::Continue(self)
    }
}

impl<B> IntoControl<B> for ControlFlow<B> {
    #[inline(always)]
    fn into_flow(self) -> ControlFlow<B, Next> {
        self.map_continue(|()| Next::Inside)
    }
}

impl<B> IntoControl<B> for ControlFlow<B, Next> {
    #[inline(always)]
    fn into_flow(self) -> ControlFlow<B, Next> {
        self
    }
}
