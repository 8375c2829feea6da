//! Traversal and copies of the types that `rewritable!` is invoked for.
//!
//! A user's pointer or container is copied by itself, as a node is (`Rewritable::COPIED_APART`): it may hold values of
//! its own type to any depth, with no node between. A pointer that holds another pointer is a `RewritableWrapper`, and
//! does not count as a pointer. Otherwise what replaces a variable behind one type of pointer would have to be
//! converted into another.

use crate::{
    describe::{info::Shape, region::Region},
    rewrite::{
        containers::{RewritableMap, RewritablePointer, RewritableSequence, RewritableWrapper},
        part_types::PartTypes,
        parts::{Part, Parts},
        rewritable::{Pointee, Rewritable},
        rewriting::edits::Edits,
    },
};

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

impl PartTypes {
    /// The part of a type that holds one.
    #[doc(hidden)]
    pub fn of_wrapper<W: RewritableWrapper>(&mut self) {
        self.add::<W::Inner>();
    }

    /// What a shared pointer points to.
    #[doc(hidden)]
    pub fn of_shared<P: RewritablePointer>(&mut self) {
        <P::Target as Pointee>::part_types(self);
    }

    /// An id has no parts.
    #[doc(hidden)]
    pub fn of_id<I>(&mut self) {}

    /// Elements.
    #[doc(hidden)]
    pub fn of_sequence<S: RewritableSequence>(&mut self) {
        self.add::<S::Item>();
    }

    /// Keys and values.
    #[doc(hidden)]
    pub fn of_map<M: RewritableMap<Key: Rewritable, Value: Rewritable>>(&mut self) {
        self.add_keys::<M::Key>();
        self.add::<M::Value>();
    }
}

/// A copy of a type that holds one part.
#[doc(hidden)]
pub fn copied_wrapper<W: RewritableWrapper>(wrapper: &W, edits: &mut Edits) -> W {
    wrapper.with_inner(edits.part(wrapper.inner()))
}

/// A copy of a shared pointer, to the same.
#[doc(hidden)]
pub fn copied_pointer<P: RewritablePointer>(pointer: &P, _: &mut Edits) -> P {
    pointer.clone()
}

/// A copy of an id.
#[doc(hidden)]
pub fn copied_id<I: Clone>(id: &I, _: &mut Edits) -> I {
    id.clone()
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
