//! The implementations that `rewritable!` makes for users' pointers, containers and ids: checks of the type, each with a
//! message, and the visits and copies that the generated code calls.
//!
//! A user's pointer or container is copied by itself, like a node (`Rewritable::COPIED_APART`): it may hold values of
//! its own type to any depth, with no node between. A pointer that holds another pointer is a `RewritableWrapper`, and
//! does not count as a pointer. Otherwise, the replacement of a variable would have to be converted from one type of
//! pointer to another.
//!
//! Also `rewritable!(leaf …)`, and `same_name`, for replacements of names.
//!
//! **No operation panics**, even on invalid values, such as maps whose keys contradict each other. [`same_name`] is the
//! only exception. It panics if a variable is replaced whose name occurs in two types that cannot be converted into
//! each other, since the result would be wrong.

use core::any::Any;

use crate::{
    describe::{arena::Id, containers::MapOrder, info::Shape, region::Region, structural::StructuralEq},
    rewrite::{
        containers::{RewritableMap, RewritablePointer, RewritableSequence, RewritableWrapper},
        parts::{Part, Parts},
        rewritable::Rewritable,
        rewriting::edits::{Edits, deep_copy},
    },
};

/// [`StructuralEq`], as a bound that may be unsatisfied at its declaration.
#[doc(hidden)]
pub trait StructuralEqFor<'x>: StructuralEq {}

impl<T: StructuralEq> StructuralEqFor<'_> for T {}

/// The requirements on a wrapper. If they are not met, the constant does not compile. (Here and below, the type is an
/// argument: see `impls::mention`.)
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{T}` does not implement all that `rewritable!` needs [SEQ447]",
    label = "not a wrapper that could be rewritten",
    note = "implement `sexpr_core::StructuralEq`, `sexpr_core::Field` and `sexpr_core::rewrite::RewritableWrapper` for `{T}`"
)]
pub trait AskedOfWrapper<T> {
    const MET: bool = true;
}

#[diagnostic::do_not_recommend]
impl<T: StructuralEq + RewritableWrapper> AskedOfWrapper<T> for () {}

/// The requirements on a shared pointer.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{T}` does not implement all that `rewritable!` needs [SEQ447]",
    label = "not a shared pointer that could be rewritten",
    note = "implement `sexpr_core::StructuralEq`, `sexpr_core::Field`, `sexpr_core::containers::SharedPointer`, `Clone` and \
            `sexpr_core::rewrite::RewritablePointer` for `{T}`"
)]
pub trait AskedOfPointer<T> {
    const MET: bool = true;
}

#[diagnostic::do_not_recommend]
impl<T: StructuralEq + RewritablePointer> AskedOfPointer<T> for () {}

/// The requirements on a sequence.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{T}` does not implement all that `rewritable!` needs [SEQ447]",
    label = "not a sequence that could be rewritten",
    note = "implement `sexpr_core::StructuralEq`, `sexpr_core::Field`, `sexpr_core::containers::Sequence` and \
            `sexpr_core::rewrite::RewritableSequence` for `{T}`"
)]
pub trait AskedOfSequence<T> {
    const MET: bool = true;
}

#[diagnostic::do_not_recommend]
impl<T: StructuralEq + RewritableSequence> AskedOfSequence<T> for () {}

/// The requirements on a map.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{T}` does not implement all that `rewritable!` needs [SEQ447]",
    label = "not a map that could be rewritten",
    note = "implement `sexpr_core::StructuralEq`, `sexpr_core::Field`, `sexpr_core::containers::Map` and \
            `sexpr_core::rewrite::RewritableMap` for `{T}`, and make its keys and values rewritable"
)]
pub trait AskedOfMap<T> {
    const MET: bool = true;
}

#[diagnostic::do_not_recommend]
impl<T: RewritableMap<Key: Rewritable, Value: Rewritable>> AskedOfMap<T> for () {}

/// The requirements on an id.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{T}` does not implement all that `rewritable!` needs [SEQ447]",
    label = "not an id that could be rewritten",
    note = "implement `sexpr_core::arena::Id` and `Clone` for `{T}`, and invoke `sexpr_core::id!({T});`, too"
)]
pub trait AskedOfId<T> {
    const MET: bool = true;
}

