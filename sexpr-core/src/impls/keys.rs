//! The keys `ByIdentity` and `StructuralKey`, as they are rewritten and dropped.

use super::prelude::*;
use crate::api::{by_identity::ByIdentity, structural_key::StructuralKey};

/// A key whose pointee is rewritten as behind the pointer alone.
impl<P: SharedPointer + Rewritable + Field> Rewritable for ByIdentity<P>
where
    ByIdentity<P>: StructuralEq,
{
    fn visit<'a>(part: Part<'a, Self>, at: Region, parts: &mut Parts<'a, '_, '_>) {
        P::visit(part.project(|key| &mut key.0, |key| &key.0), at, parts);
    }
    fn rebuild(&self, edits: &mut Edits) -> Self {
        ByIdentity(edits.part(&self.0))
    }
}
impl<T: Dismantle> Dismantle for ByIdentity<T> {
    const IS_LEAF: bool = T::IS_LEAF;
    const MAY_NEST: bool = false;

    fn dismantle(self, pieces: &mut Pieces) {
        pieces.piece(self.0);
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
    fn rebuild(&self, edits: &mut Edits) -> Self {
        self.with_copy(edits.copy(&**self))
    }
}
impl<T: Dismantle> Dismantle for StructuralKey<T> {
    const IS_LEAF: bool = T::IS_LEAF;
    const MAY_NEST: bool = false;

    fn dismantle(self, pieces: &mut Pieces) {
        pieces.piece(Self::into_inner(self));
    }
}
