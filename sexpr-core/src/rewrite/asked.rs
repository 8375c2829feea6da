//! What `rewritable!` asks of a type, each once, with the message where it is not so.

use crate::{
    describe::{arena::Id, structural::StructuralEq},
    rewrite::{
        containers::{RewritableMap, RewritablePointer, RewritableSequence, RewritableWrapper},
        rewritable::Rewritable,
    },
};

/// [`StructuralEq`] as a bound that may be false where it is declared.
#[doc(hidden)]
pub trait StructuralEqFor<'x>: StructuralEq {}

impl<T: StructuralEq> StructuralEqFor<'_> for T {}

/// A wrapper. (Here and below, the type is an argument: see `refused`.)
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{T}` does not implement all that `rewritable!` needs [SEQ447]",
    label = "not a wrapper that could be rewritten",
    note = "implement `sexpr_core::StructuralEq`, `sexpr_core::Field` and `sexpr_core::rewrite::RewritableWrapper` for `{T}`"
)]
pub trait AskedOfWrapper<T> {}

#[diagnostic::do_not_recommend]
impl<T: StructuralEq + RewritableWrapper> AskedOfWrapper<T> for () {}

/// A shared pointer.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{T}` does not implement all that `rewritable!` needs [SEQ447]",
    label = "not a shared pointer that could be rewritten",
    note = "implement `sexpr_core::StructuralEq`, `sexpr_core::Field`, `sexpr_core::containers::SharedPointer`, `Clone` and \
            `sexpr_core::rewrite::RewritablePointer` for `{T}`"
)]
pub trait AskedOfPointer<T> {}

#[diagnostic::do_not_recommend]
impl<T: StructuralEq + RewritablePointer> AskedOfPointer<T> for () {}

/// A sequence.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{T}` does not implement all that `rewritable!` needs [SEQ447]",
    label = "not a sequence that could be rewritten",
    note = "implement `sexpr_core::StructuralEq`, `sexpr_core::Field`, `sexpr_core::containers::Sequence` and \
            `sexpr_core::rewrite::RewritableSequence` for `{T}`"
)]
pub trait AskedOfSequence<T> {}

#[diagnostic::do_not_recommend]
impl<T: StructuralEq + RewritableSequence> AskedOfSequence<T> for () {}

/// A map.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{T}` does not implement all that `rewritable!` needs [SEQ447]",
    label = "not a map that could be rewritten",
    note = "implement `sexpr_core::StructuralEq`, `sexpr_core::Field`, `sexpr_core::containers::Map` and \
            `sexpr_core::rewrite::RewritableMap` for `{T}`"
)]
pub trait AskedOfMap<T> {}

#[diagnostic::do_not_recommend]
impl<T: RewritableMap> AskedOfMap<T> for () {}

/// An id.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{T}` does not implement all that `rewritable!` needs [SEQ447]",
    label = "not an id that could be rewritten",
    note = "implement `sexpr_core::arena::Id` and `Clone` for `{T}`, and invoke `sexpr_core::id!({T});`, too"
)]
pub trait AskedOfId<T> {}

#[diagnostic::do_not_recommend]
impl<T: StructuralEq + Id + Clone> AskedOfId<T> for () {}

/// Compiles only if the type implements the traits.
/// A function for each word, without macros, which messages would show.
#[doc(hidden)]
pub mod implements {
    use super::{AskedOfId, AskedOfMap, AskedOfPointer, AskedOfSequence, AskedOfWrapper};

    pub const fn wrapper<T>() -> bool
    where
        (): AskedOfWrapper<T>,
    {
        true
    }
    pub const fn shared<T>() -> bool
    where
        (): AskedOfPointer<T>,
    {
        true
    }
    pub const fn sequence<T>() -> bool
    where
        (): AskedOfSequence<T>,
    {
        true
    }
    pub const fn map<T>() -> bool
    where
        (): AskedOfMap<T>,
    {
        true
    }
    pub const fn id<T>() -> bool
    where
        (): AskedOfId<T>,
    {
        true
    }
}

/// Whether what is in it can be rewritten: yes, or an error. Not all of the traits ask that themselves.
#[doc(hidden)]
pub mod holds {
    use super::{Id, Rewritable, RewritableMap, RewritablePointer, RewritableSequence, RewritableWrapper};

    pub const fn wrapper<T: RewritableWrapper>() -> bool {
        true
    }
    pub const fn shared<T: RewritablePointer>() -> bool {
        true
    }
    pub const fn sequence<T: RewritableSequence>() -> bool {
        true
    }
    pub const fn map<T: RewritableMap<Key: Rewritable, Value: Rewritable>>() -> bool {
        true
    }
    pub const fn id<T: Id>() -> bool {
        true
    }
}