#[diagnostic::do_not_recommend]
impl<T: StructuralEq + Id + Clone> AskedOfId<T> for () {}

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

    /// A sequence.
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
        self.enter_apart(part, at, |part, at, parts| parts.visit_map(part, at, MapOrder::ByKey));
    }
}

/// A copy of a type that holds one part.
#[doc(hidden)]
pub fn copied_wrapper<W: RewritableWrapper>(wrapper: &W, edits: &mut Edits) -> W {
    wrapper.with_inner(edits.part(wrapper.inner()))
}

/// A copy of an id or of a shared pointer, to the same pointee.
#[doc(hidden)]
pub fn cloned<T: Clone>(value: &T, _: &mut Edits) -> T {
    value.clone()
}

/// A copy of a sequence.
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

/// The implementations of `rewritable!(leaf …)`. For the library's own leaves, an argument names the function that
/// converts a name.
#[doc(hidden)]
#[macro_export]
macro_rules! __rewritable_leaf {
    // The check that the type is a leaf is made once, here. The implementations have the same bound, which is checked
    // only where they are used.
    ($ty:ty $(, [$($generics:tt)*])?) => {
        const _: () = {
            use $crate::__private as __seq;

            impl<$($($generics)*)?> __seq::RewritableLeaf for $ty {}
        };
        $crate::__rewritable_leaf!(@dropped $ty, [$($($generics)*)?]);
        $crate::__rewritable_leaf!(
            @like $ty, [$($($generics)*)?], __seq::same_name, [for<'__x> $ty: __seq::LeafFor<'__x>]
        );
    };
    // Nothing below a leaf is dropped on its own.
    (@dropped $ty:ty, [$($generics:tt)*]) => {
        const _: () = {
            use $crate::__private as __seq;

            impl<$($generics)*> __seq::Dismantle for $ty {
                const IS_LEAF: __seq::bool = true;
                const MAY_NEST: __seq::bool = false;

                fn dismantle(self, _: &mut __seq::Pieces) {}
            }
        };
    };
    (@like $ty:ty, [$($generics:tt)*], $like:path, [$($bound:tt)*]) => {
        const _: () = {
            use $crate::__private as __seq;

            impl<$($generics)*> __seq::Rewritable for $ty
            where
                $($bound)*
            {
                fn visit<'__a>(
                    part: __seq::Part<'__a, Self>,
                    at: __seq::Region,
                    parts: &mut __seq::Parts<'__a, '_, '_>,
                ) {
                    parts.leaf(part, at);
                }
                fn rebuild(&self, _: &mut __seq::Edits) -> Self {
                    __seq::Clone::clone(self)
                }
            }
            impl<$($generics)*> __seq::NamePart for $ty
            where
                $($bound)*
            {
                fn like(other: &dyn __seq::Any) -> Self {
                    $like(other)
                }
            }
            impl<$($generics)*> __seq::RewritableVariable for $ty
            where
                $($bound)*
            {
                fn identify(&self, namespace: &__seq::str, keys: &mut __seq::Keys) -> __seq::Identity {
                    keys.identify_name_in(self, namespace)
                }
            }
            impl<$($generics)*> __seq::RewritableNames for $ty
            where
                $($bound)*
            {
                fn visit_names<'__a, __N: __seq::Namespace>(
                    part: __seq::Part<'__a, Self>,
                    at: __seq::Region,
                    parts: &mut __seq::Parts<'__a, '_, '_>,
                ) {
                    parts.name::<Self, __N>(part, at);
                }
            }
        };
    };
}

/// Copies the variable's name from another occurrence, if the name has the type `T` there. Panics otherwise.
#[doc(hidden)]
pub fn same_name<T: Rewritable>(other: &dyn Any) -> T {
    match other.downcast_ref::<T>() {
        Some(name) => deep_copy(name),
        None => panic!(
            "a variable is replaced whose name is a `{}` at one place and has another type elsewhere, and neither type can \
             be converted into the other: use one type for the name everywhere",
            core::any::type_name::<T>()
        ),
    }
}
