//! Rewriting of pointers: `Box` counts as its content, the others share their pointees.

use alloc::{boxed::Box, rc::Rc, sync::Arc};

use crate::{
    api::{by_identity::ByIdentity, structural_key::StructuralKey},
    describe::{
        containers::SharedPointer,
        names::{NameField, Namespace},
        region::Region,
        structural::{Field, StructuralEq},
    },
    rewritable,
    rewrite::{
        containers::RewritablePointer,
        part::Part,
        part_types::PartTypes,
        parts::Parts,
        pointee::Pointee,
        rewritable::{Rewritable, RewritableNames},
        rewriting::edits::Edits,
    },
};

impl<T: Rewritable + Field> Rewritable for Box<T> {
    #[inline(always)]
    fn visit<'a>(part: Part<'a, Self>, at: Region, parts: &mut Parts<'a, '_, '_>) {
        parts.enter_owned(part, at, |part, parts| {
            T::visit(part.project(|boxed| &mut **boxed, |boxed| &**boxed), at, parts);
        });
    }
    fn part_types(types: &mut PartTypes) {
        types.add::<T>();
    }
    fn rebuild(&self, edits: &mut Edits) -> Self {
        Box::new(edits.part(&**self))
    }
}

macro_rules! shared_pointers {
    ($($pointer:ident)*) => {$(
        rewritable!(shared $pointer<T>, [T: Rewritable]);
        rewritable!(shared $pointer<[T]>, [T: Rewritable + Field]);
        impl<T: Pointee + ?Sized> RewritablePointer for $pointer<T> {
            fn get_mut(&mut self) -> Option<&mut T> {
                $pointer::get_mut(self)
            }
            fn from_boxed(target: Box<T>) -> Self {
                $pointer::from(target)
            }
        }
        impl<T: RewritableNames + Field> RewritableNames for $pointer<[T]>
        where
            Self: NameField,
        {
            fn visit_names<'a, N: Namespace>(part: Part<'a, Self>, at: Region, parts: &mut Parts<'a, '_, '_>) {
                parts.shared_names::<Self, N>(part, at);
            }
        }
    )*};
}

shared_pointers! { Arc Rc }

/// A key whose pointee is rewritten as behind the pointer alone.
impl<P: SharedPointer + Rewritable + Field> Rewritable for ByIdentity<P>
where
    ByIdentity<P>: StructuralEq,
{
    fn visit<'a>(part: Part<'a, Self>, at: Region, parts: &mut Parts<'a, '_, '_>) {
        P::visit(part.project(|key| &mut key.0, |key| &key.0), at, parts);
    }
    fn part_types(types: &mut PartTypes) {
        types.add::<P>();
    }
    fn rebuild(&self, edits: &mut Edits) -> Self {
        ByIdentity(edits.part(&self.0))
    }
}

/// A closed term that is a key stays as it is.
impl<T: Rewritable + Field> Rewritable for StructuralKey<T>
where
    StructuralKey<T>: StructuralEq,
{
    fn visit<'a>(part: Part<'a, Self>, at: Region, parts: &mut Parts<'a, '_, '_>) {
        if let (Part::Read(key), true) = (part, parts.copies()) {
            T::visit(Part::Read(key), at, parts);
        }
    }
    fn part_types(_: &mut PartTypes) {}
    fn rebuild(&self, edits: &mut Edits) -> Self {
        self.with_copy(edits.copy(&**self))
    }
}
