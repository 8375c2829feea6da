//! What `rewritable!(leaf …)` implements, and `same_name`, for replacements of names.
//!
//! **No operation panics**, whatever the value, even if a map's keys contradict each other. [`same_name`] is the one
//! exception: it panics if a variable is replaced whose name is written as two types that cannot be converted into each
//! other. The result would be wrong.

use core::any::Any;

use crate::rewrite::{rewritable::Rewritable, rewriting::edits::deep_copy};

/// What `rewritable!(leaf …)` implements. The library's own leaves name the function that converts a name.
#[doc(hidden)]
#[macro_export]
macro_rules! __rewritable_leaf {
    // Asked once whether it is a leaf: the implementations, which ask the same, do so where they are used.
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

/// The name of another occurrence, which must be of this type.
#[doc(hidden)]
pub fn same_name<T: Rewritable>(other: &dyn Any) -> T {
    match other.downcast_ref::<T>() {
        Some(name) => deep_copy(name),
        None => panic!(
            "a variable that is written as a `{}` is replaced, and also written as another type that cannot be made of it: \
             write its name as one type everywhere",
            core::any::type_name::<T>()
        ),
    }
}
