//! Rewriting of `Option`, `Result`, tuples, and wrappers that add nothing.

use core::{cmp::Reverse, num::Wrapping};

use crate::{
    describe::{
        info::Roles,
        names::{NameField, Namespace},
        region::Region,
        structural::{Field, StructuralEq},
    },
    impls::sums::each_tuple,
    rewrite::{
        part::Part,
        part_types::PartTypes,
        parts::Parts,
        rewritable::{Rewritable, RewritableNames},
        rewriting::edits::Edits,
    },
};

impl<T: Rewritable + Field> Rewritable for Option<T> {
    #[inline(always)]
    fn visit<'a>(part: Part<'a, Self>, at: Region, parts: &mut Parts<'a, '_, '_>) {
        parts.enter_owned(part, at, |part, parts| match part {
            Part::Owned(Some(value)) => T::visit(Part::Owned(value), at, parts),
            Part::Read(Some(value)) => T::visit(Part::Read(value), at, parts),
            _ => {}
        });
    }
    fn part_types(types: &mut PartTypes) {
        types.add::<T>();
    }
    fn rebuild(&self, edits: &mut Edits) -> Self {
        self.as_ref().map(|value| edits.part(value))
    }
}

impl<T: RewritableNames> RewritableNames for Option<T>
where
    Option<T>: NameField,
{
    fn visit_names<'a, N: Namespace>(part: Part<'a, Self>, at: Region, parts: &mut Parts<'a, '_, '_>) {
        match part {
            Part::Owned(Some(names)) => T::visit_names::<N>(Part::Owned(names), at, parts),
            Part::Read(Some(names)) => T::visit_names::<N>(Part::Read(names), at, parts),
            _ => {}
        }
    }
}

impl<T: Rewritable + Field, E: Rewritable + Field> Rewritable for Result<T, E> {
    fn visit<'a>(part: Part<'a, Self>, at: Region, parts: &mut Parts<'a, '_, '_>) {
        parts.enter_owned(part, at, |part, parts| match part {
            Part::Owned(Ok(value)) => T::visit(Part::Owned(value), at, parts),
            Part::Owned(Err(error)) => E::visit(Part::Owned(error), at, parts),
            Part::Read(Ok(value)) => T::visit(Part::Read(value), at, parts),
            Part::Read(Err(error)) => E::visit(Part::Read(error), at, parts),
        });
    }
    fn part_types(types: &mut PartTypes) {
        types.add::<T>();
        types.add::<E>();
    }
    fn rebuild(&self, edits: &mut Edits) -> Self {
        match self {
            Ok(value) => Ok(edits.part(value)),
            Err(error) => Err(edits.part(error)),
        }
    }
}

macro_rules! transparent {
    ($($wrapper:ident)*) => {$(
        impl<T: Rewritable + Field> Rewritable for $wrapper<T> {
            fn visit<'a>(part: Part<'a, Self>, at: Region, parts: &mut Parts<'a, '_, '_>) {
                parts.enter_owned(part, at, |part, parts| {
                    T::visit(part.project(|wrapper| &mut wrapper.0, |wrapper| &wrapper.0), at, parts);
                });
            }
            fn part_types(types: &mut PartTypes) {
                types.add::<T>();
            }
            fn rebuild(&self, edits: &mut Edits) -> Self {
                $wrapper(edits.part(&self.0))
            }
        }
    )*};
}

transparent! { Wrapping Reverse }

macro_rules! tuples {
    ($([$($name:ident $position:tt),*] [$($last_name:ident $last:tt),*];)*) => {$(
        impl<$($name: Rewritable + Field),*> Rewritable for ($($name,)*) {
            #[allow(non_snake_case, reason = "elements are called as their types")]
            fn visit<'a>(part: Part<'a, Self>, at: Region, parts: &mut Parts<'a, '_, '_>) {
                parts.enter_owned(part, at, |part, parts| {
                    parts.content_of(Self::INFO);
                    match part {
                        Part::Owned(($($name,)*)) => {
                            $(parts.field($position, Roles::NONE, Part::Owned($name), at);)*
                        }
                        Part::Read(($($name,)*)) => {
                            $(parts.field($position, Roles::NONE, Part::Read($name), at);)*
                        }
                    }
                });
            }
            fn part_types(types: &mut PartTypes) {
                $(types.add::<$name>();)*
            }
            fn rebuild(&self, edits: &mut Edits) -> Self {
                ($(edits.part(&self.$position),)*)
            }
        }
    )*};
}

each_tuple! { tuples }
