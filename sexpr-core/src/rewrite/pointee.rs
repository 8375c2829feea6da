//! `Pointee`: what can be behind a pointer that is rewritten.

use alloc::boxed::Box;
use core::any::{Any, TypeId};

use crate::{
    describe::{names::Namespace, region::Region, structural::StructuralEq},
    rewrite::{part::Part, part_types::PartTypes, parts::Parts, rewritable::Rewritable, rewriting::edits::Edits},
    rules::occurrence::Occurrence,
};

/// What can stand behind a pointer that is rewritten: whatever is [`Rewritable`], and slices.
pub trait Pointee: StructuralEq + 'static {
    /// Visits what is there.
    #[doc(hidden)]
    fn visit<'a>(part: Part<'a, Self>, at: Region, parts: &mut Parts<'a, '_, '_>);
    /// Names the types of the parts that values can have.
    #[doc(hidden)]
    fn part_types(types: &mut PartTypes);
    /// Looks into a variable.
    #[doc(hidden)]
    fn enter_variable<'a>(
        part: Part<'a, Self>,
        at: Region,
        occurrence: Occurrence,
        goes_inside: bool,
        parts: &mut Parts<'a, '_, '_>,
    );
    /// A copy, with what replaces parts of it.
    #[doc(hidden)]
    fn rebuild_boxed(&self, edits: &mut Edits) -> Box<Self>;
    /// The type, where its values are sized.
    #[doc(hidden)]
    fn sized_type() -> Option<TypeId>;
    /// A copy, where values are sized.
    #[doc(hidden)]
    fn copied(&self) -> Option<Box<dyn Any>>;
    /// A copy of what was copied.
    #[doc(hidden)]
    fn copy_of(value: &dyn Any) -> Option<Box<Self>>;
}

impl<T: Rewritable> Pointee for T {
    #[inline(always)]
    fn visit<'a>(part: Part<'a, Self>, at: Region, parts: &mut Parts<'a, '_, '_>) {
        <T as Rewritable>::visit(part, at, parts);
    }
    fn part_types(types: &mut PartTypes) {
        types.add::<T>();
    }
    fn enter_variable<'a>(
        part: Part<'a, Self>,
        at: Region,
        occurrence: Occurrence,
        goes_inside: bool,
        parts: &mut Parts<'a, '_, '_>,
    ) {
        parts.enter_variable(part, at, occurrence, goes_inside);
    }
    fn rebuild_boxed(&self, edits: &mut Edits) -> Box<Self> {
        Box::new(edits.part(self))
    }
    fn sized_type() -> Option<TypeId> {
        Some(TypeId::of::<T>())
    }
    fn copied(&self) -> Option<Box<dyn Any>> {
        Some(Box::new(crate::rewrite::rewriting::copying::deep_copy(self)))
    }
    fn copy_of(value: &dyn Any) -> Option<Box<Self>> {
        value.downcast_ref().map(|value| Box::new(crate::rewrite::rewriting::copying::deep_copy::<T>(value)))
    }
}

/// Names that can stand behind a pointer that is rewritten.
pub(crate) trait PointeeNames: Pointee {
    fn visit_names<'a, N: Namespace>(part: Part<'a, Self>, at: Region, parts: &mut Parts<'a, '_, '_>);
}
