//! `Typed`: a reference to a value of any type.

use core::{any::TypeId, marker::PhantomData, ptr::NonNull};

/// A reference to a value of some type without references.
///
/// It does what `&dyn Any` does, whose table holds the code that drops the value: for every type of an IR, this code would
/// be compiled once more.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Typed<'a> {
    ty: TypeId,
    value: NonNull<()>,
    lifetime: PhantomData<&'a ()>,
}

impl<'a> Typed<'a> {
    #[inline(always)]
    pub fn of<T: 'static>(value: &'a T) -> Self {
        Typed { ty: TypeId::of::<T>(), value: NonNull::from(value).cast(), lifetime: PhantomData }
    }

    #[inline(always)]
    pub(crate) fn downcast<T: 'static>(self) -> Option<&'a T> {
        // SAFETY: `value` was made of a `&'a` reference to a value of type `ty`, which is `T`.
        (self.ty == TypeId::of::<T>()).then(|| unsafe { self.value.cast().as_ref() })
    }
}
