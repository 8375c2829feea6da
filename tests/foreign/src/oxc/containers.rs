//! oxc's pointers and lists.

use std::marker::PhantomData;

use oxc_allocator::{Box, Vec};
use sexpr_core::{
    containers::OwningPointer,
    custom::{Region, Visitor},
    mirror::{As, Describe, DescribeField},
    reflect::{Shape, TypeInfo},
};

/// Stands for oxc's `Box`, whose pointee `D` describes.
pub struct ArenaBox<D>(PhantomData<D>);

impl<'a, D: DescribeField<T>, T> OwningPointer<ArenaBox<D>> for As<ArenaBox<D>, Box<'a, T>> {
    type Target = As<D, T>;

    fn target(&self) -> &As<D, T> {
        As::new(self.get())
    }
}

impl<'a, D: DescribeField<T>, T> Describe<Box<'a, T>> for ArenaBox<D> {
    const INFO: &'static TypeInfo = &TypeInfo::container("Box", Shape::Pointer(D::TABLE));
    type Reach = D::Reach;

    fn content<'v, V: Visitor<'v>>(
        left: &'v As<Self, Box<'a, T>>,
        right: &'v As<Self, Box<'a, T>>,
        at: Region,
        visitor: &mut V,
    ) -> bool {
        visitor.owning(left, right, at)
    }
}

impl<'a, D: DescribeField<T>, T> DescribeField<Box<'a, T>> for ArenaBox<D> {}

/// Stands for oxc's `Vec`, whose elements `D` describes.
pub struct ArenaVec<D>(PhantomData<D>);

impl<'a, D: DescribeField<T>, T> Describe<Vec<'a, T>> for ArenaVec<D> {
    const INFO: &'static TypeInfo = &TypeInfo::container("Vec", Shape::Sequence(D::TABLE));
    type Reach = D::Reach;

    fn content<'v, V: Visitor<'v>>(
        left: &'v As<Self, Vec<'a, T>>,
        right: &'v As<Self, Vec<'a, T>>,
        at: Region,
        visitor: &mut V,
    ) -> bool {
        visitor.sequence(As::<D, T>::each(left.get()), As::<D, T>::each(right.get()), at)
    }
}

impl<'a, D: DescribeField<T>, T> DescribeField<Vec<'a, T>> for ArenaVec<D> {}
