//! The implementations that `rewritable!` makes for users' pointers, containers and ids: checks of the type, each with a
//! message, and the visits and copies that the generated code calls.
//!
//! Such a pointer or container is copied by itself, as a node is (`Rewritable::COPIED_APART`): it may hold values of
//! its own type to any depth, with no node between. A pointer that holds another pointer is a `RewritableWrapper`, and
//! does not count as a pointer: otherwise a replacement of a variable behind one type of pointer would have to be
//! converted into another.

use crate::{
    describe::{arena::Id, info::Shape, region::Region, structural::StructuralEq},
    rewrite::{
        containers::{RewritableMap, RewritablePointer, RewritableSequence, RewritableWrapper},
        parts::{Part, Parts},
        rewritable::Rewritable,
        rewriting::edits::Edits,
    },
};

/// [`StructuralEq`] as a bound that may be false where it is declared.
#[doc(hidden)]
pub trait StructuralEqFor<'x>: StructuralEq {}

impl<T: StructuralEq> StructuralEqFor<'_> for T {}

/// A wrapper. (Here and below, the type is an argument: see `impls::mention`.)
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

/// Functions that compile only if a type implements the traits. They are written out, as messages would show a macro.
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

/// Functions that compile only if what a type holds can be rewritten, which not all of the traits ask.
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

impl<'a> Parts<'a, '_, '_> {
    /// A type that holds one part.
    #[doc(hidden)]
    pub fn wrapper<W: RewritableWrapper + Rewritable>(&mut self, part: Part<'a, W>, at: Region) {
        self.enter_apart(part, at, |part, at, parts| {
            if parts.wants::<W::Inner>() {
                <W::Inner as Rewritable>::visit(part.project(W::inner_mut, W::inner), at, parts);
            }
        });
    }

    /// Elements in order.
    #[doc(hidden)]
    pub fn sequence<S: RewritableSequence + Rewritable>(&mut self, part: Part<'a, S>, at: Region) {
        const { assert!(matches!(S::INFO.shape(), Shape::Sequence(_)), "`rewritable!(sequence …)` is for sequences") };
        self.enter_apart(part, at, |part, at, parts| parts.items(part, at));
    }

    /// An id.
    #[doc(hidden)]
    pub fn id<I: Rewritable>(&mut self, part: Part<'a, I>, at: Region) {
        const {
            assert!(matches!(I::INFO.shape(), Shape::Id(_)), "`rewritable!(id …)` is for ids: beside it stands `id!`")
        };
        self.leaf(part, at);
    }

    /// A map, or a set.
    #[doc(hidden)]
    pub fn map<M>(&mut self, part: Part<'a, M>, at: Region)
    where
        M: RewritableMap<Key: Rewritable, Value: Rewritable> + Rewritable,
    {
        const {
            let is_map = matches!(M::INFO.shape(), Shape::Map(..) | Shape::Set(_));
            assert!(is_map, "`rewritable!(map …)` is for maps and sets");
        };
        self.enter_apart(part, at, |part, at, parts| parts.visit_map(part, at, M::ORDER));
    }
}

/// A copy of a type that holds one part.
#[doc(hidden)]
pub fn copied_wrapper<W: RewritableWrapper>(wrapper: &W, edits: &mut Edits) -> W {
    wrapper.with_inner(edits.part(wrapper.inner()))
}

/// A copy of a shared pointer, to the same pointee, or of an id.
#[doc(hidden)]
pub fn cloned<T: Clone>(value: &T, _: &mut Edits) -> T {
    value.clone()
}

/// A copy of elements in order.
#[doc(hidden)]
pub fn copied_sequence<S: RewritableSequence>(sequence: &S, edits: &mut Edits) -> S {
    sequence.copied(|item| edits.part(item))
}

/// A copy of a map, or a set.
#[doc(hidden)]
pub fn copied_map<M>(map: &M, edits: &mut Edits) -> M
where
    M: RewritableMap<Key: Rewritable, Value: Rewritable>,
{
    let mut copied = map.empty_like();
    for (key, value) in map.entries() {
        copied.insert(edits.part(key), edits.part(value));
    }
    copied
}
